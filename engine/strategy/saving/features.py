"""What the fitted model knows of a card: its open boxes, by pairs as well, and how its race for the bonus stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.strategy.lattice import Floats
from engine.strategy.saving.sheet import UPPER, Cards, Sheet

RACES = (0, 2, 5, 10, 18)
"""Saved rolls for which the worth of the race is a feature."""

CROSSED = (0, 2, 4)
"""Those of the races whose worth may depend on which boxes are open."""


class Features:
    """The features of cards as rows of numbers.

    `race` is what a chance of the bonus adds when only upper boxes are open, by column of the upper classes and then
    for each of the RACES.
    """

    def __init__(self, sheet: Sheet, race: NDArray[np.float32]) -> None:
        self._sheet, self.race = sheet, race
        self._first, self._second = np.triu_indices(sheet.size, 1)
        bonus = max(sheet.numbers.ruleset.upper.points, 1)
        scaled = race * np.float32(5 / bonus)
        self._upper = np.concatenate([scaled, scaled**2 / 5], axis=1)

    def of(self, cards: Cards) -> Floats:
        """The features of these cards, a row each."""
        open_, upper = self._open(cards), self._upper[cards.column]
        crossed = open_[:, :, np.newaxis] * upper[:, np.newaxis, CROSSED]
        parts = [
            np.ones((len(cards), 1), np.float32),
            open_,
            open_[:, self._first] * open_[:, self._second],
            upper,
            crossed.reshape(len(cards), -1),
        ]
        return np.concatenate(parts, axis=1)

    def _open(self, cards: Cards) -> Floats:
        filled = self._sheet.upper.filled[cards.column] | cards.lower << UPPER
        bits: Floats = (filled[:, np.newaxis] >> np.arange(self._sheet.size) & 1 == 0).astype(np.float32)
        return bits
