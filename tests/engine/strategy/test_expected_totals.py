"""The expected totals of perfect play, and positions worked out elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine.game import OptionValue
from engine.strategy.lattice import lattice
from tests.engine.strategy.tables import ruleset, table, values

VECTORS = json.loads((Path(__file__).parent / "data" / "vectors.json").read_text(encoding="utf-8"))["rulesets"]
POSITIONS = [
    pytest.param(rules["game"], rules["options"], position, id=f"{name}-{number}")
    for name, rules in VECTORS.items()
    for number, position in enumerate(rules["positions"], 1)
]
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
FIVE_EQUAL = {"yahtzee", "five_kind"}


@pytest.mark.parametrize("rules", VECTORS.values(), ids=VECTORS)
def test_a_whole_match(rules: dict[str, Any]) -> None:
    tested = table(rules["game"], **rules["options"])
    assert tested.to_come() == pytest.approx(rules["expected_total"], abs=1e-3)
    (opening,) = tested.advise((), rolls_left=3)
    assert opening.move == "roll"
    assert opening.to_come == pytest.approx(rules["expected_total"], abs=1e-3)


def card_of(position: Mapping[str, Any]) -> dict[str, int]:
    """A card that the position describes: the upper total divided somehow, points where only their being matters."""
    filled = position["filled"]
    upper = [face for face, box in enumerate(UPPER, 1) if box in filled]
    ways = product(range(6), repeat=len(upper))
    counts = next(way for way in ways if sum(map(int.__mul__, way, upper)) == position["upper_total"])
    card = {UPPER[face - 1]: face * count for face, count in zip(upper, counts, strict=True)}
    lower = [box for box in filled if box not in UPPER]
    card.update({box: 0 if box in FIVE_EQUAL and not position.get("five_box_nonzero", True) else 30 for box in lower})
    if position.get("some_figure_zeroed") and all(card[box] for box in lower):
        card[next(box for box in lower if box not in {*FIVE_EQUAL, "chance"})] = 0
    return card


@pytest.mark.parametrize(("game", "options", "position"), POSITIONS)
def test_positions_worked_out_elsewhere(game: str, options: dict[str, OptionValue], position: dict[str, Any]) -> None:
    tested, card = table(game, **options), card_of(position)
    advice = tested.advise(position["dice"], rolls_left=position["rolls_left"], card=card)
    found = {move.removeprefix("score "): value for move, value in values(advice).items()}
    listed = [[position["best"], position["value"]], *position["next_best"], position["worst"]]
    expected = {move.removeprefix("score "): value for move, value in listed}
    assert {move: found[move] for move in expected} == pytest.approx(expected, abs=1e-3)
    assert advice[0].to_come == max(found.values())
    assert advice[0].to_come == pytest.approx(position["value"], abs=1e-3)
    assert len(advice) == position["options"]
    assert tested.to_come(card) == pytest.approx(position["turn_start_value"], abs=1e-3)


@pytest.mark.parametrize(
    ("game", "card"),
    [
        ("yahtzee", {"yahtzee": 50, "sixes": 24, "chance": 20, "fives": 20}),
        ("figure_yatzy", {"five_kind": 60, "two_pairs": 0, "ones": 2, "sixes": 18, "chance": 20}),
    ],
    ids=["yahtzee", "figure_yatzy"],
)
def test_a_turn_is_worth_the_mean_of_its_first_rolls(game: str, card: dict[str, int]) -> None:
    tested, dice = table(game), lattice(5)
    best = [tested.advise(roll, rolls_left=2, card=card)[0].to_come for roll in dice.multisets[: dice.rolls]]
    mean = sum(value * chance for value, chance in zip(best, dice.opening.tolist(), strict=True))
    assert mean == pytest.approx(tested.to_come(card), abs=1e-3)


def test_a_bonus_out_of_reach_or_earned_at_the_start_is_no_bonus() -> None:
    without = table("yatzy", upper_bonus=0).to_come()
    assert table("yatzy", upper_threshold=0).to_come() == without
    assert table("yatzy", upper_threshold=106).to_come() == without


def test_a_bonus_is_to_come_until_it_is_decided() -> None:
    card = {box: 4 * face for face, box in enumerate(UPPER, 1)}
    card |= {box.id: 0 for box in ruleset("yatzy").boxes if box.face is None}
    tested = table("yatzy")
    earned = {box: points for box, points in card.items() if box != "ones"}
    assert tested.advise((1, 1, 1, 1, 1), rolls_left=0, card=earned)[0].to_come == pytest.approx(5)
    without_fives = {box: points for box, points in card.items() if box != "fives"}
    lost = {**without_fives, "fours": 0, "sixes": 0}
    assert tested.advise((5, 5, 5, 5, 5), rolls_left=0, card=lost)[0].to_come == pytest.approx(25)
    reached = {**without_fives, "twos": 0}
    assert tested.advise((5, 1, 1, 1, 5), rolls_left=0, card=reached)[0].to_come == pytest.approx(10 + 50)
