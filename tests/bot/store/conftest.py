from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.ids import ChallengeId, ChannelId, GuildId, SessionId, UserId
from bot.store import ChallengeRow, MoveRow, ResultRow, SeatRow, SessionRow, Store

POSTGRES = os.environ.get("PARLOUR_TEST_POSTGRES", "")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)

Make = Callable[..., Any]


@pytest.fixture(params=["sqlite", "postgres"] if POSTGRES else ["sqlite"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database's address, with nothing in it."""
    if request.param == "sqlite":
        return str(tmp_path / "parlour.db")
    return await emptied(POSTGRES)


async def emptied(url: str) -> str:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(sa.schema.DropSchema("public", cascade=True))
        await connection.execute(sa.schema.CreateSchema("public"))
    await engine.dispose()
    return url


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = await Store.open(database)
    yield opened
    await opened.close()


@pytest.fixture
def session() -> Make:
    """Makes a lobby in guild 1, channel 10, with Ada (101) and Bo (102); keywords replace what they name."""

    def make(**changes: Any) -> SessionRow:
        usual: dict[str, Any] = {
            "id": SessionId(0),
            "guild_id": GuildId(1),
            "channel_id": ChannelId(10),
            "message_id": None,
            "host_id": UserId(101),
            "game": "yahtzee",
            "options": '{"joker": "forced"}',
            "status": "lobby",
            "solo": False,
            "secret": bytes(range(32)),
            "nonce": None,
            "created_at": NOON,
            "started_at": None,
            "ended_at": None,
            "ended": None,
            "holds": 0,
            "rematch_of": None,
            "seats": (SeatRow(0, UserId(101), "Ada", None), SeatRow(1, UserId(102), "Bo", None)),
        }
        return SessionRow(**usual | changes)

    return make


@pytest.fixture
def move() -> Make:
    """Makes Ada's roll at a ply."""

    def make(ply: int, **changes: Any) -> MoveRow:
        usual: dict[str, Any] = {"seat": 0, "move": "roll", "drawn": "13566", "actor_id": UserId(101), "at": NOON}
        return MoveRow(ply=ply, **usual | changes)

    return make


@pytest.fixture
def result() -> Make:
    """Makes Ada's full Yahtzee card of 200 points in ten minutes."""

    def make(session_id: int, **changes: Any) -> ResultRow:
        usual: dict[str, Any] = {
            "seat": 0,
            "guild_id": GuildId(1),
            "user_id": UserId(101),
            "name": "Ada",
            "game": "yahtzee",
            "rules": "joker=forced",
            "total": 200,
            "place": 1,
            "seats": 2,
            "won": True,
            "counted": "full",
            "seconds": 600,
            "ended_at": NOON + timedelta(minutes=10),
        }
        return ResultRow(session_id=SessionId(session_id), **usual | changes)

    return make


@pytest.fixture
def challenge() -> Make:
    """Makes Ada's open challenge to Bo in guild 1, channel 10."""

    def make(**changes: Any) -> ChallengeRow:
        usual: dict[str, Any] = {
            "id": ChallengeId(0),
            "guild_id": GuildId(1),
            "channel_id": ChannelId(10),
            "message_id": None,
            "challenger_id": UserId(101),
            "challenger_name": "Ada",
            "opponent_id": UserId(102),
            "opponent_name": "Bo",
            "game": "yatzy",
            "options": "{}",
            "status": "open",
            "created_at": NOON,
            "expires_at": NOON + timedelta(minutes=10),
        }
        return ChallengeRow(**usual | changes)

    return make
