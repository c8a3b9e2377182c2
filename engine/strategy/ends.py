"""How a turn may end for many seats at once, and what that is worth to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.strategy.lattice import Floats, Index
from engine.strategy.numbers import Numbers
from engine.strategy.placing import Hands, Placing, Stops
from engine.strategy.seats import Group, Seats, groups
from engine.strategy.worth import FLOOR, Worth, Worths

KIND = np.float32
"""What turns of many seats are worked out in: it errs by less than a thousandth of a point."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The boxes (rows) for many hands (columns): what each is worth, FLOOR where it can't be, and its outcome.

    `points` is what it is worth in points, those to come included, whatever else the player goes by.
    """

    worth: Floats
    outcome: Index
    points: Floats


class Ends(Protocol):
    """The ends of a turn in many states."""

    def stop(self, unused: int, out: Floats) -> None:
        """Write what each roll (row) is worth in each state (column) if the turn ends with so many rolls unused."""

    def of_hands(self, hands: Hands) -> Choices:
        """The boxes for these hands."""


class Judge(Protocol):
    """What a player goes by."""

    @property
    def alone(self) -> bool:
        """Whether seats in equal states choose alike, since nothing else matters to them."""

    def ends(self, seats: Seats, which: Index) -> Ends:
        """The ends of a turn of these seats; those with equal masks and flags must lie side by side."""


class ByPoints:
    """Goes by the points expected, as the values of a table have them."""

    alone = True

    def __init__(self, numbers: Numbers, values: Floats) -> None:
        self._numbers, self._worths, self._placing = numbers, Worths(numbers, values, KIND), Placing(numbers)

    def ends(self, seats: Seats, which: Index) -> Ends:
        found = groups(self._numbers, seats, which)
        return PointEnds(self._numbers, self._placing, found, [self._worths.of(group.states, 0) for group in found])


class PointEnds:
    """The ends of a turn in points, given what boxes are worth in each group of states."""

    def __init__(self, numbers: Numbers, placing: Placing, of: list[Group], worths: list[Worth]) -> None:
        self._numbers, self._placing, self._groups, self._worths = numbers, placing, of, worths
        shape = (numbers.lattice.rolls, of[-1].last)
        self._stops = Stops(np.empty(shape, KIND), np.empty(shape, KIND) if numbers.unused_bonus else None)
        spare = np.empty(shape, KIND).ravel()
        for group, worth in zip(of, worths, strict=True):
            placing.fill(group.states, worth, self._stops.part(slice(group.first, group.last)), spare)

    def stop(self, unused: int, out: Floats) -> None:
        self._stops.best(self._numbers.unused_bonus * unused, out=out)

    def of_hands(self, hands: Hands) -> Choices:
        choices = no_choices(self._numbers, hands)
        for group, worth in zip(self._groups, self._worths, strict=True):
            where, part = of_group(hands, group)
            for box, placed in self._placing.of_rolls(group.states, worth, part).items():
                choices.worth[box, where], choices.outcome[box, where] = placed.worth, placed.outcome
        return choices


def no_choices(numbers: Numbers, hands: Hands) -> Choices:
    """Choices of which none can be."""
    shape = (len(numbers.boxes), len(hands.row))
    worth = np.full(shape, FLOOR)
    return Choices(worth, np.zeros(shape, np.intp), worth)


def of_group(hands: Hands, group: Group) -> tuple[Index, Hands]:
    """Which of the hands are in this group of states, and these, their states counted from its first."""
    where = np.flatnonzero((group.first <= hands.state) & (hands.state < group.last))
    return where, Hands(hands.row[where], hands.unused[where], hands.state[where] - group.first)
