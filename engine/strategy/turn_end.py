"""What a turn of perfect play may be worth in the end, and how likely each of that is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.strategy.ends import ByPoints
from engine.strategy.lattice import Floats, Reals
from engine.strategy.numbers import Numbers
from engine.strategy.seats import Seats
from engine.strategy.stages import stages


@dataclass(frozen=True, slots=True)
class Spread:
    """Worths in points, those to come included, and their chances."""

    worth: Reals
    chance: Reals

    @property
    def variance(self) -> float:
        """The variance of the worth."""
        mean = self.worth @ self.chance
        return float((self.worth - mean) ** 2 @ self.chance)


def spreads(numbers: Numbers, values: Floats, seats: Seats) -> list[Spread]:
    """What one turn of each of these seats may be worth; seats with equal masks and flags must lie side by side."""
    lattice, rolls_left = numbers.lattice, numbers.ruleset.budget.per_turn - 1
    ends = ByPoints(numbers, values).ends(seats, np.arange(len(seats)))
    worked = stages(lattice, ends, len(seats), rolls_left)
    found = []
    for state in range(len(seats)):
        rolled, worths, chances = lattice.opening, [], []
        for stage in worked[:0:-1]:
            kept = stage.keep[lattice.keeps, state]
            goes = kept.max(axis=1) > stage.stop[:, state]
            worths.append(stage.stop[:, state])
            chances.append(np.where(goes, 0, rolled))
            best = lattice.keeps[np.arange(lattice.rolls), kept.argmax(axis=1)]
            rolled = np.bincount(best[goes], rolled[goes], len(lattice.becomes)) @ lattice.becomes
        spread = Spread(np.concatenate([*worths, worked[0].stop[:, state]]), np.concatenate([*chances, rolled]))
        found.append(spread)
    return found
