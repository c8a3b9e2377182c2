"""How likely each seat is to win from here, if everybody plays on for points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.dice.dice_game import DiceState
from engine.game import Seat
from engine.match import Match
from engine.strategy.futures import Sample, Start, certain, sampled
from engine.strategy.policy import Policy
from engine.strategy.position import at_rest
from engine.strategy.throws import Begun

MOST, LEAST = 500, 30
"""Matches played on for each seat.

At the start the chances of two seats then err by 1 % (standard error), in Mega Yatzy by 2 %; those of eight by less
than 1 % with five dice, and by up to 4 % with six. Towards the end they err by less.
"""

TURNS = 6000
"""Turns of six dice that are played in all these matches, half as many where a box looks at their positions.

That is what a processor plays in a second or two, of which the turn's stages are the most.
"""

NODES, WEIGHTS = np.polynomial.legendre.leggauss(4)
"""Exact up to the seventh degree, for the ties of eight seats."""


def chances(policy: Policy, match: Match, luck: np.random.Generator, trials: int | None = None) -> tuple[float, ...]:
    """Each seat's chance to win if all play on as the policy advises; equal totals share a win.

    Seats that resigned have none; a match that is over is decided by its places. Seats don't touch each other, so each
    one's totals are drawn by themselves, in as many `trials` as are told or as there is time for, and all of them
    compared with all of the others'. Raises Unsupported for a game without dice or a policy that can't be played by,
    IllegalMove while the dice are rolling.
    """
    state = at_rest(match.state)
    playing = [Seat(i) for i in range(len(state.cards)) if Seat(i) not in state.resigned]
    if match.over:
        playing = list(match.outcome.winners())
    if match.over or len(playing) == 1:
        return tuple((i in playing) / max(1, len(playing)) for i in range(len(state.cards)))
    samples = _samples(policy, state, [_start(state, seat) for seat in playing], luck, trials)
    found = dict(zip(playing, shares(samples), strict=True))
    return tuple(found.get(Seat(i), 0.0) for i in range(len(state.cards)))


def _start(state: DiceState, seat: Seat) -> Start:
    begun = Begun(state.turn.dice, state.rolls_left) if state.turn.seat == seat and state.turn.dice else None
    return Start(state.cards[seat], state.totals(seat).total, state.saved[seat], begun)


def _samples(
    policy: Policy, state: DiceState, starts: Sequence[Start], luck: np.random.Generator, trials: int | None
) -> list[Sample]:
    """What these may end with; those that are alike share a sample, so that their chances are equal."""
    going = {start.alike: start for start in starts if not start.card.full(state.ruleset)}
    count = matches(state, list(going.values())) if trials is None else trials
    samples = sampled(policy, list(going.values()), len(state.ruleset.boxes), luck, count)
    known = dict(zip(going, samples, strict=True))
    return [
        known[start.alike] + (start.total - going[start.alike].total) if start.alike in going else certain(start.total)
        for start in starts
    ]


def matches(state: DiceState, starts: Sequence[Start]) -> int:
    """How many matches are played on from each of these starts."""
    boxes = state.ruleset.boxes
    if not state.ruleset.budget.saves:
        return MOST
    turns = sum(len(boxes) - len(start.card.scores) for start in starts)
    played = TURNS // 2 if any(box.by_position for box in boxes) else TURNS
    return min(MOST, max(LEAST, played // turns))


def shares(samples: Sequence[Sample]) -> list[float]:
    """What share of the wins each seat has, given samples of what everybody may end with."""
    low = int(min(sample.totals.min() for sample in samples))
    size = int(max(sample.totals.max() for sample in samples)) - low + 1
    equal = np.stack([np.bincount(np.rint(one.totals).astype(int) - low, one.weights, size) for one in samples])
    below = equal.cumsum(axis=1) - equal
    won = np.zeros(len(samples))
    # Who ties with n others gets the integral of x^n from 0 to 1 of a win.
    for node, weight in zip((NODES + 1) / 2, WEIGHTS / 2, strict=True):
        beaten = below + node * equal
        for seat in range(len(samples)):
            won[seat] += weight * (equal[seat] * np.delete(beaten, seat, axis=0).prod(axis=0)).sum()
    shared: list[float] = (won / won.sum()).tolist()
    return shared
