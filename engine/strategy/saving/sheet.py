"""What a game with saved rolls is made of, and how many rolls may be saved when."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES
from engine.dice.ruleset import Ruleset
from engine.game import Unsupported
from engine.strategy.lattice import Index
from engine.strategy.numbers import Numbers

UPPER = len(FACES)


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards with equally many boxes filled: masks of the filled lower boxes, and columns of the upper classes."""

    lower: Index
    column: Index

    def __len__(self) -> int:
        return len(self.lower)

    def part(self, which: slice | Index | NDArray[np.bool_]) -> Cards:
        """Some of them."""
        return Cards(self.lower[which], self.column[which])

    def repeated(self, times: int) -> Cards:
        """All of them, so many times one after the other."""
        return Cards(np.tile(self.lower, times), np.tile(self.column, times))


class Sheet:
    """A ruleset of saved rolls as numbers. Raises Unsupported."""

    def __init__(self, ruleset: Ruleset) -> None:
        check(ruleset)
        self.numbers = Numbers(ruleset)
        self.lattice, self.upper = self.numbers.lattice, self.numbers.upper
        self.budget = ruleset.budget
        self.size = len(self.numbers.boxes)
        self.full = self.numbers.rows - 1
        self.key = self.numbers.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sheet) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def start(self) -> Cards:
        """The empty card."""
        return Cards(np.zeros(1, np.intp), np.array([self.upper.column(0, 0)], np.intp))

    def most_saved(self, filled: int) -> int:
        """The most rolls that can be saved once so many boxes are filled."""
        most = filled * (self.budget.per_turn - self.budget.least)
        return most if self.budget.cap is None else min(most, self.budget.cap)

    def most_left(self, filled: int) -> int:
        """The most rolls that can be left after the first roll of the next turn."""
        return self.most_saved(filled) + self.budget.per_turn - 1

    def saved_after(self, left: int) -> int:
        """The rolls saved when a box is filled with so many left."""
        return left if self.budget.cap is None else min(left, self.budget.cap)

    def boxes(self, filled: int) -> tuple[int, ...]:
        """The boxes that the rules let one fill next, some of which may be filled on some cards."""
        order = self.numbers.order
        return order[filled : filled + 1] if order else tuple(range(self.size))

    def is_open(self, cards: Cards, box: int) -> NDArray[np.bool_]:
        """On which of the cards the box is open."""
        masks, bit = (self.upper.filled[cards.column], box) if box < UPPER else (cards.lower, box - UPPER)
        is_open: NDArray[np.bool_] = masks >> bit & 1 == 0
        return is_open

    def level(self, filled: int) -> Cards:
        """All cards with so many boxes filled that a match can reach."""
        if self.numbers.order:
            mask = sum(1 << box for box in self.numbers.order[:filled])
            lowers, uppers = [mask >> UPPER], [mask & (1 << UPPER) - 1]
            return self._cards(lowers, np.flatnonzero(np.isin(self.upper.filled, uppers)))
        parts = [self._of_level(filled - upper, upper) for upper in range(min(UPPER, filled) + 1)]
        return Cards(np.concatenate([part.lower for part in parts]), np.concatenate([part.column for part in parts]))

    def count(self, filled: int) -> int:
        """How many those are."""
        if self.numbers.order:
            return len(self.level(filled))
        lowers, first = self.size - UPPER, self.upper.first
        shares = range(min(UPPER, filled) + 1)
        return sum(comb(lowers, filled - upper) * (first[upper + 1] - first[upper]) for upper in shares)

    def _of_level(self, lower: int, upper: int) -> Cards:
        masks = [mask for mask in range(self.full + 1) if mask.bit_count() == lower]
        return self._cards(masks, np.arange(*self.upper.first[upper : upper + 2]))

    def _cards(self, masks: list[int], columns: Index) -> Cards:
        return Cards(np.repeat(np.array(masks, np.intp), len(columns)), np.tile(columns, len(masks)))


def check(ruleset: Ruleset) -> None:
    """Raise Unsupported for rules of which the values know nothing."""
    if not ruleset.budget.saves:
        raise Unsupported("a game that saves no rolls has a table of its own")
    if ruleset.budget.least > 1:
        raise Unsupported("more than one roll that must be made is not supported with saved rolls")
    if ruleset.joker is not None or ruleset.sets is not None:
        raise Unsupported("jokers and sets of boxes are not supported with saved rolls")
    if any(box.unused_bonus for box in ruleset.boxes):
        raise Unsupported("pay for unused rolls is not supported where they are saved")
