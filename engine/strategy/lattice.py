"""Multisets of dice: the rolls, what can be kept of them, and what a keep may become."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES, Dice, counts

Floats = NDArray[Any]
"""Single or double precision."""

Reals = NDArray[np.float64]

Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Layer:
    """The rows of one size, `first` to `last`, and the rows of their neighbours in another size.

    Going up, each of six neighbours has one die more, for all rows. Going down, the neighbours lack one die; a row has
    as many as it has faces, so the later neighbours exist for the first rows only.
    """

    first: int
    last: int
    neighbours: tuple[Index, ...]


@dataclass(frozen=True, slots=True)
class Lattice:
    """All multisets of up to `dice` dice as rows: full rolls first, then ever smaller keeps, the empty one last.

    `up` leads from the larger keeps to the empty one, `down` from the single dice to the full rolls. `becomes` has, for
    each keep (a row that is no roll), the probability of each roll; `keeps` lists for each roll the keeps in it,
    counted from the first keep and filled up by repetition; `opening` is the probability of each roll of all dice.
    """

    dice: int
    multisets: tuple[Dice, ...]
    row: Mapping[Dice, int]
    rolls: int
    up: tuple[Layer, ...]
    down: tuple[Layer, ...]
    becomes: NDArray[np.float64]
    keeps: Index
    opening: NDArray[np.float64]


@lru_cache(maxsize=2)
def lattice(dice: int) -> Lattice:
    """The lattice of so many dice."""
    sizes = [_of_size(size) for size in range(dice, -1, -1)]
    multisets = tuple(multiset for size in sizes for multiset in size)
    row = {multiset: i for i, multiset in enumerate(multisets)}
    first = {size: row[_of_size(size)[0]] for size in range(dice + 1)}
    up = tuple(_up(size, first[size], row) for size in range(dice - 1, -1, -1))
    down = tuple(_down(size, first[size], row) for size in range(1, dice + 1))
    rolls = len(sizes[0])
    becomes = _becomes(rolls, len(multisets), up)
    return Lattice(dice, multisets, row, rolls, up, down, becomes, _keeps(sizes[0], row), _opening(sizes[0]))


def _of_size(size: int) -> list[Dice]:
    # By falling number of different faces: those with an nth face to take away are then the first rows.
    return sorted(combinations_with_replacement(FACES, size), key=lambda dice: (-len(set(dice)), dice))


def _up(size: int, first: int, row: Mapping[Dice, int]) -> Layer:
    here = _of_size(size)
    added = ([row[tuple(sorted((*multiset, face)))] for multiset in here] for face in FACES)
    return Layer(first, first + len(here), tuple(np.array(rows, np.intp) for rows in added))


def _down(size: int, first: int, row: Mapping[Dice, int]) -> Layer:
    here = _of_size(size)
    fewer = [[row[less] for less in sorted(set(combinations(multiset, size - 1)))] for multiset in here]
    columns = ([rows[nth] for rows in fewer if len(rows) > nth] for nth in range(max(map(len, fewer))))
    return Layer(first, first + len(here), tuple(np.array(rows, np.intp) for rows in columns))


def _becomes(rolls: int, rows: int, up: tuple[Layer, ...]) -> NDArray[np.float64]:
    chances = np.zeros((rows, rolls))
    chances[:rolls] = np.eye(rolls)
    for layer in up:
        chances[layer.first : layer.last] = np.mean([chances[rows] for rows in layer.neighbours], axis=0)
    return np.ascontiguousarray(chances[rolls:])


def _keeps(rolls: list[Dice], row: Mapping[Dice, int]) -> Index:
    found = np.empty((len(rolls), 2 ** len(rolls[0]) - 1), np.intp)
    for i, roll in enumerate(rolls):
        kept = {row[multiset] for size in range(len(roll)) for multiset in combinations(roll, size)}
        found[i] = np.resize(sorted(kept), found.shape[1])
    return found - len(rolls)


def _opening(rolls: list[Dice]) -> NDArray[np.float64]:
    ways = [factorial(len(roll)) / prod(map(factorial, counts(roll))) for roll in rolls]
    return np.array(ways) / 6.0 ** len(rolls[0])
