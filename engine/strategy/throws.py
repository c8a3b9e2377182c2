"""Dice for many seats at once: those that lie already, and those that luck brings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.dice.roll import Dice
from engine.strategy.lattice import Floats, Index, Lattice


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn in which dice lie already, and the rolls left, saved ones included."""

    dice: Dice
    rolls_left: int


class Throws:
    """What becomes of keeps by luck: a number from 0 up to 1 for each throw, in single precision.

    The numbers don't depend on what is held, so that ways of playing can be compared on the same luck.
    """

    def __init__(self, lattice: Lattice) -> None:
        chances = lattice.becomes.cumsum(axis=1)
        chances /= chances[:, -1:]
        self._up_to = (chances + np.arange(len(chances))[:, np.newaxis]).ravel()
        self._rolls, self._nothing = lattice.rolls, len(chances) - 1

    def opening(self, luck: Floats) -> Index:
        """The rows of rolls of all dice."""
        return self.after(np.full(len(luck), self._nothing), luck)

    def after(self, keep: Index, luck: Floats) -> Index:
        """The rows of the rolls that follow from such keeps (rows of `becomes`)."""
        # A number in single precision that is less than 1 stays so when it is added to a keep in double precision.
        at = keep + luck.astype(np.float64)
        found: Index = np.searchsorted(self._up_to, at, side="right") - keep * self._rolls
        return found
