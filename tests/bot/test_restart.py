"""The bot ends, and another one begins with the same database: the same buttons on the same messages go on."""

from __future__ import annotations

import pytest

from bot.ids import SessionId
from bot.store import Store, StoreError
from bot.wire import stored_views
from engine.fairdice import FairDice
from engine.games import dice_game
from tests.bot.board import told
from tests.bot.seated import DICE_GAMES
from tests.bot.table import Table


async def test_a_lobby_goes_on(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    shown = board.shown.components
    await table.restart()
    assert board.shown.components == shown
    await board.press(table.cleo, "Join")
    assert "3. \u2068Cleo\u2069" in board.shown.text
    assert told(await board.press(table.cleo, "Start")).startswith("Only \u2068Ada\u2069")
    await board.press(table.ada, "Start with 3")
    assert "Ada\u2069's turn" in board.shown.text


@pytest.mark.parametrize("game", DICE_GAMES)
async def test_a_turn_goes_on_with_its_holds(table: Table, game: str) -> None:
    size = dice_game(game).rules(dice_game(game).complete()).dice
    table.roll_next("5" * size, "1" * size)
    board = await table.play(game, table.ada, table.bo)
    if "–" in board.shown.dice:
        await board.press(table.ada, "Roll")
    await board.hold(table.ada, 1, 3)
    before = await table.session()
    await table.restart()
    after = await table.session()
    assert after == before
    assert after.match == before.match
    await board.press(table.ada, "Roll again")
    assert board.shown.dice == ["5 ✓", "1", "5 ✓", *["1"] * (size - 3)]
    assert board.shown.text.count("Turn 1 of") == 1


async def test_a_roll_is_not_repeated(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    roll = board.shown.custom_id("Roll")
    table.lose_the_answer()
    await board.press(table.ada, "Roll")
    assert board.shown.dice == ["–"] * 5, "rolled, but not shown"
    rows = table.rows()
    await table.restart()
    assert "earlier moment" in told(await board.click(table.ada, roll))
    assert table.rows() == rows
    assert "roll 1 of 3" in board.shown.text, "the press shows the true board"
    assert "–" not in board.shown.dice


async def test_a_finished_game_stays_finished(table: Table) -> None:
    board = await table.play("figure_yatzy")
    *boxes, last = (box.id for box in dice_game("figure_yatzy").rules(dice_game("figure_yatzy").complete()).boxes)
    for box in boxes:
        await board.choose(table.ada, box)
    table.lose_the_answer()
    await board.choose(table.ada, last)
    assert list(board.shown.boxes) == [last], "the last box is filled, but not shown"
    rows = table.rows()
    await table.restart()
    assert told(await board.choose(table.ada, last)) == "This game is over; `/play` starts a new one."
    assert "## Figure Yatzy · result\nEvery box is filled" in board.shown.text
    assert table.rows() == rows
    await table.restart()
    again = table.board_of(await board.press(table.ada, "Play again"))
    assert again.shown.text.startswith("## Figure Yatzy · Your game")


async def test_the_channel_is_taken_after_a_restart_too(table: Table) -> None:
    await table.play("yatzy", table.ada, table.bo)
    await table.restart()
    answer = await table.cleo.slash(table.channel, "play", game="yahtzee")
    assert "This channel has a game of Yatzy already" in told(answer)


async def test_a_lobby_that_never_showed_is_dropped(table: Table) -> None:
    """The process ends between the lobby's row and Discord's answer: nobody has seen anything of it."""
    await table.play("yatzy", start=False)
    store = await Store.open(str(table.database))
    loaded = await store.load_session(SessionId(1))
    assert loaded is not None
    await store.set_message(SessionId(1), None)
    await store.close()
    await table.restart()
    board = await table.play("yahtzee")
    assert board.shown.text.startswith("## Yahtzee · Your game")


async def test_figures_first_roll_is_the_same_when_it_is_made_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match has begun, but its automatic roll is lost with the process: nothing else can come out."""
    board = await table.play("figure_yatzy", table.ada, table.bo, start=False)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", refuse)
        assert "I couldn't save that" in told(await board.press(table.ada, "Start"))
    session = await table.stored()
    assert (session.status, session.nonce) == ("running", str(board.id))
    drawn = FairDice(session.secret, str(board.id), str(session.id)).dice("1", 5)
    await table.restart()
    assert "has started already" in told(await board.press(table.ada, "Start"))
    assert board.shown.dice == [str(die) for die in drawn]
    await table.restart()
    await board.hold(table.ada, 1)
    assert board.shown.dice == [f"{drawn[0]} ✓", *map(str, drawn[1:])]
    assert (await table.session()).ply == 1


async def refuse(*_: object, **__: object) -> None:
    raise StoreError("The disk is full.")


async def test_a_moved_board_goes_on_where_it_is(table: Table) -> None:
    old = await table.play("yatzy", table.ada, table.bo)
    roll = old.shown.custom_id("Roll")
    new = table.board_of(await table.ada.slash(table.channel, "board"))
    await table.restart()
    assert f"/{new.id}" in told(await old.forge(table.ada, roll))
    await new.press(table.ada, "Roll")
    assert "roll 1 of 3" in new.shown.text


async def test_private_menus_go_on(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    more = table.at((await board.press(table.bo, "More")).response)
    await table.restart()
    await more.press(table.bo, "Resign")
    await table.restart()
    await more.press(table.bo, "Yes, resign")
    assert "Bo\u2069 resigned" in board.shown.text


async def test_views_are_stored_nowhere(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    board = await table.play("yahtzee", table.ada, table.bo, start=False)
    rules = table.at((await board.press(table.ada, "Rules")).response)
    modal = await rules.choose(table.ada, "upper_bonus")
    assert modal.modal is not None
    await board.press(table.ada, "Start")
    await board.press(table.ada, "Roll")
    await board.press(table.ada, "More")
    await table.cleo.slash(table.channel, "play", game="yatzy")
    assert stored_views(table.bot) == 0
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
