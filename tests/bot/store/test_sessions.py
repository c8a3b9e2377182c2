from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from bot.ids import ChannelId, GuildId, MessageId, SessionId, UserId
from bot.store import ChannelTaken, Finish, SeatRow, Store, WrongStatus

Make = Callable[..., Any]
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def test_a_session_comes_back_as_it_went_in(store: Store, session: Make) -> None:
    row = session(
        status="running",
        message_id=MessageId(2**62),
        solo=True,
        nonce="1234",
        started_at=NOON + timedelta(microseconds=1),
        holds=21,
        rematch_of=SessionId(7),
        seats=(SeatRow(0, UserId(101), "Ada", None), SeatRow(1, None, "Computer", "careful")),
    )
    key = await store.create_session(row)
    assert await store.load_session(key) == (replace(row, id=key), ())


async def test_times_are_utc_wherever_they_came_from(store: Store, session: Make) -> None:
    in_tokyo = NOON.astimezone(timezone(timedelta(hours=9)))
    key = await store.create_session(session(created_at=in_tokyo))
    loaded = await store.load_session(key)
    assert loaded is not None
    assert loaded[0].created_at == NOON
    assert loaded[0].created_at.tzinfo is UTC


async def test_a_time_without_a_zone_is_refused(store: Store, session: Make) -> None:
    with pytest.raises(Exception, match="no time zone"):
        await store.create_session(session(created_at=NOON.replace(tzinfo=None)))
    assert await store.open_sessions() == []


@pytest.mark.parametrize("status", ["lobby", "running"])
async def test_a_channel_has_one_open_session(store: Store, session: Make, status: str) -> None:
    first = await store.create_session(session(status=status))
    with pytest.raises(ChannelTaken) as refused:
        await store.create_session(session())
    assert refused.value.session_id == first
    assert await store.sessions_at(ChannelId(10)) == [first]
    await store.create_session(session(channel_id=ChannelId(11)))


async def test_a_channel_is_free_again_after_the_game(store: Store, session: Make, move: Make) -> None:
    first = await store.create_session(session(status="running"))
    await store.append(first, [move(1)], holds=0, finish=Finish("stopped", NOON))
    assert await store.sessions_at(ChannelId(10)) == []
    second = await store.create_session(session())
    assert await store.sessions_at(ChannelId(10)) == [second]


async def test_the_last_finished_session_of_a_channel(store: Store, session: Make, move: Make) -> None:
    assert await store.last_finished_in(ChannelId(10)) is None
    ended = {}
    for hours in (1, 3, 2):
        ended[hours] = await store.create_session(session(status="running"))
        await store.append(ended[hours], [move(1)], holds=0, finish=Finish("complete", NOON + timedelta(hours=hours)))
    await store.create_session(session())
    assert await store.last_finished_in(ChannelId(10)) == ended[3]


async def test_a_dropped_lobby_frees_the_channel_but_not_its_id(store: Store, session: Make) -> None:
    dropped = await store.create_session(session())
    assert await store.drop_session(dropped)
    assert await store.load_session(dropped) is None
    assert not await store.drop_session(dropped)
    assert await store.create_session(session()) > dropped


async def test_a_session_with_moves_is_not_dropped(store: Store, session: Make, move: Make) -> None:
    key = await store.create_session(session(status="running"))
    await store.append(key, [move(1)], holds=0)
    assert not await store.drop_session(key)
    assert await store.load_session(key) is not None


async def test_a_lobby_is_saved_with_its_seats_and_started(store: Store, session: Make) -> None:
    key = await store.create_session(session())
    cy = SeatRow(2, UserId(103), "Cy", None)
    row = session(id=key, host_id=UserId(102), options="{}", message_id=MessageId(5), nonce="5")
    row = replace(row, seats=(*row.seats[1:], cy))
    await store.save_lobby(row)
    assert await store.load_session(key) == (row, ())
    row = replace(row, started_at=NOON)
    await store.start_session(row)
    assert await store.load_session(key) == (replace(row, status="running"), ())


async def test_a_late_lobby_press_does_not_undo_the_start(store: Store, session: Make) -> None:
    key = await store.create_session(session())
    lobby = session(id=key)
    await store.start_session(replace(lobby, started_at=NOON))
    for late in (store.save_lobby, store.start_session):
        with pytest.raises(WrongStatus) as refused:
            await late(replace(lobby, seats=()))
        assert (refused.value.wanted, refused.value.found) == ("lobby", "running")
    loaded = await store.load_session(key)
    assert loaded is not None
    assert len(loaded[0].seats) == 2


