"""What luck and skill have done in a match that is over, as it is kept with its session."""

from __future__ import annotations

import json
import math
from dataclasses import astuple, dataclass
from typing import Protocol

from engine.dice.dice_game import DiceGame
from engine.match import Match

__all__ = ["Account", "Parts", "SeatAccount", "can_be_reviewed"]

WAYS_OUT = frozenset({"resign", "end", "timeout"})
"""Who does nothing else has played nothing."""

DIGITS = 4
"""Decimals that are kept of points and chances."""


class Parts(Protocol):
    """What a seat's total is made of, in points: `average` + `luck` − `given_away` − `unplayed`."""

    @property
    def average(self) -> float: ...
    @property
    def luck(self) -> float: ...
    @property
    def given_away(self) -> float: ...
    @property
    def unplayed(self) -> float: ...


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """One seat's points: perfect play's average + the luck of its dice − what its choices and its open boxes cost."""

    average: float
    luck: float
    given_away: float
    unplayed: float

    @classmethod
    def of(cls, parts: Parts) -> SeatAccount:
        """The same, rounded for keeping."""
        found = (parts.average, parts.luck, parts.given_away, parts.unplayed)
        return cls(*(round(points, DIGITS) for points in found))


@dataclass(frozen=True, slots=True)
class Account:
    """Every seat's points in order, and its chance of winning before the last round (none where nobody knows)."""

    seats: tuple[SeatAccount, ...]
    approximate: bool = False
    chances: tuple[float, ...] = ()

    def spell(self) -> str:
        """The account as JSON text."""
        seats = [astuple(seat) for seat in self.seats]
        return json.dumps({"seats": seats, "approximate": self.approximate, "chances": self.chances})

    @classmethod
    def read(cls, text: str) -> Account | None:
        """The account of a JSON text; None for one that is damaged, or that another version has written otherwise."""
        try:
            told = json.loads(text)
            seats = tuple(SeatAccount(*map(_finite, seat)) for seat in told["seats"])
            return cls(seats, bool(told["approximate"]), tuple(map(_finite, told["chances"])))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return None


def _finite(number: float) -> float:
    """A number that can be rounded and shown; JSON as Python reads it has others."""
    found = float(number)
    if not math.isfinite(found):
        raise ValueError(number)
    return found


def can_be_reviewed(match: Match) -> bool:
    """Whether a match is over in which dice and choices did something that counts: a stopped one counts nowhere."""
    counts = match.over and match.outcome.ended != "stopped"
    return counts and isinstance(match.game, DiceGame) and any(ply.move not in WAYS_OUT for ply in match.plies)
