"""What the upper section contributes to a state: which boxes are filled, and their total while the bonus is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES
from engine.dice.ruleset import Bonus
from engine.strategy.lattice import Index, Reals

ALL = 63

SHARED = 16
"""Classes kept: there are few bonuses."""


class UpperClasses:
    """The classes of an upper section, as columns of a table, by rising number of filled boxes.

    Each set of filled boxes (a mask, ones are bit 0) has one class for all totals with which the bonus is decided, and
    one for each total with which it isn't. `filled` is each column's mask, `total` its total (-1 where the bonus is
    decided); the columns with n boxes filled are `first[n]` to `first[n + 1]`.
    """

    def __init__(self, bonus: Bonus, dice: int) -> None:
        self._bonus, self._dice = bonus, dice
        self._column: dict[tuple[int, int | None], int] = {}
        masks = sorted(range(ALL + 1), key=lambda mask: (mask.bit_count(), mask))
        for mask in masks:
            for total in (None, *self._open_totals(mask)):
                self._column[mask, total] = len(self._column)
        self.columns = len(self._column)
        self.filled: NDArray[np.intp] = np.array([mask for mask, _ in self._column], np.intp)
        self.total: NDArray[np.intp] = np.array([-1 if total is None else total for _, total in self._column], np.intp)
        sizes = [mask.bit_count() for mask, _ in self._column]
        self.first = [sizes.index(size) for size in range(len(FACES) + 1)] + [self.columns]
        # By face, count and column; small numbers, as these would else be most of a policy's memory.
        shape = (len(FACES), dice + 1, self.columns)
        self._after = np.full(shape, self.columns, np.int16)
        self._gain = np.zeros(shape, np.int16)
        for face in FACES:
            self._fill_in(face)

    def column(self, mask: int, total: int) -> int:
        """The column of these filled boxes with that total."""
        return self._column.get((mask, total), self._column[mask, None])

    def decided(self, mask: int) -> int:
        """The column of these filled boxes when the bonus is decided."""
        return self._column[mask, None]

    def after(self, face: int, count: int | Index, column: int | Index) -> Index:
        """The column after so many dice of a face (0 for ones) are filled in; one past the last for a closed box."""
        after: Index = self._after[face, count, column].astype(np.intp)
        return after

    def gain(self, face: int, count: int | Index, column: int | Index) -> Reals:
        """The points for that, bonus included."""
        gain: Reals = self._gain[face, count, column].astype(np.float64)
        return gain

    def filled_in(self, faces: Sequence[int], columns: slice | Index) -> tuple[Index, Reals]:
        """Both for each of these faces, each number of dice from none on, and each of the columns."""
        which = list(faces)
        after, gain = (found[:, :, columns][which] for found in (self._after, self._gain))
        return after.astype(np.intp), gain.astype(np.float64)

    def _open_totals(self, mask: int) -> Iterator[int]:
        """The totals of these boxes with which the bonus can be reached but isn't yet."""
        if not self._bonus.points:
            return
        most_to_come = sum(self._dice * face for face in FACES if not mask >> (face - 1) & 1)
        for total in sorted(self._totals(mask)):
            if total < self._bonus.threshold <= total + most_to_come:
                yield total

    def _totals(self, mask: int) -> set[int]:
        totals = {0}
        for face in FACES:
            if mask >> (face - 1) & 1:
                totals = {total + face * count for total in totals for count in range(self._dice + 1)}
        return totals

    def _fill_in(self, face: int) -> None:
        after, gain = self._after[face - 1], self._gain[face - 1]
        bit = 1 << (face - 1)
        for (mask, total), column in self._column.items():
            if mask & bit:
                continue
            for count in range(self._dice + 1):
                points = face * count
                reached = total is not None and total + points >= self._bonus.threshold
                still = None if total is None or reached else total + points
                after[count, column] = self._column.get((mask | bit, still), self._column[mask | bit, None])
                gain[count, column] = points + (self._bonus.points if reached else 0)


@lru_cache(maxsize=SHARED)
def upper_classes(bonus: Bonus, dice: int) -> UpperClasses:
    """The classes of an upper section, which rulesets share: they take a third of what a table does."""
    return UpperClasses(bonus, dice)