async def test_an_unknown_session_cannot_be_saved(store: Store, session: Make) -> None:
    with pytest.raises(WrongStatus, match="unknown"):
        await store.save_lobby(session(id=SessionId(99)))
    assert not await store.set_message(SessionId(99), MessageId(1))


async def test_the_message_can_move_without_losing_the_nonce(store: Store, session: Make) -> None:
    key = await store.create_session(session())
    assert await store.set_message(key, MessageId(77), nonce="77")
    assert await store.set_message(key, MessageId(88))
    loaded = await store.load_session(key)
    assert loaded is not None
    assert (loaded[0].message_id, loaded[0].nonce) == (88, "77")


async def test_an_account_is_of_a_match_that_is_over(store: Store, session: Make, move: Make) -> None:
    key = await store.create_session(session(status="running"))
    assert not await store.save_account(key, "early")
    await store.append(key, [move(1)], holds=0, finish=Finish("complete", NOON))
    assert await store.save_account(key, "told")
    loaded = await store.load_session(key)
    assert loaded is not None
    assert (loaded[0].account, loaded[0].status) == ("told", "over")
    assert not await store.save_account(SessionId(99), "of nothing")


async def test_open_sessions_are_what_a_restart_needs(store: Store, session: Make, move: Make) -> None:
    lobby = await store.create_session(session(message_id=MessageId(1)))
    running = await store.create_session(session(channel_id=ChannelId(11), status="running", guild_id=GuildId(2)))
    over = await store.create_session(session(channel_id=ChannelId(12), status="running"))
    await store.append(over, [move(1)], holds=0, finish=Finish("complete", NOON))
    assert await store.open_sessions() == [(lobby, 1, 10, 1, "lobby"), (running, 2, 11, None, "running")]


async def test_a_member_finds_their_games_of_this_guild(store: Store, session: Make) -> None:
    mine = await store.create_session(session())
    await store.create_session(session(channel_id=ChannelId(11), seats=(SeatRow(0, UserId(103), "Cy", None),)))
    await store.create_session(session(channel_id=ChannelId(12), guild_id=GuildId(2)))
    found = await store.sessions_of(UserId(101), GuildId(1))
    assert [row.id for row in found] == [mine]


@pytest.mark.parametrize("forged", [0, -1, 5, 2**63, 10**40])
async def test_a_forged_number_finds_nothing(store: Store, forged: int) -> None:
    assert await store.load_session(SessionId(forged)) is None


ADA, ONE, TWO = (
    SeatRow(0, UserId(101), "Ada", None),
    SeatRow(1, None, "One", "casual"),
    SeatRow(2, None, "Two", "casual"),
)


@pytest.mark.parametrize(
    ("seats", "last", "found"),
    [
        ((ADA,), None, False),
        ((ADA, ONE), None, True),
        ((ADA, ONE), (0, "13___", "13452"), False),
        ((ADA, ONE), (0, "chance", ""), True),
        ((ADA, ONE), (0, "resign", ""), True),
        ((ADA, ONE), (1, "roll", "13452"), True),
        ((ADA, ONE), (1, "chance", ""), False),
        ((ADA, ONE, TWO), (1, "chance", ""), True),
        ((ADA, ONE, TWO), (0, "roll", "13452"), False),
    ],
)
async def test_running_sessions_in_which_a_computer_may_be_to_move(
    store: Store, session: Make, move: Make, seats: tuple[SeatRow, ...], last: tuple[int, str, str] | None, found: bool
) -> None:
    key = await store.create_session(session(status="running", seats=seats))
    await store.create_session(session(channel_id=ChannelId(11), seats=seats))  # a lobby waits for no computer
    if last is not None:
        await store.append(key, [replace(move(1), seat=1, move="roll", drawn="13452")], holds=0)
        seat, played, drawn = last
        await store.append(key, [replace(move(2), seat=seat, move=played, drawn=drawn)], holds=0)
    assert await store.sessions_for_computers() == ([key] if found else [])
    await store.append(key, [move(3)], holds=0, finish=Finish("stopped", NOON))
    assert await store.sessions_for_computers() == []
