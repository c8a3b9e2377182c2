"""The bot ends while accounts are found, stored and shown: nobody waits for a thought, and nothing is torn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from discord.utils import utcnow

from bot.account import Account, SeatAccount
from bot.arbiter import Arbiter
from bot.ids import ChannelId, GuildId, MessageId
from bot.reviews import STOPPING, Reviews
from bot.session import GameSession, Person
from bot.store import Store
from engine.dice.dice_game import ROLL
from engine.game import Move
from engine.games import dice_game
from engine.match import Match
from engine.strategy.review import Review, SeatReview
from tests.bot.screen import Screen
from tests.bot.seated import Seeded, user
from tests.bot.table import LoadedStrategist

REVIEW = Review((SeatReview(248.44, -3.1, 21.53, 193.81, 30, (), None),), approximate=False)
ACCOUNT = Account(tuple(map(SeatAccount.of, REVIEW.seats)), approximate=False, chances=())


class Pondering(LoadedStrategist):
    """Reviews a match when its thought is there."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.thought: asyncio.Future[Review] = asyncio.get_running_loop().create_future()

    async def review(self, match: Match) -> Review:
        self.asked.set()
        return await self.thought


@dataclass
class House:
    """Reviews without Discord, on a store."""

    store: Store
    strategist: Pondering = field(default_factory=Pondering)
    screen: Screen = field(default_factory=Screen)

    def __post_init__(self) -> None:
        self.arbiter = self.another_arbiter()
        self.reviews = Reviews(self.strategist, self.arbiter, self.screen)

    def another_arbiter(self) -> Arbiter:
        """One that knows only what is stored."""
        return Arbiter(self.store, self.strategist, now=utcnow, chance=lambda _: Seeded(Random(1)))

    async def after_a_game(self) -> GameSession:
        """A result without an account."""
        game, arbiter = dice_game("yatzy"), self.another_arbiter()
        session = await arbiter.open_lobby(
            GuildId(1), ChannelId(1), Person(user(0), "Ada"), game, game.complete(), solo=True
        )
        await arbiter.shown(session.id, MessageId(1))
        await arbiter.start(session.id, user(0))
        for move in (ROLL, Move("chance"), Move("end")):
            session = await arbiter.move(session.id, user(0), move)
        return session


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await Store.open(str(tmp_path / "parlour.db"))
    yield House(store)
    await store.close()


@dataclass
class Slowly:
    """Has a call of the store's go on only when it may; `ended` is whether it came to its end."""

    call: Any
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    may: asyncio.Event = field(default_factory=asyncio.Event)
    ended: bool = False

    async def __call__(self, *arguments: Any) -> Any:
        self.begun.set()
        await self.may.wait()
        answer = await self.call(*arguments)
        self.ended = True
        return answer


async def test_the_end_waits_for_no_thought(house: House) -> None:
    house.reviews.shown(await house.after_a_game())
    await house.strategist.asked.wait()
    async with asyncio.timeout(STOPPING / 2):
        await house.reviews.close()
    assert house.screen.shown == []


async def test_an_account_that_is_being_stored_is_stored_and_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, save = await house.after_a_game(), Slowly(house.store.save_account)
    monkeypatch.setattr(house.store, "save_account", save)
    house.reviews.shown(before)
    house.strategist.thought.set_result(REVIEW)
    await save.begun.wait()
    ending = asyncio.create_task(house.reviews.close())
    await asyncio.sleep(0)
    save.may.set()
    await ending
    assert (await house.another_arbiter().session(before.id)).account == ACCOUNT
    assert [session.account for session in house.screen.shown] == [ACCOUNT]


async def test_a_read_comes_to_its_end_and_nothing_is_begun_after_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, load = await house.after_a_game(), Slowly(house.store.load_session)
    monkeypatch.setattr(house.store, "load_session", load)
    house.reviews.shown(before)
    await load.begun.wait()
    ending = asyncio.create_task(house.reviews.close())
    await asyncio.sleep(0)
    load.may.set()
    await ending
    assert load.ended
    assert not house.strategist.asked.is_set()


async def test_the_end_does_not_wait_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    before, load = await house.after_a_game(), Slowly(house.store.load_session)
    monkeypatch.setattr(house.store, "load_session", load)
    monkeypatch.setattr("bot.reviews.STOPPING", 0)
    house.reviews.shown(before)
    await load.begun.wait()
    await house.reviews.close()
    assert not load.ended
