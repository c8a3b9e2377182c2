"""The chance to make a box: against brute force, closed formulas and published figures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.dice.ruleset import Box
from engine.game import IllegalMove
from engine.strategy.odds import odds
from tests.engine.strategy.brute import Roll, kept, results, rolls
from tests.engine.strategy.tables import ruleset

FIVE = ("yatzy", "yahtzee", "figure_yatzy")
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
EVERY = range(1, 7)


def from_start(game: str, **options: Any) -> Mapping[str, float]:
    return odds(ruleset(game, **options), (), 0, 3)


# -- five dice, as sorted rolls ----------------------------------------------------------------------------------


def is_made(box: Box, dice: Roll, par: int) -> bool:
    return dice.count(box.face) >= par if box.face else box.points(dice) > 0


@cache
def best(box: Box, left: int) -> Mapping[Roll, float]:
    """What each roll is worth with so many rolls left, if a made box is all that counts."""
    found = {roll: float(is_made(box, roll, 3)) for roll in rolls(5)}
    if left:
        found = {roll: max(found[roll], *(after(box, part, left - 1) for part in kept(roll))) for roll in found}
    return found


@cache
def after(box: Box, part: Roll, left: int) -> float:
    later = best(box, left)
    return sum(chance * later[roll] for roll, chance in results(part))


@pytest.mark.parametrize("game", FIVE)
def test_five_dice_against_brute_force(game: str) -> None:
    rules, luck = ruleset(game), Random(5)
    for left in (1, 2, 3):
        for _ in range(40):
            dice, held = luck.choices(EVERY, k=5), luck.randrange(31)
            part = tuple(sorted(die for i, die in enumerate(dice) if held >> i & 1))
            expected = {box.id: after(box, part, left - 1) for box in rules.boxes}
            assert odds(rules, dice, held, left) == pytest.approx(expected, abs=1e-9), (dice, held, left)


# -- six dice, by position ---------------------------------------------------------------------------------------


def by_position(box: Box, left: int) -> NDArray[np.float64]:
    """The chance by dice: an axis for each, a seventh face standing for a die that is rolled."""
    made = np.array([is_made(box, dice, 4) for dice in product(EVERY, repeat=6)], float).reshape((6,) * 6)
    worth = made
    for more in range(left):
        worth = made if not more else np.maximum(made, held_best(worth))
        for axis in range(6):
            worth = np.concatenate([worth, worth.mean(axis=axis, keepdims=True)], axis=axis)
    return worth


def held_best(worth: NDArray[np.float64]) -> NDArray[np.float64]:
    for axis in range(6):
        worth = np.maximum(worth.take(range(6), axis=axis), worth.take([6], axis=axis))
    return worth


@pytest.mark.parametrize(
    ("game", "options", "box"),
    [
        ("mega_yatzy", {}, "straight_flush"),
        ("mega_yatzy", {"straight_flush": "big_2_6"}, "straight_flush"),
        ("mega_yatzy", {"groups_distinct": False}, "tower"),
        ("maxi_yatzy", {}, "large_straight"),
    ],
    ids=str,
)
def test_six_dice_against_brute_force(game: str, options: dict[str, Any], box: str) -> None:
    rules, luck = ruleset(game, **options), Random(6)
    for left in (1, 2, 4):
        expected = by_position(rules.box(box), left)
        for _ in range(60):
            # Often near a straight flush, where the positions matter.
            dice = [luck.choice((i, max(i - 1, 1), luck.choice(EVERY))) for i in EVERY]
            held = luck.randrange(63)
            at = tuple(die - 1 if held >> i & 1 else 6 for i, die in enumerate(dice))
            assert odds(rules, dice, held, left)[box] == pytest.approx(expected[at], abs=1e-9), (dice, held, left)


@pytest.mark.parametrize("left", [1, 3, 20])
def test_a_straight_flush_needs_every_die_that_is_not_right(left: int) -> None:
    rules, by_now = ruleset("mega_yatzy"), 1 - (5 / 6) ** left
    assert odds(rules, (1, 2, 3, 4, 5, 5), 0b011111, left)["straight_flush"] == pytest.approx(by_now)
    assert odds(rules, (2, 1, 3, 4, 5, 6), 0b111100, left)["straight_flush"] == pytest.approx(by_now**2)
    assert odds(rules, (), 0, left)["straight_flush"] == pytest.approx(by_now**6)
    assert odds(rules, (2, 1, 3, 4, 5, 6), 0b111100, left)["full_straight"] > by_now**2


# -- closed formulas and published figures -----------------------------------------------------------------------


@pytest.mark.parametrize(("game", "size", "par"), [("yatzy", 5, 3), ("maxi_yatzy", 6, 4), ("mega_yatzy", 6, 4)])
@pytest.mark.parametrize("left", [1, 2, 3, 11])
def test_par_in_an_upper_box(game: str, size: int, par: int, left: int) -> None:
    rules, by_now = ruleset(game), 1 - (5 / 6) ** left
    for held in range(size):
        dice = (4,) * held + (1,) * (size - held)
        rolled = size - held
        chance = sum(
            comb(rolled, more) * by_now**more * (1 - by_now) ** (rolled - more)
            for more in range(max(par - held, 0), rolled + 1)
        )
        assert odds(rules, dice, (1 << held) - 1, left)["fours"] == pytest.approx(chance)


@pytest.mark.parametrize(
    ("game", "box", "chance"),
    [
        ("yahtzee", "yahtzee", 0.046029),
        ("yahtzee", "large_straight", 0.261),
        ("yahtzee", "small_straight", 0.615),
        ("yatzy", "yatzy", 0.046029),
        ("figure_yatzy", "straight", 0.261),
    ],
)
def test_published_chances_of_a_turn(game: str, box: str, chance: float) -> None:
    digits = len(str(chance)) - 2
    assert round(from_start(game)[box], digits) == chance


def test_one_roll_of_all_dice() -> None:
    found = odds(ruleset("yahtzee"), (1, 2, 2, 5, 6), 0, 1)
    assert found["yahtzee"] == pytest.approx(6 / 6**5)
    assert found["large_straight"] == pytest.approx(2 * 120 / 6**5)
    assert found["full_house"] == pytest.approx(300 / 6**5)
    assert found == odds(ruleset("yahtzee"), (), 0, 1)


# -- what it means -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*FIVE, "maxi_yatzy", "mega_yatzy"])
def test_every_box_has_a_chance_and_more_rolls_never_harm(game: str) -> None:
    rules = ruleset(game)
    before = odds(rules, (), 0, 1)
    assert list(before) == [box.id for box in rules.boxes]
    assert before["chance"] == 1
    for left in range(2, 24):
        now = odds(rules, (), 0, left)
        assert all(before[box] <= now[box] <= 1 for box in now)
        before = now


def test_without_a_roll_left_a_box_is_made_or_not() -> None:
    found = odds(ruleset("yatzy"), (3, 3, 3, 6, 6), 0b111, 0)
    made = {"one_pair", "two_pairs", "three_kind", "full_house", "chance", "threes"}
    assert found == {box: float(box in made) for box in found}


def test_with_all_dice_held_they_count_as_they_lie() -> None:
    rules = ruleset("mega_yatzy")
    assert odds(rules, (1, 2, 3, 4, 5, 6), 0b111111, 5) == odds(rules, (1, 2, 3, 4, 5, 6), 0, 0)
    assert odds(rules, (1, 2, 3, 4, 5, 6), 0b111111, 5)["straight_flush"] == 1


def test_what_is_held_stays_even_if_that_is_bad_for_a_box() -> None:
    found = odds(ruleset("yahtzee"), (1, 6, 6, 6, 6), 0b00001, 1)
    assert found["yahtzee"] == pytest.approx(1 / 6**4)
    assert odds(ruleset("yahtzee"), (1, 6, 6, 6, 6), 0b11110, 1)["yahtzee"] == pytest.approx(1 / 6)


def test_held_dice_count_wherever_they_lie() -> None:
    rules = ruleset("yatzy")
    assert odds(rules, (6, 1, 6, 2, 6), 0b10101, 2) == odds(rules, (6, 6, 6, 1, 2), 0b00111, 2)


def test_a_box_is_made_by_its_pattern_whatever_it_pays() -> None:
    assert odds(ruleset("yahtzee"), (5, 5, 5, 5, 5), 0, 0)["full_house"] == 0, "a joker is no pattern"
    assert odds(ruleset("yahtzee", five_equal_full_house=True), (5, 5, 5, 5, 5), 0, 0)["full_house"] == 1
    assert odds(ruleset("figure_yatzy", unused_bonus=0), (1, 1, 2, 2, 6), 0, 0)["two_pairs"] == 1


@pytest.mark.parametrize(
    ("dice", "held", "left", "says"),
    [
        ((1, 2, 3, 4), 0, 1, "1 2 3 4: a roll is 5 dice, each 1 to 6"),
        ((1, 2, 3, 4, 7), 0, 1, "a roll is 5 dice"),
        ((1, 2, 3, 4, 5), 32, 1, "32: that holds other dice than the 5 that lie there"),
        ((1, 2, 3, 4, 5), -1, 1, "-1: that holds other dice"),
        ((), 1, 3, "1: that holds other dice than the 0"),
        ((1, 2, 3, 4, 5), 0, -1, "-1 rolls left: at least 0 would be right"),
        ((), 0, 0, "0 rolls left: at least 1 would be right"),
        ((1, 2, 3, 4, 5), 0, True, "True rolls left"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(dice: Roll, held: int, left: int, says: str) -> None:
    with pytest.raises(IllegalMove, match=says):
        odds(ruleset("yatzy"), dice, held, left)
