"""The real bot over simulated Discord: a guild, a channel and members, on a database of the test's own."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord

from bot.client import ParlourBot
from bot.store import Store
from tests.bot.table import DATABASE, LoadedDice, LoadedSolver, LoadedStrategist, Table, settings_for


@pytest.fixture
def dice() -> LoadedDice:
    return LoadedDice()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of today's schema, to be copied: making one for each test would take longer than many a test."""
    path = tmp_path_factory.mktemp("empty") / DATABASE

    async def make() -> None:
        await (await Store.open(str(path))).close()

    asyncio.run(make())
    return path


@pytest_asyncio.fixture
async def store(tmp_path: Path, empty_database: Path) -> AsyncIterator[Store]:
    """A store of the test's own, which is not the bot's."""
    path = tmp_path / "own.db"
    shutil.copy(empty_database, path)
    opened = await Store.open(str(path))
    yield opened
    await opened.close()


@pytest.fixture
def solver() -> LoadedSolver:
    return LoadedSolver()


@pytest.fixture
def strategist() -> LoadedStrategist:
    return LoadedStrategist()


@pytest.fixture
def simcord_bot(
    tmp_path: Path, dice: LoadedDice, solver: LoadedSolver, strategist: LoadedStrategist, empty_database: Path
) -> ParlourBot:
    shutil.copy(empty_database, tmp_path / DATABASE)
    return ParlourBot(settings_for(tmp_path), chance=dice, solver=solver, strategist=strategist)


@pytest_asyncio.fixture
async def table(
    simcord_env: simcord.Env, dice: LoadedDice, solver: LoadedSolver, strategist: LoadedStrategist, tmp_path: Path
) -> AsyncIterator[Table]:
    guild = simcord_env.create_guild("Table")
    channel = guild.create_text_channel("dice")
    ada, bo, cleo = (
        guild.add_member(simcord_env.create_user(name.lower(), global_name=name)) for name in ("Ada", "Bo", "Cleo")
    )
    yield Table(simcord_env, guild, channel, ada, bo, cleo, dice, solver, strategist, tmp_path)
    await simcord_env.bot.close()
