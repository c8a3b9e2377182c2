"""The arbiter on a real store: one change at a time, committed before it is seen, and nothing in between."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest

from bot import sessions as sessions_module
from bot.arbiter import Arbiter
from bot.errors import ChannelTaken, LobbyFull, NoGameHere, NoSession
from bot.ids import ChannelId, GuildId, MessageId, SessionId, UserId
from bot.restarts import Restarts
from bot.session import GameSession, Person
from bot.store import Store, StoreError
from engine.game import Move, StalePly
from engine.games import dice_game
from tests.bot.seated import NOON, Seeded
from tests.bot.table import LoadedStrategist

GUILD, CHANNEL = GuildId(1), ChannelId(2)
ADA, BO = Person(UserId(10), "Ada"), Person(UserId(11), "Bo")


@dataclass
class Shelf:
    """A presenter that only notes what it was asked for; the messages in `gone` are gone."""

    gone: set[int] = field(default_factory=set)
    posted: list[SessionId] = field(default_factory=list)
    allowed: bool = True

    async def show(self, session: GameSession) -> bool:
        raise AssertionError("nothing is shown here")

    async def post(self, session: GameSession) -> MessageId | None:
        self.posted.append(session.id)
        return MessageId(500 + len(self.posted)) if self.allowed else None

    async def is_shown(self, session: GameSession) -> bool:
        return session.message is not None and session.message not in self.gone


@dataclass
class House:
    """A store, and arbiters on it as they come and go."""

    store: Store
    shelf: Shelf = field(default_factory=Shelf)
    now: datetime = NOON

    def arbiter(self) -> Arbiter:
        return Arbiter(self.store, LoadedStrategist(), now=lambda: self.now, chance=lambda _: Seeded(Random(5)))

    def restarts(self, arbiter: Arbiter) -> Restarts:
        return Restarts(self.store, arbiter, self.shelf)


@pytest.fixture
def house(store: Store) -> House:
    return House(store)


async def opened(arbiter: Arbiter, game: str = "yatzy", channel: int = CHANNEL) -> GameSession:
    """Ada's lobby, shown."""
    session = await arbiter.open_lobby(
        GUILD, ChannelId(channel), ADA, dice_game(game), dice_game(game).complete({"upper_bonus": 25})
    )
    return await arbiter.shown(session.id, MessageId(100 + session.id))


async def begun(arbiter: Arbiter, game: str = "yatzy") -> GameSession:
    """A match of Ada's and Bo's."""
    session = await opened(arbiter, game)
    await arbiter.join(session.id, BO)
    return await arbiter.start(session.id, UserId(10))


async def test_what_one_arbiter_commits_the_next_one_has(house: House) -> None:
    session = await begun(house.arbiter())
    arbiter = house.arbiter()
    assert await arbiter.session(session.id) == session
    rolled = await arbiter.move(session.id, UserId(10), Move("roll"), ply=0)
    held = await arbiter.hold(session.id, UserId(10), 2, on=True, ply=1)
    assert held != rolled
    assert await house.arbiter().session(session.id) == held
    assert await house.arbiter().in_channel(CHANNEL) == held
    assert await arbiter.count() == (1, 0)


async def test_of_many_moves_at_one_ply_one_is_made(house: House) -> None:
    arbiter = house.arbiter()
    session = await begun(arbiter)
    moves = [arbiter.move(session.id, UserId(10), Move("roll"), ply=0) for _ in range(20)]
    results = await asyncio.gather(*moves, return_exceptions=True)
    assert sum(isinstance(result, GameSession) for result in results) == 1
    assert sum(isinstance(result, StalePly) for result in results) == 19
    assert (await house.arbiter().session(session.id)).ply == 1


async def test_two_processes_do_not_write_one_ply(house: House) -> None:
    """They should never have one session, but a deploy may overlap: the store's key is the last guard."""
    first, second = house.arbiter(), house.arbiter()
    session = await begun(first)
    await second.session(session.id)
    rolled = await first.move(session.id, UserId(10), Move("roll"), ply=0)
    with pytest.raises(StalePly):
        await second.move(session.id, UserId(10), Move("roll"), ply=0)
    assert await second.session(session.id) == rolled, "it has read the store again"


async def test_two_lobbies_for_one_channel(house: House) -> None:
    arbiter = house.arbiter()
    results = await asyncio.gather(*(opened(arbiter) for _ in range(5)), return_exceptions=True)
    [lobby] = [result for result in results if isinstance(result, GameSession)]
    taken = [result for result in results if isinstance(result, ChannelTaken)]
    assert [error.session for error in taken] == [lobby.id] * 4


async def test_eight_seats_for_many(house: House) -> None:
    arbiter = house.arbiter()
    session = await opened(arbiter)
    joins = [arbiter.join(session.id, Person(UserId(20 + i), f"Guest {i}")) for i in range(12)]
    results = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(isinstance(result, LobbyFull) for result in results) == 5
    assert len((await house.arbiter().session(session.id)).people) == 8


