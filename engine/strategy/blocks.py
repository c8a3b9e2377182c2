"""Blocks of states, in the order in which their values can be computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from engine.dice.roll import FACES
from engine.strategy.lattice import Index
from engine.strategy.numbers import Numbers

Batch = list["Block"]
"""Blocks that don't follow from each other and are computed together."""


class States(Protocol):
    """States that differ in the upper section only, so that placements are valued for all of them at once.

    `faces` (0 for ones) and `lowers` are the boxes that may be filled next; an upper box that is closed in some columns
    only leads to no state there.
    """

    @property
    def lower(self) -> int:
        """The mask of the filled lower boxes."""

    @property
    def flags(self) -> int:
        """What flags.py says of them."""

    @property
    def columns(self) -> slice | Index:
        """The columns of the upper classes."""

    @property
    def faces(self) -> tuple[int, ...]:
        """The upper boxes."""

    @property
    def lowers(self) -> tuple[int, ...]:
        """The lower ones."""


@dataclass(frozen=True, slots=True)
class Block:
    """States side by side: the columns `first` to `last`."""

    lower: int
    flags: int
    first: int
    last: int
    faces: tuple[int, ...]
    lowers: tuple[int, ...]

    @property
    def width(self) -> int:
        """How many states these are."""
        return self.last - self.first

    @property
    def columns(self) -> slice:
        """Their columns."""
        return slice(self.first, self.last)


@dataclass(frozen=True, slots=True)
class Picked:
    """States picked as they came up in play; a column may be there more than once."""

    lower: int
    flags: int
    columns: Index
    faces: tuple[int, ...]
    lowers: tuple[int, ...]


def block(numbers: Numbers, lower: int, flags: int, columns: range) -> Block:
    """The states of these columns, which have equally many upper boxes filled, in an order the same ones."""
    return Block(lower, flags, columns.start, columns.stop, *_next(numbers, lower, slice(columns.start, columns.stop)))


def picked(numbers: Numbers, lower: int, flags: int, columns: Index) -> Picked:
    """The states of these columns, which have equally many upper boxes filled, in an order the same ones."""
    return Picked(lower, flags, columns, *_next(numbers, lower, columns))


def _next(numbers: Numbers, lower: int, columns: slice | Index) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The upper and the lower boxes that may be filled next in some of these columns."""
    filled = int(np.bitwise_and.reduce(numbers.upper.filled[columns])) | lower << len(FACES)
    boxes = [box for box in numbers.order or range(len(numbers.boxes)) if not filled >> box & 1]
    if numbers.order:
        boxes = boxes[:1]
    faces = tuple(box for box in boxes if box < len(FACES))
    return faces, tuple(box - len(FACES) for box in boxes if box >= len(FACES))


def batches(numbers: Numbers, width: int) -> Iterator[Batch]:
    """All states that matches reach but the last ones, in batches of up to so many, each after those it leads to."""
    stages = _ordered(numbers, numbers.order) if numbers.order else _free(numbers)
    for stage in stages:
        batch: Batch = []
        for whole in stage:
            for part in _parts(whole, width, width - sum(one.width for one in batch)):
                batch.append(part)
                if sum(one.width for one in batch) == width:
                    yield batch
                    batch = []
        if batch:
            yield batch


def _parts(whole: Block, width: int, room: int) -> Iterator[Block]:
    """The block in parts, the first one at most `room` wide."""
    first = whole.first
    while first < whole.last:
        last = min(whole.last, first + room)
        yield replace(whole, first=first, last=last)
        first, room = last, width


def _free(numbers: Numbers) -> Iterator[list[Block]]:
    """Where boxes are filled in any order: by number of filled lower boxes, then of upper ones, from the last."""
    masks = sorted(range(numbers.rows), key=int.bit_count)
    for size in range(numbers.lowers, -1, -1):
        same = [mask for mask in masks if mask.bit_count() == size]
        for filled in range(len(FACES), -1, -1):
            if size == numbers.lowers and filled == len(FACES):
                continue
            columns = range(*numbers.upper.first[filled : filled + 2])
            yield [block(numbers, lower, flags, columns) for lower in same for flags in numbers.flags.valid(lower)]


def _ordered(numbers: Numbers, order: tuple[int, ...]) -> Iterator[list[Block]]:
    """Where boxes have an order: by number of filled boxes, from the last."""
    for filled in range(len(order) - 1, -1, -1):
        mask = sum(1 << box for box in order[:filled])
        upper, lower = mask & (1 << len(FACES)) - 1, mask >> len(FACES)
        of_mask = [column for column, held in enumerate(numbers.upper.filled.tolist()) if held == upper]
        columns = range(of_mask[0], of_mask[-1] + 1)
        yield [block(numbers, lower, flags, columns) for flags in numbers.flags.valid(lower)]
