"""Trouble that lasts: channels that take nothing, a Discord that refuses or fails, a slow store, the end of the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from fnmatch import fnmatch
from typing import Any

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot.store import Store
from bot.ui.circuit import MOST_INVALID, Circuit
from bot.ui.press import Services
from bot.ui.retries import Retries
from tests.bot.board import Board, Shown, told
from tests.bot.table import Table

CALLBACK = "/interactions/*/*/callback"
MESSAGE, MESSAGES = "/channels/*/messages/*", "/channels/*/messages"
LACKS_SENDING = (
    "I need the permission **Send Messages** here: please ask somebody who manages this server to give it to me."
)


def services_of(table: Table) -> Services:
    return table.bot._dispatcher._services  # type: ignore[no-any-return]


def circuit_of(table: Table) -> Circuit:
    return services_of(table).presenter.circuit


def retries_of(table: Table) -> Retries:
    return services_of(table).presenter.retries


def own_requests(table: Table) -> int:
    """What the bot has sent to channels by itself."""
    return sum(fnmatch(entry.path, "/channels/*/messages*") for entry in table.env.backend.http_requests)


def deny(table: Table, **permissions: bool) -> None:
    """Take permissions away from the bot in the channel, or give all of them back."""
    backend, channel = table.env.backend, table.channel.id
    denied = discord.Permissions(**permissions).value
    if denied:
        backend.set_overwrite(channel, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, 0, denied))
    else:
        backend.delete_overwrite(channel, backend.bot_user.id)


async def running(table: Table, game: str = "yatzy") -> Board:
    table.roll_next("66123")
    board = await table.play(game, table.ada, table.bo)
    await board.press(table.ada, "Roll")
    return board


async def resign(table: Table, board: Board, press: str = "Yes, resign") -> None:
    """Bo resigns by the private menu: the board is brought up to date through the bot."""
    more = table.at((await board.press(table.bo, "More")).response)
    await more.press(table.bo, "Resign")
    await more.press(table.bo, press)


async def show(table: Table) -> bool:
    """The bot shows the board by itself, as when time has passed."""
    return await services_of(table).presenter.show(await table.session())


async def post(table: Table) -> object:
    return await services_of(table).presenter.post(await table.session())


# -- a channel that takes nothing ---------------------------------------------------------------------------------


async def test_a_channel_that_refuses_is_left_alone_and_somebody_is_told(table: Table) -> None:
    """Send Messages is taken away in the middle: one refusal, one sentence, and all is well when it is back."""
    board = await running(table)
    deny(table, send_messages=True)
    assert await post(table) is None
    requests = own_requests(table)
    for _ in range(20):
        assert await post(table) is None
        assert await show(table)
    assert own_requests(table) == requests, "nothing more is tried"
    result = await board.press(table.ada, "Roll")
    assert told(result) == LACKS_SENDING, "the next member who presses is told"
    assert "roll 2 of 3" in board.shown.text, "and the game goes on"
    assert not (await board.press(table.ada, "Roll")).followups, "once"
    assert own_requests(table) == requests

    deny(table)
    await board.choose(table.ada, "sixes")
    assert await show(table)
    assert own_requests(table) == requests + 1, "as soon as a press shows that it may, it is done again"


async def test_board_always_says_what_is_missing(table: Table) -> None:
    await running(table)
    deny(table, send_messages=True, attach_files=True)
    await post(table)
    for _ in range(2):
        result = await table.bo.slash(table.channel, "board")
        assert told(result).startswith("I need the permissions **Send Messages** and **Attach Files** here")
        assert "roll 1 of 3" in table.board_of(result).shown.text, "the board is there all the same"


async def test_after_ten_minutes_one_thing_is_tried(table: Table) -> None:
    await running(table)
    deny(table, view_channel=True)
    assert await show(table)
    requests = own_requests(table)
    await table.env.advance_time(599)
    await show(table)
    assert own_requests(table) == requests
    await table.env.advance_time(1.5)
    for _ in range(5):
        await show(table)
    assert own_requests(table) == requests + 1


async def test_the_new_try_may_be_a_new_message(table: Table) -> None:
    """The board was deleted while nothing could be posted: what is tried after ten minutes finds that, and posts it."""
    await running(table)
    deny(table, view_channel=True)
    await show(table)
    deny(table)
    table.env.inject_error("PATCH", MESSAGE, status=404, code=10008)
    old = table.last.id
    await table.env.advance_time(601)
    assert table.last.id != old
    assert table.last.shown.dice == ["6", "6", "1", "2", "3"]


async def test_a_deleted_channel_is_asked_once(table: Table) -> None:
    board = await running(table)
    session = await table.session()
    table.env.inject_error("PATCH", MESSAGE, status=404, code=10003)
    assert await services_of(table).presenter.show(session)
    requests = own_requests(table)
    assert await services_of(table).presenter.show(session)
    assert await services_of(table).presenter.post(session) is None
    assert await services_of(table).presenter.is_shown(session)
    await services_of(table).presenter.retire(session, session.message)  # type: ignore[arg-type]
    assert own_requests(table) == requests
    assert board.shown.dice == ["6", "6", "1", "2", "3"]


async def test_other_channels_are_not_held_back(table: Table) -> None:
    other = table.guild.create_text_channel("other")
    await running(table)
    there = await table.play("yatzy", table.ada, channel=other)
    deny(table, view_channel=True)
    await show(table)
    requests = own_requests(table)
    await services_of(table).presenter.show(await table.session(other))
    assert own_requests(table) == requests + 1
    assert not (await there.press(table.ada, "Roll")).followups, "nothing is missing there"


async def test_near_a_ban_only_presses_are_answered(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    board = await running(table)
    for _ in range(MOST_INVALID):
        circuit_of(table).count(403)
    requests = own_requests(table)
    assert await show(table)
    assert await post(table) is None
    assert own_requests(table) == requests
    assert "roll 2 of 3" in (await board.press(table.ada, "Roll"), board.shown.text)[1]
    assert caplog.text.count("nothing is sent but answers to presses") == 1
    await table.env.advance_time(601)
    assert await show(table)
    assert own_requests(table) == requests + 1


async def test_refusals_by_simulated_discord_are_counted_too(table: Table) -> None:
    await table.set_look(card="text")
    board = await running(table)
    before = circuit_of(table).invalid
    table.env.inject_error("POST", CALLBACK, status=403, code=50013)
    await board.press(table.ada, "Roll")
    table.env.inject_error("PATCH", MESSAGE, status=403, code=50013)
    await show(table)
    assert circuit_of(table).invalid == before + 2


# -- what passes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (429, 0)])
async def test_a_board_that_could_not_be_shown_is_shown_later(table: Table, status: int, code: int) -> None:
    board = await running(table)
    session = await table.session()
    table.env.inject_error("PATCH", MESSAGE, status=status, code=code)
    await resign(table, board)
    assert "roll 1 of 3" in board.shown.text, "not shown yet"
    due = retries_of(table).next()
    assert due is not None
    await table.env.advance_time(6)
    assert "Bo\u2069 resigned" in board.shown.text
    assert retries_of(table).next() is None
    assert session.message == board.id


async def test_a_board_that_is_gone_meanwhile_is_posted_anew(table: Table) -> None:
    old = await running(table)
    table.env.inject_error("PATCH", MESSAGE, status=500)
    await show(table)
    table.env.inject_error("PATCH", MESSAGE, status=404, code=10008)
    await table.env.advance_time(6)
    assert table.last.id != old.id
    assert (await table.session()).message == table.last.id
    await table.last.press(table.ada, "Roll")
    assert "roll 2 of 3" in table.last.shown.text


async def test_a_lobby_that_is_closed_meanwhile_is_forgotten(table: Table) -> None:
    board = await table.play("yatzy", start=False)
    table.env.inject_error("PATCH", MESSAGE, status=500)
    await show(table)
    await board.press(table.ada, "Cancel")
    requests = own_requests(table)
    await table.env.advance_time(6)
    assert own_requests(table) == requests
    assert retries_of(table).next() is None


async def test_lost_answers_make_no_storm(table: Table) -> None:
    """Whoever clicks ten times at a board whose answers are lost causes two edits, not ten."""
    board = await running(table)
    roll = board.shown.custom_id("Roll")
    requests = own_requests(table)
    table.env.inject_error("POST", CALLBACK, status=404, code=10062, times=10)
    await board.at_once(*[(table.ada, roll)] * 10)
    assert "roll 2 of 3" in board.shown.text
    assert (await table.stored()).ply == 2
    assert own_requests(table) - requests <= 2


# -- answers that are lost, where no board is ---------------------------------------------------------------------


async def test_a_cancelled_lobby_shows_that_it_is(table: Table) -> None:
    board = await table.play("yatzy", start=False)
    table.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await board.press(table.ada, "Cancel")
    assert board.shown.text == "## Yatzy\nThe host has cancelled this game."
    assert board.shown.labels == []


async def test_a_declined_challenge_shows_that_it_is(table: Table) -> None:
    challenge = table.board_of(await table.ada.slash(table.channel, "challenge", member=table.bo, game="yatzy"))
    table.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await challenge.press(table.bo, "Decline")
    assert challenge.shown.labels == []
    assert "declined" in challenge.shown.text


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_an_accepted_challenge_begins_whatever_is_lost(table: Table, times: int) -> None:
    """Two members have agreed on a game: it is shown through the bot."""
    challenge = table.board_of(await table.ada.slash(table.channel, "challenge", member=table.bo, game="yatzy"))
    table.env.inject_error("POST", CALLBACK, status=404, code=10062, times=times)
    await challenge.press(table.bo, "Accept")
    table.env.backend.faults.clear()
    assert challenge.shown.labels == []
    assert "accepted" in challenge.shown.text
    board = table.last
    assert "Ada\u2069's turn" in board.shown.text
    assert (await table.stored()).nonce == str(board.id)
    await board.press(table.ada, "Roll")
    assert "roll 1 of 3" in board.shown.text


async def test_play_that_comes_too_late_for_an_answer_is_shown_all_the_same(table: Table) -> None:
    table.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await table.ada.slash(table.channel, "play", game="yatzy", solo=True)
    assert table.last.shown.text.startswith("## Yatzy · Your game")
    assert (await table.session()).message == table.last.id
    await table.last.press(table.ada, "Roll")
    assert "roll 1 of 3" in table.last.shown.text


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        ("view_channel", "View Channels"),
        ("send_messages", "Send Messages"),
        ("embed_links", "Embed Links"),
        ("attach_files", "Attach Files"),
        ("external_emojis", "Use External Emojis"),
    ],
)
async def test_a_permission_taken_away_in_the_middle_is_named(table: Table, denied: str, named: str) -> None:
    await table.set_look(card="text")
    board = await running(table)
    deny(table, **{denied: True})
    table.env.inject_error("POST", CALLBACK, status=403, code=50013)
    words = told(await board.choose(table.ada, "sixes"))
    assert words.startswith("I need the permission")
    assert f"**{named}**" in words
    assert (await table.stored()).ply == 2, "the box is filled"
    deny(table)
    await board.forge(table.bo, "v1:1:2:roll")
    assert "Bo\u2069's turn" in board.shown.text
    assert "roll 1 of 3" in board.shown.text


async def test_in_a_thread_another_permission_is_named(table: Table) -> None:
    await table.set_look(card="text")
    await running(table)
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    await offer.press(table.cleo, "Play alone in a thread")
    [thread] = table.channel.threads
    deny(table, send_messages=True, send_messages_in_threads=True)
    table.env.inject_error("POST", CALLBACK, status=403, code=50013)
    words = told(await table.at(thread.last_message).press(table.cleo, "Roll"))
    assert words.startswith("I need the permission **Send Messages in Threads** here")


async def test_a_command_that_changes_the_board_shows_it_though_its_answer_is_lost(table: Table) -> None:
    board = await running(table)
    assert board.picture is not None
    table.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await table.ada.slash(table.channel, "card", how="text")
    assert board.picture is None
    assert "Sixes" in board.shown.text


async def test_a_private_menu_is_nobody_elses(table: Table) -> None:
    """Nothing is shown through the bot in place of a message that only one member sees."""
    board = await running(table)
    more = table.at((await board.press(table.bo, "More")).response)
    shown = more.shown.components
    table.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await more.press(table.bo, "Resign")
    assert more.shown.components == shown
    assert len([message for message in table.channel.history() if not message.flags.ephemeral]) == 1


async def test_a_private_menu_of_the_server_is_nobody_elses(table: Table) -> None:
    await managing(table)
    menu = table.at((await table.ada.slash(table.channel, "options")).response)
    shown, requests = menu.shown.components, own_requests(table)
    table.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await menu.choose(table.ada, "yatzy")
    assert menu.shown.components == shown
    assert own_requests(table) == requests


@pytest.mark.parametrize("code", [10062, 10015, 40060])
async def test_a_stopped_game_shows_that_it_is(table: Table, code: int) -> None:
    board = await running(table)
    table.env.inject_error("POST", CALLBACK, status=404, code=code)
    await table.ada.slash(table.channel, "stop")
    assert "stopped" in board.shown.text
    await table.play("yahtzee")


async def test_a_command_that_may_not_answer_names_what_is_missing(table: Table) -> None:
    table.env.inject_error("POST", CALLBACK, status=403, code=50013)
    deny(table, attach_files=True)
    result = await table.ada.slash(table.channel, "play", game="yatzy")
    assert told(result).startswith("I need the permission **Attach Files** here")
    deny(table)
    await table.play("yatzy")


# -- commands and a slow store ------------------------------------------------------------------------------------


def slow(monkeypatch: pytest.MonkeyPatch, *methods: str) -> None:
    """Let these of the store's methods take two seconds."""

    def slowly(method: Callable[..., Any]) -> Callable[..., Any]:
        async def wait(*args: Any, **kwargs: Any) -> Any:
            await asyncio.sleep(2)
            return await method(*args, **kwargs)

        return wait

    for name in methods:
        monkeypatch.setattr(Store, name, slowly(getattr(Store, name)))


