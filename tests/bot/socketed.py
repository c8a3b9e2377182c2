"""The real bot with discord.py's own HTTP and gateway code, in this process, and simulated Discord on real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest

from benchmarks.loopback import Board, Channel, Fault, Interaction, Loopback, Member, Message, read_board, start_game
from benchmarks.loopback.process import token
from bot import archive
from bot.client import ParlourBot
from bot.config import Settings
from bot.ids import SessionId
from bot.session import GameSession
from bot.store import OpenSession, Store
from tests.bot.table import LoadedStrategist

PATIENCE_SECONDS = 20
EPHEMERAL = 1 << 6
HURRIED = ("discord.http", "discord.webhook.async_", "discord.client")
"""The modules of discord.py that sleep before they try again."""


class Hasty:
    """Python's asyncio, but that nobody sleeps: the seconds are noted."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)


@dataclass
class House:
    """Ada and Bo at a board of the running bot."""

    discord: Loopback
    bot: ParlourBot
    database: str
    hasty: Hasty
    channel: Channel
    ada: Member
    bo: Member
    message: Message = field(init=False)

    async def sit_down(self, game: str = "yatzy") -> None:
        """Start a game."""
        self.message = await start_game(self.discord, self.channel, [self.ada, self.bo], game)
        self.discord.rest.faults.noted = True

    @property
    def board(self) -> Board:
        """The game as the newest public message shows it."""
        shown = read_board(self.last)
        assert shown is not None, self.last.text()
        return shown

    @property
    def last(self) -> Message:
        return self.discord.world.in_channel(self.channel)[-1]

    def custom_id(self, word: str) -> str:
        return next(key for key in self.message.controls() if key.rpartition(":")[2] == word)

    def roll(self) -> Interaction:
        """Ada, or whoever asks, presses Roll."""
        return self.discord.press(self.ada, self.message, self.custom_id("roll"))

    def plan(self, *faults: Fault) -> None:
        self.discord.rest.faults.plan(*faults)

    def count(self, method: str, path: str) -> int:
        return self.discord.rest.faults.count(method, path)

    def told(self, interaction: Interaction) -> str | None:
        """What only the member saw; None where nothing got through."""
        private = [*interaction.followups]
        if interaction.original is not None:
            private.append(interaction.original)
        words = [message.text() for message in private if message.private]
        assert len(words) <= 1, words
        return words[0] if words else None

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so, and the bot rests."""
        await self.until_asked(lambda: condition() and not self.busy)

    async def until_asked(self, condition: Callable[[], object]) -> None:
        """Wait until something is so, whatever the bot does."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition():  # noqa: ASYNC110  no event tells of what members see
                await asyncio.sleep(0.005)

    @property
    def busy(self) -> bool:
        """Whether the bot works on a press or a command."""
        return self.bot._dispatcher is None or bool(self.bot._dispatcher._under_way)

    async def stored(self, session: int = 1) -> GameSession:
        """The session as another process would read it."""
        async with self.store() as store:
            loaded = await store.load_session(SessionId(session))
        assert loaded is not None
        return archive.from_rows(*loaded)

    async def open_sessions(self) -> list[OpenSession]:
        async with self.store() as store:
            return await store.open_sessions()

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        store = await Store.open(self.database)
        try:
            yield store
        finally:
            await store.close()


@asynccontextmanager
async def opened(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house on this database, without a game."""
    # The bot points all of discord.py elsewhere: that is to end with the test.
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    )
    hasty = Hasty()
    for module in HURRIED:
        monkeypatch.setattr(f"{module}.asyncio", hasty)
    async with Loopback() as loopback:
        world = loopback.world
        channel = world.add_guild("The Parlour").channels[0]
        settings = Settings(database=str(database), api_base=loopback.api_base, gateway=loopback.gateway_url)
        bot = ParlourBot(settings, strategist=LoadedStrategist())
        arrival = loopback.gateway.arrival
        running = asyncio.create_task(bot.start(token(world.application_id)))
        try:
            await asyncio.wait_for(arrival.wait(), PATIENCE_SECONDS)
            yield House(loopback, bot, str(database), hasty, channel, world.add_member("Ada"), world.add_member("Bo"))
        finally:
            await bot.close()
            await running
