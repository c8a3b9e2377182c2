"""The stated maxima and minima: a bound from the best or worst of each box, and a game played that reaches it.

The bound holds because a total is a sum of placements and bonuses, and what dice get in a box depends on the card only
by its joker: the joker box (open, 0, or filled), the face's own upper box, and whether a lower box is open. The cards
tried below are every combination of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from engine.dice.dice_game import DiceState
from engine.dice.roll import Dice, show
from engine.dice.ruleset import Ruleset, Score
from engine.game import IllegalMove, Move, Ply
from engine.match import Match
from tests.engine.table import data, seat, start

MAXIMA: list[dict[str, Any]] = data("vectors.json")["maxima"]


@cache
def rolls(size: int) -> tuple[Dice, ...]:
    """Every roll up to the order of its dice; sorted, 1-2-3-4-5-6 is the straight flush as well."""
    return tuple(combinations_with_replacement(range(1, 7), size))


def cards(rules: Ruleset) -> Iterator[dict[str, int]]:
    """Cards for every case that a joker knows of; without one the card plays no part."""
    if rules.joker is None:
        yield {}
        return
    upper = [box.id for box in rules.boxes if box.face is not None]
    lower = [box.id for box in rules.boxes if box.face is None]
    joker = rules.joker.box
    for held, lower_full, used in product((None, 0, 50), (False, True), [*upper, "none", "all"]):
        card = {box: 0 for box in upper if used in {box, "all"}}
        card.update({box: 0 for box in lower if lower_full and box != joker})
        if held is not None:
            card[joker] = held
        yield card


def outcomes(rules: Ruleset, box: str) -> Iterator[Score]:
    """What the box may get: every roll on every kind of card."""
    unused = rules.budget.per_turn - 1
    for card in cards(rules):
        for dice in rolls(rules.dice):
            for left in {0, unused}:
                try:
                    yield rules.place({k: v for k, v in card.items() if k != box}, box, dice, left)
                except IllegalMove:
                    continue


def upper_bound(rules: Ruleset) -> tuple[int, bool]:
    """No total is higher, and whether the bonus for a set (all figures) belongs to it."""
    set_boxes = rules.sets.boxes if rules.sets else frozenset()
    joker = rules.joker.box if rules.joker else ""
    best, best_made = 0, 0
    for box in rules.boxes:
        # The joker box itself is filled by the first five equal dice, which bring no extra.
        scores = [s for s in outcomes(rules, box.id) if box.id != joker or not s.extra]
        best += max(s.points + s.extra for s in scores)
        best_made += max(s.points + s.extra for s in scores if s.points or box.id not in set_boxes)
    made = best_made + (rules.sets.points if rules.sets else 0)
    return max(best, made) + rules.upper.points, made >= best


def place_best(match: Match, box: str, wanted: frozenset[str]) -> Match:
    """The match after one roll, the one that gets most in this box, by the record's own way of playing."""
    state: DiceState = match.state
    card = state.card.points()

    def worth(dice: Dice) -> int:
        try:
            found = state.ruleset.place(card, box, dice, state.rolls_left - 1)
        except IllegalMove:
            return -1
        return -1 if box in wanted and not found.points else found.points + found.extra

    return placed(match, box, max(rolls(state.ruleset.dice), key=worth))


def placed(match: Match, box: str, dice: Dice) -> Match:
    rolled = match.replay(Ply(seat(1), Move("roll"), show(dice)))
    return rolled.replay(Ply(seat(1), Move(box)))


def joker_first(rules: Ruleset) -> list[str]:
    joker = rules.joker.box if rules.joker else None
    return sorted((box.id for box in rules.boxes), key=lambda box: box != joker)


@pytest.mark.parametrize("entry", MAXIMA, ids=lambda e: " ".join([e["game"], *map(str, e["options"].items())]))
def test_maximum(entry: Mapping[str, Any]) -> None:
    match = start(entry["game"], **entry["options"])
    rules = match.state.ruleset
    bound, with_set = upper_bound(rules)
    assert bound == entry["max"], "no game can pass it"
    wanted = rules.sets.boxes if rules.sets and with_set else frozenset()
    for box in joker_first(rules):
        match = place_best(match, box, wanted)
    assert match.outcome.ended == "complete"
    assert match.outcome.totals == (entry["max"],), "and this game reaches it"


@pytest.mark.parametrize(
    ("game", "least"),
    [("yahtzee", 5), ("yatzy", 5), ("maxi_yatzy", 6), ("figure_yatzy", 5), ("mega_yatzy", 6)],
)
def test_minimum(game: str, least: int) -> None:
    match = start(game)
    rules = match.state.ruleset
    assert sum(min(s.points for s in outcomes(rules, box.id)) for box in rules.boxes) == least, "no game is below it"
    order = sorted((box.id for box in rules.boxes), key=lambda box: box != "chance")
    for box in order:
        card = match.state.card.points()
        worst = min(rolls(rules.dice), key=lambda dice: rules.place(card, box, dice).points)
        match = placed(match, box, worst)
    assert match.outcome.totals == (least,), "and this game reaches it"
