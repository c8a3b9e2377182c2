"""What dice and choices each did for a seat, in points that add up.

What a seat may expect to end with changes for two reasons only. A roll turns out better or worse than what was expected
of it: luck. A choice is worth less than the best one: given away. So for each seat, in any match, at any time:

    average + luck - given_away - unplayed = total
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice.roll import Dice
from engine.game import Move
from engine.match import Match
from engine.strategy.policy import Policy

TIE = 1e-3
"""Choices that differ by no more than this are equally good: the last digits of a value are noise."""

LARGEST = 3
"""How many mistakes of a seat are told."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A choice that cost more than a tie: what was played at this ply, and what would have been best.

    `turn` counts the seat's own turns from 1. `dice` are empty before a turn's first roll. `move` is as the log has it:
    `fours!` is the clock's choice, `skip` a turn that it took away.
    """

    ply: int
    turn: int
    dice: Dice
    rolls_left: int
    move: Move
    better: Move
    cost: float


@dataclass(frozen=True, slots=True)
class LuckyRoll:
    """A roll and the points by which it was better than expected; `kept` is a keep, or `roll` where all dice rolled."""

    ply: int
    turn: int
    kept: Move
    dice: Dice
    gain: float


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A seat's sums: average + luck - given_away - unplayed = total.

    `average` is what perfect play expects at the start, `unplayed` what was still expected when the seat stopped (0 for
    a full card). `mistakes` are the largest ones, the largest first; `luckiest` is None where no roll gained anything.
    """

    average: float
    luck: float
    given_away: float
    unplayed: float
    total: int
    mistakes: tuple[Mistake, ...]
    luckiest: LuckyRoll | None


@dataclass(frozen=True, slots=True)
class Review:
    """The seats' reviews; `approximate` where the values behind them only come close to perfect play."""

    seats: tuple[SeatReview, ...]
    approximate: bool


def review(policy: Policy, match: Match) -> Review:
    """What dice and choices did for each seat of a match, running or over, by the policy of its ruleset.

    Raises Unsupported for a game that knows no strategy.
    """
    raise NotImplementedError
