from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.ids import ChannelId, GuildId, SessionId, UserId
from bot.store import ChannelTaken, Finish, PaceRow, SeatPaceRow, Store
from tests.bot.store.conftest import NOON

Make = Callable[..., Any]
MINUTE = timedelta(minutes=1)
ADA_LEFT = SeatPaceRow(0, 1, NOON + MINUTE, "left", timedelta(milliseconds=1500))
PACE = PaceRow('{"turn_time": "1h"}', NOON, True, NOON + MINUTE, NOON + 2 * MINUTE, "away", None, (ADA_LEFT,))


async def pace_of(store: Store, key: SessionId) -> PaceRow:
    loaded = await store.load_session(key)
    assert loaded is not None
    return loaded[0].pace


async def running(store: Store, session: Make, channel: int = 10, due_at: datetime | None = None) -> SessionId:
    pace = PaceRow(turn_since=NOON, due_at=due_at)
    return await store.create_session(session(status="running", channel_id=ChannelId(channel), pace=pace))


async def test_a_pace_comes_back_as_it_went_in(store: Store, session: Make) -> None:
    key = await store.create_session(session(status="running", pace=PACE))
    assert await pace_of(store, key) == PACE


async def test_seats_that_a_change_does_not_name_stay_as_they_are(store: Store, session: Make) -> None:
    key = await store.create_session(session(status="running", pace=PACE))
    bo_missed = SeatPaceRow(1, 2, None, None, timedelta(0))
    await store.keep_time(key, pace=replace(PACE, reminded=False, seats=(bo_missed,)))
    assert await pace_of(store, key) == replace(PACE, reminded=False, seats=(ADA_LEFT, bo_missed))


async def test_a_move_and_its_time_are_one_change(store: Store, session: Make, move: Make) -> None:
    key = await running(store, session)
    await store.append(key, [move(1)], holds=0, pace=PACE, host_id=UserId(102))
    with pytest.raises(Exception, match="move at ply 1"):
        await store.append(key, [move(1)], holds=0, pace=PaceRow(due_at=NOON), host_id=UserId(101))
    loaded = await store.load_session(key)
    assert loaded is not None
    assert (loaded[0].pace, loaded[0].host_id) == (PACE, UserId(102))


async def test_what_is_due_comes_in_its_order(store: Store, session: Make, move: Make) -> None:
    late, early, never, over = [
        await running(store, session, channel, due_at)
        for channel, due_at in ((1, NOON + 2 * MINUTE), (2, NOON), (3, None), (4, NOON))
    ]
    finish = Finish("stopped", NOON)
    await store.append(over, [move(1)], holds=0, finish=finish, pace=PaceRow(due_at=None))
    assert await store.due(NOON - MINUTE) == []
    assert await store.due(NOON) == [early]
    assert await store.due(NOON + 2 * MINUTE) == [early, late]
    assert await store.due(NOON + 2 * MINUTE, most=1) == [early]
    assert await store.next_due() == NOON
    await store.keep_time(early, pace=PaceRow())
    assert await store.next_due() == NOON + 2 * MINUTE
    assert never not in await store.due(NOON + timedelta(days=365))


async def test_what_is_due_is_put_off(store: Store, session: Make, move: Make) -> None:
    key = await store.create_session(session(status="running", pace=PACE))
    over = await running(store, session, 11, NOON)
    await store.append(over, [move(1)], holds=0, finish=Finish("stopped", NOON), pace=PACE)
    await store.put_off(timedelta(hours=1, milliseconds=5))
    later = timedelta(hours=1, milliseconds=5)
    assert await pace_of(store, key) == replace(
        PACE,
        turn_since=NOON + later,
        all_away_since=NOON + MINUTE + later,
        due_at=NOON + 2 * MINUTE + later,
        seats=(replace(ADA_LEFT, left_at=NOON + MINUTE + later),),
    )
    assert await pace_of(store, over) == PACE, "what is over has no time any more"


async def test_a_time_that_is_not_set_stays_so(store: Store, session: Make) -> None:
    key = await running(store, session)
    await store.put_off(MINUTE)
    assert await pace_of(store, key) == PaceRow(turn_since=NOON + MINUTE)


async def test_the_bot_was_awake_until_it_last_said_so(store: Store) -> None:
    assert await store.was_awake() is None
    for moment in (NOON, NOON + MINUTE):
        await store.stay_awake(moment)
        assert await store.was_awake() == moment


async def test_a_session_moves_to_another_channel(store: Store, session: Make) -> None:
    key = await running(store, session, 10)
    await running(store, session, 11)
    with pytest.raises(ChannelTaken):
        await store.move_session(key, ChannelId(11))
    assert await store.sessions_at(ChannelId(10)) == [key]
    await store.move_session(key, ChannelId(12))
    assert await store.sessions_at(ChannelId(12)) == [key]
    assert await store.sessions_at(ChannelId(10)) == []


async def test_a_guilds_open_sessions(store: Store, session: Make) -> None:
    key = await running(store, session, 10)
    await store.create_session(session(guild_id=GuildId(2), channel_id=ChannelId(99)))
    assert [entry.id for entry in await store.sessions_in(GuildId(1))] == [key]
