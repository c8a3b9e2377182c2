"""Playing many matches in step, each seat for itself, with perfect judgement or an imperfect one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.strategy.ends import ByPoints, Judge
from engine.strategy.lattice import Floats, Index
from engine.strategy.numbers import Numbers
from engine.strategy.round import Nerves, Round
from engine.strategy.seats import Seats, fill_in
from engine.strategy.throws import Begun, Throws

WIDTH = 320
"""States worked out at once: their arrays then stay in a processor's cache."""


class Player:
    """Plays what a judge thinks best, give or take its errors; its dice come from `luck`.

    The judge goes by the points of the table of values unless another is given. `error` is how badly the player sees
    what its choices are worth, each box and each different keep (sight.py), in what the judge goes by.
    """

    def __init__(
        self,
        numbers: Numbers,
        values: Floats,
        luck: np.random.Generator,
        *,
        error: float = 0.0,
        judge: Judge | None = None,
    ) -> None:
        self._numbers, self._values, self._luck = numbers, values, luck
        self._judge: Judge = ByPoints(numbers, values) if judge is None else judge
        # Apart, so that errors don't change the dice.
        self._nerves = Nerves(numbers.lattice, error, luck.spawn(1)[0])
        self._throws = Throws(numbers.lattice)

    def play(self, seats: Seats) -> Seats:
        """Play on until every box is filled."""
        for _ in range(seats.filled(self._numbers), len(self._numbers.boxes)):
            seats = self.turn(seats)
        return seats

    def turn(self, seats: Seats, begun: Begun | None = None) -> Seats:
        """One turn of every seat, in which dice may lie already."""
        after, count = seats.copied(), len(seats)
        numbers = self._luck.random((self._numbers.ruleset.budget.per_turn, count), np.float32)
        box, outcome, worth = np.zeros(count, np.intp), np.zeros(count, np.intp), np.zeros(count)
        for which, here, state in self._batches(seats):
            round_ = Round(self._numbers, self._judge.ends(seats, which), len(which), self._nerves)
            hands = round_.roll(self._throws, numbers[:, here], state, begun)
            box[here], outcome[here], worth[here] = round_.place(*hands)
            after.luck[here] += round_.luck
            after.given_away[here] += round_.given_away
        fill_in(self._numbers, after, box, outcome)
        after.totals += np.rint(worth - self._values[after.lower, after.flags, after.column])
        return after

    def _batches(self, seats: Seats) -> Iterator[tuple[Index, Index, Index]]:
        """A seat for each state that is worked out, the seats that are in these states, and each one's state."""
        key = (seats.lower * self._numbers.flags.count + seats.flags) * self._numbers.upper.columns + seats.column
        if self._judge.alone:
            _, which, state = np.unique(key, return_index=True, return_inverse=True)
            by_state = np.argsort(state, kind="stable")
        else:
            which = by_state = np.argsort(key, kind="stable")
            state = np.empty(len(seats), np.intp)
            state[by_state] = np.arange(len(seats))
        firsts = range(0, len(which), WIDTH)
        bounds = np.searchsorted(state[by_state], [*firsts, len(which)])
        for first, start, end in zip(firsts, bounds, bounds[1:], strict=False):
            here = by_state[start:end]
            yield which[first : first + WIDTH], here, state[here] - first
