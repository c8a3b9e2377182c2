"""What many seats choose in a turn: a box, or the dice that they keep."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.strategy.lattice import Floats, Index
from engine.strategy.saving.chase import Chase
from engine.strategy.saving.hands import Hands
from engine.strategy.saving.sheet import UPPER, Sheet
from engine.strategy.saving.turn import Stage
from engine.strategy.saving.worth import Worth
from engine.strategy.sight import seen
from engine.strategy.worth import FLOOR

ROLLS_ON = -1
"""In place of a box."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """By seat: the box, or ROLLS_ON, and then which dice are held."""

    box: Index
    held: NDArray[np.bool_]


class Choosing:
    """Chooses by what boxes and stages are worth, as far as that is seen (sight.py)."""

    def __init__(self, sheet: Sheet, chase: Chase | None, error: float, luck: np.random.Generator) -> None:
        self._sheet, self._chase, self._error, self._luck = sheet, chase, error, luck
        self._hands = Hands(sheet.lattice, chase)
        keeps = np.sort(sheet.lattice.keeps, axis=1)
        self._different = 1 + (np.diff(keeps, axis=1) > 0).sum(axis=1)

    def choose(self, found: list[Worth], stage: Stage, dice: Index, column: Index) -> Chosen:
        """The choices of seats with these dice (rows) and cards (columns of the stage), all with its rolls left."""
        held = np.zeros(dice.shape, bool)
        boxes = seen(self._boxes(found, stage.left, dice, column), self._error, self._luck)
        box, most = boxes.argmax(axis=0), boxes.max(axis=0)
        if stage.keep is None:
            return Chosen(box, held)
        candidates, worth, chases = self._keeps(stage, dice, column)
        worth = seen(worth, self._error, self._luck)
        nth, here = worth.argmax(axis=1), np.arange(len(dice))
        on = worth[here, nth] > most
        held[on] = self._hands.positions(dice[on], candidates[here[on], nth[on]])
        if chases is not None and (chasing := on & chases[here, nth]).any():
            held[chasing] = self._hands.right(dice[chasing])
        return Chosen(np.where(on, ROLLS_ON, box), held)

    def _boxes(self, found: list[Worth], left: int, dice: Index, column: Index) -> Floats:
        """What each box (row) is worth to each seat (column)."""
        row, saved = self._hands.row(dice), self._sheet.saved_after(left)
        worth = np.full((self._sheet.size, len(dice)), 2 * FLOOR)
        for one in found:
            outcome = self._sheet.numbers.outcomes[one.box].of_roll[row]
            later = one.later[saved, outcome if one.box < UPPER else 0, column]
            worth[one.box] = later + one.points[outcome, 0]
            if self._chase is not None and one.box == self._chase.box:
                worth[one.box] += self._chase.points * self._hands.is_made(dice)
        return worth

    def _keeps(self, stage: Stage, dice: Index, column: Index) -> tuple[Index, Floats, NDArray[np.bool_] | None]:
        """By seat (row): what may be kept, what that is worth, and where it is worth so much in a chase only."""
        row = self._hands.row(dice)
        candidates = self._sheet.lattice.keeps[row]
        assert stage.keep is not None
        worth = stage.keep[candidates, column[:, np.newaxis]].astype(np.float64)
        # Repeated ones are there to fill up.
        worth[np.arange(worth.shape[1]) >= self._different[row][:, np.newaxis]] = 2 * FLOOR
        if stage.chase is None:
            return candidates, worth, None
        chase = self._hands.chased(stage, dice, column)[:, np.newaxis]
        chases = (candidates == self._hands.right_keep(dice)[:, np.newaxis]) & (chase > worth) & (worth > FLOOR)
        return candidates, np.where(chases, chase, worth), chases
