"""What Discord or the disk refuses: the game is kept, the member is told where that is possible, and so is the log."""

from __future__ import annotations

import asyncio
from fnmatch import fnmatch
from typing import Any

import pytest

from bot.errors import NoGameHere
from bot.store import Store, StoreError
from bot.ui.moving import show_board
from tests.bot.board import Board, told
from tests.bot.table import Table

CALLBACK = "/interactions/*/*/callback"
MESSAGE = "/channels/*/messages/*"


async def running(table: Table, game: str = "yatzy") -> Board:
    table.roll_next("66123")
    board = await table.play(game, table.ada, table.bo)
    await board.press(table.ada, "Roll")
    return board


NOTHING_LOST = (
    "Discord didn't take my answer. Nothing was lost: the board shows what counts; what it lacks, do once more."
)
NEW_MESSAGE = "That message is gone, or too old to change: the game goes on in a new one at the bottom."
MAY_NOT = "I may not do that here: please ask somebody who manages this server to look at my permissions."

REFUSALS = {
    # (status, code): what the member is told, if anything can be told
    (404, 10062): None,
    (404, 10015): None,
    (401, 50027): None,
    (400, 40060): None,
    (429, 0): None,
    (404, 10008): NEW_MESSAGE,
    (400, 30046): NEW_MESSAGE,
    (400, 50083): NEW_MESSAGE,
    (403, 50001): MAY_NOT,
    (403, 50007): MAY_NOT,
    (403, 50013): MAY_NOT,
    (400, 50035): NOTHING_LOST,
    (413, 40005): NOTHING_LOST,
    (500, 0): NOTHING_LOST,
    (502, 0): NOTHING_LOST,
    (503, 0): NOTHING_LOST,
    (504, 0): NOTHING_LOST,
}


def requests(table: Table, method: str, path: str) -> int:
    """How many such requests the bot has made."""
    return sum(entry.method == method and fnmatch(entry.path, path) for entry in table.env.backend.http_requests)


