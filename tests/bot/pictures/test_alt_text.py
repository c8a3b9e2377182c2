"""The words for who can't see a scorecard."""

from dataclasses import replace

import pytest

from bot.pictures.alt_text import alt_text, names_within
from bot.pictures.specimens import DICE_GAMES, EXTREMES, HARD_NAMES, MOMENTS, begun, specimen, taken_turn
from engine.dice.dice_game import Turn
from engine.game import Seat


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("game_id", DICE_GAMES)
def test_it_fits_and_tells_every_total(game_id: str, moment: str) -> None:
    for seats in (1, 2, 4, 8):
        match = specimen(game_id, seats, moment, HARD_NAMES)
        told = alt_text(match)
        assert len(told) <= 1024
        assert all(f": {total} (" in told for total in match.outcome.totals)


@pytest.mark.parametrize("case", EXTREMES)
def test_it_fits_at_worst(case: str) -> None:
    assert len(alt_text(EXTREMES[case]())) <= 1024


def test_it_says_what_is_to_be_seen() -> None:
    match = begun("yatzy", ["Ada", "Bo"])
    turn = Turn(Seat(0), (6, 6, 6, 2, 2), 0b00111, 2)
    told = alt_text(match.with_state(replace(match.state, turn=turn)))
    assert told.startswith(
        "Scorecard of Yatzy. Ada’s turn, roll 2 of 3. Dice: 6 held, 6 held, 6 held, 2, 2. Would give"
    )
    assert "Full house 22" in told
    assert "Ada: 0 (upper 0 of 63, 0 of 15 boxes)." in told


def test_the_last_score_and_the_boxes_are_told() -> None:
    match = taken_turn(begun("mega_yatzy", ["Ada", "Bo"]))
    box = match.state.ruleset.box(match.state.last.box).title
    points = match.state.last.score.points
    told = alt_text(match)
    assert f"Last: Ada, {points} in {box}." in told
    assert f"Ada has {box} {points}." in told
    assert "rolls saved" in told


def test_a_still_picture_has_still_words() -> None:
    match = specimen("yahtzee", 2, "middle")
    assert "Dice: " in alt_text(match)
    still = alt_text(match, still=True)
    assert "Dice: " not in still
    assert "Would give" not in still


def test_computers_are_told_apart_also_where_names_are_cut() -> None:
    match = begun("yatzy", ["Ada", "Computer (perfect)", "Computer 2 (perfect)", "Computer (casual)"])
    assert names_within(match, 32)[2] == "Computer 2 (perfect)"
    assert names_within(match, 9) == ["Ada", "Perfect", "Perfect 2", "Casual"]
