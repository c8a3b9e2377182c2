"""Perfect play of six dice with saved rolls by brute force, for cards with a few open boxes.

It knows nothing of models: rolls are dice by position (an axis of an array each), and totals follow from whole cards.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.dice.ruleset import Box, Ruleset
from engine.dice.scorecard import Scorecard, totals

Card = dict[str, int]
Rolls = NDArray[Any]

THROWN = list(product(range(1, 7), repeat=6))
SORTED = list(combinations_with_replacement(range(1, 7), 6))
_NUMBER = {dice: i for i, dice in enumerate(SORTED)}
SORTED_OF = np.array([_NUMBER[tuple(sorted(dice))] for dice in THROWN])
"""Which of the sorted rolls each is when its dice are sorted."""


class PositionBrute:
    """Perfect play under one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules, self._budget = rules, rules.budget
        self._known: dict[tuple[Any, ...], list[Rolls]] = {}
        self._paid: dict[str, Rolls] = {}

    def to_come(self, card: Card, saved: int) -> float:
        """What is expected at the start of a turn with so many saved rolls."""
        if len(card) == len(self._rules.boxes):
            return 0.0
        expected = float(self._best(card, self._budget.available(saved) - 1).mean())
        if not self._budget.least:
            return max(expected, *self.unrolled(card, self._budget.available(saved)).values())
        return expected

    def unrolled(self, card: Card, left: int) -> dict[str, float]:
        """What the boxes are worth before the first roll."""
        return {box: self._filled(card, box, 0, left) for box in self._next(card)}

    def moves(self, card: Card, dice: tuple[int, ...], left: int) -> dict[str, float]:
        """What each move is worth, holds by their dice and positions."""
        at = tuple(die - 1 for die in dice)
        found = {box: float(self._box(card, box, left)[at]) for box in self._next(card)}
        if left:
            held = self._held(self._best(card, left - 1))
            for mask in product((True, False), repeat=6):
                if not all(mask):
                    name = "".join(str(die) if on else "_" for die, on in zip(dice, mask, strict=True))
                    found[name] = float(held[tuple(die - 1 if on else 6 for die, on in zip(dice, mask, strict=True))])
        return found

    def _next(self, card: Card) -> list[str]:
        if self._rules.order != "free":
            return [self._rules.next_box(card).id]
        return [box.id for box in self._rules.boxes if box.id not in card]

    def _best(self, card: Card, left: int) -> Rolls:
        """What each roll is worth with so many rolls left."""
        upper = sum(card.get(box.id, 0) for box in self._rules.boxes if box.face)
        stages = self._known.setdefault((frozenset(card), upper), [])
        for count in range(len(stages), left + 1):
            best = np.maximum.reduce([self._box(card, box, count) for box in self._next(card)])
            if count:
                held = self._held(stages[-1])
                for axis in range(6):
                    held = np.maximum(held.take(range(6), axis), held.take([6], axis))
                best = np.maximum(best, held)
            stages.append(best)
        return stages[left]

    def _held(self, best: Rolls) -> Rolls:
        """What each hold is worth: an axis a die, with its face or (6) rolled."""
        for axis in range(6):
            best = np.concatenate([best, best.mean(axis=axis, keepdims=True)], axis=axis)
        return best

    def _box(self, card: Card, box: str, left: int) -> Rolls:
        if box not in self._paid:
            self._paid[box] = self._points(self._rules.box(box)).reshape((6,) * 6)
        paid = self._paid[box]
        worth = np.empty(paid.shape)
        for points in np.unique(paid).tolist():
            worth[paid == points] = self._filled(card, box, points, left)
        return worth

    def _points(self, box: Box) -> Rolls:
        """What the box pays for each roll."""
        if box.by_position:
            return np.array([box.points(dice) for dice in THROWN])
        points: Rolls = np.array([box.points(dice) for dice in SORTED])[SORTED_OF]
        return points

    def _filled(self, card: Card, box: str, points: int, left: int) -> float:
        saved = left if self._budget.cap is None else min(left, self._budget.cap)
        then = {**card, box: points}
        gained = self._total(then) - self._total(card)
        return gained + self.to_come(then, saved)

    def _total(self, card: Card) -> int:
        return totals(self._rules, Scorecard.of(card)).total
