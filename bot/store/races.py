"""Races: two sessions on one deal, which begin in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sqlalchemy as sa

from bot.ids import ChannelId, MessageId, RaceId, SessionId
from bot.store import numbered, sessions
from bot.store.rows import MoveRow, RaceRow, SessionRow
from bot.store.schema import IS_OPEN, races
from bot.store.schema import sessions as raced


def create(
    connection: sa.Connection,
    channel_id: ChannelId,
    message_id: MessageId | None,
    racers: Sequence[SessionRow],
    deal: MoveRow,
    most: int | None,
) -> RaceRow:
    """Number and insert a race and its running sessions, with their deal. Raises `ChannelTaken`, `GuildFull`."""
    told_in = {"channel_id": channel_id, "message_id": message_id, "told": False}
    key = numbered.insert(connection, races, told_in)
    assert key is not None, "nothing is in the way of a race"
    race_id, ids = RaceId(key), []
    for number, racer in enumerate(racers):
        session_id = sessions.create(connection, replace(racer, race_id=race_id, racer=number), most)
        sessions.add_move(connection, session_id, deal)
        ids.append(session_id)
    return RaceRow(race_id, channel_id, message_id, tuple(ids))


def load(connection: sa.Connection, race_id: RaceId) -> RaceRow:
    """One race, which a session has named."""
    channel_id, message_id = connection.execute(
        sa.select(races.c.channel_id, races.c.message_id).where(races.c.id == race_id)
    ).one()
    ids = connection.scalars(sa.select(raced.c.id).where(raced.c.race_id == race_id).order_by(raced.c.racer))
    return RaceRow(race_id, channel_id, message_id, tuple(map(SessionId, ids)))


def list_untold(connection: sa.Connection) -> list[SessionId]:
    """A session of each race that is over, though its message does not say so."""
    runs = sa.select(raced.c.race_id).where(IS_OPEN, raced.c.race_id.is_not(None))
    over = sa.select(races.c.id).where(sa.not_(races.c.told), races.c.id.not_in(runs))
    found = sa.select(raced.c.id).where(raced.c.race_id.in_(over), raced.c.racer == 0).order_by(raced.c.id)
    return list(map(SessionId, connection.scalars(found)))


def told(connection: sa.Connection, race_id: RaceId, message_id: MessageId | None) -> None:
    """Note that the race's message says how it ended, and which message that is."""
    connection.execute(races.update().where(races.c.id == race_id).values(told=True, message_id=message_id))
