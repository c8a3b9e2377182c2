"""The room, and what must be true of everything that was said in it."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import discord
import discord.ext.test as dpytest
import pytest
import pytest_asyncio
import simcord

from bot.client import ParlourBot
from bot.store.migrate import upgrade
from engine.game import GameError
from tests.bot.commands.room import Room, settings_for
from tests.bot.table import LoadedStrategist


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once: it takes longer than many a test."""
    database = Path(settings_for(tmp_path_factory.mktemp("empty")).database)
    asyncio.run(upgrade(str(database)))
    return database


@pytest.fixture
def simcord_bot(tmp_path: Path, empty_database: Path) -> ParlourBot:
    settings = settings_for(tmp_path)
    shutil.copy(empty_database, settings.database)
    return ParlourBot(settings, strategist=LoadedStrategist())


@pytest_asyncio.fixture
async def room(simcord_env: simcord.Env, tmp_path: Path) -> AsyncIterator[Room]:
    guild = simcord_env.create_guild("Room")
    moderators = guild.create_role("Moderators", permissions=discord.Permissions(manage_messages=True))
    managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))

    def member(name: str, *roles: simcord.RoleHandle) -> simcord.MemberActor:
        return guild.add_member(simcord_env.create_user(name.lower(), global_name=name), roles=roles)

    room = Room(
        env=simcord_env,
        folder=tmp_path,
        guild=guild,
        channel=guild.create_text_channel("dice"),
        elsewhere=guild.create_text_channel("elsewhere"),
        ada=member("Ada"),
        bo=member("Bo"),
        cleo=member("Cleo"),
        mo=member("Mo", moderators),
        max=member("Max", managers),
    )
    yield room
    try:
        nothing_unforeseen(simcord_env)
        nobody_is_pinged(simcord_env)
    finally:
        await room.bot.close()


def nothing_unforeseen(env: simcord.Env) -> None:
    """Simulated Discord notes what commands raise: refusals are sentences, anything else is a bug."""
    for error in env.errors:
        assert isinstance(getattr(error, "original", error), GameError), error


def nobody_is_pinged(env: simcord.Env) -> None:
    """Whatever was sent or edited names whom it may ping: nobody, or the one member who is challenged or reminded."""
    for request in env.http_requests:
        for message in sent(request):
            allowed = message.get("allowed_mentions")
            assert allowed is not None, f"{request.method} {request.path} leaves it to Discord whom it pings"
            assert allowed.get("parse") == []
            assert not allowed.get("roles")
            for user in allowed.get("users", ()):
                assert request.method == "POST"
                assert f"<@{user}>" in json.dumps(message["components"])
                said = json.dumps(message["components"])
                assert "challenges you!" in said or "it is your turn" in said


def sent(request: Any) -> list[dict[str, Any]]:
    """The message in a request, if it carries one."""
    body = request.json or {}
    if "callback" in request.path:
        return [body["data"]] if body["type"] in {4, 7} else []
    return [body] if "/messages" in request.path and ("components" in body or "content" in body) else []


@pytest_asyncio.fixture
async def dpytest_bot(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[ParlourBot]:
    """The bot over dpytest, which knows mention commands and guild events; Ada (the first member) owns it."""
    monkeypatch.chdir(tmp_path)  # dpytest writes a file for every attachment that is sent
    settings = settings_for(tmp_path)
    shutil.copy(empty_database, settings.database)
    # Without the members intent dpytest's members are all None.
    bot = ParlourBot(settings, intents=discord.Intents(guilds=True, guild_messages=True, members=True))
    await bot._async_setup_hook()
    bot._connection.application_id = 1  # tree.sync() refuses to run without one
    monkeypatch.setattr(bot.tree, "sync", AsyncMock(side_effect=bot.tree.get_commands))
    await bot.setup_hook()
    dpytest.configure(bot, guilds=1, text_channels=1, members=["Ada", "Bo"])
    bot.owner_id = dpytest.get_config().members[0].id
    yield bot
    await dpytest.empty_queue()
    bot.ws = None  # type: ignore[assignment]  # dpytest's has no socket to close
    await bot.close()
