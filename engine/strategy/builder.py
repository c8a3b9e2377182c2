"""Building a table: the value of every state between two turns, from full cards back to the empty one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES
from engine.strategy.blocks import Batch, batches
from engine.strategy.holds import choose, expect
from engine.strategy.numbers import Numbers
from engine.strategy.placing import Placing, Stops
from engine.strategy.progress import Tell, silent
from engine.strategy.worth import FLOOR, Worths

KIND = np.float32
"""What a batch is computed in, relative to the offsets of its blocks; its results are kept in double precision."""

WIDTH = 320
"""States in a batch: its arrays then stay in a processor's cache."""


def build(numbers: Numbers, tell: Tell = silent) -> NDArray[np.float32]:
    """The values of all states, as worth.Worths takes them; seconds of one processor."""
    return Builder(numbers).run(tell).astype(np.float32)


class Builder:
    """The arrays that a build works in."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers, self._lattice = numbers, numbers.lattice
        upper = numbers.upper
        self._values = np.full((numbers.rows, numbers.flags.count, upper.columns + 1), FLOOR)
        # Full cards: nothing is to come any more.
        self._values[-1, :, upper.first[len(FACES)]] = 0
        self._worths, self._placing = Worths(numbers, self._values, KIND), Placing(numbers)
        self._opening = self._lattice.opening.astype(KIND)
        rolls, multisets = self._lattice.rolls * WIDTH, len(self._lattice.multisets) * WIDTH
        self._plain, self._spare = np.empty(rolls, KIND), np.empty(rolls, KIND)
        self._paid = np.empty(rolls, KIND) if numbers.unused_bonus else None
        self._best = np.empty(multisets, KIND)

    def run(self, tell: Tell) -> NDArray[np.float64]:
        """Compute all values."""
        tell(0.0)
        todo = list(batches(self._numbers, WIDTH))
        for done, batch in enumerate(todo, start=1):
            self._compute(batch)
            tell(done / len(todo))
        return self._values

    def _compute(self, batch: Batch) -> None:
        width = sum(block.width for block in batch)
        stops = self._stops(width)
        offsets = [self._worths.offset(block) for block in batch]
        at = 0
        for block, offset in zip(batch, offsets, strict=True):
            here = slice(at, at := at + block.width)
            self._placing.fill(block, self._worths.of(block, offset), stops.part(here), self._spare)
        expected = self._turn(stops)
        at = 0
        for block, offset in zip(batch, offsets, strict=True):
            here = slice(at, at := at + block.width)
            self._values[block.lower, block.flags, block.first : block.last] = expected[here] + offset

    def _stops(self, width: int) -> Stops:
        size = self._lattice.rolls * width
        shape = (self._lattice.rolls, width)
        paid = None if self._paid is None else self._paid[:size].reshape(shape)
        return Stops(self._plain[:size].reshape(shape), paid)

    def _turn(self, stops: Stops) -> NDArray[np.float64]:
        """What a turn is worth before its first roll, in each state.

        Where a box may be filled without a roll (min_rolls=0), that is never worth more: the same 0 or better can be
        had after a roll. Only a forced joker could forbid it, three times in a row at 1 in two thousand millions.
        """
        rolls, width = stops.plain.shape
        best = self._best[: len(self._lattice.multisets) * width].reshape(-1, width)
        stops.best(0, out=best[:rolls])
        for left in range(1, self._numbers.ruleset.budget.per_turn):
            expect(self._lattice, best, self._spare)
            stops.best(self._numbers.unused_bonus * left, out=best[:rolls])
            choose(self._lattice, best, self._spare)
        return (self._opening @ best[:rolls]).astype(np.float64)
