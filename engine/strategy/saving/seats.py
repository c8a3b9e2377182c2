"""Many seats in play at once, each for itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.strategy.lattice import Index, Reals
from engine.strategy.saving.sheet import Cards


@dataclass(slots=True)
class Seats:
    """Seats at the start of a turn, all with equally many boxes filled.

    `total` are the points so far. `expected` is what was expected at first, and what each turn turned out to be worth
    beyond what the values of its level said: its mean is that of the totals of play without errors, with far less
    chance in it, where a turn is worked out without approximation.
    """

    cards: Cards
    saved: Index
    total: Reals
    expected: Reals

    def __len__(self) -> int:
        return len(self.cards)

    def copied(self) -> Seats:
        """The same in arrays of its own."""
        cards = Cards(self.cards.lower.copy(), self.cards.column.copy())
        return Seats(cards, self.saved.copy(), self.total.copy(), self.expected.copy())

    def joined(self, *others: Seats) -> Seats:
        """These and others, which have as many boxes filled."""
        every = (self, *others)
        cards = Cards(*(np.concatenate([getattr(one.cards, name) for one in every]) for name in ("lower", "column")))
        names = ("saved", "total", "expected")
        return Seats(cards, *(np.concatenate([getattr(one, name) for one in every]) for name in names))

    def part(self, which: slice) -> Seats:
        """Some of them."""
        return Seats(self.cards.part(which), self.saved[which], self.total[which], self.expected[which])


@dataclass(frozen=True, slots=True)
class Group:
    """Seats whose cards are worked out together: their numbers, and for each the column of its card."""

    seats: Index
    columns: Index

    def part(self, which: Index) -> Group:
        """Some of them."""
        return Group(self.seats[which], self.columns[which])
