"""What the picture of a result shows."""

from dataclasses import replace

from bot.pictures.alt_text import result_alt_text
from bot.pictures.result import result, scene
from bot.pictures.specimens import CHANCE, EXTREMES, begun, specimen
from engine.dice.scorecard import Scorecard
from engine.game import Move, Seat
from engine.match import Match
from tests.bot.pictures.looking import texts


def over(*totals: int) -> Match:
    """A match that ended with these totals."""
    match = begun("yatzy", ["Ada", "Bo", "Cy", "Dee"][: len(totals)])
    cards = tuple(Scorecard.of({"chance": total}) for total in totals)
    return match.with_state(replace(match.state, cards=cards, ended="complete"))


def test_equal_totals_share_a_place() -> None:
    shown = texts(scene(over(10, 30, 20, 30), {}))
    assert shown[:2] == ["Bo and Dee share the win with 30", "Yatzy · every box is filled"]
    assert [text for text in shown if text in {"1", "2", "3", "4"}] == ["1", "1", "3", "4"]
    assert [text for text in shown if text in {"Ada", "Bo", "Cy", "Dee"}] == ["Bo", "Dee", "Cy", "Ada"]


def test_one_seat_has_no_place() -> None:
    shown = texts(scene(over(99), {}))
    assert shown[0] == "99 points in the end"
    assert "1" not in shown


def test_who_resigned_has_no_place_but_a_word() -> None:
    match = specimen("yatzy", 3, "middle")
    match = match.play(Seat(1), Move("resign"), CHANCE).play(Seat(0), Move("resign"), CHANCE)
    shown = texts(scene(match, {}))
    assert shown[0].startswith("Chloé wins")
    assert sum(text.startswith("resigned · ") for text in shown) == 2
    assert [text for text in shown if text in {"1", "2", "3"}] == ["1"]


def test_a_stopped_match_has_no_places() -> None:
    shown = texts(scene(EXTREMES["stopped"](), {}))
    assert shown[:2] == ["The game was stopped", "Yatzy · it does not count"]
    assert not {"1", "2", "3"} & set(shown)


def test_luck_and_skill_have_room() -> None:
    shown = texts(scene(over(10, 30), {"Luck": ["+1.5", "-2.0"], "Skill": ["97", "88"]}))
    assert {"Luck", "+1.5", "-2.0", "Skill", "97", "88"} <= set(shown)


def test_the_picture_is_a_png() -> None:
    assert result(over(10, 30)).startswith(b"\x89PNG")


def test_the_words_for_it() -> None:
    told = result_alt_text(over(10, 30))
    assert told == (
        "Result of Yatzy: Bo wins with 30 (every box is filled). 1. Bo: 30 (upper 0). 2. Ada: 10 (upper 0)."
    )
    assert max(len(result_alt_text(make())) for make in EXTREMES.values()) <= 1024
