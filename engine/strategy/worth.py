"""What filling a box is worth: points, and all that is still to come in the state that it leads to."""

from __future__ import annotations

import numpy as np

from engine.dice.roll import FACES
from engine.strategy.blocks import Block, States
from engine.strategy.lattice import Floats
from engine.strategy.numbers import Numbers

FLOOR = -1e9
"""Worse than any move: the value of what can't be."""

Worth = dict[int, Floats]
"""By box, a row for each of its outcomes and a column for each state."""


class Worths:
    """The worth of outcomes by the values of the states that they lead to.

    `values` has a row for each mask of lower boxes, in it one for each value of the flags, and in that the columns of
    the upper classes and one of FLOOR. All results are relative to an offset, which keeps small floats exact.
    """

    def __init__(self, numbers: Numbers, values: Floats, kind: type[np.floating]) -> None:
        self._numbers, self._values, self._kind = numbers, values, kind
        self._points = [one.points[:, np.newaxis].astype(kind) for one in numbers.outcomes[len(FACES) :]]

    def of(self, states: States, offset: float) -> Worth:
        """What the outcomes of each box that may be filled are worth in these states."""
        worth = dict(zip(states.faces, self._uppers(states, offset), strict=True))
        worth.update((len(FACES) + j, self._lower(states, j, offset)) for j in states.lowers)
        return worth

    def _uppers(self, states: States, offset: float) -> Floats:
        """The same of the upper boxes, box by box."""
        after, gain = self._numbers.upper.filled_in(states.faces, states.columns)
        worth: Floats = (self._values[states.lower, states.flags][after] + (gain - offset)).astype(self._kind)
        return worth

    def _lower(self, states: States, j: int, offset: float) -> Floats:
        scored, bonus = self._still(states, j, scored=True)
        zeroed, consolation = self._still(states, j, scored=False)
        worth = (scored + (bonus - offset)).astype(self._kind) + self._points[j]
        worth[0] = zeroed + (consolation - offset)
        return worth

    def _still(self, states: States, j: int, *, scored: bool) -> tuple[Floats, int]:
        bit = 1 << j
        flags, bonus = self._numbers.flags.after(states.lower, states.flags, bit, scored=scored)
        return self._values[states.lower | bit, flags][states.columns], bonus

    def offset(self, block: Block) -> float:
        """A value like those of the block's states."""
        middle = (block.first + block.last) // 2
        if block.lowers:
            bit = 1 << block.lowers[-1]
            flags, _ = self._numbers.flags.after(block.lower, block.flags, bit, scored=True)
            return float(self._values[block.lower | bit, flags, middle]) + 12
        after = [int(self._numbers.upper.after(face, 2, middle)) for face in block.faces]
        return float(self._values[block.lower, block.flags, after].max()) + 12
