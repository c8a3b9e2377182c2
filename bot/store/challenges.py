"""Challenges from one member to another."""

from __future__ import annotations

from dataclasses import fields

import sqlalchemy as sa

from bot.ids import ChallengeId, MessageId
from bot.store import numbered
from bot.store.errors import OpenChallenge
from bot.store.rows import ChallengeRow, ChallengeStatus
from bot.store.schema import IS_PENDING, challenges


def create(connection: sa.Connection, row: ChallengeRow) -> ChallengeId:
    """Number and insert a challenge. Raises `OpenChallenge`."""
    values = {field.name: getattr(row, field.name) for field in fields(row) if field.name != "id"}
    key = numbered.insert(connection, challenges, values)
    if key is None:
        pending = _find_open(connection, row)
        assert pending is not None, "only an open challenge can be in the way"
        raise OpenChallenge(pending)
    return ChallengeId(key)


def _find_open(connection: sa.Connection, row: ChallengeRow) -> ChallengeId | None:
    same = (
        IS_PENDING,
        challenges.c.guild_id == row.guild_id,
        challenges.c.challenger_id == row.challenger_id,
        challenges.c.opponent_id == row.opponent_id,
    )
    return connection.scalar(sa.select(challenges.c.id).where(*same))


def load(connection: sa.Connection, challenge_id: ChallengeId) -> ChallengeRow | None:
    """One challenge."""
    found = connection.execute(challenges.select().where(challenges.c.id == challenge_id)).one_or_none()
    return None if found is None else ChallengeRow(**found._mapping)


def list_open(connection: sa.Connection) -> list[ChallengeRow]:
    """The open ones, oldest first."""
    pending = connection.execute(challenges.select().where(IS_PENDING).order_by(challenges.c.id))
    return [ChallengeRow(**row._mapping) for row in pending]


def close(connection: sa.Connection, challenge_id: ChallengeId, status: ChallengeStatus) -> bool:
    """Settle an open challenge; `False` if it was open no more."""
    pending = challenges.update().where(IS_PENDING, challenges.c.id == challenge_id)
    return connection.execute(pending.values(status=status)).rowcount == 1


def set_message(connection: sa.Connection, challenge_id: ChallengeId, message_id: MessageId) -> None:
    """Set the message that shows a challenge."""
    connection.execute(challenges.update().where(challenges.c.id == challenge_id).values(message_id=message_id))
