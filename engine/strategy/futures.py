"""The totals that seats may end with if they play on for points: samples of them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from engine.dice.scorecard import Scorecard
from engine.game import Unsupported
from engine.strategy.advice import Table
from engine.strategy.lattice import Reals
from engine.strategy.play import Player
from engine.strategy.policy import Policy
from engine.strategy.saving import play as saving
from engine.strategy.saving import seats as of_saving
from engine.strategy.saving.model import Model
from engine.strategy.seats import Seats, seats_of
from engine.strategy.throws import Begun


@dataclass(frozen=True, slots=True)
class Start:
    """Where a seat plays on from: its card, its total and saved rolls, and its turn if dice lie already."""

    card: Scorecard
    total: int
    saved: int
    begun: Begun | None

    @property
    def alike(self) -> Hashable:
        """Equal for starts from which equally many points are to come."""
        return frozenset(self.card.points().items()), self.saved, self.begun

    @property
    def whole(self) -> int:
        """The boxes that are filled before its first whole turn."""
        return len(self.card.scores) + (self.begun is not None)


@dataclass(frozen=True, slots=True)
class Sample:
    """Totals, which are whole numbers, and how much each of them counts."""

    totals: Reals
    weights: Reals

    def __add__(self, points: int) -> Sample:
        return Sample(self.totals + points, self.weights)


def certain(total: float) -> Sample:
    """A total that is known."""
    return Sample(np.array([float(total)]), np.ones(1))


def weighed(totals: Reals, luck: Reals) -> Sample:
    """Totals of matches that were so lucky, in points; they count such that they were as lucky as dice are on average.

    That is without luck. Nearly all that differs between matches is luck, so that a tenth of them tells as much.
    """
    mean, variance = luck.mean(), luck.var()
    weights = np.ones(len(luck)) if not variance else np.maximum(1 - mean / variance * (luck - mean), 0)
    return Sample(totals, weights / weights.sum())


def sampled(
    policy: Policy, starts: Sequence[Start], boxes: int, luck: np.random.Generator, trials: int
) -> list[Sample]:
    """A sample for each of these starts, of so many matches; raises Unsupported for what can't be played by."""
    if isinstance(policy, Table):
        five = _in_step(_Five(policy, luck), starts, boxes, trials)
        return [weighed(seats.totals, seats.luck) for seats in five]
    if isinstance(policy, Model):
        six = _in_step(_Six(policy, luck), starts, boxes, trials)
        return [weighed(seats.total, seats.total - seats.expected) for seats in six]
    raise Unsupported("this policy can't be played by")


S = TypeVar("S", Seats, of_saving.Seats)


class _Playing(Protocol[S]):
    """Plays turns of many seats."""

    def begin(self, start: Start, count: int) -> S:
        """So many seats from this start on, their turn played out if it has begun."""

    def turn(self, seats: S) -> S:
        """One turn of every seat, all of them with equally many boxes filled."""


def _in_step(playing: _Playing[S], starts: Sequence[Start], boxes: int, count: int) -> list[S]:
    """All play together: those with the fewest boxes filled begin, and others join when they have as many."""
    order = sorted(range(len(starts)), key=lambda i: starts[i].whole)
    seats: S | None = None
    for filled in range(boxes + 1):
        joining = [playing.begin(starts[i], count) for i in order if starts[i].whole == filled]
        if joining:
            seats = joining[0].joined(*joining[1:]) if seats is None else seats.joined(*joining)
        if seats is not None and filled < boxes:
            seats = playing.turn(seats)
    assert seats is not None
    parts = {i: seats.part(slice(nth * count, (nth + 1) * count)) for nth, i in enumerate(order)}
    return [parts[i] for i in range(len(starts))]


class _Five:
    """Plays by a table."""

    def __init__(self, table: Table, luck: np.random.Generator) -> None:
        self._numbers, self._player = table.numbers, Player(table.numbers, table.values, luck)

    def begin(self, start: Start, count: int) -> Seats:
        seats = seats_of(self._numbers, start.card, count)
        return seats if start.begun is None else self._player.turn(seats, start.begun)

    def turn(self, seats: Seats) -> Seats:
        return self._player.turn(seats)


class _Six:
    """Plays by a model."""

    def __init__(self, model: Model, luck: np.random.Generator) -> None:
        values = model.values
        self._player = saving.Player(values.sheet, values.chase, values.levels, luck)

    def begin(self, start: Start, count: int) -> of_saving.Seats:
        seats = self._player.seats(start.card.points(), count, saved=start.saved, total=start.total)
        if start.begun is None:
            return seats
        # What is expected of dice whose positions count is known too badly to tell their luck.
        return self._player.anew(self._player.turn(seats, start.begun))

    def turn(self, seats: of_saving.Seats) -> of_saving.Seats:
        return self._player.turn(seats)
