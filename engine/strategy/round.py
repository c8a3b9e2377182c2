"""One turn of many seats: the dice that they throw again, and the boxes that they fill."""

from __future__ import annotations

import numpy as np

from engine.strategy.ends import Ends
from engine.strategy.lattice import Floats, Index, Lattice, Reals
from engine.strategy.numbers import Numbers
from engine.strategy.placing import Hands
from engine.strategy.sight import seen
from engine.strategy.stages import Stage, stages
from engine.strategy.throws import Begun, Throws
from engine.strategy.worth import FLOOR

CLOSE = 1e-6
"""Dice are thrown again only for more than this."""


class Nerves:
    """How badly a player sees what its choices are worth, each box and each different keep (sight.py)."""

    def __init__(self, lattice: Lattice, error: float, luck: np.random.Generator) -> None:
        self.error, self._luck, self._keeps = error, luck, lattice.keeps
        known = np.maximum.accumulate(lattice.keeps, axis=1)
        self._repeated = np.pad(lattice.keeps[:, 1:] <= known[:, :-1], ((0, 0), (1, 0)))

    def keeps(self, row: Index, worth: Floats) -> Floats:
        """What the keeps of these rolls seem to be worth; of equal ones only the first is looked at."""
        if not self.error:
            return worth
        return np.where(self._repeated[row], FLOOR, self.seen(worth))

    def seen(self, worth: Floats) -> Floats:
        """What choices seem to be worth."""
        return seen(worth, self.error, self._luck)


class Round:
    """A turn of many seats, in up to so many states.

    `luck` and `given_away` are what it brought and cost each of them: see seats.Seats.
    """

    luck: Reals
    given_away: Reals

    def __init__(self, numbers: Numbers, ends: Ends, width: int, nerves: Nerves) -> None:
        self._lattice, self._ends, self._nerves = numbers.lattice, ends, nerves
        self._rolls = numbers.ruleset.budget.per_turn
        self._stages = stages(numbers.lattice, ends, width, self._rolls - 1)

    def roll(self, throws: Throws, numbers: Floats, state: Index, begun: Begun | None) -> tuple[Hands, Index]:
        """Roll as long as that seems better: the hands then, and the boxes that were chosen with them, or -1."""
        hands = self._open(throws, numbers[0], state, begun)
        self.given_away, box = np.zeros(len(state)), np.full(len(state), -1)
        going = np.arange(len(state))
        for left in range(int(hands.unused[0]), 0, -1):
            stage, later = self._stages[left], self._stages[left - 1]
            keep, box[going] = self._decide(stage, Hands(hands.row[going], hands.unused[going], state[going]))
            going, keep = going[keep >= 0], keep[keep >= 0]
            row, at = hands.row[going], state[going]
            worth = stage.keep[keep, at]
            self.given_away[going] += stage.best[row, at] - worth
            hands.row[going] = throws.after(keep, numbers[self._rolls - left, going])
            hands.unused[going] -= 1
            self.luck[going] += later.best[hands.row[going], at] - worth
        return hands, box

    def _open(self, throws: Throws, numbers: Floats, state: Index, begun: Begun | None) -> Hands:
        if begun is not None:
            self.luck, row = np.zeros(len(state)), self._lattice.row[tuple(sorted(begun.dice))]
            return Hands(np.full(len(state), row), np.full(len(state), begun.rolls_left), state)
        best, rows = self._stages[-1].best, throws.opening(numbers)
        self.luck = best[rows, state].astype(np.float64) - (self._lattice.opening @ best)[state]
        return Hands(rows, np.full(len(state), self._rolls - 1), state)

    def _decide(self, stage: Stage, hands: Hands) -> tuple[Index, Index]:
        """The keeps that seem best, or -1 to stop, and the boxes then, or -1 where they are still to be chosen."""
        keeps = self._lattice.keeps[hands.row]
        seen = self._nerves.keeps(hands.row, stage.keep[keeps, hands.state[:, np.newaxis]])
        nth, every = seen.argmax(axis=1), np.arange(len(keeps))
        stop, box = stage.stop[hands.row, hands.state], np.full(len(keeps), -1)
        if self._nerves.error:
            boxes = self._nerves.seen(self._ends.of_hands(hands).worth)
            stop, box = boxes.max(axis=0), boxes.argmax(axis=0)
        goes = seen[every, nth] > stop + CLOSE
        return np.where(goes, keeps[every, nth], -1), np.where(goes, -1, box)

    def place(self, hands: Hands, box: Index) -> tuple[Index, Index, Reals]:
        """The boxes that are filled, their outcomes, and what that is worth in points, those to come included."""
        choices, every = self._ends.of_hands(hands), np.arange(len(box))
        box = np.where(box < 0, self._nerves.seen(choices.worth).argmax(axis=0), box)
        best = np.stack([stage.best for stage in self._stages])[hands.unused, hands.row, hands.state]
        self.given_away += best - choices.worth[box, every]
        return box, choices.outcome[box, every], choices.points[box, every]
