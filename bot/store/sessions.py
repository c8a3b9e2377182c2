"""Sessions, their seats and their moves: what one transaction does to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from bot.ids import ChannelId, GuildId, MessageId, RaceId, SessionId, UserId
from bot.store import numbered, results, times
from bot.store.driver import Prepared
from bot.store.errors import ChannelTaken, DuplicatePly, GuildFull, WrongStatus
from bot.store.rows import Addition, Finish, MoveRow, OpenSession, PaceRow, SeatRow, SessionRow, SessionStatus
from bot.store.schema import IS_OPEN, moves, seats, sessions

_OPEN_COLUMNS = (sessions.c.id, sessions.c.guild_id, sessions.c.channel_id, sessions.c.message_id, sessions.c.status)
_ELSEWHERE = frozenset({"id", "seats", "pace"})
_SEAT_FIELDS = tuple(field.name for field in fields(SeatRow))
_LAST_PLY = sa.select(sa.func.coalesce(sa.func.max(moves.c.ply), 0)).where(moves.c.session_id == sa.bindparam("key"))

_RUNNING = (
    sessions.update()
    .where(sessions.c.id == sa.bindparam("key"), sessions.c.status == "running")
    .values(holds=sa.bindparam("new_holds"))
)
_GO_ON = Prepared(_RUNNING)
_HOLD = Prepared(_RUNNING.where(_LAST_PLY.scalar_subquery() == sa.bindparam("last_ply")))
_END = Prepared(_RUNNING.values(status="over", ended=sa.bindparam("how"), ended_at=sa.bindparam("time")))
_ADD_MOVE = Prepared(moves.insert())


def create(connection: sa.Connection, row: SessionRow, most: int | None) -> SessionId:
    """Number and insert a session with its seats. Raises `ChannelTaken`, and `GuildFull` beyond `most` open ones."""
    holder = _find_other(connection, row.channel_id, row.race_id)
    if holder is not None:
        raise ChannelTaken(holder)
    key = numbered.insert(connection, sessions, _columns(row))
    if key is None:  # another process was first
        raise ChannelTaken(list_in_channel(connection, row.channel_id)[0])
    if most is not None and count_open(connection, row.guild_id) > most:
        raise GuildFull(most)
    _add_seats(connection, SessionId(key), row.seats)
    times.save(connection, SessionId(key), row.pace)
    return SessionId(key)


def _columns(row: SessionRow) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in fields(row) if field.name not in _ELSEWHERE}


def _add_seats(connection: sa.Connection, session_id: SessionId, rows: Sequence[SeatRow]) -> None:
    if rows:
        values = [{"session_id": session_id} | {name: getattr(row, name) for name in _SEAT_FIELDS} for row in rows]
        connection.execute(seats.insert(), values)


def load(connection: sa.Connection, session_id: SessionId) -> tuple[SessionRow, tuple[MoveRow, ...]] | None:
    """One session and its moves."""
    found = connection.execute(sessions.select().where(sessions.c.id == session_id)).one_or_none()
    if found is None:
        return None
    columns = (seats.c[name] for name in _SEAT_FIELDS)
    seated = connection.execute(sa.select(*columns).where(seats.c.session_id == session_id).order_by(seats.c.seat))
    pace = times.load(connection, session_id)
    row = SessionRow(**found._mapping, seats=tuple(SeatRow(*seat) for seat in seated), pace=pace)
    return row, _load_moves(connection, session_id)


def _load_moves(connection: sa.Connection, session_id: SessionId) -> tuple[MoveRow, ...]:
    columns = (moves.c.ply, moves.c.seat, moves.c.move, moves.c.drawn, moves.c.actor_id, moves.c.at)
    played = sa.select(*columns).where(moves.c.session_id == session_id).order_by(moves.c.ply)
    return tuple(MoveRow(*move) for move in connection.execute(played))


def list_open(connection: sa.Connection) -> list[OpenSession]:
    """The open ones, oldest first."""
    found = connection.execute(sa.select(*_OPEN_COLUMNS).where(IS_OPEN).order_by(sessions.c.id))
    return [OpenSession(*row) for row in found]


def list_of_member(connection: sa.Connection, user_id: UserId, guild_id: GuildId) -> list[OpenSession]:
    """The guild's open ones in which the member has a seat."""
    seated = sa.exists().where(seats.c.session_id == sessions.c.id, seats.c.user_id == user_id)
    wanted = sa.select(*_OPEN_COLUMNS).where(IS_OPEN, sessions.c.guild_id == guild_id, seated)
    return [OpenSession(*row) for row in connection.execute(wanted.order_by(sessions.c.id))]


