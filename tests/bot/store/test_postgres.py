"""What only a server can do. Where PARLOUR_TEST_POSTGRES is a URL, the other tests run there too: it is emptied."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.ids import GuildId
from bot.store import ChannelTaken, Store, migrate

pytestmark = pytest.mark.skipif(
    not os.environ.get("PARLOUR_TEST_POSTGRES"), reason="PARLOUR_TEST_POSTGRES is not set: not tried on PostgreSQL"
)


@pytest.fixture
def server(database: str) -> str:
    if "://" not in database:
        pytest.skip("a file")
    return database


async def test_several_processes_may_start_at_once(server: str) -> None:
    done = await asyncio.gather(*(migrate.upgrade(server) for _ in range(4)))
    assert sorted(one.plan.action for one in done) == ["create", "nothing", "nothing", "nothing"]


async def test_two_stores_agree_on_whose_channel_it_is(server: str, session: Callable[..., Any]) -> None:
    stores = [await Store.open(server) for _ in range(2)]
    outcomes = await asyncio.gather(*(store.create_session(session()) for store in stores), return_exceptions=True)
    [winner] = [outcome for outcome in outcomes if isinstance(outcome, int)]
    [loser] = [outcome for outcome in outcomes if isinstance(outcome, ChannelTaken)]
    assert loser.session_id == winner
    for store in stores:
        await store.close()


async def test_a_lost_connection_is_made_again(server: str) -> None:
    store = await Store.open(server)
    await store.set_option(GuildId(1), "", "pings", "off")
    assert len(await store.guild_options(GuildId(1))) == 1
    engine = create_async_engine(server)
    async with engine.begin() as connection:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        await connection.execute(sa.text(f"{others} AND pid <> pg_backend_pid()"))
    await engine.dispose()
    await store.set_option(GuildId(1), "", "pings", "on")
    assert await store.guild_options(GuildId(1)) == {("", "pings"): "on"}
    await store.close()
