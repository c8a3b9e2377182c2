"""What a scorecard shows."""

from dataclasses import replace

import pytest

from bot.pictures import scorecard
from bot.pictures.card_rows import Cell, Look
from bot.pictures.scorecard import scene
from bot.pictures.specimens import CHANCE, DICE_GAMES, EXTREMES, begun, rolled, specimen, taken_turn
from bot.pictures.table import Space
from bot.pictures.tiles import Mark, Placed, Text
from engine.dice.dice_game import Placement, Turn
from engine.dice.ruleset import Score
from engine.dice.scorecard import Scorecard
from engine.game import Move, Seat
from engine.match import Match
from tests.bot.pictures.looking import row, shapes, texts


def carded(match: Match, *cards: dict[str, int]) -> Match:
    """The match with these cards."""
    return match.with_state(replace(match.state, cards=tuple(map(Scorecard.of, cards))))


def with_dice(match: Match, dice: tuple[int, ...], *, held: int = 0, used: int = 1) -> Match:
    """The match with these dice before the first seat."""
    return match.with_state(replace(match.state, turn=Turn(Seat(0), dice, held, used)))


def test_points_zeros_and_open_boxes() -> None:
    match = carded(begun("yatzy", ["Ada", "Bo"]), {"sixes": 18, "yatzy": 0}, {"sixes": 24})
    assert row(scene(match), "Sixes") == ["18", "24"]
    assert row(scene(match), "Yatzy") == ["–"]
    assert row(scene(match), "Upper, of 63") == ["18", "24"]
    assert row(scene(match), "Total") == ["18", "24"]


def test_what_open_boxes_would_give_is_shown_to_the_seat_to_move() -> None:
    match = with_dice(begun("yatzy", ["Ada", "Bo"]), (6, 6, 6, 2, 2))
    shown = scene(match)
    assert row(shown, "Sixes") == ["18"]
    assert row(shown, "Full house") == ["22"]
    assert row(shown, "Yatzy") == ["0"]
    assert {"Roll 1 of 3", "Ada’s turn"} <= set(texts(shown))


def test_a_still_picture_tells_nothing_that_a_roll_changes() -> None:
    before = begun("maxi_yatzy", ["Ada", "Bo"])
    before = before.with_state(replace(before.state, saved=(2, 0)))
    match = before
    for _ in range(5):
        match = rolled(match)
        assert scene(match, still=True) == scene(before, still=True)
    assert row(scene(match), "Saved rolls") == ["0", "0"]
    assert row(scene(match, still=True), "Saved rolls") == ["2", "0"]


@pytest.mark.parametrize("game_id", DICE_GAMES)
def test_held_dice_say_so(game_id: str) -> None:
    match = rolled(begun(game_id, ["Ada"]))
    held = match.state.turn.held
    assert texts(scene(match)).count("HELD") == held.bit_count()
    free = match.with_state(replace(match.state, turn=replace(match.state.turn, held=0)))
    assert "HELD" not in texts(scene(free))


def test_the_last_score_is_named() -> None:
    match = taken_turn(begun("yatzy", ["Ada", "Bo"]))
    last = match.state.last
    assert f"Ada: {last.score.points} in {match.state.ruleset.box(last.box).title}" in texts(scene(match))
    assert not any(": " in text for text in texts(scene(begun("yatzy", ["Ada", "Bo"]))))


def test_a_box_that_the_clock_filled_says_so() -> None:
    match = begun("yatzy", ["Ada", "Bo"])
    last = Placement(Turn(Seat(1), (1, 2, 3, 4, 6), 0, 3), "chance", Score(16), 0, by="clock")
    assert "Bo: 16 in Chance (time was up)" in texts(scene(match.with_state(replace(match.state, last=last))))