def list_for_computers(connection: sa.Connection) -> list[SessionId]:
    """The running ones in which a computer may be to move, oldest first.

    Whose turn it is only a replay tells, which takes milliseconds; but whoever has rolled is still to move, and a
    single computer that has filled a box is not.
    """
    every, seated, mover = moves.alias(), seats.alias(), seats.alias()
    last = sa.select(sa.func.max(every.c.ply)).where(every.c.session_id == sessions.c.id).scalar_subquery()
    is_computer = sa.and_(seated.c.session_id == sessions.c.id, seated.c.computer.is_not(None))
    computers = sa.select(sa.func.count()).select_from(seated).where(is_computer).scalar_subquery()
    rolled, by_computer = moves.c.drawn != "", mover.c.computer.is_not(None)
    passed_on = sa.and_(~rolled, sa.or_(~by_computer, computers > 1))
    may_move = sa.or_(moves.c.ply.is_(None), sa.and_(rolled, by_computer), passed_on)
    found = (
        sa.select(sessions.c.id)
        .select_from(sessions)
        .outerjoin(moves, sa.and_(moves.c.session_id == sessions.c.id, moves.c.ply == last))
        .outerjoin(mover, sa.and_(mover.c.session_id == sessions.c.id, mover.c.seat == moves.c.seat))
        .where(IS_OPEN, sessions.c.status == "running", computers > 0, may_move)
    )
    return list(map(SessionId, connection.scalars(found.order_by(sessions.c.id))))


def count_open(connection: sa.Connection, guild_id: GuildId) -> int:
    """How many open sessions the guild has."""
    counted = sa.select(sa.func.count()).select_from(sessions).where(IS_OPEN, sessions.c.guild_id == guild_id)
    return connection.scalar(counted) or 0


def list_of_guild(connection: sa.Connection, guild_id: GuildId) -> list[OpenSession]:
    """The guild's open ones, oldest first."""
    wanted = sa.select(*_OPEN_COLUMNS).where(IS_OPEN, sessions.c.guild_id == guild_id)
    return [OpenSession(*row) for row in connection.execute(wanted.order_by(sessions.c.id))]


def list_in_channel(connection: sa.Connection, channel_id: ChannelId) -> list[SessionId]:
    """The open session that a channel can have, or the two of a race in their order."""
    found = sa.select(sessions.c.id).where(IS_OPEN, sessions.c.channel_id == channel_id).order_by(sessions.c.racer)
    return list(map(SessionId, connection.scalars(found)))


def _find_other(connection: sa.Connection, channel_id: ChannelId, race_id: RaceId | None) -> SessionId | None:
    """An open session in the channel that is not of this race."""
    found = sa.select(sessions.c.id).where(IS_OPEN, sessions.c.channel_id == channel_id)
    return connection.scalar(found.where(sessions.c.race_id.is_distinct_from(race_id)) if race_id else found)


def find_last_ended(connection: sa.Connection, channel_id: ChannelId) -> SessionId | None:
    """The session that ended last in the channel."""
    ended = sa.select(sessions.c.id).where(sessions.c.channel_id == channel_id, sessions.c.ended_at.is_not(None))
    return connection.scalar(ended.order_by(sessions.c.ended_at.desc(), sessions.c.id.desc()).limit(1))


def save(connection: sa.Connection, row: SessionRow) -> None:
    """Overwrite an open session. Raises `WrongStatus` unless its status is still that of `row`."""
    _overwrite(connection, row, found=row.status)


def start(connection: sa.Connection, row: SessionRow, deal: MoveRow | None) -> None:
    """Overwrite a lobby and set it running, with its deal. Raises `WrongStatus` unless it is still a lobby."""
    _overwrite(connection, replace(row, status="running"), found="lobby")
    if deal is not None:
        add_move(connection, row.id, deal)


def _overwrite(connection: sa.Connection, row: SessionRow, *, found: SessionStatus) -> None:
    stored = sessions.update().where(sessions.c.id == row.id, sessions.c.status == found)
    if connection.execute(stored.values(_columns(row))).rowcount != 1:
        raise WrongStatus(row.id, wanted=found, found=_status(connection, row.id))
    connection.execute(seats.delete().where(seats.c.session_id == row.id))
    _add_seats(connection, row.id, row.seats)
    times.save(connection, row.id, row.pace)


def _status(connection: sa.Connection, session_id: SessionId) -> str | None:
    return connection.scalar(sa.select(sessions.c.status).where(sessions.c.id == session_id))


