"""What people reported of games like ours, under "Rules and fairness", line by line."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import pytest

from engine import fairdice
from engine.fairdice import FairDice, commitment
from engine.game import IllegalMove, Move
from engine.games import dice_game, score
from tests.engine.table import Seeded, after, box_ids, report, rolls_left, seat, start, worth


def points(game: str, box: str, dice: Sequence[int], **given: Any) -> int:
    return score(game, box, dice, **given).points


def test_three_and_four_of_a_kind_sum_all_dice_in_yahtzee_and_the_matching_ones_in_yatzy() -> None:
    assert points("yahtzee", "three_kind", [3, 3, 3, 5, 6]) == 20
    assert points("yahtzee", "four_kind", [3, 3, 3, 3, 6]) == 18
    assert points("yatzy", "three_kind", [3, 3, 3, 5, 6]) == 9
    assert points("yatzy", "four_kind", [3, 3, 3, 3, 6]) == 12


@pytest.mark.parametrize("dice", [(1, 2, 3, 3, 4), (1, 2, 3, 4, 6), (4, 4, 1, 2, 3), (3, 3, 4, 5, 6)])
def test_small_straight_with_a_free_die(dice: tuple[int, ...]) -> None:
    assert points("yahtzee", "small_straight", dice) == 30


@pytest.mark.parametrize("dice", [(3, 4, 4, 6, 6), (4, 4, 5, 6, 6), (1, 2, 3, 5, 6), (2, 2, 3, 3, 4)])
@pytest.mark.parametrize("game", ["yahtzee", "yatzy"])
def test_no_small_straight(game: str, dice: tuple[int, ...]) -> None:
    assert points(game, "small_straight", dice) == 0


def test_five_threes_as_four_of_a_kind_and_as_threes() -> None:
    assert points("yatzy", "four_kind", [3] * 5) == 12
    assert points("yatzy", "threes", [3] * 5) == 15


def test_one_pair_of_unsorted_dice() -> None:
    assert points("yatzy", "one_pair", [1, 3, 2, 2, 3]) == 6


@pytest.mark.parametrize("game", ["maxi_yatzy", "mega_yatzy"])
def test_three_of_a_kind_with_two_triples(game: str) -> None:
    assert points(game, "three_kind", [1, 1, 1, 2, 2, 2]) == 6


@pytest.mark.parametrize("game", ["maxi_yatzy", "mega_yatzy"])
@pytest.mark.parametrize(("box", "pays"), [("small_straight", 15), ("large_straight", 20), ("full_straight", 21)])
def test_one_to_six_fits_every_straight(game: str, box: str, pays: int) -> None:
    assert points(game, box, [1, 2, 3, 4, 5, 6]) == pays


@pytest.mark.parametrize("game", ["maxi_yatzy", "mega_yatzy"])
def test_unused_rolls_are_carried_and_can_be_rolled(game: str) -> None:
    match = after(start(game), "1 123456 ones=1")
    assert report(match)["saved_rolls"] == 2
    for left in (4, 3, 2, 1, 0):
        match = match.play(seat(1), Move("roll"), Seeded(left))
        assert rolls_left(match) == left


def test_each_seat_sees_its_own_saved_rolls() -> None:
    match = after(start("maxi_yatzy", 2), "1 123456 ones=1")
    assert match.to_move == seat(2)
    assert rolls_left(match) == 3
    assert rolls_left(after(match, "2 123456 ______ 123456 ______ 123456 ones=1")) == 5


def test_the_upper_bonus_is_not_counted_among_the_boxes() -> None:
    match = start("maxi_yatzy", upper_threshold=36)
    found = report(after(match, "1 666666 sixes=36", "1 666666 yatzy=100"))
    assert (found["upper"], found["upper_bonus"], found["total"]) == (36, 100, 236)
    assert sum(p for p in found["boxes"].values() if p) == 136


def test_held_and_free_dice_are_not_confused() -> None:
    match = after(start("yatzy"), "1 13346")
    for mask in range(31):
        keep = "".join("13346"[i] if mask >> i & 1 else "_" for i in range(5))
        rolled = match.play(seat(1), Move(keep), Seeded(mask))
        assert all(int(k) == d for k, d in zip(keep, rolled.state.turn.dice, strict=True) if k != "_")


@pytest.mark.parametrize("game", ["yahtzee", "yatzy", "maxi_yatzy", "figure_yatzy", "mega_yatzy"])
def test_one_box_left_is_played_as_any_other(game: str) -> None:
    match = start(game)
    boxes = box_ids(dice_game(game))
    for _ in boxes[:-1]:
        match = after(match, "1 skip")
    match = match.play(seat(1), Move("roll"), Seeded(1))
    assert list(worth(match)) == [boxes[-1]]
    assert match.game.legal_moves(match.state, seat(1))[-1] == boxes[-1]
    assert match.play(seat(1), Move(boxes[-1]), Seeded(2)).over


@pytest.mark.parametrize("name", ["", " ", "!", "=5", "one", "Ones", "ones ", "1"])
def test_an_empty_or_wrong_box_name_scores_nothing(name: str) -> None:
    match = after(start("yatzy"), "1 11111")
    with pytest.raises(IllegalMove):
        match.play(seat(1), Move(name), Seeded(1))
    with pytest.raises(IllegalMove):
        score("yatzy", name, [1, 1, 1, 1, 1])


def test_dice_are_not_rigged() -> None:
    fair = FairDice(bytes(range(32)), "1312345678901234567", "7")
    rolls = [fair.dice(str(counter), 6) for counter in range(5_000)]
    expected = len(rolls) / 6
    for die in range(6):
        seen = [sum(roll[die] == face for roll in rolls) for face in range(1, 7)]
        # Chi-squared with 5 degrees of freedom passes 30 once in 70,000 times; these dice are the same in every run.
        assert sum((count - expected) ** 2 / expected for count in seen) < 30


def test_no_roll_is_known_before_it_is_rolled() -> None:
    # The match holds nothing from which a client could read the next roll, and the commitment does not give it away.
    fair = FairDice(bytes(range(32)), "1312345678901234567", "7")
    match = start("yatzy").play(seat(1), Move("roll"), fair)
    assert bytes(range(32)).hex() not in repr(match) + repr(fair) + commitment(bytes(range(32)))
    assert "random" not in inspect.getsource(fairdice)


@pytest.mark.parametrize("game", ["yahtzee", "yatzy", "maxi_yatzy", "figure_yatzy", "mega_yatzy"])
def test_it_says_that_it_is_over(game: str) -> None:
    match = start(game)
    for _ in box_ids(dice_game(game)):
        assert not match.over
        match = after(match, "1 skip")
    assert match.over
    assert match.outcome.ended == "complete"
    assert match.to_move is None
    assert match.game.legal_moves(match.state, seat(1)) == ()