def test_bonuses_are_empty_until_they_are_won_or_lost() -> None:
    uppers = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    won = dict(zip(uppers, (3, 6, 9, 12, 15, 18), strict=True))
    lost = dict.fromkeys(uppers, 0)
    match = carded(begun("figure_yatzy", ["Ada", "Bo", "Cy"]), won, lost | {"straight": 0}, {})
    assert row(scene(match, still=True), "Bonus 20") == ["20", "–"]
    assert row(scene(match, still=True), "Figures 30") == ["–"]
    assert row(scene(match, still=True), "Extra") == []


def test_rows_stand_only_where_the_game_has_them() -> None:
    labels = {"Saved rolls", "Extra", "Figures 30", "Bonus 50"}
    assert labels & set(texts(scene(begun("yatzy", ["Ada"])))) == {"Bonus 50"}
    assert labels & set(texts(scene(begun("figure_yatzy", ["Ada"])))) == {"Extra", "Figures 30"}
    assert labels & set(texts(scene(begun("mega_yatzy", ["Ada"])))) == {"Saved rolls", "Bonus 50"}
    assert not labels & set(texts(scene(begun("mega_yatzy", ["Ada"], carry_cap=0, upper_bonus=0))))


@pytest.mark.parametrize("seats", range(1, 9))
@pytest.mark.parametrize("game_id", DICE_GAMES)
def test_every_box_has_a_row_with_a_cell_for_each_seat(game_id: str, seats: int) -> None:
    match = specimen(game_id, seats, "end")
    shown = scene(match)
    labels = [text.text for placed in shown for text in placed.tile.marks if is_label(text, placed)]
    bonuses = [label for label in labels if label.split()[0] in {"Upper,", "Bonus", "Figures", "Extra", "Saved"}]
    assert len(labels) == len(match.state.ruleset.boxes) + len(bonuses) + 1
    assert all(len(row(shown, label)) == seats for label in labels)
    assert row(shown, "Total") == [str(total) for total in match.outcome.totals]


def is_label(mark: Mark, placed: Placed) -> bool:
    return isinstance(mark, Text) and mark.anchor == "l" and placed.y > 68


def test_the_seat_to_move_is_marked_by_a_line_and_a_resigned_one_by_a_cross() -> None:
    match = begun("yatzy", ["Ada", "Bo", "Cy"]).play(Seat(1), Move("resign"), CHANCE)
    headings = {text.text: placed for placed in scene(match) for text in placed.tile.marks if isinstance(text, Text)}
    assert len(shapes(headings["Ada"])) == len(shapes(headings["Cy"])) + 1
    assert "× Bo" in headings
    assert "Bo" not in headings


def test_looks_differ_by_shape_and_not_only_by_colour() -> None:
    space = Space(84, 46, "panel", turn=False, widest="18")
    boxes = {look: tuple(shapes(Placed(0, 0, space.tile(Cell("18", look))))) for look in Look}
    told_by_boxes = [boxes[look] for look in (Look.LAST, Look.GAIN, Look.MOST, Look.BAR, Look.LEAD, Look.PLAIN)]
    assert len(set(told_by_boxes)) == len(told_by_boxes)
    # Without a box of their own: a dash, and a 0 that is smaller than points.
    assert row(scene(EXTREMES["all-zeros"]()), "Ones") == ["–"] * 8
    small, large = (space.tile(Cell("0", look)).marks[0] for look in (Look.IDLE, Look.PLAIN))
    assert isinstance(small, Text)
    assert isinstance(large, Text)
    assert small.size < large.size


def test_a_full_bar_is_as_long_as_its_track() -> None:
    space = Space(84, 46, "panel", turn=False, widest="63")
    track, bar = shapes(Placed(0, 0, space.tile(Cell("63", Look.BAR, 1.0))))
    assert bar == track
    half = shapes(Placed(0, 0, space.tile(Cell("31", Look.BAR, 0.5))))[1]
    assert half[2] == track[2] // 2


def test_a_match_without_a_scorecard_is_refused() -> None:
    match = begun("yatzy", ["Ada"])
    with pytest.raises(TypeError, match="Yatzy has no scorecard"):
        scorecard.scorecard(match.with_state(object()))
