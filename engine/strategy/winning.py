"""How likely each seat is to win from here, if everybody plays on for points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.dice.dice_game import DiceState
from engine.dice.scorecard import Scorecard
from engine.game import Seat, Unsupported
from engine.match import Match
from engine.strategy.advice import Table
from engine.strategy.lattice import Reals
from engine.strategy.play import Player
from engine.strategy.policy import Policy
from engine.strategy.position import at_rest
from engine.strategy.saving import play as saving
from engine.strategy.saving.model import Model
from engine.strategy.seats import seats_of
from engine.strategy.throws import Begun

TRIALS = 1000
"""Matches played on for each seat: of two seats the chances then err by 1.3 % (standard error) at the start."""

NODES, WEIGHTS = np.polynomial.legendre.leggauss(4)
"""Exact up to the seventh degree, for the ties of eight seats."""


def chances(policy: Policy, match: Match, luck: np.random.Generator, trials: int = TRIALS) -> tuple[float, ...]:
    """Each seat's chance to win if all play on as the policy advises; equal totals share a win.

    Seats that resigned have none; a match that is over is decided by its places. Seats don't touch each other, so each
    one's totals are drawn by themselves, and all of them compared with all of the others'. Raises Unsupported for a
    game without dice or a policy that can't be played by, IllegalMove while the dice are rolling.
    """
    state = at_rest(match.state)
    playing = [Seat(i) for i in range(len(state.cards)) if Seat(i) not in state.resigned]
    if match.over:
        playing = list(match.outcome.winners())
    if match.over or len(playing) == 1:
        return tuple((i in playing) / max(1, len(playing)) for i in range(len(state.cards)))
    drawn = Draws(policy, state, luck, trials)
    found = dict(zip(playing, shares([drawn.of(seat) for seat in playing]), strict=True))
    return tuple(found.get(Seat(i), 0.0) for i in range(len(state.cards)))


def shares(totals: Sequence[Reals]) -> list[float]:
    """What share of the wins each seat has, given samples of everybody's totals, which are whole numbers."""
    low = int(min(sample.min() for sample in totals))
    size = int(max(sample.max() for sample in totals)) - low + 1
    equal = np.stack([np.bincount(np.rint(one).astype(int) - low, minlength=size) / len(one) for one in totals])
    below = equal.cumsum(axis=1) - equal
    won = np.zeros(len(totals))
    # Who ties with n others gets the integral of x^n from 0 to 1 of a win.
    for node, weight in zip((NODES + 1) / 2, WEIGHTS / 2, strict=True):
        beaten = below + node * equal
        for seat in range(len(totals)):
            won[seat] += weight * (equal[seat] * np.delete(beaten, seat, axis=0).prod(axis=0)).sum()
    shared: list[float] = (won / won.sum()).tolist()
    return shared


class Draws:
    """The totals that seats may end with."""

    def __init__(self, policy: Policy, state: DiceState, luck: np.random.Generator, trials: int) -> None:
        self._policy, self._state, self._luck, self._trials = policy, state, luck, trials
        self._known: dict[tuple[frozenset[tuple[str, int]], int], Reals] = {}

    def of(self, seat: Seat) -> Reals:
        """A sample of this seat's totals; seats that stand alike share one, so that their chances are equal."""
        state = self._state
        card, total, turn = state.cards[seat], state.totals(seat).total, state.turn
        if card.full(state.ruleset):
            return np.array([float(total)])
        if turn.seat == seat and turn.dice:
            return self._draw(card, total, 0, Begun(turn.dice, state.rolls_left))
        key = (frozenset(card.points().items()), state.saved[seat])
        if key not in self._known:
            self._known[key] = self._draw(card, total, state.saved[seat], None) - total
        return self._known[key] + total

    def _draw(self, card: Scorecard, total: int, saved: int, begun: Begun | None) -> Reals:
        policy = self._policy
        if isinstance(policy, Table):
            player = Player(policy.numbers, policy.values, self._luck)
            return player.play(seats_of(policy.numbers, card, self._trials), begun).totals
        if isinstance(policy, Model):
            values = policy.values
            six = saving.Player(values.sheet, values.chase, values.levels, self._luck)
            points: Mapping[str, int] = card.points()
            return six.play_on(six.seats(points, self._trials, saved=saved, total=total), begun).total
        raise Unsupported("this policy can't be played by")
