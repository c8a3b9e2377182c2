"""Who of a session's members is there, and what is noted of the one to move. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot import lobbies
from bot.errors import SeatGone
from bot.ids import UserId
from bot.pace import Gone
from bot.session import GameSession
from engine.game import MatchOver, Seat

__all__ = ["anew", "attended", "away", "back", "here", "hushed", "missed", "reminded", "seat_gone"]


def here(session: GameSession, seat: Seat, now: datetime) -> GameSession:
    """The session with that seat's player there; where all were away, time has stood still meanwhile."""
    pace = session.paced()
    if not pace.seats[seat].away and not pace.seats[seat].missed:
        return session
    waited = pace.turn_over(now) if pace.all_away_since is not None else pace
    return attended(replace(session, pace=waited.present(seat)), now)


def back(session: GameSession, user: UserId, now: datetime) -> GameSession:
    """The session with that member there again; raises SeatGone for one who is out of the match."""
    return here(session, _playing(session, user), now)


def away(session: GameSession, user: UserId, now: datetime, gone: Gone = "left") -> GameSession:
    """The session without that member: out of the lobby, or away from the match, to resign after the grace.

    Raises NotSeated, MatchOver, or SeatGone for one who is out of the match.
    """
    if session.match is None:
        return lobbies.leave(session, user)
    seat = _playing(session, user)
    return attended(replace(session, pace=session.paced().left(seat, now, gone)), now)


def missed(session: GameSession, seat: Seat, now: datetime) -> GameSession:
    """The session after a turn of that seat's that the clock has ended."""
    return attended(replace(session, pace=session.paced().missed(seat)), now)


def attended(session: GameSession, now: datetime) -> GameSession:
    """The session with a host who is there, if anybody is, and with note taken of that."""
    if session.match is None or session.match.over:
        return session
    heirs = [session.people[seat].user for seat in session.present]
    host = session.host if session.host in heirs or not heirs else heirs[0]
    assert host is not None
    return replace(session, host=host, pace=session.paced().all_away(now, away=not heirs))


def seat_gone(session: GameSession, seat: Seat) -> SeatGone:
    """What is said to whoever is out of the match on that seat."""
    return SeatGone(kicked=session.paced().seats[seat].gone == "kicked")


def reminded(session: GameSession) -> GameSession:
    """The session whose member to move has been reminded of this turn."""
    return replace(session, pace=replace(session.paced(), reminded=True))


def hushed(session: GameSession, until: datetime) -> GameSession:
    """The session whose member to move is not to be reminded before that."""
    return replace(session, pace=replace(session.paced(), quiet_until=until))


def anew(session: GameSession, now: datetime) -> GameSession:
    """The session with every time that runs begun anew, as nobody could have pressed meanwhile."""
    return session if session.pace is None else replace(session, pace=session.pace.anew(now))


def _playing(session: GameSession, user: UserId) -> Seat:
    seat, match = session.seat_of(user), session.running()
    if match.over:
        raise MatchOver
    if seat in match.resigned:
        raise seat_gone(session, seat)
    return seat
