"""What happens to a session because time has passed, and what has to follow at once when somebody is away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from bot import playing, presence
from bot.session import GameSession, Why
from engine.game import Chance, Move, Seat

__all__ = ["due", "nobody_waits", "pass_time", "settle"]

TIMEOUT = Move("timeout")

Happen = Callable[[GameSession, datetime, Chance], GameSession]


def nobody_waits(_due: datetime) -> None:
    """Told when something will be due, until the clock takes this one's place."""


@dataclass(frozen=True, slots=True)
class _Due:
    """What happens to a session, and when."""

    at: datetime
    happen: Happen


def due(session: GameSession) -> datetime | None:
    """When the clock has to look at the session next: something happens by itself, or somebody is reminded."""
    moments = [each.at for each in _dues(session)]
    if session.remind_at is not None:
        moments.append(session.remind_at)
    return min(moments, default=None)


def pass_time(session: GameSession, now: datetime, chance: Chance) -> GameSession:
    """The session after everything that was due by now, in its order; the same one where nothing was."""
    while (first := min(_dues(session), key=lambda each: each.at, default=None)) is not None and first.at <= now:
        session = settle(first.happen(session, now, chance), now, chance)
    return session


def settle(session: GameSession, now: datetime, chance: Chance) -> GameSession:
    """The session with the turns over of those who are not waited for, and over itself when no member is left."""
    while session.status == "running":
        if not session.members:
            return playing.stop(session, now, chance, why="empty")
        if not _is_passed_over(session):
            return session
        session = _overrun(session, now, chance)
    return session


def _is_passed_over(session: GameSession) -> bool:
    """Whether the seat to move let the time run out before, and somebody else is there to go on."""
    seat = session.running().to_move
    assert seat is not None
    assert session.pace is not None
    return session.pace.seats[seat].missing and bool(session.present)


def _dues(session: GameSession) -> Iterator[_Due]:
    yield from _when(session.expires_at, _expire)
    if session.status != "running":
        return
    for seat in session.members:
        yield from _when(session.leaves_at(seat), partial(_resign, seat))
    yield from _when(session.turn_ends, _miss)
    yield from _when(session.clock_ends, _time_out)
    yield from _when(session.ends_at, _give_up)


def _when(at: datetime | None, happen: Happen) -> Iterator[_Due]:
    if at is not None:
        yield _Due(at, happen)


def _expire(session: GameSession, _now: datetime, _chance: Chance) -> GameSession:
    """Nobody has started the lobby."""
    return replace(session, closed=True, expires_at=None)


def _resign(seat: Seat, session: GameSession, now: datetime, chance: Chance) -> GameSession:
    """Whoever has left has not come back."""
    return playing.out(session, seat, now, chance)


def _miss(session: GameSession, now: datetime, chance: Chance) -> GameSession:
    """The turn's time is up."""
    seat = session.running().to_move
    assert seat is not None
    return presence.missed(_overrun(session, now, chance), seat, now)


def _overrun(session: GameSession, now: datetime, chance: Chance) -> GameSession:
    return playing.advanced(session, session.running().overrun(chance), now)


def _time_out(session: GameSession, now: datetime, chance: Chance) -> GameSession:
    """The seat's time for the whole game is up."""
    match = session.running()
    return playing.advanced(session, match.play(match.to_move, TIMEOUT, chance), now)


def _give_up(session: GameSession, now: datetime, chance: Chance) -> GameSession:
    """Nobody has played for too long: what was reached alone is kept, a match of several counts nowhere."""
    assert session.pace is not None
    why: Why = "idle" if session.pace.all_away_since is None else "away"
    if len(session.people) > 1:
        return playing.stop(session, now, chance, why)
    return replace(playing.out(session, Seat(0), now, chance), why=why)