async def finished(table: Table) -> None:
    board = await running(table)
    await resign(table, board)


async def managing(table: Table) -> None:
    allowed = discord.Permissions(manage_guild=True).value
    table.env.backend.set_overwrite(table.channel.id, Overwrite(table.ada.id, OverwriteType.MEMBER, allowed))


SLOW: dict[str, tuple[dict[str, Any], Callable[[Table], Awaitable[object]] | None, str, bool]] = {
    # command, its options, what has happened before, what is slow, whether everybody sees the answer
    "leaderboard": ({"game": "yatzy"}, None, "leaderboard", True),
    "verify": ({}, finished, "last_finished_in", False),
    "rules": ({"game": "yatzy"}, None, "guild_options", False),
    "options": ({"game": "yatzy"}, managing, "guild_options", False),
    "board": ({}, running, "sessions_at", True),
    "leave": ({}, running, "sessions_at", False),
    "stop": ({}, running, "sessions_at", False),
    "play": ({"game": "yatzy"}, None, "create_session", True),
}


@pytest.mark.parametrize("name", SLOW)
async def test_a_command_is_answered_in_time_also_when_the_store_is_slow(
    table: Table, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    options, before, method, public = SLOW[name]
    if before is not None:
        await before(table)
    slow(monkeypatch, method)
    result = table.emit_slash(table.ada, name, **options)
    await table.env.advance_time(1.6)
    assert result.acknowledged, "within Discord's three seconds"
    assert result.response is not None
    assert not result.response.content
    assert not result.response.components
    await table.env.advance_time(10)
    response = result.response
    assert response is not None
    assert response.ephemeral == (not public)
    assert not result.followups
    assert response.content or Shown(response.components).text


async def test_challenge_is_answered_in_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch, "create_challenge")
    result = table.emit_slash(table.ada, "challenge", member=table.bo, game="yatzy")
    await table.env.advance_time(1.6)
    assert result.acknowledged, "within Discord's three seconds"
    await table.env.advance_time(3)
    await table.board_of(result).press(table.bo, "Decline")
    assert "declined" in table.board_of(result).shown.text


