"""The race for the upper bonus, when only upper boxes are open: exact, and a good feature of all other cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.strategy.lattice import Floats
from engine.strategy.saving.backup import Backup
from engine.strategy.saving.features import RACES
from engine.strategy.saving.levels import Level, Over
from engine.strategy.saving.sheet import UPPER, Cards, Sheet


class _Columns:
    """The values of cards whose lower boxes are all filled."""

    def __init__(self, values: Floats, first: int) -> None:
        self._values, self._first = values, first

    def values(self, cards: Cards) -> Floats:
        found: Floats = self._values[cards.column - self._first]
        return found


def race(sheet: Sheet, backup: Backup) -> NDArray[np.float32]:
    """What the chance of the bonus adds, as Features takes it."""
    found = np.zeros((sheet.upper.columns, len(RACES)), np.float32)
    after: Level = Over(sheet)
    for upper in range(UPPER - 1, -1, -1):
        filled = sheet.size - UPPER + upper
        columns = np.arange(*sheet.upper.first[upper : upper + 2])
        values = backup.values(filled, Cards(np.full(len(columns), sheet.full, np.intp), columns), after)
        decided = np.array([sheet.upper.decided(int(mask)) for mask in sheet.upper.filled[columns]])
        saved = np.minimum(RACES, sheet.most_saved(filled))
        found[columns] = (values - values[decided - columns[0]])[:, saved]
        after = _Columns(values, int(columns[0]))
    return found
