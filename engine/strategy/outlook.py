"""How likely a seat wins against another one whose turn ends with so many points for it."""

from __future__ import annotations

from math import erf, sqrt

import numpy as np

from engine.strategy.lattice import Floats, Index
from engine.strategy.turn_end import Spread

FAR = 6
STEPS = np.linspace(-FAR, FAR, 9601)
NORMAL = np.array([(1 + erf(step / sqrt(2))) / 2 for step in STEPS])
"""The normal distribution at these steps."""

PER_POINT = 1e-6
"""What a point more is worth where it changes no chance, so that who can't win or lose still plays for points."""


def still_open(ahead: Floats, deviation: Floats | float) -> Floats:
    """The chance to win of seats that expect to win by so many points, with such a standard deviation."""
    chance: Floats = np.interp(ahead / deviation, STEPS, NORMAL)
    return chance


def decided(ahead: Floats) -> Floats:
    """The same where nothing is to come: a tie is half a win."""
    return (np.sign(np.rint(ahead)) + 1) / 2


class LastTurn:
    """The chances of ending ahead of one who has a last turn that may bring what these spreads say."""

    def __init__(self, spreads: list[Spread]) -> None:
        most = max(int(np.rint(spread.worth.max())) for spread in spreads)
        brings = np.zeros((len(spreads), most + 3))
        for row, spread in zip(brings, spreads, strict=True):
            # Counted from 1, so that both ends are certain.
            row[:] = np.bincount(np.rint(np.maximum(spread.worth, 0)).astype(int) + 1, spread.chance, most + 3)
        self._chance = brings.cumsum(axis=1) - brings / 2

    def chance(self, ahead: Floats, which: Index | int) -> Floats:
        """Who is so many points ahead of the other's total before it, by spread."""
        at = np.clip(np.rint(ahead) + 1, 0, self._chance.shape[1] - 1).astype(int)
        chance: Floats = self._chance[which, at]
        return chance
