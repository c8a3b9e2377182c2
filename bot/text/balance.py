"""The figures of a review as they are shown: rounded, and adding up after that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.account import Parts

__all__ = ["Balance", "percentages", "signed"]

MINUS = "−"
"""As wide as a plus, and no hyphen: lines don't break after it."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What a seat's total is made of, in whole steps; a point has 1 or 10 `steps`. Rounded, and the sums still hold."""

    average: int
    given_away: int
    unplayed: int
    total: int
    steps: int

    @classmethod
    def of(cls, parts: Parts, total: int, *, steps: int = 1) -> Balance:
        """The parts of this total, each rounded; luck takes what that leaves over, at most a step and a half."""
        average, given_away, unplayed = (round(x * steps) for x in (parts.average, parts.given_away, parts.unplayed))
        return cls(average, given_away, unplayed, total * steps, steps)

    @property
    def luck(self) -> int:
        """What the dice did, in steps."""
        return self.total - self.average + self.given_away + self.unplayed

    def show(self, steps: int) -> str:
        """A number of steps as points: `12`, or `12.3` where a point has ten."""
        decimals = len(str(self.steps)) - 1
        return f"{MINUS if steps < 0 else ''}{abs(steps) / self.steps:.{decimals}f}"


def signed(points: int) -> str:
    """`+12`, `−8` and `0`."""
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


def percentages(chances: Sequence[float]) -> list[str]:
    """Chances in percent that add up to 100 as they are shown; what is not quite certain never looks so."""
    exact = [100 * chance for chance in chances]
    whole = [int(percent) for percent in exact]
    missing = round(sum(exact)) - sum(whole)
    for seat in sorted(range(len(exact)), key=lambda i: whole[i] - exact[i])[:missing]:
        whole[seat] += 1
    return [_percent(shown, chance) for shown, chance in zip(whole, chances, strict=True)]


def _percent(shown: int, chance: float) -> str:
    if shown == 0 and chance > 0:
        return "under 1 %"
    if shown == 100 and chance < 1:
        return "over 99 %"
    return f"{shown} %"
