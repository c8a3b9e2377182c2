"""A seat's ledger: the total that it is expected to end with, and what luck and choices have done to it so far."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.dice.roll import Dice
from engine.game import Move

TIE = 1e-3
"""Choices that differ by no more than this are equally good: the last digits of a value are noise."""


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
class Ledger:
    """Sums such that, after every entry, the first `expected` + luck - given_away is the `expected` of now."""

    expected: float
    luck: float = 0.0
    given_away: float = 0.0
    mistakes: tuple[Mistake, ...] = ()
    luckiest: LuckyRoll | None = None

    def turned_out(self, worth: float) -> Ledger:
        """It is worth this now without anybody's choice: the difference is luck."""
        return replace(self, expected=worth, luck=self.luck + (worth - self.expected))

    def chose(self, mistake: Mistake) -> Ledger:
        """The choice costs so much; a tie costs nothing, and what little it differs by is left to luck."""
        if mistake.cost <= TIE:
            return self
        return replace(
            self,
            expected=self.expected - mistake.cost,
            given_away=self.given_away + mistake.cost,
            mistakes=(*self.mistakes, mistake),
        )

    def rolled(self, roll: LuckyRoll) -> Ledger:
        """The roll turned out to be worth so much more, or less, than was expected of it."""
        lucky = roll.gain > (0.0 if self.luckiest is None else self.luckiest.gain)
        now = self.turned_out(self.expected + roll.gain)
        return replace(now, luckiest=roll) if lucky else now
