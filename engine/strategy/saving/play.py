"""Playing many matches in step, by the values of levels, each seat for itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.strategy.card import state
from engine.strategy.lattice import Index, Reals
from engine.strategy.saving.chase import Chase
from engine.strategy.saving.choosing import ROLLS_ON, Choosing
from engine.strategy.saving.hands import Hands
from engine.strategy.saving.levels import Level
from engine.strategy.saving.seats import Group, Seats
from engine.strategy.saving.sheet import UPPER, Cards, Sheet
from engine.strategy.saving.turn import Stage, Turn
from engine.strategy.saving.worth import Worth, worths
from engine.strategy.throws import Begun

WIDTH = 160
"""Cards worked out at once; every stage of their turns is kept."""


@dataclass(frozen=True, slots=True)
class Played:
    """What became of the seats, and the cards that they had before each turn."""

    totals: Reals
    expected: Reals
    visited: tuple[Cards, ...]
    saved: tuple[Index, ...]


class Player:
    """Plays by these levels, one for each number of filled boxes; its dice come from `luck`.

    `error` is how badly it sees what its choices are worth, each box and each different keep (sight.py). Every turn is
    begun with a roll, whatever the rules allow.
    """

    def __init__(
        self,
        sheet: Sheet,
        chase: Chase | None,
        levels: Sequence[Level],
        luck: np.random.Generator,
        error: float = 0.0,
    ) -> None:
        self._sheet, self._chase, self._levels, self._luck = sheet, chase, levels, luck
        self._hands = Hands(sheet.lattice, chase)
        self._choosing = Choosing(sheet, chase, error, luck)
        self._turn = Turn(sheet, chase, WIDTH)

    def play(self, matches: int) -> Played:
        """Play so many matches of one seat."""
        seats = self.seats({}, matches)
        visited, saved = [], []
        for _ in range(self._sheet.size):
            visited.append(seats.cards)
            saved.append(seats.saved)
            seats = self.turn(seats)
        return Played(seats.total, seats.expected, tuple(visited), tuple(saved))

    def seats(self, card: Mapping[str, int | None], count: int, *, saved: int = 0, total: float = 0) -> Seats:
        """So many seats with this card, its rolls saved and its total; raises as card.state does."""
        here = state(self._sheet.numbers, card)
        cards = Cards(np.array([here.lower]), np.array([here.first]))
        to_come = float(self._levels[self._filled(cards)].values(cards)[0, saved])
        of_all = np.full(count, total, np.float64)
        return Seats(cards.repeated(count), np.full(count, saved), of_all, of_all + to_come)

    def anew(self, seats: Seats) -> Seats:
        """The same, with what is expected of them as they are."""
        to_come = self._levels[self._filled(seats.cards)].values(seats.cards)[np.arange(len(seats)), seats.saved]
        return Seats(seats.cards, seats.saved, seats.total, seats.total + to_come)

    def turn(self, seats: Seats, begun: Begun | None = None) -> Seats:
        """One turn of every seat, in which dice may lie already; equal cards are worked out once."""
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
            self._turn_of(cards, Group(here, column[here] - first), after, begun)
        return after

    def _filled(self, cards: Cards) -> int:
        return int(cards.lower[0]).bit_count() + int(self._sheet.upper.filled[cards.column[0]]).bit_count()

    def _turn_of(self, cards: Cards, group: Group, seats: Seats, begun: Begun | None) -> None:
        filled, dice = self._filled(cards), self._thrown(len(group.seats))
        left = seats.saved[group.seats] + self._sheet.budget.per_turn - 1
        if begun is not None:
            dice[:], left[:] = begun.dice, begun.rolls_left
        found = worths(self._sheet, filled, cards, self._levels[filled + 1])
        stages = [copied(stage) for stage in self._turn.stages(found, len(cards), int(left.max()), keeps=True)]
        expected = self._levels[filled].values(cards)[group.columns, seats.saved[group.seats]]
        if begun is None:
            seats.expected[group.seats] += self._worth(stages, left, group.columns) - expected
        else:
            row = self._hands.row(dice)
            seats.expected[group.seats] += stages[begun.rolls_left].best[row, group.columns] - expected
        self._play_turn(found, stages, dice, left, group, seats)

    def _thrown(self, count: int) -> Index:
        return self._luck.integers(1, 7, (count, self._sheet.lattice.dice))

    def _worth(self, stages: list[Stage], left: Index, columns: Index) -> Reals:
        """What the turn is worth to each seat before its first roll, after which so many are left."""
        opening, first = self._sheet.lattice.opening, self._sheet.budget.per_turn - 1
        worth: Reals = np.stack([opening @ stage.best for stage in stages[first:]])[left - first, columns]
        return worth

    def _play_turn(
        self, found: list[Worth], stages: list[Stage], dice: Index, left: Index, group: Group, seats: Seats
    ) -> None:
        """Choose and roll until every seat has filled a box."""
        while len(dice):
            on, held = np.zeros(len(dice), bool), np.zeros(dice.shape, bool)
            for count in np.unique(left):
                which = np.flatnonzero(left == count)
                chosen = self._choosing.choose(found, stages[count], dice[which], group.columns[which])
                on[which], held[which] = chosen.box == ROLLS_ON, chosen.held
                for box in set(chosen.box.tolist()) - {ROLLS_ON}:
                    filling = which[chosen.box == box]
                    self._score(box, group.seats[filling], dice[filling], seats)
                    seats.saved[group.seats[filling]] = self._sheet.saved_after(int(count))
            going = np.flatnonzero(on)
            dice = np.where(held[going], dice[going], self._thrown(len(going)))
            left, group = left[going] - 1, group.part(going)

    def _score(self, box: int, here: Index, dice: Index, seats: Seats) -> None:
        sheet, cards = self._sheet, seats.cards
        outcomes = sheet.numbers.outcomes[box]
        outcome = outcomes.of_roll[self._hands.row(dice)]
        if box < UPPER:
            seats.total[here] += sheet.upper.gain(box, outcome, cards.column[here])
            cards.column[here] = sheet.upper.after(box, outcome, cards.column[here])
            return
        seats.total[here] += outcomes.points[outcome]
        if self._chase is not None and box == self._chase.box:
            seats.total[here] += self._chase.points * self._hands.is_made(dice)
        cards.lower[here] |= 1 << (box - UPPER)


def copied(stage: Stage) -> Stage:
    """The stage in arrays of its own."""
    chase = None if stage.chase is None else stage.chase.copy()
    return Stage(stage.left, stage.stop.copy(), stage.keep, chase, stage.best.copy())
