"""Parts of the bot without Discord, on a store, beside a strategist who thinks for as long as a test likes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

from discord.utils import utcnow

from bot.arbiter import Arbiter
from bot.ids import ChannelId, GuildId, MessageId
from bot.session import GameSession, Person
from bot.store import Store
from engine.game import Move
from engine.games import dice_game
from engine.match import Match
from engine.strategy.review import Review
from tests.bot.seated import Seeded, user
from tests.bot.table import LoadedStrategist


class Screen:
    """A presenter that notes what it is shown."""

    def __init__(self) -> None:
        self.shown: list[GameSession] = []

    async def show(self, session: GameSession) -> bool:
        self.shown.append(session)
        return True

    async def post(self, session: GameSession) -> MessageId | None:
        raise AssertionError("nothing is posted")

    async def is_shown(self, session: GameSession) -> bool:
        raise AssertionError("nobody asks")


class Pondering(LoadedStrategist):
    """Thinks until its thought is there: the move that it chooses, or the review."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.thought: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def choose(self, match: Match, level: str) -> Move:
        return await self._thought_of()  # type: ignore[no-any-return]

    async def review(self, match: Match) -> Review:
        return await self._thought_of()  # type: ignore[no-any-return]

    async def _thought_of(self) -> Any:
        self.asked.set()
        return await self.thought


@dataclass
class House:
    """An arbiter, and what it works with."""

    store: Store
    strategist: Pondering = field(default_factory=Pondering)
    screen: Screen = field(default_factory=Screen)

    def __post_init__(self) -> None:
        self.arbiter = self.another_arbiter()

    def another_arbiter(self) -> Arbiter:
        """One that knows only what is stored."""
        return Arbiter(self.store, self.strategist, now=utcnow, chance=lambda _: Seeded(Random(1)))

    async def played(self, arbiter: Arbiter, *moves: Move, others: tuple[Person, ...] = ()) -> GameSession:
        """A game of Yatzy in which Ada, alone or beside `others`, has made these moves through that arbiter."""
        game, solo = dice_game("yatzy"), not others
        session = await arbiter.open_lobby(
            GuildId(1), ChannelId(1), Person(user(0), "Ada"), game, game.complete(), solo=solo, others=others
        )
        await arbiter.shown(session.id, MessageId(1))
        session = await arbiter.start(session.id, user(0))
        for move in moves:
            session = await arbiter.move(session.id, user(0), move)
        return session


@dataclass
class Slowly:
    """Has a call of the store's go on only when it may; `ended` is whether it came to its end."""

    call: Any
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    may: asyncio.Event = field(default_factory=asyncio.Event)
    ended: bool = False

    async def __call__(self, *arguments: Any, **more: Any) -> Any:
        self.begun.set()
        await self.may.wait()
        answer = await self.call(*arguments, **more)
        self.ended = True
        return answer