@pytest.mark.parametrize("failing", ["append", "start_session"])
async def test_what_is_not_stored_has_not_happened(house: House, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    arbiter = house.arbiter()
    session = await opened(arbiter)
    if failing == "append":
        session = await arbiter.start(session.id, UserId(10))

    async def refuse(*_: object, **__: object) -> None:
        raise StoreError("The disk is full.")

    async def change() -> GameSession:
        if failing == "append":
            return await arbiter.move(session.id, UserId(10), Move("roll"), ply=0)
        return await arbiter.start(session.id, UserId(10))

    with monkeypatch.context() as patch:
        patch.setattr(Store, failing, refuse)
        with pytest.raises(StoreError):
            await change()
    assert await arbiter.session(session.id) == session
    assert await change() != session


async def test_a_cancelled_change_is_read_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The task dies after the commit: what was written counts."""
    arbiter = house.arbiter()
    session = await begun(arbiter)
    append, written = Store.append, asyncio.Event()

    async def hang(*args: object, **kwargs: object) -> None:
        await append(*args, **kwargs)  # type: ignore[arg-type]
        written.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", hang)
        press = asyncio.create_task(arbiter.move(session.id, UserId(10), Move("roll"), ply=0))
        await written.wait()
        press.cancel()
        with pytest.raises(asyncio.CancelledError):
            await press
    assert (await arbiter.session(session.id)).ply == 1
    await arbiter.move(session.id, UserId(10), Move("roll"), ply=1)


async def test_an_unknown_session(house: House) -> None:
    arbiter = house.arbiter()
    for number in (0, 7, 2**63, 10**18):
        with pytest.raises(NoSession):
            await arbiter.session(SessionId(number))
    with pytest.raises(NoGameHere):
        await arbiter.in_channel(CHANNEL)
    with pytest.raises(NoGameHere):
        await arbiter.last_finished_in(CHANNEL)


async def test_a_closed_lobby_is_forgotten(house: House) -> None:
    arbiter = house.arbiter()
    session = await opened(arbiter)
    closed = await arbiter.stop(session.id, UserId(99))
    assert closed.closed
    with pytest.raises(NoSession):
        await arbiter.session(session.id)
    assert (await opened(arbiter)).id > session.id, "its number is not given out again: old buttons carry it"


async def test_a_discarded_lobby_is_forgotten(house: House) -> None:
    arbiter = house.arbiter()
    session = await opened(arbiter)
    await arbiter.sessions.discard(session.id)
    with pytest.raises(NoSession):
        await arbiter.session(session.id)


async def test_a_stopped_match_is_the_last_finished(house: House) -> None:
    arbiter = house.arbiter()
    session = await begun(arbiter)
    stopped = await arbiter.stop(session.id, UserId(99))
    assert stopped.running().outcome.ended == "stopped"
    assert await house.arbiter().last_finished_in(CHANNEL) == stopped
    with pytest.raises(NoGameHere):
        await arbiter.in_channel(CHANNEL)


async def test_few_sessions_are_kept_in_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions_module, "KEPT_SESSIONS", 3)
    arbiter = house.arbiter()
    sessions = [await opened(arbiter, channel=channel) for channel in range(10)]
    for session in sessions:
        assert await arbiter.session(session.id) == session
        await arbiter.join(session.id, BO)
    assert len(arbiter.sessions._sessions) == 3


async def test_the_nonce_is_the_first_message(house: House) -> None:
    arbiter = house.arbiter()
    session = await opened(arbiter)
    moved = await arbiter.shown(session.id, MessageId(300))
    assert (moved.message, moved.nonce) == (300, session.nonce)
    assert await house.arbiter().session(session.id) == moved


async def test_restore_drops_what_nobody_saw(house: House) -> None:
    arbiter = house.arbiter()
    seen = await opened(arbiter)
    unseen = await arbiter.open_lobby(GUILD, ChannelId(3), ADA, dice_game("yatzy"), dice_game("yatzy").complete())
    again = house.arbiter()
    assert await house.restarts(again).restore() == 1
    assert await again.session(seen.id) == seen
    with pytest.raises(NoSession):
        await again.session(unseen.id)


async def test_missing_boards_are_posted_anew(house: House) -> None:
    arbiter = house.arbiter()
    lost, kept = await opened(arbiter), await opened(arbiter, channel=9)
    assert lost.message is not None
    house.shelf.gone.add(lost.message)
    house.shelf.allowed = False
    await house.restarts(arbiter).repost_missing()
    assert (await arbiter.session(lost.id)).message == lost.message, "not allowed there: it stays as it was"
    house.shelf.allowed = True
    await house.restarts(arbiter).repost_missing()
    assert house.shelf.posted == [lost.id, lost.id]
    assert (await arbiter.session(lost.id)).message == 502
    assert (await arbiter.session(kept.id)).message == kept.message


async def test_lobbies_expire_and_matches_do_not(house: House) -> None:
    arbiter = house.arbiter()
    match, old = await begun(arbiter), await opened(arbiter, channel=3)
    house.now += timedelta(minutes=50)
    young = await opened(arbiter, channel=4)
    house.now += timedelta(minutes=20)
    assert await house.store.due(house.now) == [old.id]
    before, after = await arbiter.sessions.pass_time(old.id)
    assert (before.closed, after.closed) == (False, True)
    for session in (match, young):
        before, after = await arbiter.sessions.pass_time(session.id)
        assert after is before
    assert await arbiter.count() == (1, 1)
    assert (await arbiter.session(match.id)).status == "running"
    assert (await arbiter.session(young.id)).status == "lobby"


async def test_an_automatic_roll_that_was_lost_is_made_when_the_match_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter = house.arbiter()
    session = await opened(arbiter, "figure_yatzy")

    async def refuse(*_: object, **__: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", refuse)
        with pytest.raises(StoreError):
            await arbiter.start(session.id, UserId(10))
    again = house.arbiter()
    first, second = await asyncio.gather(again.session(session.id), again.session(session.id))
    assert first == second
    assert (first.ply, first.status) == (1, "running")
    assert await house.arbiter().session(session.id) == first