@pytest.mark.parametrize("label", ["Accept", "Rematch"])
async def test_a_press_that_opens_a_game_is_answered_in_time(
    table: Table, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    if label == "Accept":
        board = table.board_of(await table.ada.slash(table.channel, "challenge", member=table.bo, game="yatzy"))
    else:
        board = await running(table)
        await resign(table, board)
    slow(monkeypatch, "create_session")
    result = board.emit(table.bo, board.shown.custom_id(label))
    await table.env.advance_time(1.6)
    assert result.acknowledged, "within Discord's three seconds"
    await table.env.advance_time(3)
    assert table.last.id != board.id
    assert "Yatzy" in table.last.shown.text


async def test_a_slow_refusal_of_a_public_command_is_private(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The public "thinking…" is taken away, as only the member is to see why."""
    await running(table)
    slow(monkeypatch, "create_session")
    result = table.emit_slash(table.cleo, "play", game="yahtzee")
    await table.env.advance_time(4)
    assert "has a game of Yatzy already" in told(result)
    assert [message.id for message in table.channel.history() if not message.flags.ephemeral] == [table.last.id]
    assert "Yatzy" in table.last.shown.text


async def test_a_slow_surprise_of_a_public_command_is_private(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def surprise(*_: object, **__: object) -> None:
        await asyncio.sleep(2)
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr(Store, "leaderboard", surprise)
    result = table.emit_slash(table.ada, "leaderboard", game="yatzy")
    await table.env.advance_time(4)
    assert "not your fault" in told(result)
    assert not [message for message in table.channel.history() if not message.flags.ephemeral]


async def test_a_quick_command_is_not_deferred(table: Table) -> None:
    await table.play("yatzy", start=False)
    await table.env.advance_time(5)
    assert len(table.channel.history()) == 1


# -- the end ------------------------------------------------------------------------------------------------------


async def test_the_end_waits_for_commands_and_takes_no_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGTERM in the middle of a command: it is finished, another is not begun, and nothing is half done."""
    slow(monkeypatch, "create_session")
    result = table.emit_slash(table.ada, "play", game="yatzy")
    await table.env.advance_time(0.1)
    ending = asyncio.create_task(table.bot._dispatcher.finish())
    await table.env.advance_time(0.1)
    late = table.emit_slash(table.bo, "play", game="yahtzee")
    await table.env.advance_time(0.5)
    assert not ending.done()
    await table.env.advance_time(2)
    assert ending.done()
    assert "Yatzy" in table.board_of(result).shown.text
    session = await table.stored()
    assert (session.game.id, session.message) == ("yatzy", table.board_of(result).id)
    assert not late.acknowledged
    assert (await table.session()).id == session.id


async def test_a_command_that_comes_too_late_changes_nothing(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """It was delivered after an outage of the gateway: Discord would take no answer, so no lobby is opened."""
    await running(table)
    await table.env.advance_time(10)
    rows = table.rows()
    table.emit_slash(table.ada, "stop", seconds_ago=8)
    await table.env.settle()
    assert table.rows() == rows
    assert "came too late to be answered" in caplog.text
