"""Chasing a box that looks at the positions of dice (Mega Yatzy's Straight Flush).

A roll is a multiset for all other boxes. For this one it has a distance as well: how many dice must change at least for
the box to be made. The values know a roll by both, as if dice of the same multiset and distance lay in each way with
equal chance. A chase holds the dice that are right and rolls the others; it may be given up for any keep, after which
none is begun in that turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES, Dice
from engine.strategy.lattice import Floats, Index, Lattice
from engine.strategy.saving.sheet import Sheet
from engine.strategy.worth import FLOOR


class Chase:
    """The distances of rolls, and what a chase makes of them.

    Pairs of a distance and a row of the lattice are counted by rising distance. `pair`, `right` and `far` have an axis
    for each die and know each roll by position: its pair, its right dice as a bit mask (the first die is bit 0) and its
    distance.
    """

    def __init__(self, lattice: Lattice, box: int, points: int, made: Sequence[Dice]) -> None:
        self.box, self.points = box, points
        self._dice, self._rolls = lattice.dice, lattice.rolls
        shape = (len(FACES),) * lattice.dice
        thrown = np.array(list(product(FACES, repeat=lattice.dice)), np.intp)
        row = rows(lattice, thrown)
        matches = np.stack([thrown == np.array(target) for target in made])
        closest = matches.sum(axis=2).argmax(axis=0)
        right = matches[closest, np.arange(len(thrown))]
        far = lattice.dice - right.sum(axis=1)
        keys = far * lattice.rolls + row
        pairs, pair, many = np.unique(keys, return_inverse=True, return_counts=True)
        self._row = pairs % lattice.rolls
        bounds = np.searchsorted(pairs, np.arange(lattice.dice + 2) * lattice.rolls).tolist()
        self._parts = [slice(*ends) for ends in pairwise(bounds)]
        # The chance of a pair among those of its row.
        self._share = (many / np.bincount(row)[self._row]).astype(np.float32)[:, np.newaxis]
        self.pair, self.far = pair.reshape(shape), far.reshape(shape)
        self.right = (right @ (1 << np.arange(lattice.dice))).reshape(shape)
        self._becomes = self._chances(thrown, right, far)

    def _chances(self, thrown: Index, right: NDArray[np.bool_], far: Index) -> NDArray[np.float32]:
        """By distance (row), the chance of each pair (column) after the dice that aren't right are rolled."""
        held, many = np.unique(np.where(right, thrown, 0), axis=0, return_counts=True)
        chances = np.zeros((self._dice + 1, len(self._row)))
        for dice, times in zip(held, many, strict=True):
            where = tuple(slice(None) if die == 0 else die - 1 for die in dice.tolist())
            reached = np.bincount(self.pair[where].ravel(), minlength=len(self._row))
            chances[np.count_nonzero(dice == 0)] += times * reached / reached.sum()
        total = np.bincount(far, minlength=self._dice + 1)
        found: NDArray[np.float32] = (chances / np.maximum(total, 1)[:, np.newaxis]).astype(np.float32)
        return found

    def start(self, made: Floats) -> Floats:
        """What each distance (row) is worth with no roll left, if the box made is worth so much on each card."""
        worth = np.full((self._dice + 1, len(made)), FLOOR, made.dtype)
        worth[0] = made
        return worth

    def go_on(self, best: Floats, made: Floats) -> Floats:
        """What chasing is worth at each distance with one roll more than the pairs (rows) have here."""
        worth: Floats = self._becomes @ best
        worth[0] = made
        # Where the box is filled, holding what is right for it is a keep like any other, of which more is known.
        worth[:, made <= FLOOR / 2] = FLOOR
        return worth

    def pairs(self, rolls: Floats, chase: Floats) -> Floats:
        """What each pair is worth: the better of any other play with its roll, and of the chase at its distance."""
        pairs: Floats = np.take(rolls, self._row, axis=0)
        for part, worth in zip(self._parts, chase, strict=True):
            np.maximum(pairs[part], worth, out=pairs[part])
        return pairs

    def mean(self, pairs: Floats) -> Floats:
        """What each roll is worth while it isn't known how its dice lie."""
        mean = np.zeros((self._rolls, pairs.shape[1]), pairs.dtype)
        weighted = pairs * self._share
        for part in self._parts:
            mean[self._row[part]] += weighted[part]
        return mean


@lru_cache(maxsize=2)
def chase_of(sheet: Sheet) -> Chase | None:
    """The chase of the box that looks at the positions of dice, if the sheet has one."""
    if sheet.numbers.positional is None:
        return None
    box, made = sheet.numbers.positional
    return Chase(sheet.lattice, box, sheet.numbers.boxes[box].points(made[0]), made)


def rows(lattice: Lattice, thrown: Index) -> Index:
    """The rows in the lattice of many rolls by position (a row each)."""
    known = {multiset: lattice.row[multiset] for multiset in lattice.multisets[: lattice.rolls]}
    return np.array([known[tuple(dice)] for dice in np.sort(thrown, axis=1).tolist()], np.intp)
