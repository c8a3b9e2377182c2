"""The bot ends while accounts are found, stored and shown: nobody waits for a thought, and nothing is torn."""

from __future__ import annotations

import asyncio

import pytest

from bot.account import Account, SeatAccount
from bot.reviews import STOPPING, Reviews
from bot.session import GameSession
from bot.store import Store
from engine.dice.dice_game import ROLL
from engine.game import Move
from engine.strategy.review import Review, SeatReview
from tests.bot import house as houses
from tests.bot.house import Slowly

REVIEW = Review((SeatReview(248.44, -3.1, 21.53, 193.81, 30, (), None),), approximate=False)
ACCOUNT = Account(tuple(map(SeatAccount.of, REVIEW.seats)), approximate=False, chances=())


class House(houses.House):
    """Reviews, whose arbiter has not seen the game."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.reviews = Reviews(self.strategist, self.arbiter, self.screen)

    async def after_a_game(self) -> GameSession:
        """A result without an account."""
        return await self.played(self.another_arbiter(), ROLL, Move("chance"), Move("end"))

    async def end_during(self, call: Slowly) -> None:
        """The bot ends while this call of the store's is under way."""
        await call.begun.wait()
        ending = asyncio.create_task(self.reviews.close())
        await asyncio.sleep(0)
        call.may.set()
        await ending


@pytest.fixture
async def house(store: Store) -> House:
    return House(store)


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
    await house.end_during(save)
    assert (await house.another_arbiter().session(before.id)).account == ACCOUNT
    assert [session.account for session in house.screen.shown] == [ACCOUNT]


async def test_a_read_comes_to_its_end_and_nothing_is_begun_after_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, load = await house.after_a_game(), Slowly(house.store.load_session)
    monkeypatch.setattr(house.store, "load_session", load)
    house.reviews.shown(before)
    await house.end_during(load)
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
