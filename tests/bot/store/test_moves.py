from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.ids import ChannelId, GuildId, SessionId
from bot.store import DuplicatePly, Finish, SessionRow, Store, StoreError, WrongStatus

Make = Callable[..., Any]


@pytest.fixture
async def running(store: Store, session: Make) -> SessionId:
    return await store.create_session(session(status="running"))


async def loaded(store: Store, key: SessionId) -> tuple[SessionRow, list[int]]:
    found = await store.load_session(key)
    assert found is not None
    return found[0], [move.ply for move in found[1]]


async def test_moves_come_back_in_order(store: Store, running: SessionId, move: Make) -> None:
    first = [move(1), move(2, seat=None, move="stop", drawn="", actor_id=None)]
    await store.append(running, first, holds=5)
    await store.append(running, [move(3)], holds=0)
    found = await store.load_session(running)
    assert found is not None
    assert found[1] == (*first, move(3))


async def test_a_ply_is_stored_once(store: Store, running: SessionId, move: Make) -> None:
    await store.append(running, [move(1)], holds=1)
    with pytest.raises(DuplicatePly) as refused:
        await store.append(running, [move(1, drawn="66666")], holds=31)
    assert (refused.value.session_id, refused.value.ply) == (running, 1)
    row, plies = await loaded(store, running)
    assert (row.holds, plies) == (1, [1])


async def test_of_a_refused_change_nothing_stays(store: Store, running: SessionId, move: Make, result: Make) -> None:
    await store.append(running, [move(2)], holds=1)
    finish = Finish("complete", move(0).at, (result(running),))
    with pytest.raises(DuplicatePly):
        await store.append(running, [move(1), move(2)], holds=9, finish=finish)
    row, plies = await loaded(store, running)
    assert (row.status, row.holds, plies) == ("running", 1, [2])
    assert (await store.leaderboard(GuildId(1), "yahtzee", "joker=forced", "best")).total == 0


async def test_of_many_at_once_one_wins(store: Store, running: SessionId, move: Make) -> None:
    presses = [store.append(running, [move(1, drawn=str(n))], holds=n) for n in range(20)]
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    winners = [n for n, outcome in enumerate(outcomes) if outcome is None]
    assert len(winners) == 1
    assert sum(isinstance(outcome, DuplicatePly) for outcome in outcomes) == 19
    found = await store.load_session(running)
    assert found is not None
    assert found[1] == (move(1, drawn=str(winners[0])),)
    assert found[0].holds == winners[0]


async def test_a_refusal_does_not_touch_its_neighbours(store: Store, session: Make, move: Make) -> None:
    keys = [await store.create_session(session(status="running", channel_id=ChannelId(n))) for n in range(1, 9)]
    await store.append(keys[3], [move(1)], holds=0)
    outcomes = await asyncio.gather(*(store.append(k, [move(1)], holds=0) for k in keys), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None)] * 3 + [DuplicatePly] + [type(None)] * 4
    assert all([(await loaded(store, key))[1] == [1] for key in keys])


async def test_the_last_move_ends_the_session(store: Store, running: SessionId, move: Make, result: Make) -> None:
    results = (result(running), result(running, seat=1, user_id=None, name="Computer", place=2, won=False))
    finish = Finish("complete", move(0).at, results)
    await store.append(running, [move(1)], holds=0, finish=finish)
    row, plies = await loaded(store, running)
    assert (row.status, row.ended, row.ended_at, plies) == ("over", "complete", move(0).at, [1])
    board = await store.leaderboard(GuildId(1), "yahtzee", "joker=forced", "best")
    assert [line.name for line in board.rows] == ["Ada"]


async def test_a_game_that_is_over_takes_no_move(store: Store, running: SessionId, move: Make) -> None:
    await store.append(running, [move(1)], holds=0, finish=Finish("stopped", move(0).at))
    with pytest.raises(WrongStatus) as refused:
        await store.append(running, [move(2)], holds=3)
    assert (refused.value.wanted, refused.value.found) == ("running", "over")
    with pytest.raises(DuplicatePly):
        await store.append(running, [move(1)], holds=3, finish=Finish("stopped", move(0).at))
    assert not await store.save_holds(running, 1, 3)
    row, plies = await loaded(store, running)
    assert (row.holds, plies) == (0, [1])


async def test_a_lobby_and_an_unknown_session_take_no_move(store: Store, session: Make, move: Make) -> None:
    lobby = await store.create_session(session())
    with pytest.raises(WrongStatus, match="is lobby, not running"):
        await store.append(lobby, [move(1)], holds=0)
    with pytest.raises(WrongStatus, match="is unknown, not running"):
        await store.append(SessionId(lobby + 1), [move(1)], holds=0)


async def test_holds_belong_to_the_last_ply(store: Store, running: SessionId, move: Make) -> None:
    assert await store.save_holds(running, 0, 1)
    await store.append(running, [move(1)], holds=0)
    assert not await store.save_holds(running, 0, 7)
    assert await store.save_holds(running, 1, 6)
    assert (await loaded(store, running))[0].holds == 6


async def test_a_failed_end_leaves_the_game_running(store: Store, running: SessionId, move: Make, result: Make) -> None:
    twice = Finish("complete", move(0).at, (result(running), result(running)))
    with pytest.raises(StoreError):
        await store.append(running, [move(1)], holds=0, finish=twice)
    row, plies = await loaded(store, running)
    assert (row.status, plies) == ("running", [])
