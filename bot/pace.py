"""How a match stands with time: since when the turn lasts, and who of the seats is there, away, or gone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from engine.game import Seat

__all__ = ["AWAY_FOR", "IDLE_FOR", "IDLE_GRAIN", "MISSED_UNTIL_AWAY", "Gone", "Pace", "SeatPace"]

Gone = Literal["left", "server", "kicked"]
"""How a member went: left the game, left the server, or was taken out of the game."""

MISSED_UNTIL_AWAY = 2
"""Whoever lets the time run out so often in a row is not waited for until they press again."""

AWAY_FOR = timedelta(days=1)
"""How long a game waits in which every player is away."""

IDLE_FOR = timedelta(days=14)
"""How long a game waits for a move that no clock asks for."""

IDLE_GRAIN = timedelta(minutes=1)
"""How closely that is counted where one plays alone: to store it at every move would make a press a seventh dearer."""


@dataclass(frozen=True, slots=True)
class SeatPace:
    """One seat: the turns it `missed` in a row, since when it is `gone` and how, and its whole game's time `spent`."""

    missed: int = 0
    left_at: datetime | None = None
    gone: Gone | None = None
    spent: timedelta = timedelta(0)

    @property
    def away(self) -> bool:
        """Whether nobody is there."""
        return self.missing or self.left_at is not None

    @property
    def missing(self) -> bool:
        """Whether its turns are over at once, as it let too many run out."""
        return self.missed >= MISSED_UNTIL_AWAY


@dataclass(frozen=True, slots=True)
class Pace:
    """A match's time: `since` when the turn lasts, and since when everybody is away.

    The player is `reminded` of a turn once, and not before it stops being quiet (`quiet_until`).
    """

    since: datetime
    seats: tuple[SeatPace, ...]
    reminded: bool = False
    all_away_since: datetime | None = None
    quiet_until: datetime | None = None

    @classmethod
    def begun(cls, now: datetime, seats: int) -> Pace:
        """The time at a match's start."""
        return cls(now, (SeatPace(),) * seats)

    def with_seat(self, seat: Seat, changed: SeatPace) -> Pace:
        """The same with another state of one seat."""
        return replace(self, seats=(*self.seats[:seat], changed, *self.seats[seat + 1 :]))

    def turn_over(self, now: datetime) -> Pace:
        """After a turn: another one's time begins."""
        return replace(self, since=now, reminded=False, quiet_until=None)

    def idle_over(self, now: datetime) -> Pace:
        """After a turn that no clock has counted; the very same where it began just now."""
        return self if timedelta(0) <= now - self.since < IDLE_GRAIN else self.turn_over(now)

    def spent(self, seat: Seat, now: datetime) -> Pace:
        """With the time that the turn has taken counted against that seat's clock for the whole game."""
        mine = self.seats[seat]
        return self.with_seat(seat, replace(mine, spent=mine.spent + max(timedelta(0), now - self.since)))

    def missed(self, seat: Seat) -> Pace:
        """After a turn of that seat's that the clock ended."""
        return self.with_seat(seat, replace(self.seats[seat], missed=self.seats[seat].missed + 1))

    def present(self, seat: Seat) -> Pace:
        """With that seat's player there again."""
        mine = self.seats[seat]
        there = not mine.missed and mine.left_at is None
        return self if there else self.with_seat(seat, replace(mine, missed=0, left_at=None, gone=None))

    def left(self, seat: Seat, now: datetime, gone: Gone) -> Pace:
        """With that seat's player gone; whoever has left already left when they did."""
        mine = self.seats[seat]
        return self.with_seat(seat, replace(mine, left_at=mine.left_at or now, gone=gone))

    def all_away(self, now: datetime, *, away: bool) -> Pace:
        """With everybody away, since now if that is new, or not."""
        return replace(self, all_away_since=(self.all_away_since or now) if away else None)

    def anew(self, now: datetime) -> Pace:
        """With every time that runs begun anew: nobody could have pressed meanwhile."""
        seats = tuple(replace(seat, left_at=seat.left_at and now) for seat in self.seats)
        return replace(self, since=now, seats=seats, all_away_since=self.all_away_since and now)
