"""A turn worked out for many states at once, every stage of it kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.strategy.ends import KIND, Ends
from engine.strategy.holds import choose, expect
from engine.strategy.lattice import Floats, Lattice


@dataclass(frozen=True, slots=True)
class Stage:
    """A turn with so many rolls left: what rolls and keeps (rows) are worth in each state (column).

    `stop` is the best box, `keep` what each keep is worth (empty with no roll left), `best` the best of both.
    """

    stop: Floats
    keep: Floats
    best: Floats


def stages(lattice: Lattice, ends: Ends, width: int, rolls_left: int) -> list[Stage]:
    """The stages of a turn in so many states, by rolls left from none on."""
    return list(_stages(lattice, ends, width, rolls_left))


def _stages(lattice: Lattice, ends: Ends, width: int, rolls_left: int) -> Iterator[Stage]:
    rolls = lattice.rolls
    worth = np.empty((len(lattice.multisets), width), KIND)
    spare = np.empty(rolls * width, KIND)
    ends.stop(0, worth[:rolls])
    yield Stage(worth[:rolls].copy(), worth[:0], worth[:rolls].copy())
    for left in range(1, rolls_left + 1):
        expect(lattice, worth, spare)
        keep = worth[rolls:].copy()
        ends.stop(left, worth[:rolls])
        stop = worth[:rolls].copy()
        choose(lattice, worth, spare)
        yield Stage(stop, keep, worth[:rolls].copy())
