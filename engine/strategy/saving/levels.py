"""The values of the cards of one level, by the rolls saved: over, known exactly, or fitted."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.strategy.lattice import Floats
from engine.strategy.saving.features import Features
from engine.strategy.saving.sheet import Cards, Sheet


class Level(Protocol):
    """The cards with a certain number of filled boxes."""

    def values(self, cards: Cards) -> Floats:
        """The points to come at the start of a turn, by card (rows) and rolls saved (columns)."""


class Over:
    """Full cards: nothing is to come."""

    def __init__(self, sheet: Sheet) -> None:
        self._saved = sheet.most_saved(sheet.size) + 1

    def values(self, cards: Cards) -> Floats:
        return np.zeros((len(cards), self._saved), np.float32)


class Exact:
    """Values of each card of a level, in the order of `Sheet.level`."""

    def __init__(self, sheet: Sheet, filled: int, table: NDArray[np.floating]) -> None:
        self.table = table
        cards = sheet.level(filled)
        self._columns = sheet.upper.columns
        keys = self._keys(cards)
        self._order = np.argsort(keys)
        self._sorted = keys[self._order]

    def values(self, cards: Cards) -> Floats:
        found: Floats = self.table[self._order[np.searchsorted(self._sorted, self._keys(cards))]]
        return found

    def _keys(self, cards: Cards) -> NDArray[np.intp]:
        return cards.lower * self._columns + cards.column


class Fitted:
    """A linear model: what each feature of a card is worth, for each number of rolls saved."""

    def __init__(self, features: Features, weights: NDArray[np.float32]) -> None:
        self.weights = weights
        self._features = features

    def values(self, cards: Cards) -> Floats:
        found: Floats = self._features.of(cards) @ self.weights
        return found
