"""Many seats in play at once, each for itself."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES
from engine.dice.scorecard import Scorecard, totals
from engine.strategy.blocks import Picked, picked
from engine.strategy.card import state
from engine.strategy.lattice import Index, Reals
from engine.strategy.numbers import Numbers


@dataclass(slots=True)
class Seats:
    """Seats at the start of a turn, all with equally many boxes filled: their states, and what they have so far.

    `luck` is how much better the dice fell than expected, `given_away` what other moves than the best ones cost: both
    in what the player values moves by, which is points unless it is told otherwise. Totals of perfect play are what was
    expected at first + luck; of any play, less what is given away.
    """

    lower: Index
    flags: Index
    column: Index
    totals: Reals
    luck: Reals
    given_away: Reals

    def __len__(self) -> int:
        return len(self.lower)

    def copied(self) -> Seats:
        """The same in arrays of its own."""
        return Seats(*(getattr(self, field.name).copy() for field in fields(self)))

    def joined(self, *others: Seats) -> Seats:
        """These and others, which have as many boxes filled."""
        every = (self, *others)
        return Seats(*(np.concatenate([getattr(one, field.name) for one in every]) for field in fields(self)))

    def part(self, which: slice) -> Seats:
        """Some of them."""
        return Seats(*(getattr(self, field.name)[which] for field in fields(self)))

    def filled(self, numbers: Numbers) -> int:
        """How many boxes each of them has filled."""
        return int(self.lower[0]).bit_count() + int(numbers.upper.filled[self.column[0]]).bit_count()


@dataclass(frozen=True, slots=True)
class Group:
    """States that can be valued at once, and which of many they are: `first` to `last`."""

    states: Picked
    first: int
    last: int


def seats_of(numbers: Numbers, card: Scorecard, count: int) -> Seats:
    """So many seats with this card, which has an open box; raises as card.state does."""
    here = state(numbers, card.points())
    lower, flags, column = (np.full(count, value, np.intp) for value in (here.lower, here.flags, here.first))
    already = float(totals(numbers.ruleset, card).total)
    return Seats(lower, flags, column, np.full(count, already), np.zeros(count), np.zeros(count))


def empty(numbers: Numbers, count: int) -> Seats:
    """So many seats with nothing filled yet."""
    return seats_of(numbers, Scorecard(), count)


def groups(numbers: Numbers, seats: Seats, which: Index) -> list[Group]:
    """The states of these seats in groups; those with equal masks and flags must lie side by side."""
    lower, flags, column = seats.lower[which], seats.flags[which], seats.column[which]
    ends = np.flatnonzero((np.diff(lower) != 0) | (np.diff(flags) != 0)) + 1
    bounds = [0, *ends.tolist(), len(lower)]
    return [
        Group(picked(numbers, int(lower[first]), int(flags[first]), column[first:last]), first, last)
        for first, last in pairwise(bounds)
    ]


def fill_in(numbers: Numbers, seats: Seats, box: Index, outcome: Index) -> None:
    """Let each of the seats fill a box with this outcome, 0 for none; their totals are left as they are."""
    for one in np.unique(box):
        here = np.flatnonzero(box == one)
        if one < len(FACES):
            seats.column[here] = numbers.upper.after(int(one), outcome[here], seats.column[here])
        else:
            _fill_lower(numbers, seats, here, 1 << (int(one) - len(FACES)), outcome[here] != 0)


def _fill_lower(numbers: Numbers, seats: Seats, here: Index, bit: int, scored: NDArray[np.bool_]) -> None:
    if numbers.flags.count > 1:
        kinds = np.stack([seats.lower[here], seats.flags[here], scored])
        found, kind = np.unique(kinds, axis=1, return_inverse=True)
        after = [
            numbers.flags.after(lower, flags, bit, scored=bool(made))[0] for lower, flags, made in found.T.tolist()
        ]
        seats.flags[here] = np.array(after)[kind]
    seats.lower[here] |= bit
