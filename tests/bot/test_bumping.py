"""Boards that come down again after so many messages of others."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store import Store
from tests.bot.board import Board
from tests.bot.pinged import pinged
from tests.bot.table import Table

AFTER = 5


@pytest.fixture
async def chatty(table: Table) -> Table:
    """A guild whose boards come down after five messages."""
    await table.set_hosting(repost_after=AFTER)
    return table


async def chat(table: Table, messages: int = AFTER, channel: Any = None) -> None:
    for number in range(messages):
        await table.cleo.send(channel or table.channel, f"chat {number}")


def moved(table: Table, old: Board) -> bool:
    """Whether the board has come down to the bottom, where it can be pressed, and the old one points to it."""
    if table.last.id == old.id or not table.last.shown.usable:
        assert old.shown.usable, "a board that has not moved can be pressed"
        return False
    assert old.shown.labels == []
    assert f"This board has moved down: https://discord.com/channels/{table.guild.id}/{table.channel.id}/" in (
        old.shown.text
    )
    assert old.shown.text.endswith(str(table.last.id))
    return True


async def test_after_so_many_messages_the_board_is_at_the_bottom_again(chatty: Table) -> None:
    old = await chatty.play("yahtzee", chatty.ada, chatty.bo)
    await chat(chatty, AFTER - 1)
    assert not moved(chatty, old)
    await chat(chatty, 1)
    assert moved(chatty, old)
    new = chatty.last
    await new.press(chatty.ada, "Roll")
    assert "rolled all 5 dice" in new.shown.text
    assert pinged(chatty.env.http_requests) == []


async def test_a_lobby_comes_down_too_and_its_first_message_stays_the_nonce(chatty: Table) -> None:
    old = await chatty.play("yahtzee", start=False)
    await chat(chatty)
    assert moved(chatty, old)
    await chatty.last.press(chatty.ada, "Start")
    assert (await chatty.session()).nonce == str(old.id)


async def test_it_counts_from_the_board_that_was_posted_last(chatty: Table) -> None:
    await chatty.play("yahtzee")
    await chat(chatty, AFTER - 1)
    old = chatty.board_of(await chatty.bo.slash(chatty.channel, "board"))
    await chat(chatty, AFTER - 1)
    assert not moved(chatty, old)
    await chat(chatty, 1)
    assert moved(chatty, old)


async def test_at_most_once_a_minute(chatty: Table) -> None:
    old = await chatty.play("yahtzee")
    await chat(chatty)
    assert moved(chatty, old)
    old = chatty.last
    await chat(chatty, 3 * AFTER)
    assert not moved(chatty, old)
    await chatty.env.advance_time(61)
    await chat(chatty, 1)
    assert moved(chatty, old)


async def test_messages_of_the_bot_do_not_count(chatty: Table) -> None:
    old = await chatty.play("yahtzee")
    await chat(chatty, AFTER - 1)
    for _ in range(AFTER):
        await chatty.bo.slash(chatty.channel, "leaderboard", game="yatzy")
    assert old.shown.usable
    await chat(chatty, 1)
    assert moved(chatty, old)


async def test_chat_in_another_channel_does_not_count(chatty: Table) -> None:
    elsewhere = chatty.guild.create_text_channel("elsewhere")
    old = await chatty.play("yahtzee")
    await chat(chatty, 2 * AFTER, elsewhere)
    assert elsewhere.history()[-1].author.id == chatty.cleo.id
    await chat(chatty, AFTER - 1)
    assert not moved(chatty, old)


async def test_off_is_the_usual(table: Table) -> None:
    old = await table.play("yahtzee")
    await chat(table, 2 * AFTER)
    assert not moved(table, old)


@pytest.mark.parametrize("how", ["stop", "cancel"])
async def test_what_is_over_stays_where_it_is(chatty: Table, how: str) -> None:
    old = await chatty.play("yahtzee", start=how == "stop")
    await chat(chatty, AFTER - 1)
    if how == "stop":
        await chatty.ada.slash(chatty.channel, "stop")
    else:
        await old.press(chatty.ada, "Cancel")
    await chat(chatty, 2 * AFTER)
    assert chatty.last.id != old.id
    assert chatty.last.stored.author_id == chatty.cleo.id
    assert "moved" not in old.shown.text


async def test_a_game_that_opens_in_a_channel_known_to_have_none(chatty: Table) -> None:
    await chat(chatty)
    first = await chatty.play("yahtzee")
    await chatty.ada.slash(chatty.channel, "stop")
    await chat(chatty)
    assert chatty.last.id != first.id
    second = await chatty.play("yatzy")
    await chat(chatty)
    assert moved(chatty, second)


async def test_chat_costs_no_reads(chatty: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []
    read = Store.sessions_at

    async def counted(self: Store, channel: Any) -> Any:
        reads.append(channel)
        return await read(self, channel)

    monkeypatch.setattr(Store, "sessions_at", counted)
    await chat(chatty, 3 * AFTER)
    assert reads == [chatty.channel.id]
    elsewhere = chatty.env.create_guild("Elsewhere", owner=chatty.ada.user)
    channel, visitor = elsewhere.create_text_channel("dice"), elsewhere.add_member(chatty.cleo.user)
    await visitor.send(channel, "hello")
    assert len(reads) == 1, "a guild that wants none of this costs nothing at all"


async def test_a_game_that_is_over_is_looked_at_once_more_at_most(
    chatty: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await chatty.play("yahtzee")
    await chat(chatty, 1)
    session = await chatty.session()
    await chatty.bot.arbiter.stop(session.id, chatty.ada.id)
    looks = []
    look = chatty.bot.arbiter.session

    async def counted(session_id: Any) -> Any:
        looks.append(session_id)
        return await look(session_id)

    monkeypatch.setattr(chatty.bot.arbiter, "session", counted)
    await chat(chatty, 2 * AFTER)
    assert looks == [session.id]
    assert "moved" not in board.shown.text


async def test_where_discord_refuses_it_the_game_goes_on_and_there_is_no_storm(chatty: Table) -> None:
    old = await chatty.play("yahtzee")
    chatty.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=100)
    before = len(chatty.env.http_requests)
    await chat(chatty, 4 * AFTER)
    tried = [r for r in chatty.env.http_requests[before:] if r.method == "POST" and r.path.endswith("/messages")]
    assert len(tried) <= 2, "once with the picture, and once without"
    assert "moved" not in old.shown.text
    await old.press(chatty.ada, "Roll")
    assert "rolled all 5 dice" in old.shown.text


async def test_a_deleted_board_needs_no_farewell(chatty: Table) -> None:
    old = await chatty.play("yahtzee")
    chatty.env.backend.delete_message(old.channel, old.id)
    await chatty.env.settle()
    await chat(chatty)
    await chatty.last.press(chatty.ada, "Roll")
    assert "rolled all 5 dice" in chatty.last.shown.text
    assert not chatty.env.errors


async def test_after_a_restart(chatty: Table) -> None:
    old = await chatty.play("yahtzee")
    await chatty.restart()
    await chat(chatty)
    assert moved(chatty, old)


# -- at the same moment -----------------------------------------------------------------------------------------------


async def test_two_who_ask_for_the_board_get_one_with_controls(table: Table) -> None:
    old = await table.play("yahtzee", table.ada, table.bo)
    table.emit_slash(table.ada, "board")
    table.emit_slash(table.bo, "board")
    await table.env.settle()
    boards = [table.at(m) for m in table.channel.history() if m.author.id == table.bot.user.id]
    assert len(boards) == 3
    [usable] = [board for board in boards if board.shown.usable]
    assert usable.id == (await table.session()).message
    assert old.shown.labels == []
