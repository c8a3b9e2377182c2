"""Boards with pictures: when one is uploaded, when it is kept, and what is shown where neither works."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import discord
import pytest

from bot.pictures.alt_text import LONGEST, alt_text, result_alt_text
from bot.pictures.drawer import Drawer, TooManyPictures
from bot.pictures.result import result
from bot.pictures.scorecard import scorecard
from bot.pictures.theme import THEMES
from bot.store import Store
from bot.ui import card_picture
from tests.bot.board import Board, Shown, told
from tests.bot.reported_discord import behave_as_reported, never_keep, refuse_emojis, uploaded
from tests.bot.table import Table

AN_HOUR = 3600


@pytest.fixture(autouse=True)
def as_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are kept as Discord is reported to keep them; simulated Discord alone would let worse pass."""
    behave_as_reported(monkeypatch)


def uploads(table: Table) -> list[str]:
    """The file names that the bot has uploaded since this was last asked."""
    requests = table.env.http_requests
    sent = [request.json for request in requests if isinstance(request.json, dict)]
    requests.clear()
    return [file["filename"] for body in sent for file in uploaded(body.get("data") or body)]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "bot.ui.boards"]


async def pair(table: Table) -> Board:
    """A game of Ada and Bo, in which Ada has rolled."""
    table.roll_next("66123")
    board = await table.play("yatzy", table.ada, table.bo)
    await board.press(table.ada, "Roll")
    return board


# -- uploaded, and kept -------------------------------------------------------------------------------------------


