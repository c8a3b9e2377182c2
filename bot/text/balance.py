"""The figures of a review as they are shown: rounded, and adding up after that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.account import Parts
from engine.game import Seat
from engine.match import Match
from engine.strategy.review import Review

__all__ = ["TENTHS", "Balance", "balances", "in_points", "in_points_signed", "percentages", "signed"]

MINUS = "−"
"""As wide as a plus, and no hyphen: lines don't break after it."""


TENTHS = 10
"""In a point."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What a seat's total is made of, in whole tenths: `average` + `luck` − `given_away` − `unplayed` is the total."""

    average: int
    luck: int
    given_away: int
    unplayed: int

    @classmethod
    def of(cls, parts: Parts, total: int) -> Balance:
        """The parts of this total, each rounded; where the sum needs it, what is nearest to a half the other way.

        The average, which all seats have in common, always as it is nearest.
        """
        average = round(parts.average * TENTHS)
        exact = [TENTHS * points for points in (parts.luck, -parts.given_away, -parts.unplayed)]
        luck, given_away, unplayed = _rounded(exact, total * TENTHS - average)
        return cls(average, luck, -given_away, -unplayed)


def balances(match: Match, review: Review) -> dict[Seat, Balance]:
    """Each seat's, best first; the match is over."""
    outcome = match.outcome
    return {seat: Balance.of(review.seats[seat], outcome.totals[seat]) for seat in outcome.ranking()}


def _rounded(exact: Sequence[float], total: int) -> list[int]:
    """Numbers that add up to this total; what was nothing, or negative, behind the first one stays that."""
    shown = [round(number) for number in exact]
    while missing := total - sum(shown):
        step = 1 if missing > 0 else -1
        free = [i for i, number in enumerate(exact) if i == 0 or (number and shown[i] + step <= 0)]
        shown[min(free, key=lambda i: step * (shown[i] - exact[i]))] += step
    return shown


def in_points(tenths: int) -> str:
    """A number of tenths as points: `12.3`, `−0.4`."""
    return f"{MINUS if tenths < 0 else ''}{abs(tenths) / TENTHS:.1f}"


def in_points_signed(tenths: int) -> str:
    """The same with a sign before it, but for nothing: `+12.3`, `−0.4`, `0.0`."""
    return f"+{in_points(tenths)}" if tenths > 0 else in_points(tenths)


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
