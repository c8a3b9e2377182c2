"""Patterns: what a box looks for, each a function from dice to points, 0 where the dice do not fit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.dice.roll import FACES, Dice, counts

Pattern = Callable[[Dice], int]


def face(value: int) -> Pattern:
    """The pips of one face (the upper section)."""
    return lambda dice: value * dice.count(value)


def chance() -> Pattern:
    """The sum of all dice."""
    return sum


def kind(size: int, *, pays_all: bool = False) -> Pattern:
    """`size` or more equal dice: that many of them, or the sum of all dice (Yahtzee)."""

    def points(dice: Dice) -> int:
        faces = [f for f in FACES if dice.count(f) >= size]
        if not faces:
            return 0
        return sum(dice) if pays_all else size * max(faces)

    return points


def groups(*sizes: int, distinct: bool = True) -> Pattern:
    """Groups of equal dice, (3, 2) for a full house: the sum of the dice used, the highest that they allow.

    `distinct` wants a face of its own for each group; else four equal dice are two pairs as well.
    """

    def best(left: tuple[int, ...], used: frozenset[int], wanted: tuple[int, ...]) -> int | None:
        if not wanted:
            return 0
        size, rest = wanted[0], wanted[1:]
        found = []
        for f in FACES:
            if left[f] < size or (distinct and f in used):
                continue
            others = best((*left[:f], left[f] - size, *left[f + 1 :]), used | {f}, rest)
            if others is not None:
                found.append(size * f + others)
        return max(found, default=None)

    # Boards ask at every press, and there are only 462 multisets of six dice.
    highest = cache(lambda left: best(left, frozenset(), sizes) or 0)
    return lambda dice: highest(counts(dice))


def contains(*faces: int) -> Pattern:
    """Each of these faces at least once: their sum."""
    return lambda dice: sum(faces) if set(faces) <= set(dice) else 0


def run(length: int) -> Pattern:
    """`length` consecutive faces in any order: the sum of the highest such run."""

    def points(dice: Dice) -> int:
        starts = [f for f in range(1, 8 - length) if set(range(f, f + length)) <= set(dice)]
        return sum(range(max(starts), max(starts) + length)) if starts else 0

    return points


def sequence(*faces: int) -> Pattern:
    """These faces on neighbouring dice, in this order: their sum."""

    def points(dice: Dice) -> int:
        windows = (dice[i : i + len(faces)] for i in range(len(dice) - len(faces) + 1))
        return sum(faces) if faces in windows else 0

    return points


def all_equal(plus: int = 0) -> Pattern:
    """All dice equal: their sum, plus so much."""
    return lambda dice: plus + sum(dice) if dice and len(set(dice)) == 1 else 0
