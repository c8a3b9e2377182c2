"""What can be held: the value of each keep, and the best keep of each roll, for many states at once."""

from __future__ import annotations

import numpy as np

from engine.dice.roll import FACES
from engine.strategy.lattice import Floats, Lattice


def expect(lattice: Lattice, best: Floats, spare: Floats) -> None:
    """Write the value of each keep, as the mean of the multisets that have one die more.

    `best` has a row for each multiset, those of the rolls being known, and a column for each state; `spare` has at
    least as many numbers as there are rolls and states, and is overwritten.
    """
    sixth = best.dtype.type(1 / len(FACES))
    for layer in lattice.up:
        here = best[layer.first : layer.last]
        one = spare[: here.size].reshape(here.shape)
        np.take(best, layer.neighbours[0], axis=0, out=here, mode="clip")
        for rows in layer.neighbours[1:]:
            np.take(best, rows, axis=0, out=one, mode="clip")
            np.add(here, one, out=here)
        np.multiply(here, sixth, out=here)


def choose(lattice: Lattice, best: Floats, spare: Floats) -> None:
    """Raise the value of each multiset to that of the best that is kept of it; the arguments are those of `expect`."""
    for layer in lattice.down:
        for rows in layer.neighbours:
            here = best[layer.first : layer.first + len(rows)]
            one = spare[: here.size].reshape(here.shape)
            np.take(best, rows, axis=0, out=one, mode="clip")
            np.maximum(here, one, out=here)