@pytest.mark.parametrize("card", ["picture", "text"])
@pytest.mark.parametrize(("refusal", "words"), REFUSALS.items(), ids=str)
async def test_an_answer_that_discord_refuses(
    table: Table, caplog: pytest.LogCaptureFixture, refusal: tuple[int, int], words: str | None, card: str
) -> None:
    """The box is filled, the member is told if that is possible, and the board shows it all the same."""
    status, code = refusal
    await table.set_look(card=card)
    board = await running(table)
    # A refused picture is followed by the card as text.
    also_text = card == "picture" and status in {400, 403, 413} and code not in {40060, 30046, 50001, 50083}
    table.env.inject_error("POST", CALLBACK, status=status, code=code, times=2 if also_text else 1)
    callbacks, edits = requests(table, "POST", CALLBACK), requests(table, "PATCH", MESSAGE)
    result = await board.choose(table.ada, "sixes")
    assert (told(result) if result.acknowledged else None) == words
    assert "Discord refused the answer to 'v1:1:1:box'" in caplog.text
    assert (await table.stored()).ply == 2, "the box is filled"
    assert "Bo\u2069's turn" in board.shown.text, "and the board shows it"
    assert (board.picture is not None) == (card == "picture")
    assert not table.env.backend.faults
    assert requests(table, "POST", CALLBACK) - callbacks == 1 + also_text + (words is not None)
    assert requests(table, "PATCH", MESSAGE) - edits == 1
    await board.press(table.bo, "Roll")
    assert (await table.session()).ply == 3


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50013), (413, 40005)])
async def test_a_picture_that_discord_refuses(
    table: Table, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """The same press shows the card as text, and the next one that fills a box shows a picture again."""
    board = await running(table)
    table.env.inject_error("POST", CALLBACK, status=status, code=code)
    result = await board.choose(table.ada, "sixes")
    assert result.acknowledged
    assert not result.followups, "nobody is told of it"
    assert board.picture is None
    assert "Sixes          12        ." in board.shown.text
    [line] = [record.getMessage() for record in caplog.records if record.name.startswith("bot.ui.")]
    assert line.startswith(f"session 1 shows its card as text, as Discord refused the picture: {status}")
    await board.press(table.bo, "Roll")
    assert board.pictured.name == "card-1-2-dark.png"


async def test_a_press_that_was_answered_already_says_nothing_about_pictures(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """Two processes may get one press: Discord takes the first answer, and the other is no reason to give up."""
    board = await running(table)
    for act in (lambda: board.hold(table.ada, 1), lambda: board.choose(table.ada, "sixes")):
        callbacks = requests(table, "POST", CALLBACK)
        table.env.inject_error("POST", CALLBACK, status=400, code=40060)
        await act()
        assert requests(table, "POST", CALLBACK) == callbacks + 1, "one answer, and no excuse"
    assert "picture" not in caplog.text
    await board.forge(table.bo, "v1:1:2:roll")
    shown = board.pictured
    await board.hold(table.bo, 1)
    assert board.pictured == shown, "pictures are kept as before"


async def test_nothing_gets_through(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    board = await running(table)
    table.env.inject_error("POST", CALLBACK, status=500, times=2)
    result = await board.choose(table.ada, "sixes")
    assert not result.acknowledged
    assert "a member could not be told" in caplog.text
    assert (await table.stored()).ply == 2
    assert "Bo\u2069's turn" in board.shown.text


async def test_a_refusal_that_discord_refuses(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    board = await running(table)
    table.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await board.press(table.cleo, "Roll")
    assert "a member could not be told" in caplog.text
    await board.press(table.ada, "Roll")
    assert "roll 2 of 3" in board.shown.text


async def test_a_lobby_that_cannot_be_posted_leaves_the_channel_free(table: Table) -> None:
    rows = table.rows()
    table.env.inject_error("POST", CALLBACK, status=403, code=50013)
    await table.ada.slash(table.channel, "play", game="yatzy")
    assert table.rows() == rows
    board = await table.play("yatzy")
    assert "Your game" in board.shown.text


# -- messages and channels that are gone --------------------------------------------------------------------------


async def test_a_deleted_board_is_brought_back(table: Table) -> None:
    board = await running(table)
    table.env.backend.delete_message(board.channel, board.id)
    await table.env.settle()
    new = table.last
    assert new.id != board.id
    assert new.shown.dice == ["6", "6", "1", "2", "3"]
    await new.press(table.ada, "Roll")
    assert "roll 2 of 3" in new.shown.text


async def test_a_board_deleted_while_its_press_is_answered(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    board = await running(table)
    result = board.emit(table.ada, board.shown.menu["custom_id"], "sixes")
    table.env.backend.delete_message(board.channel, board.id)
    await table.env.settle()
    assert (await table.session()).ply == 2, "the box is filled"
    assert told(result) == NEW_MESSAGE
    assert table.last.id != board.id
    assert "Ada\u2069 scored 12 in Sixes." in table.last.shown.text
    await table.last.press(table.bo, "Roll")


async def test_a_board_deleted_before_a_resignation(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    board = await running(table)
    more = table.at((await board.press(table.bo, "More")).response)
    await more.press(table.bo, "Resign")
    table.env.backend.delete_message(board.channel, board.id)
    await more.press(table.bo, "Yes, resign")
    assert "Done." in more.shown.text
    assert "did not get what was sent (gone): 404" in caplog.text
    assert "Bo\u2069 resigned: \u2068Ada\u2069 wins" in table.last.shown.text, "the result is posted anew"
    await table.last.press(table.ada, "Rematch")


async def test_a_board_that_has_been_edited_too_often_is_posted_anew(table: Table) -> None:
    """Discord limits the edits of a message that is older than an hour."""
    old = await running(table)
    roll = old.shown.custom_id("Roll")
    more = table.at((await old.press(table.bo, "More")).response)
    await more.press(table.bo, "Resign")
    table.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046)
    await more.press(table.bo, "Yes, resign")
    assert "Bo\u2069 resigned" in table.last.shown.text
    assert f"/{table.last.id}" in told(await old.forge(table.ada, roll)), "and the old one says where"


async def test_a_channel_that_is_gone_stops_nothing(table: Table) -> None:
    gone = table.guild.create_text_channel("gone")
    await table.restart(lobby_minutes=1)
    await table.play("yatzy", channel=gone, start=False)
    board = await running(table)
    await table.bot.close()
    table.env.backend.delete_channel(gone.id)
    await table.restart(lobby_minutes=1)
    await table.env.advance_time(91)
    with pytest.raises(NoGameHere):
        await table.session(gone)
    await board.press(table.ada, "Roll")
    assert "roll 2 of 3" in board.shown.text
    await table.restart()
    await board.press(table.ada, "Roll")
    assert "roll 3 of 3" in board.shown.text


async def test_a_channel_that_takes_no_picture(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """A board that is posted anew outside a press: the card is text then, and a picture when that works again."""
    board = await running(table)
    table.env.inject_error("PATCH", MESSAGE, status=404, code=10008)
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await show_board(table.bot._dispatcher._services, await table.session())
    assert "shows its card as text, as Discord refused the picture: 403" in caplog.text
    board = table.last
    assert board.picture is None
    await board.press(table.ada, "Roll")
    assert board.pictured.name == "card-1-0-dark.png"


async def test_a_channel_that_takes_no_message_any_more(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """A board that went with its channel's history is posted anew at the next start, if that is allowed."""
    board = await running(table)
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=2)
    table.env.backend.delete_message(board.channel, board.id)
    await table.env.settle()
    assert "did not get what was sent (barred): 403" in caplog.text
    await table.bot.restarts.repost_missing()
    assert table.channel.history() == [], "nothing is tried there for ten minutes"
    await table.env.advance_time(601)
    await table.bot.restarts.repost_missing()
    assert table.last.shown.dice == ["6", "6", "1", "2", "3"]
    await table.last.press(table.ada, "Roll")
    assert "roll 2 of 3" in table.last.shown.text


# -- the store ----------------------------------------------------------------------------------------------------


async def refuse(*_: object, **__: object) -> None:
    raise StoreError("The disk is full.")


@pytest.mark.parametrize("control", ["Roll", "die", "box"])
async def test_a_full_disk(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, control: str
) -> None:
    board = await running(table)
    ids = {"Roll": board.shown.custom_id("Roll"), "die": board.shown.die(1), "box": board.shown.menu["custom_id"]}
    values = ["sixes"] if control == "box" else []
    rows, shown = table.rows(), board.shown.components
    with monkeypatch.context() as patch:
        for method in ("append", "save_holds"):
            patch.setattr(Store, method, refuse)
        answer = told(await board.forge(table.ada, ids[control], *values))
    assert answer == "I couldn't save that, so nothing has changed. Please try again in a moment."
    assert "the store failed" in caplog.text
    assert "The disk is full." in caplog.text
    assert (table.rows(), board.shown.components) == (rows, shown)
    await board.forge(table.ada, ids[control], *values)
    assert board.shown.components != shown, "the same button works when the disk does"


async def test_a_full_disk_in_the_lobby(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await table.play("yatzy", start=False)
    shown = board.shown.components
    with monkeypatch.context() as patch:
        for method in ("save_lobby", "start_session", "drop_session"):
            patch.setattr(Store, method, refuse)
        for member, label in ((table.bo, "Join"), (table.ada, "Start"), (table.ada, "Cancel")):
            assert "couldn't save" in told(await board.press(member, label))
    assert board.shown.components == shown
    await board.press(table.bo, "Join")
    await board.press(table.ada, "Start with 2")
    assert "Ada\u2069's turn" in board.shown.text


async def test_a_lobby_whose_message_could_not_be_noted_is_adopted_by_its_first_press(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Store, "set_message", refuse)
        result = await table.ada.slash(table.channel, "play", game="yatzy")
        assert "couldn't save" in told(result)
    board = table.board_of(result)
    await board.press(table.bo, "Join")
    await board.press(table.ada, "Start with 2")
    session = await table.session()
    assert (session.message, session.nonce) == (board.id, str(board.id))


async def test_a_surprise_is_logged_and_told(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def surprise(*_: object, **__: object) -> None:
        raise ZeroDivisionError("nobody foresaw this")

    board = await running(table)
    monkeypatch.setattr(Store, "append", surprise)
    assert "not your fault" in told(await board.press(table.ada, "Roll"))
    assert "nobody foresaw this" in caplog.text


# -- slowness -----------------------------------------------------------------------------------------------------


async def test_a_slow_disk_is_bridged_by_a_defer(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    append = Store.append

    async def slowly(*args: Any, **kwargs: Any) -> None:
        await asyncio.sleep(2)
        await append(*args, **kwargs)

    board = await running(table)
    roll, shown = board.shown.custom_id("Roll"), board.shown.components
    monkeypatch.setattr(Store, "append", slowly)
    result = board.emit(table.ada, roll)
    await table.env.advance_time(1.6)
    assert result.acknowledged, "within Discord's three seconds"
    assert board.shown.components == shown
    await table.env.advance_time(1)
    assert "roll 2 of 3" in board.shown.text
    assert not any(answer.ephemeral for answer in result.followups)


async def test_a_slow_refusal_is_told_after_a_defer(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slowly(*_: object, **__: object) -> None:
        await asyncio.sleep(2)
        raise StoreError("The disk is full.")

    board = await running(table)
    monkeypatch.setattr(Store, "append", slowly)
    result = board.emit(table.ada, board.shown.custom_id("Roll"))
    await table.env.advance_time(3)
    assert "I couldn't save that" in told(result)
    assert "roll 1 of 3" in board.shown.text


async def test_a_press_that_is_too_old_changes_nothing(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """It was delivered late, as after an outage of the gateway: Discord would take no answer, so nothing is played."""
    board = await running(table)
    await table.env.advance_time(10)
    rows = table.rows()
    board.emit(table.ada, board.shown.custom_id("Roll"), seconds_ago=8)
    await table.env.settle()
    assert table.rows() == rows
    assert "came too late to be answered" in caplog.text