async def test_a_board_shows_the_card_as_a_picture_with_its_words(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    match = (await table.session()).running()
    assert board.pictured.size == (1100, 700)
    assert board.pictured.png == scorecard(match, still=True)
    assert board.shown.alt_text == alt_text(match, still=True)
    assert board.shown.alt_text.startswith("Scorecard of Yatzy. Ada’s turn")
    assert len(board.shown.alt_text) <= LONGEST
    assert "```" not in board.shown.text
    assert uploads(table) == [board.pictured.name]


async def test_holds_and_rolls_keep_it(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    first, words = board.pictured, board.shown.alt_text
    uploads(table)
    await board.press(table.ada, "Roll")
    for position in (1, 2, 1):
        await board.hold(table.ada, position)
        assert board.pictured == first
    for _ in range(2):
        await board.press(table.ada, "Roll")
        assert board.pictured == first
    assert board.shown.alt_text == words
    assert uploads(table) == []


async def test_each_score_brings_a_new_one(table: Table) -> None:
    board = await pair(table)
    names = {board.pictured.name}
    uploads(table)
    for member, box in ((table.ada, "sixes"), (table.bo, "chance"), (table.ada, "chance")):
        if "–" in board.shown.dice:
            await board.press(member, "Roll")
        await board.choose(member, box)
        match = (await table.session()).running()
        assert board.pictured.png == scorecard(match, still=True)
        assert board.shown.alt_text == alt_text(match, still=True)
        assert uploads(table) == [board.pictured.name]
        names.add(board.pictured.name)
    assert len(names) == 4


async def test_a_first_roll_made_by_itself_keeps_none_and_loses_none(table: Table) -> None:
    board = await table.play("figure_yatzy", table.ada, table.bo)
    first = board.pictured
    await board.hold(table.ada, 1)
    assert board.pictured == first
    await board.choose(table.ada, "chance")
    assert board.pictured.png == scorecard((await table.session()).running(), still=True)


async def test_a_resignation_brings_a_new_one(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, table.cleo)
    await board.forge(table.bo, "v1:1:0:resign.yes")
    assert board.pictured.png == scorecard((await table.session()).running(), still=True)
    assert "Bo: 0 (resigned" in board.shown.alt_text


async def test_saved_rolls_are_in_it_as_they_were_at_the_last_score(table: Table) -> None:
    board = await table.play("maxi_yatzy", table.ada)
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "chance")
    words = board.shown.alt_text
    assert "2 rolls saved" in words
    for left in (5, 4, 3, 2):
        await board.press(table.ada, f"Roll{' again' if left < 5 else ''} ({left} left)")
        assert board.shown.alt_text == words, "the words are of the picture that is kept"


async def test_a_restart_keeps_it(table: Table) -> None:
    board = await pair(table)
    first = board.pictured
    await table.restart()
    uploads(table)
    await board.hold(table.ada, 1, 2)
    await board.press(table.ada, "Roll")
    assert board.pictured == first
    assert uploads(table) == []


async def test_a_deferred_press_keeps_it_too(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    append = Store.append

    async def slowly(*args: Any, **kwargs: Any) -> None:
        await asyncio.sleep(2)
        await append(*args, **kwargs)

    board = await pair(table)
    first = board.pictured
    monkeypatch.setattr(Store, "append", slowly)
    board.emit(table.ada, board.shown.custom_id("Roll"))
    await table.env.advance_time(3)
    assert "roll 2 of 3" in board.shown.text
    assert board.pictured == first
    board.emit(table.ada, board.shown.menu["custom_id"], "sixes")
    await table.env.advance_time(3)
    assert "Bo\u2069's turn" in board.shown.text
    assert board.pictured.name != first.name


async def test_a_press_of_an_earlier_moment_keeps_it_or_brings_the_right_one(table: Table) -> None:
    board = await pair(table)
    earlier, first = board.shown.menu["custom_id"], board.pictured
    await board.press(table.ada, "Roll")
    assert "earlier moment" in told(await board.forge(table.ada, earlier, "sixes"))
    assert board.pictured == first
    await board.choose(table.ada, "sixes")
    assert "earlier moment" in told(await board.forge(table.ada, earlier, "sixes"))
    assert board.pictured.png == scorecard((await table.session()).running(), still=True)


# -- where Discord does not keep it -------------------------------------------------------------------------------


async def test_one_that_is_not_kept_is_uploaded_in_the_same_press(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    never_keep(monkeypatch)
    board = await table.play("yatzy", table.ada, table.bo)
    first = board.pictured
    uploads(table)
    result = await board.press(table.ada, "Roll")
    assert not result.followups, "the member notices nothing"
    assert "roll 1 of 3" in board.shown.text
    assert (board.pictured.name, board.pictured.png) == (first.name, first.png)
    assert board.pictured.id != first.id
    assert uploads(table) == [first.name]
    assert warnings(caplog) == [], "once may be because the board was edited meanwhile"


async def test_keeping_is_tried_again_after_an_hour(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = await pair(table)
    with monkeypatch.context() as refusing:
        never_keep(refusing)
        await board.hold(table.ada, 1, 1, 1)
    for _ in range(3):
        before = board.pictured
        await board.hold(table.ada, 2)
        assert board.pictured.id != before.id, "uploaded without another attempt"
    assert len(warnings(caplog)) == 1
    table.env.backend.advance_clock(AN_HOUR)
    before = board.pictured
    await board.hold(table.ada, 2)
    assert board.pictured == before


async def test_every_press_shows_a_picture_where_none_is_ever_kept(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_keep(monkeypatch)
    board = await table.play("yahtzee", table.ada, table.bo)
    for member, box in ((table.ada, "chance"), (table.bo, "ones"), (table.ada, "sixes")):
        await board.press(member, "Roll")
        await board.hold(member, 1, 3)
        await board.choose(member, box)
        assert board.pictured.png == scorecard((await table.session()).running(), still=True)


# -- where there is no picture ------------------------------------------------------------------------------------


async def bare_channel(table: Table) -> Any:
    """A channel in which the bot may not attach files."""
    denied = discord.PermissionOverwrite(attach_files=False)
    return table.guild.create_text_channel("bare", overwrites={table.guild.default_role: denied})


async def test_without_attach_files_the_card_is_text(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    board = await table.play("yatzy", table.ada, table.bo, channel=await bare_channel(table))
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "chance")
    assert board.picture is None
    assert "Chance" in board.shown.text
    assert "TOTAL" in board.shown.text
    assert uploads(table) == []
    assert warnings(caplog) == []


@pytest.fixture
def undrawable(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    def broken(*_: object, **__: object) -> bytes:
        raise OSError("cannot open resource")

    monkeypatch.setattr(card_picture, "scorecard", broken)
    return monkeypatch


async def test_a_picture_that_cannot_be_drawn_is_logged_and_the_game_goes_on(
    table: Table, undrawable: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    assert board.picture is None
    assert "TOTAL" in board.shown.text
    assert warnings(caplog) == ["session 1 shows its card as text, as its picture can't be drawn"]
    assert "cannot open resource" in caplog.text
    undrawable.undo()
    await board.press(table.ada, "Roll")
    assert "roll 1 of 3" in board.shown.text


async def test_one_that_can_be_drawn_again_is_back_at_the_next_press(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> bytes:
        raise TooManyPictures("64 boards wait for their picture already")

    with monkeypatch.context() as busy:
        busy.setattr(Drawer, "draw", full)
        board = await table.play("yatzy", table.ada, table.bo)
        assert board.picture is None
    await board.press(table.ada, "Roll")
    assert board.pictured.size == (1100, 700)


async def test_an_upload_that_is_refused_leaves_text_in_the_same_press(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    board = await pair(table)
    table.env.inject_error("POST", "/interactions/*/*/callback", status=413, code=40005)
    result = await board.choose(table.ada, "sixes")
    assert not result.followups
    assert board.picture is None
    assert "Sixes          12        ." in board.shown.text
    assert len(warnings(caplog)) == 1
    await board.press(table.bo, "Roll")
    assert board.pictured.png == scorecard((await table.session()).running(), still=True)


async def test_one_that_takes_long_is_bridged_by_a_defer(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Drawer.draw

    async def slowly(*args: Any) -> bytes | None:
        await asyncio.sleep(4)
        return await draw(*args)

    board = await pair(table)
    monkeypatch.setattr(Drawer, "draw", slowly)
    score = board.emit(table.ada, board.shown.menu["custom_id"], "sixes")
    await table.env.advance_time(1.6)
    assert score.acknowledged, "within Discord's three seconds"
    await table.env.advance_time(3)
    assert "Ada\u2069 scored 12 in Sixes." in board.shown.text
    assert board.pictured.name == "card-1-2-dark.png"


async def test_a_slow_disk_and_then_a_slow_picture_have_one_deadline(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes less than is waited for, and both together more than Discord waits."""
    append, draw = Store.append, Drawer.draw

    async def append_slowly(*args: Any, **kwargs: Any) -> None:
        await asyncio.sleep(1.4)
        await append(*args, **kwargs)

    async def draw_slowly(*args: Any) -> bytes | None:
        await asyncio.sleep(1.4)
        return await draw(*args)

    board = await pair(table)
    monkeypatch.setattr(Store, "append", append_slowly)
    monkeypatch.setattr(Drawer, "draw", draw_slowly)
    score = board.emit(table.ada, board.shown.menu["custom_id"], "sixes")
    await table.env.advance_time(1.6)
    assert score.acknowledged
    await table.env.advance_time(2)
    assert board.pictured.name == "card-1-2-dark.png"


async def test_a_command_that_waits_for_a_picture_is_deferred(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Drawer.draw

    async def slowly(*args: Any) -> bytes | None:
        await asyncio.sleep(4)
        return await draw(*args)

    old = await pair(table)
    monkeypatch.setattr(Drawer, "draw", slowly)
    result = table.emit_slash(table.bo, "board")
    await table.env.advance_time(1.6)
    assert result.acknowledged
    await table.env.advance_time(3)
    board = table.board_of(result)
    assert board.pictured.name == "card-1-0-dark.png"
    assert f"/{board.id}" in old.shown.text
    await board.press(table.ada, "Roll")
    assert "roll 2 of 3" in board.shown.text


async def test_a_superseded_picture_is_not_waited_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two presses of one board wait for a drawer that is busy with another board: the later one's picture is shown."""
    elsewhere = await table.play("yatzy", table.cleo, channel=table.guild.create_text_channel("elsewhere"))
    await elsewhere.press(table.cleo, "Roll")
    board = await pair(table)
    all_wait = threading.Event()
    hold_up(monkeypatch, all_wait, 3)
    presses = [
        elsewhere.emit(table.cleo, elsewhere.shown.menu["custom_id"], "chance"),
        board.emit(table.ada, board.shown.menu["custom_id"], "sixes"),
        board.emit(table.bo, board.shown.menu["custom_id"], "sixes"),
    ]
    await table.env.settle()
    assert all_wait.is_set()
    assert all(press.acknowledged for press in presses)
    assert elsewhere.pictured.size == (1100, 700)
    assert board.pictured.png == scorecard((await table.session()).running(), still=True)
    assert "Bo\u2069's turn" in board.shown.text


def hold_up(monkeypatch: pytest.MonkeyPatch, all_wait: threading.Event, most: int) -> None:
    """No picture is drawn before that many were asked for."""
    draw, asked = Drawer.draw, iter(range(1, most))

    async def counted(*args: Any) -> bytes | None:
        drawing = asyncio.ensure_future(draw(*args))
        await asyncio.sleep(0)
        if next(asked, None) is None:
            all_wait.set()
        return await drawing

    def painted(*args: Any, **kwargs: Any) -> bytes:
        assert all_wait.wait(30)
        return scorecard(*args, **kwargs)

    monkeypatch.setattr(Drawer, "draw", counted)
    monkeypatch.setattr(card_picture, "scorecard", painted)


# -- dice -----------------------------------------------------------------------------------------------------------


async def test_refused_emojis_become_labels_in_the_same_press(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = await pair(table)
    first = board.pictured
    assert board.shown.emojis == ["die_6", "die_6", "die_1", "die_2", "die_3"]
    refuse_emojis(monkeypatch)
    await board.hold(table.ada, 1)
    assert board.shown.dice == ["6 ✓", "6", "1", "2", "3"]
    assert board.shown.emojis == [""] * 5
    assert board.pictured == first, "which is no reason to let go of the picture"
    assert warnings(caplog) == []
    await board.choose(table.ada, "sixes")
    assert board.pictured.name == "card-1-2-dark.png"


async def test_refused_emojis_and_a_file_that_is_not_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await pair(table)
    first = board.pictured
    never_keep(monkeypatch)
    refuse_emojis(monkeypatch)
    await board.hold(table.ada, 1)
    assert board.shown.dice == ["6 ✓", "6", "1", "2", "3"]
    assert (board.pictured.name, board.pictured.png) == (first.name, first.png)


async def test_emojis_refused_beside_a_new_picture(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figure's next turn begins with dice on the board, so the upload itself is what is refused."""
    board = await table.play("figure_yatzy", table.ada, table.bo)
    refuse_emojis(monkeypatch)
    await board.choose(table.ada, "chance")
    assert board.shown.emojis == [""] * 5
    assert board.pictured.png == scorecard((await table.session()).running(), still=True)


# -- wherever a board is shown ------------------------------------------------------------------------------------


async def test_a_lobby_has_no_picture(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    assert board.picture is None
    await board.press(table.bo, "Leave")
    assert board.picture is None
    assert uploads(table) == []
    await board.press(table.ada, "Start alone")
    assert board.pictured.name == "card-1-0-dark.png"


async def test_a_board_that_moves_takes_its_picture_along(table: Table) -> None:
    old = await pair(table)
    new = table.board_of(await table.bo.slash(table.channel, "board"))
    assert old.picture is None, "no file is left where nothing shows it"
    assert new.pictured.png == scorecard((await table.session()).running(), still=True)
    first = new.pictured
    await new.hold(table.ada, 1)
    assert new.pictured == first


async def test_a_solo_game_shows_it_at_once(table: Table) -> None:
    board = table.board_of(await table.ada.slash(table.channel, "play", game="yahtzee", solo=True))
    assert "Your game" in board.shown.text
    assert board.pictured.png == scorecard((await table.session()).running(), still=True)


async def test_a_solo_thread_shows_it(table: Table) -> None:
    await table.play("yahtzee", table.ada, table.bo)
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    await offer.press(table.cleo, "Play alone in a thread")
    [thread] = table.channel.threads
    board = table.at(thread.history()[-1])
    assert board.pictured.png == scorecard((await table.session(thread)).running(), still=True)


async def test_an_accepted_challenge_shows_it(table: Table) -> None:
    dare = table.board_of(await table.ada.slash(table.channel, "challenge", member=table.bo, game="yatzy"))
    await dare.press(table.bo, "Accept")
    assert dare.picture is None
    assert table.last.pictured.png == scorecard((await table.session()).running(), still=True)


async def test_the_result_is_a_picture_and_so_is_the_game_after_it(table: Table) -> None:
    board = await table.play("yatzy", table.ada)
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "chance")
    await board.forge(table.ada, "v1:1:2:end.yes")
    over = (await table.stored()).running()
    assert board.pictured.name == "result-1-3-dark.png"
    assert board.pictured.png == result(over)
    assert board.shown.alt_text == result_alt_text(over)
    again = table.board_of(await board.press(table.ada, "Play again"))
    assert again.pictured.png == scorecard((await table.session()).running(), still=True)
    assert board.pictured.png == result(over)


async def test_the_last_box_brings_the_result(table: Table) -> None:
    board = await table.play("figure_yatzy", table.ada, table.bo)
    for box in list(board.shown.boxes):
        for member in (table.ada, table.bo):
            await board.choose(member, box)
    assert board.pictured.name.startswith("result-1-")
    assert board.pictured.size == (1100, 700)


async def test_a_rematch_of_two_shows_it_when_it_starts(table: Table) -> None:
    board = await pair(table)
    await board.forge(table.bo, "v1:1:1:resign.yes")
    lobby = table.board_of(await board.press(table.ada, "Rematch"))
    assert lobby.picture is None
    await lobby.press(table.bo, "Join")
    await lobby.press(table.ada, "Start with 2")
    assert lobby.pictured.png == scorecard((await table.session()).running(), still=True)


# -- as it is wanted ------------------------------------------------------------------------------------------------


async def test_a_guild_may_have_it_on_white(table: Table) -> None:
    await table.set_look(theme="light")
    board = await table.play("yatzy", table.ada, table.bo)
    first = board.pictured
    assert first.png == scorecard((await table.session()).running(), theme=THEMES["light"], still=True)
    await board.press(table.ada, "Roll")
    assert board.pictured == first


async def test_a_guild_may_have_text(table: Table) -> None:
    await table.set_look(card="text")
    board = await table.play("yatzy", table.ada, table.bo)
    await board.press(table.ada, "Roll")
    assert board.picture is None
    assert "TOTAL" in board.shown.text
    assert uploads(table) == []


async def test_a_member_who_wants_text_gets_it_in_the_middle_of_a_game(table: Table) -> None:
    board = await pair(table)
    assert board.picture is not None
    await table.bo.slash(table.channel, "card", how="text")
    await board.press(table.ada, "Roll")
    assert board.picture is None
    assert "TOTAL" in board.shown.text
    await table.bo.slash(table.channel, "card", how="server")
    await board.press(table.ada, "Roll")
    assert board.pictured.size == (1100, 700)


async def test_the_card_as_text_for_one_who_asks(table: Table) -> None:
    board = await pair(table)
    await board.choose(table.ada, "sixes")
    for member in (table.bo, table.cleo):
        asked = await board.press(member, "More")
        await table.at(asked.response).press(member, "Card as text")
        assert "Sixes          12        ." in Shown(table.at(asked.response).stored.components).text
        assert asked.ephemeral
    assert board.pictured.name == "card-1-2-dark.png", "the board stays as it is"


async def test_the_card_as_text_of_a_game_that_has_ended(table: Table) -> None:
    board = await pair(table)
    more = table.at((await board.press(table.bo, "More")).response)
    await board.forge(table.bo, "v1:1:1:resign.yes")
    await more.press(table.bo, "Card as text")
    assert "×Bo" in more.shown.text
