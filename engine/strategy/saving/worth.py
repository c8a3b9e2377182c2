"""What filling each box is worth: points, and the value of the card that it leads to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.strategy.lattice import Floats
from engine.strategy.saving.levels import Level
from engine.strategy.saving.sheet import UPPER, Cards, Sheet
from engine.strategy.worth import FLOOR


@dataclass(frozen=True, slots=True)
class Worth:
    """A box on some cards: `later` by rolls saved, outcome (one for all, or one each) and card, `points` by outcome.

    It is FLOOR on cards where the box is filled. The points of upper boxes are in `later`, with the bonus.
    """

    box: int
    later: Floats
    points: Floats

    def outcomes(self, saved: int) -> Floats:
        """What each outcome (row) is worth on each card (column) with so many rolls saved."""
        worth: Floats = self.later[saved] + self.points
        return worth


def worths(sheet: Sheet, filled: int, cards: Cards, after: Level) -> list[Worth]:
    """The boxes that are open on any of these cards, by the values of the level after theirs."""
    found = []
    for box in sheet.boxes(filled):
        where = sheet.is_open(cards, box)
        if where.any():
            found.append((_upper if box < UPPER else _lower)(sheet, box, cards, where, after))
    return found


def _upper(sheet: Sheet, face: int, cards: Cards, where: NDArray[np.bool_], after: Level) -> Worth:
    part, counts = cards.part(where), sheet.lattice.dice + 1
    (columns,), (gain,) = sheet.upper.filled_in([face], part.column)
    values = after.values(Cards(np.tile(part.lower, counts), columns.ravel()))
    still = values.reshape(counts, len(part), -1) + gain[:, :, np.newaxis]
    return Worth(face, _spread(still, where, values.dtype), np.zeros((counts, 1), values.dtype))


def _lower(sheet: Sheet, box: int, cards: Cards, where: NDArray[np.bool_], after: Level) -> Worth:
    part = cards.part(where)
    values = after.values(Cards(part.lower | 1 << (box - UPPER), part.column))
    points = sheet.numbers.outcomes[box].points[:, np.newaxis].astype(values.dtype)
    return Worth(box, _spread(values[np.newaxis], where, values.dtype), points)


def _spread(values: Floats, where: NDArray[np.bool_], kind: np.dtype[np.floating]) -> Floats:
    """From outcomes by open cards by rolls saved to rolls saved by outcomes by all cards."""
    outcomes, _, saved = values.shape
    spread = np.full((saved, outcomes, len(where)), FLOOR, kind)
    spread[:, :, where] = values.transpose(2, 0, 1)
    return spread
