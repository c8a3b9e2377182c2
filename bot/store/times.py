"""What time does to sessions: when each is due, who is away, and how long the bot was not there itself."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.ids import SessionId
from bot.store.columns import Duration, Moment
from bot.store.driver import Prepared
from bot.store.rows import NO_PACE, PaceRow, SeatPaceRow
from bot.store.schema import IS_DUE, IS_OPEN, awake, paces, seat_paces, sessions

_PACE_FIELDS = ("table_options", "turn_since", "reminded", "all_away_since", "due_at", "why", "quiet_until")
_SEAT_FIELDS = ("seat", "missed", "left_at", "gone", "spent")
_PACE = Prepared(
    paces.update()
    .where(paces.c.session_id == sa.bindparam("key"))
    .values({name: sa.bindparam(f"new_{name}") for name in _PACE_FIELDS})
)
_SEAT = Prepared(
    seat_paces.update()
    .where(seat_paces.c.session_id == sa.bindparam("key"), seat_paces.c.seat == sa.bindparam("of_seat"))
    .values({name: sa.bindparam(f"new_{name}") for name in _SEAT_FIELDS[1:]})
)


def load(connection: sa.Connection, session_id: SessionId) -> PaceRow:
    """A session's time; nothing of it for one that was over before times were kept."""
    columns = (paces.c[name] for name in _PACE_FIELDS)
    found = connection.execute(sa.select(*columns).where(paces.c.session_id == session_id)).one_or_none()
    if found is None:
        return NO_PACE
    columns = (seat_paces.c[name] for name in _SEAT_FIELDS)
    seated = sa.select(*columns).where(seat_paces.c.session_id == session_id).order_by(seat_paces.c.seat)
    return PaceRow(**found._mapping, seats=tuple(SeatPaceRow(*seat) for seat in connection.execute(seated)))


def save(connection: sa.Connection, session_id: SessionId, pace: PaceRow) -> None:
    """Set a session's time, and that of the seats that are named."""
    values: dict[str, Any] = {f"new_{name}": getattr(pace, name) for name in _PACE_FIELDS}
    if _PACE.run(connection, values | {"key": session_id}) == 0:
        row = {name: getattr(pace, name) for name in _PACE_FIELDS}
        connection.execute(paces.insert().values(session_id=session_id, **row))
    for seat in pace.seats:
        _save_seat(connection, session_id, seat)


def _save_seat(connection: sa.Connection, session_id: SessionId, seat: SeatPaceRow) -> None:
    values: dict[str, Any] = {f"new_{name}": getattr(seat, name) for name in _SEAT_FIELDS[1:]}
    if _SEAT.run(connection, values | {"key": session_id, "of_seat": seat.seat}) == 0:
        row = {name: getattr(seat, name) for name in _SEAT_FIELDS}
        connection.execute(seat_paces.insert().values(session_id=session_id, **row))


def list_due(connection: sa.Connection, now: datetime, most: int) -> list[SessionId]:
    """The sessions that are due, those first that were due first."""
    due = sa.select(paces.c.session_id).where(paces.c.due_at <= now)
    return list(connection.scalars(due.order_by(paces.c.due_at, paces.c.session_id).limit(most)))


def find_next(connection: sa.Connection) -> datetime | None:
    """When a session is due next."""
    due: datetime | None = connection.scalar(sa.select(sa.func.min(paces.c.due_at)).where(IS_DUE))
    return due


def was_awake(connection: sa.Connection) -> datetime | None:
    """When the bot was last known to be there."""
    return connection.scalar(sa.select(awake.c.at))


def stay_awake(connection: sa.Connection, now: datetime) -> None:
    """Note that the bot is there."""
    if connection.execute(awake.update().values(at=now)).rowcount == 0:
        connection.execute(awake.insert().values(id=1, at=now))


def put_off(connection: sa.Connection, by: timedelta) -> None:
    """Move on everything that is due; a time that is not set stays so."""
    is_open = sa.select(sessions.c.id).where(IS_OPEN)
    later = {name: _later(paces.c[name], by) for name in ("turn_since", "all_away_since", "due_at")}
    connection.execute(paces.update().where(paces.c.session_id.in_(is_open)).values(later))
    left = seat_paces.update().where(seat_paces.c.left_at.is_not(None), seat_paces.c.session_id.in_(is_open))
    connection.execute(left.values(left_at=_later(seat_paces.c.left_at, by)))


def _later(column: sa.Column[datetime], by: timedelta) -> sa.ColumnElement[datetime]:
    milliseconds = sa.type_coerce(column, sa.BigInteger) + sa.type_coerce(by, Duration())
    return sa.type_coerce(milliseconds, Moment)
