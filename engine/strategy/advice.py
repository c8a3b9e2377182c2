"""A table of expected values, and the advice that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.dice.dice_game import ROLL
from engine.dice.roll import Dice, check_dice, keep, show
from engine.game import IllegalMove, Move
from engine.strategy.blocks import Block
from engine.strategy.card import state
from engine.strategy.lattice import Floats, Index, lattice
from engine.strategy.numbers import Numbers
from engine.strategy.placing import Placing, Stops
from engine.strategy.worth import Worth, Worths


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and the points expected from this decision to the end of the match, without those already earned."""

    move: Move
    to_come: float


def best_first(found: list[Advice]) -> list[Advice]:
    """The moves by falling value, equal ones as they came: boxes, which come first, before keeps."""
    # Rounded, since the last digits are noise.
    return sorted(found, key=lambda advice: -round(advice.to_come, 6))


Seen = Callable[[Floats], Floats]
"""What ends of a turn that are worth so many points look like to a player."""


class Table:
    """The values of a ruleset's states, computed (builder.py) or read back, and advice by them.

    `values` is an array of small floats, by mask of filled lower boxes, flags and upper class, of the ruleset that is
    `numbers`; `plain` says that they are a simple estimate (plain.py).
    """

    def __init__(self, numbers: Numbers, values: NDArray[np.float32], *, plain: bool = False) -> None:
        self.key = numbers.key
        self.approximate = plain
        self.values = values
        self.numbers = numbers
        self._lattice = numbers.lattice
        self._worths, self._placing = Worths(numbers, values, np.float64), Placing(numbers)

    def to_come(self, card: Mapping[str, int | None] | None = None, saved: int = 0) -> float:
        """The points that a seat with this card expects at the start of a turn; raises as advise does."""
        if saved:
            raise IllegalMove(f"{saved} rolls saved: this game saves none")
        here = state(self.numbers, card or {})
        return float(self.values[here.lower, here.flags, here.first])

    def advise(
        self, dice: Sequence[int], *, rolls_left: int, card: Mapping[str, int | None] | None = None
    ) -> list[Advice]:
        """Every move with these dice and this card, best first: see engine.strategy.advise."""
        return self.judge(dice, rolls_left=rolls_left, card=card, seen=_as_points)

    def judge(
        self, dice: Sequence[int], *, rolls_left: int, card: Mapping[str, int | None] | None, seen: Seen
    ) -> list[Advice]:
        """The same by something else than points, of which `seen` must be a rising function.

        It is told what the end of the turn is worth in points, those to come included.
        """
        thrown = check_dice(dice, self._lattice.dice) if dice else ()
        self._check_rolls(thrown, rolls_left)
        here = state(self.numbers, card or {})
        worth = self._worths.of(here, 0)
        best = partial(self._best, here, worth, seen)
        boxes = list(self._boxes(here, worth, thrown, rolls_left))
        looks = seen(np.array([box.to_come for box in boxes])).tolist()
        judged = [Advice(box.move, look) for box, look in zip(boxes, looks, strict=True)]
        return best_first([*judged, *self._rolls(best, thrown, rolls_left)])

    def _check_rolls(self, dice: Dice, rolls_left: int) -> None:
        budget = self.numbers.ruleset.budget
        least, most = (0, budget.per_turn - 1) if dice else (1, budget.per_turn)
        if type(rolls_left) is not int or not least <= rolls_left <= most:
            shown = show(dice) or "no dice yet"
            raise IllegalMove(f"{rolls_left} rolls left with {shown}: {least} to {most} can be left here")

    def _boxes(self, here: Block, worth: Worth, dice: Dice, rolls_left: int) -> Iterator[Advice]:
        boxes = self.numbers.boxes
        if dice:
            row = self._lattice.row[tuple(sorted(dice))]
            values = self._placing.of_roll(here, worth, row, rolls_left)
        elif not self.numbers.ruleset.budget.least:
            values = self._placing.unrolled(worth)
        else:
            return
        for box in sorted(values, key=lambda box: self.numbers.ruleset.index[boxes[box].id]):
            yield Advice(Move(boxes[box].id), values[box])

    def _rolls(self, of_rolls: Callable[[int], Floats], dice: Dice, rolls_left: int) -> Iterator[Advice]:
        if not rolls_left:
            return
        best = of_rolls(rolls_left - 1)
        if not dice:
            yield Advice(ROLL, float(self._lattice.opening @ best))
            return
        moves, rows = keeps(dice)
        for move, value in zip(moves, (self._lattice.becomes[rows] @ best).tolist(), strict=True):
            yield Advice(move, value)

    def _best(self, here: Block, worth: Worth, seen: Seen, rolls_left: int) -> Floats:
        """What each roll is worth with so many rolls left."""
        stops = _empty_stops(self.numbers)
        self._placing.fill(here, worth, stops, np.empty(self._lattice.rolls))
        best = seen(stops.best(0)[:, 0])
        for left in range(1, rolls_left + 1):
            kept = self._lattice.becomes @ best
            stop = seen(stops.best(self.numbers.unused_bonus * left)[:, 0])
            best = np.maximum(stop, kept.take(_columns_of_keeps(self._lattice.dice)).max(axis=0))
        return best


def _as_points(worth: Floats) -> Floats:
    return worth


def _empty_stops(numbers: Numbers) -> Stops:
    shape = (numbers.lattice.rolls, 1)
    paid: Floats | None = np.empty(shape) if numbers.unused_bonus else None
    return Stops(np.empty(shape), paid)


@lru_cache(maxsize=2)
def _columns_of_keeps(dice: int) -> Index:
    """The keeps of each roll as a column: the best of each is found in half the time that it takes along rows."""
    return np.ascontiguousarray(lattice(dice).keeps.T)


@lru_cache(maxsize=8192)
def keeps(dice: Dice) -> tuple[tuple[Move, ...], NDArray[Any]]:
    """The different keeps of these dice, each written by its first dice, and their rows in `becomes`."""
    grid, size = lattice(len(dice)), len(dice)
    found: dict[Dice, Move] = {}
    for held in range((1 << size) - 1):
        kept = tuple(sorted(dice[i] for i in range(size) if held >> i & 1))
        found.setdefault(kept, keep(dice, held, size))
    return tuple(found.values()), np.array([grid.row[kept] - grid.rolls for kept in found], np.intp)
