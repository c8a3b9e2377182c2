"""A turn with saved rolls, for many cards at once and every number of rolls left, from none on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.strategy.holds import choose, expect
from engine.strategy.lattice import Floats
from engine.strategy.placing import SPARSE
from engine.strategy.saving.chase import Chase
from engine.strategy.saving.sheet import UPPER, Sheet
from engine.strategy.saving.worth import Worth
from engine.strategy.worth import FLOOR


@dataclass(frozen=True, slots=True)
class Stage:
    """A turn with so many rolls left: what each roll (row) is worth on each card (column).

    `stop` is the best box, `keep` what each keep is worth (None with no roll left), `chase` what a chase is at each
    distance (None where nothing is chased), `best` the best of all. They are overwritten by the next stage.
    """

    left: int
    stop: Floats
    keep: Floats | None
    chase: Floats | None
    best: Floats


class Turn:
    """The arrays in which turns of up to `width` cards are worked out."""

    def __init__(self, sheet: Sheet, chase: Chase | None, width: int) -> None:
        self._sheet, self._lattice, self._chase = sheet, sheet.lattice, chase
        rolls, multisets = self._lattice.rolls, len(self._lattice.multisets)
        self._best = np.empty(multisets * width, np.float32)
        self._spare = np.empty(rolls * width, np.float32)
        self._opening = self._lattice.opening.astype(np.float32)
        self._scored = [one.of_roll[one.scoring] for one in sheet.numbers.outcomes]

    def expected(self, worths: list[Worth], filled: int, width: int) -> Floats:
        """What the turn is worth before its first roll, by card (rows) and rolls saved (columns)."""
        budget = self._sheet.budget
        expected = np.empty((width, self._sheet.most_saved(filled) + 1), np.float32)
        for stage in self.stages(worths, width, self._sheet.most_left(filled)):
            saved = stage.left - (budget.per_turn - 1)
            if saved >= 0:
                expected[:, saved] = self._opening @ stage.best
                if not budget.least:
                    unrolled = self._sheet.saved_after(budget.available(saved))
                    np.maximum(expected[:, saved], zeroed(worths, unrolled), out=expected[:, saved])
        return expected

    def stages(self, worths: list[Worth], width: int, most_left: int, *, keeps: bool = False) -> Iterator[Stage]:
        """The stages of the turn, each from the one before; keeps are wanted by those who play only."""
        rolls = self._lattice.rolls
        best = self._best[: len(self._lattice.multisets) * width].reshape(-1, width)
        chased = self._chased(worths)
        stop, chase, pairs, kept = np.empty((rolls, width), np.float32), None, None, None
        for left in range(most_left + 1):
            saved = self._sheet.saved_after(left)
            self._stop(worths, saved, stop)
            if left:
                expect(self._lattice, best, self._spare)
                kept = best[rolls:].copy() if keeps else best[rolls:]
            best[:rolls] = stop
            if left:
                choose(self._lattice, best, self._spare)
            if self._chase is not None and chased is not None:
                made = chased.later[saved][0] + np.float32(self._chase.points)
                chase = self._chase.start(made) if pairs is None else self._chase.go_on(pairs, made)
                pairs = self._chase.pairs(best[:rolls], chase)
                # Not for the keeps to come: of dice that are held their positions are no news.
                yield Stage(left, stop, kept, chase, self._chase.mean(pairs))
            else:
                yield Stage(left, stop, kept, chase, best[:rolls])

    def _chased(self, worths: list[Worth]) -> Worth | None:
        return next((one for one in worths if self._chase is not None and one.box == self._chase.box), None)

    def _stop(self, worths: list[Worth], saved: int, stop: Floats) -> None:
        """Write the best box of every roll; a 0 may be put into a lower box whatever was rolled."""
        outcomes = [one.outcomes(saved) for one in worths]
        zeros = [found[0] for one, found in zip(worths, outcomes, strict=True) if one.box >= UPPER]
        stop[...] = np.maximum.reduce(zeros) if zeros else FLOOR
        spare = self._spare[: stop.size].reshape(stop.shape)
        for one, found in zip(worths, outcomes, strict=True):
            known = self._sheet.numbers.outcomes[one.box]
            if one.box >= UPPER and len(known.scoring) < SPARSE:
                stop[known.scoring] = np.maximum(stop[known.scoring], found[self._scored[one.box]])
            else:
                np.take(found, known.of_roll, axis=0, out=spare, mode="clip")
                np.maximum(stop, spare, out=stop)


def zeroed(worths: list[Worth], saved: int) -> Floats:
    """What the best box is worth that is filled with 0, on each card."""
    found: Floats = np.maximum.reduce([one.outcomes(saved)[0] for one in worths])
    return found
