"""The chances of boxes: on the board where the table wants them, and for anybody who asks."""

from __future__ import annotations

import re
from typing import Any

from tests.bot.board import Board, told
from tests.bot.table import Table


def chance_of(box: str, shown: str) -> str:
    """What is told of a box; nothing where it isn't named."""
    found = re.search(rf"(?:^|· |-# ){box} \*\*([^*]*)\*\*", shown.replace("\u00a0", " "), re.MULTILINE)
    return found[1] if found else ""


async def odds(table: Table, board: Board, member: Any) -> str:
    """What a member is told by More and Odds."""
    more = table.at((await board.press(member, "More")).response)
    await more.press(member, "Odds")
    return str(more.shown.text)


async def test_a_board_says_nothing_of_chances_unless_its_table_wants_that(table: Table) -> None:
    board = await table.play("yatzy", start=False)
    assert "the chance of each box" not in board.shown.text
    await board.press(table.ada, "Start")
    await board.press(table.ada, "Roll")
    assert "%" not in board.shown.text


async def test_the_chances_change_with_each_hold_and_end_with_the_rolls(table: Table) -> None:
    await table.set_rule("yatzy", odds=True)
    board = await table.play("yatzy", start=False)
    assert "The board shows the chance of each box" in board.shown.text
    await board.press(table.ada, "Start")
    assert chance_of("Yatzy", board.shown.text) == "5 %", "4.6 % before the first roll"
    table.roll_next("66621", "66621", "66666")
    await board.press(table.ada, "Roll")
    nothing_held = chance_of("Yatzy", board.shown.text)
    await board.hold(table.ada, 1, 2, 3)
    three_held = chance_of("Yatzy", board.shown.text)
    assert (nothing_held, three_held) == ("1 %", "9 %"), "1.3 % in two rolls of all, and (11/36)² with three sixes"
    assert chance_of("Three equal", board.shown.text) == "sure"
    assert chance_of("Small straight", board.shown.text) == "2 %"
    await board.press(table.ada, "Roll")
    assert chance_of("Yatzy", board.shown.text) == "3 %", "1 in 36"
    await board.press(table.ada, "Roll")
    assert "%" not in board.shown.text, "nothing is left to chance"
    await board.choose(table.ada, "yatzy")
    assert chance_of("Chance", board.shown.text) == "sure"
    assert chance_of("Yatzy", board.shown.text) == "", "that box is filled"


async def test_six_dice_with_saved_rolls(table: Table) -> None:
    await table.set_rule("mega_yatzy", odds=True)
    board = await table.play("mega_yatzy", table.ada, table.bo)
    assert chance_of("Chance", board.shown.text) == "sure"
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "chance")
    assert chance_of("Chance", board.shown.text) == "sure", "Bo's is open"


async def test_anybody_may_ask_for_the_chances_of_whoever_is_to_move(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    table.roll_next("66621")
    await board.press(table.ada, "Roll")
    await board.hold(table.ada, 1, 2, 3)
    for member in (table.ada, table.bo, table.cleo):
        assert chance_of("Yatzy", await odds(table, board, member)) == "9 %"
    more = table.at((await board.press(table.bo, "More")).response)
    await board.press(table.ada, "Roll")
    await board.press(table.ada, "Roll")
    await more.press(table.bo, "Odds")
    assert more.shown.text.startswith("No roll is left in this turn"), "as it stands by now"


async def test_no_chances_when_the_game_is_over_nor_of_cards(table: Table) -> None:
    board = await table.play("yatzy")
    more = table.at((await board.press(table.ada, "More")).response)
    custom_id = more.shown.custom_id("Odds")
    await table.ada.slash(table.channel, "stop")
    refused = await more.click(table.ada, custom_id)
    assert told(refused) == "This game is over; `/play` starts a new one."
    klondike = await table.play("klondike")
    more = table.at((await klondike.press(table.ada, "More")).response)
    assert "Odds" not in more.shown.labels
