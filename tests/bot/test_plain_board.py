"""A game that has no skin is played on a plain board: text, and every legal move in menus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.bot.board import MENU, Board, told, walk
from tests.bot.table import Table


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has written a skin for any game."""
    monkeypatch.setattr("bot.ui.skins.SKINS", {})


def menus(board: Board) -> list[Mapping[str, Any]]:
    return [part for part in walk(board.shown.components) if part["type"] == MENU]


async def choose(board: Board, member: Any, move: str) -> Any:
    menu = next(m for m in menus(board) if any(entry["value"] == move for entry in m["options"]))
    return await board.forge(member, menu["custom_id"], move)


async def test_two_play_a_dice_game_by_menus(table: Table) -> None:
    table.roll_next("66661", "66665")
    board = await table.play("yatzy", table.ada, table.bo)
    assert board.picture is None
    assert "## Yatzy · \u2068Ada\u2069's turn\n-# \u2068Ada\u2069 begins." in board.shown.text
    assert [[e["label"] for e in menu["options"]] for menu in menus(board)] == [["roll"]]
    await choose(board, table.ada, "roll")
    assert len(menus(board)) == 2, "31 ways to roll again, and 15 boxes"
    assert "It is \u2068Ada\u2069's turn" in told(await choose(board, table.bo, "sixes"))
    await choose(board, table.ada, "6666_")
    await choose(board, table.ada, "sixes")
    assert "## Yatzy · \u2068Bo\u2069's turn" in board.shown.text
    assert "\u2068Ada\u2069 — 24" in board.shown.text


async def test_a_solitaire_to_its_end(table: Table) -> None:
    board = table.board_of(await table.ada.slash(table.channel, "play", game="klondike", solo=True))
    assert "## Klondike · Your game" in board.shown.text
    await choose(board, table.ada, "d")
    assert "\u2068Ada\u2069 played d." in board.shown.text
    more = table.at((await board.press(table.ada, "More")).response)
    assert more.shown.labels == ["Rules", "Game as text", "End game"]
    await more.press(table.ada, "End game")
    await more.press(table.ada, "Yes, end it")
    assert "\u2068Ada\u2069 ended the game early" in board.shown.text
    assert "\u2068Ada\u2069 — 0" in board.shown.text


async def test_its_rules_are_what_the_game_says_of_itself(table: Table) -> None:
    await table.set_rule("klondike", draw=3)
    said = told(await table.ada.slash(table.channel, "rules", game="klondike"))
    assert said.startswith("### Klondike\nThe solitaire: ")
    assert "- Cards drawn at a time: 3 (usually 1)" in said