def append(connection: sa.Connection, additions: Sequence[Addition]) -> None:
    """Go on with running sessions, or end them, all or none. Raises `DuplicatePly`, `WrongStatus`."""
    for added in additions:
        if not _touch(connection, added.session_id, added.holds, added.finish):
            raise _refusal(connection, added.session_id, added.moves)
        keep_time(connection, added.session_id, added.pace, added.host_id)
        for row in added.moves:
            add_move(connection, added.session_id, row)
        if added.finish is not None:
            results.add(connection, added.finish.results)


def keep_time(connection: sa.Connection, session_id: SessionId, pace: PaceRow | None, host_id: UserId | None) -> None:
    """Set a session's time and its host, as far as they are given."""
    if pace is not None:
        times.save(connection, session_id, pace)
    if host_id is not None:
        connection.execute(sessions.update().where(sessions.c.id == session_id).values(host_id=host_id))


def _touch(connection: sa.Connection, session_id: SessionId, holds: int, finish: Finish | None) -> bool:
    """Whether the session was running."""
    values: dict[str, Any] = {"key": session_id, "new_holds": holds}
    if finish is None:
        return _GO_ON.run(connection, values) == 1
    return _END.run(connection, values | {"how": finish.ended, "time": finish.ended_at}) == 1


def add_move(connection: sa.Connection, session_id: SessionId, row: MoveRow) -> None:
    """Insert a move. Raises `DuplicatePly`."""
    values = {
        "session_id": session_id,
        "ply": row.ply,
        "seat": row.seat,
        "move": row.move,
        "drawn": row.drawn,
        "actor_id": row.actor_id,
        "at": row.at,
    }
    try:
        _ADD_MOVE.run(connection, values)
    except IntegrityError as error:
        raise DuplicatePly(session_id, row.ply) from error


def _refusal(connection: sa.Connection, session_id: SessionId, rows: Sequence[MoveRow]) -> DuplicatePly | WrongStatus:
    """Why a session takes no move: a last move delivered twice is a duplicate, though the session is over."""
    plies = [row.ply for row in rows]
    stored = sa.select(moves.c.ply).where(moves.c.session_id == session_id, moves.c.ply.in_(plies))
    twice = connection.scalar(stored.limit(1))
    if twice is not None:
        return DuplicatePly(session_id, twice)
    return WrongStatus(session_id, wanted="running", found=_status(connection, session_id))


def save_holds(connection: sa.Connection, session_id: SessionId, ply: int, holds: int) -> bool:
    """Set the holds; `False` if a later move is stored, or the session is not running."""
    return _HOLD.run(connection, {"key": session_id, "last_ply": ply, "new_holds": holds}) == 1


def set_hints(connection: sa.Connection, session_id: SessionId, seat: int, used: int) -> bool:
    """Set how many hints a seat has used; `False` if there is no such seat."""
    stored = seats.update().where(seats.c.session_id == session_id, seats.c.seat == seat)
    return connection.execute(stored.values(hints=used)).rowcount == 1


def set_message(
    connection: sa.Connection, session_id: SessionId, message_id: MessageId | None, nonce: str | None
) -> bool:
    """Set where the session is shown; `False` if there is no such session."""
    values: dict[str, Any] = {"message_id": message_id}
    if nonce is not None:
        values["nonce"] = nonce
    stored = sessions.update().where(sessions.c.id == session_id)
    return connection.execute(stored.values(values)).rowcount == 1


def save_account(connection: sa.Connection, session_id: SessionId, account: str) -> bool:
    """Set what luck and skill have done in a session; `False` unless it is over."""
    stored = sessions.update().where(sessions.c.id == session_id, sessions.c.status == "over")
    return connection.execute(stored.values(account=account)).rowcount == 1


def move(connection: sa.Connection, session_id: SessionId, channel_id: ChannelId) -> None:
    """Put an open session into another channel, where it is not shown yet. Raises `ChannelTaken`."""
    race_id = connection.scalar(sa.select(sessions.c.race_id).where(sessions.c.id == session_id))
    holder = _find_other(connection, channel_id, race_id)
    if holder is not None:
        raise ChannelTaken(holder)
    moved = sessions.update().where(sessions.c.id == session_id, IS_OPEN)
    connection.execute(moved.values(channel_id=channel_id, message_id=None))


def drop(connection: sa.Connection, session_id: SessionId) -> bool:
    """Delete an open session without moves; `False` if there is no such."""
    played = sa.exists().where(moves.c.session_id == session_id)
    unused = sessions.delete().where(sessions.c.id == session_id, IS_OPEN, ~played)
    return connection.execute(unused).rowcount == 1
