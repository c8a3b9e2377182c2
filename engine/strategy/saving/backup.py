"""From the values of one level to those of the level before it."""

from __future__ import annotations

import numpy as np

from engine.strategy.lattice import Floats
from engine.strategy.saving.chase import Chase
from engine.strategy.saving.levels import Level
from engine.strategy.saving.sheet import Cards, Sheet
from engine.strategy.saving.turn import Turn
from engine.strategy.saving.worth import worths

WIDTH = 384
"""Cards worked out at once."""


class Backup:
    """Works out cards in parts of WIDTH."""

    def __init__(self, sheet: Sheet, chase: Chase | None) -> None:
        self._sheet = sheet
        self._turn = Turn(sheet, chase, WIDTH)

    def values(self, filled: int, cards: Cards, after: Level) -> Floats:
        """The values of cards with so many boxes filled, by those of the next level, as Level has them."""
        sheet = self._sheet
        found = np.empty((len(cards), sheet.most_saved(filled) + 1), np.float32)
        # Cards with like masks side by side: a box that is filled on a whole part then costs nothing.
        order = np.lexsort((cards.lower, sheet.upper.filled[cards.column]))
        for first in range(0, len(cards), WIDTH):
            here = order[first : first + WIDTH]
            part = cards.part(here)
            found[here] = self._turn.expected(worths(sheet, filled, part, after), filled, len(part))
        return found
