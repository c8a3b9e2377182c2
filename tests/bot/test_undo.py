"""Taking a box back: by its owner, until new dice have been seen, where the table allows it."""

from __future__ import annotations

import pytest

from bot.text.names import FSI, PDI
from engine.games import dice_game
from tests.bot.board import Board, told
from tests.bot.table import Table


def words(board: Board) -> str:
    """What the board says, without the marks around names."""
    return board.shown.text.replace(FSI, "").replace(PDI, "")


async def placed(table: Table, *names: str, game: str = "yatzy", box: str = "fours") -> Board:
    """A game in which Ada has filled a box, after two rolls where the first is not made by itself."""
    table.roll_next("44123", "44456", "44466")
    board = await table.play(game, *(getattr(table, name) for name in names or ("ada", "bo")))
    await board.press(table.ada, "Roll")
    await board.hold(table.ada, 1, 2)
    await board.press(table.ada, "Roll again")
    await board.choose(table.ada, box)
    return board


async def test_the_button_names_what_it_takes_back(table: Table) -> None:
    board = await placed(table)
    assert words(board).startswith("## Yatzy · Bo's turn")
    assert board.shown.rows[-1] == ["Take back Fours"]


async def test_the_turn_goes_on_with_the_same_dice(table: Table) -> None:
    board = await placed(table)
    await board.press(table.ada, "Take back")
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 1 of 15 · roll 2 of 3\n-# Ada took back Fours.")
    assert board.shown.dice == ["4 ✓", "4 ✓", "4", "5", "6"]
    assert board.shown.labels[-3:] == ["Roll again (1 left)", "Hint", "More"], "there is nothing more to take back"
    await board.press(table.ada, "Roll again")
    await board.choose(table.ada, "sixes")
    assert "Ada scored 12 in Sixes." in words(board)
    assert board.shown.rows[-1] == ["Take back Sixes"]


async def test_it_is_logged_and_outlives_a_restart(table: Table) -> None:
    board = await placed(table)
    await table.restart()
    await board.press(table.ada, "Take back Fours")
    stored = await table.stored()
    assert stored.match is not None
    assert [ply.move for ply in stored.match.plies[-2:]] == ["fours", "undo"]
    await table.restart()
    await board.choose(table.ada, "chance")
    assert "Ada scored 23 in Chance." in words(board)


async def test_others_are_told_whose_box_it_is(table: Table) -> None:
    board = await placed(table)
    rows = table.rows()
    assert told(await board.press(table.bo, "Take back")) == f"That box is {FSI}Ada{PDI}'s to take back."
    assert told(await board.press(table.cleo, "Take back")).startswith("Only players of this game")
    assert table.rows() == rows


async def test_new_dice_end_it(table: Table) -> None:
    board = await placed(table)
    undo = board.shown.custom_id("Take back")
    await board.press(table.bo, "Roll")
    assert "Take back Fours" not in board.shown.labels
    assert "earlier moment" in told(await board.forge(table.ada, undo))
    ply = undo.split(":")[2]
    now = undo.replace(f":{ply}:", f":{(await table.session()).ply}:")
    assert "until new dice have been seen" in told(await board.forge(table.ada, now))
    assert words(board).startswith("## Yatzy · Bo's turn")


async def test_pressed_twice_it_takes_back_once(table: Table) -> None:
    board = await placed(table)
    undo = board.shown.custom_id("Take back")
    results = await board.at_once((table.ada, undo), (table.ada, undo))
    assert "earlier moment" in told(results[1])
    assert "Ada took back Fours." in words(board)
    assert (await table.session()).ply == 4


async def test_the_next_roll_and_the_undo_at_once(table: Table) -> None:
    board = await placed(table)
    undo, roll = board.shown.custom_id("Take back"), board.shown.custom_id("Roll")
    results = await board.at_once((table.ada, undo), (table.bo, roll))
    assert "earlier moment" in told(results[1])
    assert words(board).startswith("## Yatzy · Ada's turn")


async def test_alone_a_box_is_taken_back_too(table: Table) -> None:
    board = await placed(table, "ada")
    await board.press(table.ada, "Take back Fours")
    assert words(board).startswith("## Yatzy · Your game\nTurn 1 of 15 · roll 2 of 3")


async def test_a_table_may_refuse_it(table: Table) -> None:
    await table.set_rule("yatzy", undo=False)
    board = await placed(table)
    assert "Take back Fours" not in board.shown.labels
    forged = f"v1:1:{(await table.session()).ply}:undo"
    assert "a box stays as it was filled" in told(await board.forge(table.ada, forged))
    assert words(board).startswith("## Yatzy · Bo's turn")


async def test_where_the_next_roll_is_automatic_new_dice_are_seen_at_once(table: Table) -> None:
    board = await table.play("figure_yatzy", table.ada, table.bo)
    await board.choose(table.ada, "chance")
    assert board.shown.rows[-1][-1] == "More"
    assert not [label for label in board.shown.labels if label.startswith("Take back")]


@pytest.mark.parametrize("game", ["maxi_yatzy", "mega_yatzy"])
async def test_saved_rolls_are_taken_back_with_it(table: Table, game: str) -> None:
    board = await table.play(game, table.ada)
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "chance")
    assert "3 new + 2 saved" in words(board)
    await board.press(table.ada, "Take back Chance")
    assert "roll 1 of 3 (3 new + 0 saved)" in words(board)


async def test_the_matchs_last_box_stays(table: Table) -> None:
    board = await table.play("yatzy", table.ada)
    for box in dice_game("yatzy").rules(dice_game("yatzy").complete()).boxes:
        await board.press(table.ada, "Roll")
        await board.choose(table.ada, box.id)
    assert board.shown.labels == ["Play again", "Review", "Check the dice"]
    assert "over" in told(await board.forge(table.ada, f"v1:1:{(await table.bot.arbiter.session(1)).ply}:undo"))


async def test_the_clocks_box_is_not_the_members_to_take_back(table: Table) -> None:
    await table.set_rule("yatzy", turn_time="1m", on_turn_timeout="auto")
    board = await table.play("yatzy", table.ada, table.bo)
    await board.press(table.ada, "Roll")
    await table.env.advance_time(61)
    assert "when the time was up" in words(table.last)
    assert not [label for label in table.last.shown.labels if label.startswith("Take back")]


async def test_who_has_resigned_takes_nothing_back(table: Table) -> None:
    board = await placed(table, "ada", "bo", "cleo")
    undo = board.shown.custom_id("Take back")
    more = table.at((await board.press(table.ada, "More")).response)
    await more.press(table.ada, "Resign")
    await more.press(table.ada, "Yes, resign")
    assert not [label for label in board.shown.labels if label.startswith("Take back")]
    assert told(await board.forge(table.ada, undo.replace(":3:", ":4:"))).startswith("You are out of this game")
