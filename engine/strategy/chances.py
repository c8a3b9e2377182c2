"""Chances to make a box that is all one plays for: by the multiset of the dice, or by their positions.

Both know a roll after which so many more may follow, and go back from the last one: with more rolls to come, a roll is
worth the best of what can be kept of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from engine.dice.roll import FACES, Dice
from engine.strategy.holds import choose, expect
from engine.strategy.lattice import Floats, lattice

Made = Callable[[Dice], bool]
"""Whether dice make a box."""

DIGITS = 12
"""Chances are rounded to so many digits, so that what is certain is 1."""


class ByMultiset:
    """The chances of boxes that only ask which dice lie there, all at once."""

    def __init__(self, dice: int, made: Sequence[Made]) -> None:
        self._lattice = lattice(dice)
        rolls = self._lattice.multisets[: self._lattice.rolls]
        self._made = np.array([[one(roll) for one in made] for roll in rolls], np.float64)
        self._known: dict[int, Floats] = {}

    def after(self, dice: Dice, held: int, more: int) -> list[float]:
        """The chance of each box when the held dice (a bit mask) are kept in a roll that so many more may follow."""
        kept = sorted(die for i, die in enumerate(dice) if held >> i & 1)
        chances: list[float] = self._chances(more)[self._lattice.row[tuple(kept)]].tolist()
        return chances

    def _chances(self, more: int) -> Floats:
        """By multiset (row) and box: of a full roll with so many more to follow, of a keep before such a roll."""
        if more not in self._known:
            chances = np.empty((len(self._lattice.multisets), self._made.shape[1]))
            spare = np.empty(self._made.size)
            if more:
                chances[:] = self._chances(more - 1)
                choose(self._lattice, chances, spare)
            else:
                chances[: self._lattice.rolls] = self._made
            expect(self._lattice, chances, spare)
            self._known[more] = chances.round(DIGITS)
        return self._known[more]


class ByPosition:
    """The chances of one box that looks at where the dice lie.

    Faces that are as good as one another on a die, whatever the others show, are one kind. `_known` has an axis for
    each die: its kinds, and last that it is rolled.
    """

    def __init__(self, dice: int, made: Made) -> None:
        shape = (len(FACES),) * dice
        self._made = np.array([made(thrown) for thrown in product(FACES, repeat=dice)], np.float64).reshape(shape)
        self._kinds: list[list[int]] = []
        for die in range(dice):
            faces = [face.tobytes() for face in np.moveaxis(self._made, die, 0)]
            first = sorted({faces.index(face) for face in faces})
            self._kinds.append([first.index(faces.index(face)) for face in faces])
            self._made = self._made.take(first, axis=die)
        self._known: dict[int, Floats] = {}

    def after(self, dice: Dice, held: int, more: int) -> float:
        """The chance when the held dice (a bit mask) are kept in a roll that so many more may follow."""
        at = (kinds[dice[i] - 1] if held >> i & 1 else -1 for i, kinds in enumerate(self._kinds))
        return float(self._chances(more)[tuple(at)])

    def _chances(self, more: int) -> Floats:
        if more not in self._known:
            self._known[more] = self._rolled(self._best(self._chances(more - 1)) if more else self._made)
        return self._known[more]

    def _rolled(self, best: Floats) -> Floats:
        for die, kinds in enumerate(self._kinds):
            share = np.bincount(kinds) / len(FACES)
            rolled = np.tensordot(best, share, (die, 0))
            best = np.concatenate([best, np.expand_dims(rolled, die)], axis=die)
        return best.round(DIGITS)

    def _best(self, chances: Floats) -> Floats:
        for die, kinds in enumerate(self._kinds):
            of_kind, rolled = np.split(chances, [max(kinds) + 1], axis=die)
            chances = np.maximum(of_kind, rolled)
        return chances
