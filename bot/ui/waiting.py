"""Until when a match waits for whom: the time of the turn, who is away, and when that ends."""

from __future__ import annotations

from bot.computer_seats import computers_of
from bot.session import GameSession
from bot.text.names import safe_name
from bot.text.outcome import listed
from bot.text.times import moment, relative, until
from engine.game import Seat

__all__ = ["waiting"]


def waiting(session: GameSession) -> list[str]:
    """A line for each thing that the table waits for, and until when; none where nobody is away and no clock runs."""
    return [*_clock(session), *(_absence(session) if session.anybody_away else ())]


def _clock(session: GameSession) -> list[str]:
    """Until when the turn lasts; where the one to move has left, the line about that says it."""
    pace, turn_ends, clock_ends = session.pace, session.turn_ends, session.clock_ends
    if pace is None or (turn_ends is None and clock_ends is None):
        return []
    deadline = session.deadline
    if deadline is None or deadline not in {turn_ends, clock_ends}:
        return []
    ends = until(deadline, deadline - pace.since)
    if deadline == turn_ends:
        return [f"-# ⏳ The turn ends {ends}"]
    if session.race is not None:
        return [f"-# ⏳ The race ends {ends}"]
    person = session.to_move
    assert person is not None
    return [f"-# ⏳ {safe_name(person.name)}'s time for the whole game is up {ends}"]


def _absence(session: GameSession) -> list[str]:
    away = [seat for seat in session.members if session.is_away(seat)]
    left = [seat for seat in away if session.leaves_at(seat) is not None]
    lines = [_left(session, seat) for seat in left]
    if passed_over := [seat for seat in away if seat not in left]:
        lines.append(_passed_over(session, passed_over))
    # When all but one have resigned the game is over before, unless that one plays against computers.
    enough = len(away) if computers_of(session) else len(away) - 1
    if session.ends_at is not None and len(session.members) == len(away) and len(left) < enough:
        lines.append(f"-# Everybody is away: the game ends {relative(session.ends_at)}, {moment(session.ends_at)}")
    return lines


def _left(session: GameSession, seat: Seat) -> str:
    at = session.leaves_at(seat)
    assert at is not None
    what = "has left: the game ends" if len(session.people) == 1 else "has left and resigns"
    return f"-# 💤 {_name(session, seat)} {what} {relative(at)}, unless back before"


def _passed_over(session: GameSession, seats: list[Seat]) -> str:
    one = len(seats) == 1
    what = " and is passed over" if one else " and are passed over"
    back = "any button brings them back" if one else "any button brings each of them back"
    who = listed([_name(session, seat) for seat in seats])
    return f"-# 💤 {who} {'is' if one else 'are'} away{what if session.present else ''}; {back}"


def _name(session: GameSession, seat: Seat) -> str:
    return safe_name(session.people[seat].name)
