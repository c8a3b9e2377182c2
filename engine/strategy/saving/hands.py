"""Dice by position, many rolls at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES
from engine.strategy.lattice import Floats, Index, Lattice
from engine.strategy.saving.chase import Chase, rows
from engine.strategy.saving.turn import Stage
from engine.strategy.worth import FLOOR


class Hands:
    """Dice by position, many rolls at once (a row each)."""

    def __init__(self, lattice: Lattice, chase: Chase | None) -> None:
        self._chase = chase
        self._powers = len(FACES) ** np.arange(lattice.dice)[::-1]
        thrown = np.indices((len(FACES),) * lattice.dice).reshape(lattice.dice, -1).T + 1
        self._row = rows(lattice, thrown)
        counts = [[keep.count(face) for face in (0, *FACES)] for keep in lattice.multisets[lattice.rolls :]]
        self._counts = np.array(counts, np.intp)
        # A keep by its counts, as digits of a number.
        self._digits = (lattice.dice + 1) ** np.arange(len(FACES) + 1)
        self._digits[0] = 0
        self._by_counts = np.full((lattice.dice + 1) ** (len(FACES) + 1), -1, np.intp)
        self._by_counts[self._counts @ self._digits] = np.arange(len(counts))

    def _index(self, dice: Index) -> Index:
        index: Index = (dice - 1) @ self._powers
        return index

    def row(self, dice: Index) -> Index:
        """The rows of these rolls in the lattice."""
        return self._row[self._index(dice)]

    def chased(self, stage: Stage, dice: Index, column: Index) -> Floats:
        """What a chase is worth for these rolls."""
        if stage.chase is None or self._chase is None:
            return np.full(len(dice), 2 * FLOOR)
        worth: Floats = stage.chase[self._chase.far.ravel()[self._index(dice)], column]
        return worth

    def right(self, dice: Index) -> NDArray[np.bool_]:
        """The dice that a chase holds."""
        assert self._chase is not None
        masks = self._chase.right.ravel()[self._index(dice)]
        right: NDArray[np.bool_] = masks[:, np.newaxis] >> np.arange(dice.shape[1]) & 1 == 1
        return right

    def right_keep(self, dice: Index) -> Index:
        """The keeps that those are; -1 where that is all of them."""
        counts = np.where(self.right(dice), self._digits[dice], 0)
        keeps: Index = self._by_counts[counts.sum(axis=1)]
        return keeps

    def is_made(self, dice: Index) -> NDArray[np.bool_]:
        """Where the box that is chased is made."""
        assert self._chase is not None
        made: NDArray[np.bool_] = self._chase.far.ravel()[self._index(dice)] == 0
        return made

    def positions(self, dice: Index, keeps: Index) -> NDArray[np.bool_]:
        """The dice that make up these keeps: of equal dice those that a chase would hold, then the first."""
        first = np.zeros(dice.shape, np.intp) if self._chase is None else 1 - self.right(dice).astype(np.intp)
        rank = first * dice.shape[1] + np.arange(dice.shape[1])
        same = dice[:, :, np.newaxis] == dice[:, np.newaxis, :]
        before = (same & (rank[:, np.newaxis, :] < rank[:, :, np.newaxis])).sum(axis=2)
        held: NDArray[np.bool_] = before < self._counts[keeps[:, np.newaxis], dice]
        return held
