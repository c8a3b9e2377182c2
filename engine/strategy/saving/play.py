"""Playing many matches in step, by the values of levels, each seat for itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.strategy.lattice import Index
from engine.strategy.placing import FLOOR
from engine.strategy.saving.chase import Chase
from engine.strategy.saving.hands import Hands
from engine.strategy.saving.levels import Level
from engine.strategy.saving.sheet import UPPER, Cards, Sheet
from engine.strategy.saving.turn import Stage, Turn
from engine.strategy.saving.worth import Worth, worths

WIDTH = 160
"""Cards worked out at once; every stage of their turns is kept."""


@dataclass(slots=True)
class Seats:
    """Seats at the start of a turn, all with equally many boxes filled.

    `total` are the points so far. `expected` is what the first turn was worth, and what each later one turned out to be
    worth beyond what the values of its level said: its mean is that of the totals, with far less chance in it, where a
    turn is worked out without approximation.
    """

    cards: Cards
    saved: Index
    total: NDArray[np.float64]
    expected: NDArray[np.float64]

    def copied(self) -> Seats:
        """The same in arrays of its own."""
        cards = Cards(self.cards.lower.copy(), self.cards.column.copy())
        return Seats(cards, self.saved.copy(), self.total.copy(), self.expected.copy())


@dataclass(frozen=True, slots=True)
class Group:
    """Seats whose cards are worked out together: their numbers, and for each the column of its card."""

    seats: Index
    columns: Index


@dataclass(frozen=True, slots=True)
class Played:
    """What became of the seats, and the cards that they had before each turn."""

    totals: NDArray[np.float64]
    expected: NDArray[np.float64]
    visited: tuple[Cards, ...]
    saved: tuple[Index, ...]


class Player:
    """Plays by these levels, one for each number of filled boxes; its dice come from `luck`."""

    def __init__(self, sheet: Sheet, chase: Chase | None, levels: Sequence[Level], luck: np.random.Generator) -> None:
        self._sheet, self._chase, self._levels, self._luck = sheet, chase, levels, luck
        self._hands = Hands(sheet.lattice, chase)
        self._turn = Turn(sheet, chase, WIDTH)

    def play(self, matches: int) -> Played:
        """Play so many matches of one seat."""
        start = self._sheet.start.repeated(matches)
        seats = Seats(start, np.zeros(matches, np.intp), np.zeros(matches), np.zeros(matches))
        visited, saved = [], []
        for filled in range(self._sheet.size):
            visited.append(seats.cards)
            saved.append(seats.saved)
            seats = self._turns(filled, seats)
        return Played(seats.total, seats.expected, tuple(visited), tuple(saved))

    def _turns(self, filled: int, seats: Seats) -> Seats:
        """One turn of every seat; equal cards are worked out once."""
        keys = seats.cards.lower * self._sheet.upper.columns + seats.cards.column
        _, firsts, which = np.unique(keys, return_index=True, return_inverse=True)
        # Side by side what has about as many rolls left: a part then needs no more stages than it must.
        most = np.zeros(len(firsts), np.intp)
        np.maximum.at(most, which, seats.saved)
        order = np.argsort(most, kind="stable")
        column = np.argsort(order)[which]
        after = seats.copied()
        for first in range(0, len(firsts), WIDTH):
            here = np.flatnonzero((first <= column) & (column < first + WIDTH))
            cards = seats.cards.part(firsts[order[first : first + WIDTH]])
            self._turn_of(filled, cards, Group(here, column[here] - first), after)
        return after

    def _turn_of(self, filled: int, cards: Cards, group: Group, seats: Seats) -> None:
        found = worths(self._sheet, filled, cards, self._levels[filled + 1])
        left = seats.saved[group.seats] + self._sheet.budget.per_turn - 1
        stages = [copied(stage) for stage in self._turn.stages(found, len(cards), int(left.max()), keeps=True)]
        seats.expected[group.seats] += self._surprise(filled, cards, group.columns, left, stages)
        dice, left = self._roll(stages, group.columns, left)
        self._fill(found, dice, left, group, seats)

    def _surprise(
        self, filled: int, cards: Cards, columns: Index, left: Index, stages: list[Stage]
    ) -> NDArray[np.float64]:
        """What the turn is worth to each seat beyond what its level says, or all of it in the first turn."""
        opening, first = self._sheet.lattice.opening, self._sheet.budget.per_turn - 1
        worth: NDArray[np.float64] = np.stack([opening @ stage.best for stage in stages[first:]])[left - first, columns]
        return worth - self._levels[filled].values(cards)[columns, left - first] if filled else worth

    def _roll(self, stages: list[Stage], column: Index, left: Index) -> tuple[Index, Index]:
        """Roll as long as a keep or a chase is better than any box: the last dice, and the rolls left."""
        dice = self._luck.integers(1, 7, (len(column), self._sheet.lattice.dice))
        left, going = left.copy(), np.arange(len(column))
        while len(going := going[left[going] > 0]):
            held = self._held(stages, dice[going], column[going], left[going])
            going, held = going[~held.all(axis=1)], held[~held.all(axis=1)]
            thrown = self._luck.integers(1, 7, held.shape)
            dice[going] = np.where(held, dice[going], thrown)
            left[going] -= 1
        return dice, left

    def _held(self, stages: list[Stage], dice: Index, column: Index, left: Index) -> NDArray[np.bool_]:
        """Which dice each seat holds; all where it stops."""
        hands = self._hands
        row, held = hands.row(dice), np.ones(dice.shape, bool)
        for count in np.unique(left):
            stage, which = stages[count], np.flatnonzero(left == count)
            at, rows = column[which], row[which]
            assert stage.keep is not None
            candidates = self._sheet.lattice.keeps[rows]
            worth = stage.keep[candidates, at[:, np.newaxis]]
            nth = worth.argmax(axis=1)
            best = worth[np.arange(len(which)), nth]
            chase = hands.chased(stage, dice[which], at)
            goes = (best > stage.stop[rows, at]) & (best >= chase)
            kept = candidates[np.arange(len(which)), nth]
            held[which[goes]] = hands.positions(dice[which[goes]], kept[goes])
            chases = (chase > best) & (chase > stage.stop[rows, at])
            if chases.any():
                held[which[chases]] = hands.right(dice[which[chases]])
        return held

    def _fill(self, found: list[Worth], dice: Index, left: Index, group: Group, seats: Seats) -> None:
        sheet, row = self._sheet, self._hands.row(dice)
        saved = left if sheet.budget.cap is None else np.minimum(left, sheet.budget.cap)
        best, pick = np.full(len(dice), 2 * FLOOR), np.zeros(len(dice), np.intp)
        for one in found:
            outcome = sheet.numbers.outcomes[one.box].of_roll[row]
            worth = one.later[saved, outcome if one.box < UPPER else 0, group.columns] + one.points[outcome, 0]
            if self._chase is not None and one.box == self._chase.box:
                worth += self._chase.points * self._hands.is_made(dice)
            better = worth > best
            best[better], pick[better] = worth[better], one.box
        for box in np.unique(pick):
            which = pick == box
            self._score(int(box), group.seats[which], dice[which], seats)
        seats.saved[group.seats] = saved

    def _score(self, box: int, here: Index, dice: Index, seats: Seats) -> None:
        sheet, cards = self._sheet, seats.cards
        outcomes = sheet.numbers.outcomes[box]
        outcome = outcomes.of_roll[self._hands.row(dice)]
        if box < UPPER:
            seats.total[here] += sheet.upper.gain[box][outcome, cards.column[here]]
            cards.column[here] = sheet.upper.after[box][outcome, cards.column[here]]
            return
        seats.total[here] += outcomes.points[outcome]
        if self._chase is not None and box == self._chase.box:
            seats.total[here] += self._chase.points * self._hands.is_made(dice)
        cards.lower[here] |= 1 << (box - UPPER)


def copied(stage: Stage) -> Stage:
    """The stage in arrays of its own."""
    chase = None if stage.chase is None else stage.chase.copy()
    return Stage(stage.left, stage.stop.copy(), stage.keep, chase, stage.best.copy())
