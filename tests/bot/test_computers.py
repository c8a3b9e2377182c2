"""Computer players over simulated Discord: how they sit down, when they move, and what they survive."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from discord.utils import utcnow
from simcord import MemberActor

from bot.computer_seats import new_computer
from bot.computers import STOPPING, Computers
from bot.ids import UserId
from bot.session import GameSession
from bot.store import Store, StoreError
from bot.text.names import FSI, PDI
from engine.dice.dice_game import ROLL
from engine.game import AnyGame, Move, Options, Unsupported
from engine.match import Match
from tests.bot import house as houses
from tests.bot.board import Board, told
from tests.bot.house import Slowly
from tests.bot.table import Table

TURN = 10.0
"""Seconds in which a computer has played its turn."""

EDIT = "/channels/*/messages/*"
MINUTE = 60


def words(board: Board) -> str:
    """What the board says, without the marks and escapes of names."""
    return board.shown.text.replace(FSI, "").replace(PDI, "").replace("\\", "")


async def against(table: Table, level: str = "strong", game: str = "yatzy") -> Board:
    """Ada's game against a computer."""
    return table.board_of(await table.ada.slash(table.channel, "play", game=game, opponent=level))


async def adas_turn(table: Table, board: Board, box: str = "chance") -> None:
    """Ada rolls once and fills a box: the computer is next."""
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, box)


async def seated(table: Table, *levels: str, members: tuple[MemberActor, ...] = (), start: bool = True) -> Board:
    """A game of these members (Ada, if none is named), to which the host has added computers in the lobby."""
    board = await table.play("yatzy", *members, start=False)
    for level in levels:
        await board.choose(table.ada, level)
    if start:
        await board.press(table.ada, "Start")
    return board


def edits(table: Table) -> int:
    """How often the bot has edited a message of its own accord."""
    return sum(r.method == "PATCH" and r.path.startswith("/channels/") for r in table.env.backend.http_requests)


# -- sitting down -------------------------------------------------------------------------------------------------


async def test_the_host_adds_computers_in_the_lobby(table: Table) -> None:
    board = await seated(table, "strong", "casual", "strong", start=False)
    assert "1. Ada (host)\n2. Computer (strong)\n3. Computer (casual)\n4. Computer 2 (strong)\n" in words(board)
    await board.choose(table.ada, "out")
    assert "3. Computer (casual)\n-# 5 seats free." in words(board)
    await board.press(table.bo, "Join")
    await board.press(table.ada, "Start with 4")
    assert words(board).startswith("## Yatzy · Ada's turn")
    assert (await table.session()).names == ("Ada", "Computer (strong)", "Computer (casual)", "Bo")


async def test_the_menu_differs_each_time_so_that_a_level_can_be_chosen_again(table: Table) -> None:
    board = await table.play("yatzy", start=False)
    before = board.shown.menu
    assert [entry["value"] for entry in before["options"]] == ["careless", "casual", "strong", "perfect"]
    await board.choose(table.ada, "strong")
    after = board.shown.menu
    assert after["custom_id"] != before["custom_id"]
    assert after["id"] != before["id"]
    assert after["options"][-1]["value"] == "out"


async def test_only_the_host_may_add_computers(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    rows = table.rows()
    assert told(await board.choose(table.bo, "strong")) == "Only \u2068Ada\u2069, the host, can do that."
    assert told(await board.forge(table.bo, board.shown.menu["custom_id"], "out")).startswith("Only")
    assert "No computer" in told(await board.forge(table.ada, board.shown.menu["custom_id"], "out"))
    assert "doesn't work any more" in told(await board.forge(table.ada, board.shown.menu["custom_id"], "godlike"))
    assert table.rows() == rows


async def test_a_lobby_full_of_computers(table: Table) -> None:
    board = await table.play("yatzy", start=False)
    join = board.shown.custom_id("Join")
    for _ in range(7):
        await board.choose(table.ada, "careless")
    assert list(board.shown.boxes) == ["out"]
    assert "Join" not in board.shown.usable
    assert told(await board.forge(table.bo, join)).startswith("All 8 seats are taken")
    await board.choose(table.ada, "out")
    await board.press(table.bo, "Join")
    assert "8. Bo\n-# Every seat is taken." in words(board)


async def test_a_lobby_closes_when_only_computers_are_left(table: Table) -> None:
    board = await seated(table, "strong", members=(table.ada, table.bo), start=False)
    await board.press(table.ada, "Leave")
    assert "1. Bo (host)\n2. Computer (strong)" in words(board)
    await board.press(table.bo, "Leave")
    assert words(board) == "## Yatzy\nThe lobby is closed."


async def test_where_no_strategy_is_known_no_computer_sits_down(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await seated(table, "strong", start=False)

    def refuse(game: AnyGame, options: Options) -> None:
        raise Unsupported("no state holds the order of boxes")

    monkeypatch.setattr(table.strategist, "check", refuse)
    expected = "The computer can't play under these rules (no state holds the order of boxes): change them, or"
    rows = table.rows()
    assert told(await board.choose(table.ada, "strong")).startswith(expected)
    assert told(await board.press(table.ada, "Start")).startswith(expected), "the rules have changed meanwhile"
    assert table.rows() == rows
    await board.choose(table.ada, "out")
    await board.press(table.ada, "Start alone")
    assert words(board).startswith("## Yatzy · Your game")
    refused = await table.bo.slash(table.channel, "play", game="yatzy", opponent="strong")
    assert told(refused).startswith(expected)


async def test_its_strategy_is_prepared_as_soon_as_it_sits_down(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[int] = []
    monkeypatch.setattr(table.strategist, "prepare", lambda _, options: prepared.append(options["upper_bonus"]))
    board = await table.play("yatzy", start=False)
    assert prepared == []
    await board.choose(table.ada, "strong")
    assert prepared == [50]
    rules = table.at((await board.press(table.ada, "Rules")).response)
    modal = await rules.choose(table.ada, "upper_bonus")
    assert modal.modal is not None
    await rules.submit(table.ada, modal.modal["custom_id"], typed="25")
    assert prepared == [50, 25]


async def test_klondike_is_played_alone(table: Table) -> None:
    assert told(await table.ada.slash(table.channel, "play", game="klondike", opponent="strong")).startswith(
        "That game is played alone"
    )
    board = await table.play("klondike", start=False)
    assert not any("computer" in custom_id for custom_id in board.shown.custom_ids)


async def test_solo_or_an_opponent(table: Table) -> None:
    refused = await table.ada.slash(table.channel, "play", game="yatzy", solo=True, opponent="strong")
    assert told(refused).startswith("Choose one of solo and opponent")


async def test_play_against_the_computer_starts_at_once(table: Table) -> None:
    board = await against(table, "perfect")
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 1 of 15")
    session = await table.session()
    assert session.names == ("Ada", "Computer (perfect)")
    assert session.nonce == str(board.id), "the message that showed the commitment"
    assert not session.solo


# -- moving -------------------------------------------------------------------------------------------------------


async def test_its_turn_can_be_followed(table: Table) -> None:
    board = await against(table)
    table.roll_next("66655", "66641", "66662", "66666")
    table.strategist.moves.extend(["roll", "666__", "6666_", "yatzy"])
    await adas_turn(table, board, "full_house")
    assert words(board).startswith("## Yatzy · Computer (strong)'s turn\nTurn 1 of 15 · 3 rolls\n-# Ada scored 28")
    await table.env.advance_time(2.6)
    assert "Computer (strong) rolled all 5 dice." in words(board)
    assert board.shown.dice == ["6 ✓", "6 ✓", "6 ✓", "4", "1"], "what it keeps is seen before it rolls"
    picture = board.pictured
    await table.env.advance_time(1.6)
    assert board.pictured == picture, "a roll uploads nothing"
    assert board.shown.dice == ["6 ✓", "6 ✓", "6 ✓", "6 ✓", "2"]
    await table.env.advance_time(1.6)
    assert board.shown.dice[-1] == "6"
    await table.env.advance_time(1.6)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15")
    assert "Computer (strong) scored 50 in Yatzy." in words(board)
    assert "Take back" not in " ".join(board.shown.labels)
    assert (await table.stored()).match == (await table.session()).match


async def test_what_it_keeps_of_a_first_roll_that_makes_itself_is_seen_too(table: Table) -> None:
    board = await against(table, game="figure_yatzy")
    table.roll_next("66641", "66666")
    table.strategist.moves.extend(["666__", "five_kind"])
    await board.choose(table.ada, "ones")
    await table.env.advance_time(1.6)
    assert board.shown.dice == ["6 ✓", "6 ✓", "6 ✓", "4", "1"]
    assert "roll 1 of 3" in words(board)
    await table.env.advance_time(TURN)
    assert "Ada's turn\nTurn 2" in words(board)


async def test_several_computers_show_each_turn_once(table: Table) -> None:
    board = await seated(table, "strong", "casual", "careless", members=(table.ada,))
    await adas_turn(table, board)
    before = edits(table)
    await table.env.advance_time(11)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15")
    assert "Computer (careless) " in words(board)
    assert edits(table) == before + 3


async def test_a_member_between_computers_moves_in_turn(table: Table) -> None:
    board = await seated(table, "strong", members=(table.ada, table.bo))
    await adas_turn(table, board)
    await table.env.advance_time(TURN)
    assert words(board).startswith("## Yatzy · Bo's turn"), "no computer moves for a member"
    await board.press(table.bo, "Roll")
    await board.choose(table.bo, "chance")
    await table.env.advance_time(TURN)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15")


async def test_presses_in_its_turn_change_nothing(table: Table) -> None:
    board = await against(table)
    await adas_turn(table, board)
    rows = table.rows()
    sentence = "It is \u2068Computer \\(strong\\)\u2069's turn."
    assert told(await board.press(table.ada, "Roll")) == sentence
    assert told(await board.press(table.bo, "Roll")).startswith("Only players")
    assert table.rows() == rows


async def test_a_box_that_is_taken_back_in_the_pause_stops_it(table: Table) -> None:
    board = await against(table)
    await adas_turn(table, board)
    await table.env.advance_time(2)
    await board.press(table.ada, "Take back Chance")
    await table.env.advance_time(MINUTE)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 1 of 15")
    await board.choose(table.ada, "yatzy")
    await table.env.advance_time(2)
    assert "Take back Yatzy" in board.shown.labels, "the pause begins anew"
    await table.env.advance_time(TURN)
    assert "Turn 2 of 15" in words(board)
    match = (await table.session()).running()
    assert [ply.move for ply in match.plies[:4]] == ["roll", "chance", "undo", "yatzy"]


# -- ends ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "asked", "happens"),
    [
        (
            ("strong",),
            "The game is over then, and Computer (strong) wins.",
            "Ada resigned: Computer (strong) wins with",
        ),
        (
            ("strong", "casual"),
            "Only computers are left then: the game is stopped, and counts nowhere.",
            "No player is left, so the game was stopped; it does not count.",
        ),
    ],
)
async def test_when_the_last_member_resigns_in_its_turn_it_ends_as_was_said(
    table: Table, levels: tuple[str, ...], asked: str, happens: str
) -> None:
    board = await seated(table, *levels)
    await adas_turn(table, board)
    await table.env.advance_time(2.6)
    more = table.at((await board.press(table.ada, "More")).response)
    await more.press(table.ada, "Resign")
    assert words(more) == f"Resign? {asked}"
    await more.press(table.ada, "Yes, resign")
    assert f"· result\n{happens}" in words(board)
    rows = table.rows()
    await table.env.advance_time(MINUTE)
    assert table.rows() == rows


async def test_who_resigns_before_the_last_member_ranks_below_the_others(table: Table) -> None:
    board = await seated(table, "strong", "casual", members=(table.ada, table.bo))
    more = table.at((await board.press(table.bo, "More")).response)
    await more.press(table.bo, "Resign")
    assert words(more) == "Resign? You will rank below everybody who plays on."
    await more.press(table.bo, "Yes, resign")
    more = table.at((await board.press(table.ada, "More")).response)
    await more.press(table.ada, "Resign")
    assert "Only computers are left then" in words(more)


async def test_whoever_leaves_in_its_turn_may_come_back_for_a_while(table: Table) -> None:
    await table.set_rule("yatzy", grace="1m")
    board = await against(table)
    await adas_turn(table, board)
    await table.ada.slash(table.channel, "leave")
    await table.env.advance_time(TURN)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15"), "it plays its turn, and no other"
    await table.env.advance_time(MINUTE)
    assert words(board).startswith("## Yatzy · result\nAda left the game: Computer (strong) wins with ")


async def test_lists_say_whose_turn_it_is(table: Table) -> None:
    board = await against(table)
    assert "## Your turn" in told(await table.ada.slash(table.channel, "turns"))
    await adas_turn(table, board)
    assert "## No game waits for you" in told(await table.ada.slash(table.channel, "turns"))
    listed = told(await table.ada.slash(table.channel, "sessions"))
    assert "Computer \\(strong\\)\u2069's turn, since" in listed


async def test_stopped_in_its_turn_it_moves_no_more(table: Table) -> None:
    board = await against(table)
    await adas_turn(table, board)
    await table.env.advance_time(2.6)
    await table.ada.slash(table.channel, "stop")
    rows = table.rows()
    await table.env.advance_time(MINUTE)
    assert "The game was stopped" in words(board)
    assert table.rows() == rows


async def test_with_its_only_member_away_the_game_waits(table: Table) -> None:
    """It plays on after a turn that ran out, but not after another: a table is not played by computers alone."""
    await table.set_rule("yatzy", turn_time="1m")
    await against(table)
    for _ in range(6):
        await table.env.advance_time(MINUTE + TURN)
    match = (await table.session()).running()
    assert [ply.move for ply in match.plies if ply.seat == 0] == ["skip", "skip"]
    assert match.to_move == 0
    assert "Everybody is away" in words(table.last)


async def test_nobody_is_reminded_of_a_computers_turn(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.set_rule("yatzy", turn_time="1m")
    board = await against(table)
    await adas_turn(table, board)
    monkeypatch.setattr(table.strategist, "choose", fail)
    shown = table.channel.history()
    await table.env.advance_time(10 * MINUTE)
    assert len(table.channel.history()) == len(shown)
    assert (await table.session()).deadline is None


async def fail(match: Match, level: str) -> Move:
    raise RuntimeError("the table is damaged")


async def test_a_rematch_brings_the_same_computers(table: Table) -> None:
    board = await seated(table, "strong", "casual")
    more = table.at((await board.press(table.ada, "More")).response)
    await more.press(table.ada, "Resign")
    await more.press(table.ada, "Yes, resign")
    assert "Only" in told(await board.press(table.bo, "Rematch"))
    again = table.board_of(await board.press(table.ada, "Rematch"))
    assert words(again).startswith("## Yatzy · Ada's turn\nTurn 1 of 15")
    assert (await table.session()).names == ("Ada", "Computer (strong)", "Computer (casual)")


async def test_a_rematch_with_members_too_waits_for_them(table: Table) -> None:
    board = await seated(table, "strong", members=(table.ada, table.bo))
    for member in (table.ada, table.bo):
        more = table.at((await board.press(member, "More")).response)
        await more.press(member, "Resign")
        await more.press(member, "Yes, resign")
    again = table.board_of(await board.press(table.bo, "Rematch"))
    assert "1. Bo (host)\n2. Computer (strong)\n" in words(again)
    await again.press(table.ada, "Join")
    await again.press(table.bo, "Start with 3")
    assert words(again).startswith("## Yatzy · Bo's turn")


# -- what it survives ---------------------------------------------------------------------------------------------


async def test_it_goes_on_after_a_restart_in_the_middle_of_its_turn(table: Table) -> None:
    board = await against(table)
    table.roll_next("66655", "66641", "66662")
    table.strategist.moves.extend(["roll", "666__"])
    await adas_turn(table, board)
    await table.env.advance_time(2.6)
    before = await table.session()
    await table.restart()
    assert await table.session() == before, "nothing was half done"
    table.strategist.moves.extend(["666__", "yatzy"])
    await table.env.advance_time(2 * TURN)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15")
    match = (await table.session()).running()
    assert [ply.move for ply in match.plies if ply.seat == 1] == ["roll", "666__", "yatzy"]


async def test_a_move_that_was_never_shown_is_not_made_again(table: Table) -> None:
    board = await against(table)
    await adas_turn(table, board)
    table.lose_the_answer()
    await table.env.advance_time(2.6)
    assert board.shown.dice == ["–"] * 5, "rolled, but not shown"
    rolled = (await table.session()).running().plies
    await table.restart()
    await table.env.advance_time(2 * TURN)
    match = (await table.session()).running()
    assert match.plies[: len(rolled)] == rolled
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15")


async def test_one_that_cannot_choose_tries_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = await against(table)
    await adas_turn(table, board)
    with monkeypatch.context() as patch:
        patch.setattr(table.strategist, "choose", fail)
        await table.env.advance_time(4)
        assert words(board).startswith("## Yatzy · Computer (strong)'s turn\nTurn 1 of 15 · 3 rolls")
        await table.env.advance_time(5)
    assert [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR] == [
        "the computer in session 1 could not move, and tries again in 0:00:05",
        "the computer in session 1 could not move, and tries again in 0:00:30",
    ]
    await table.env.advance_time(30 + TURN)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15")


async def test_one_that_chose_what_is_not_allowed_chooses_again(table: Table) -> None:
    board = await against(table)
    table.strategist.moves.append("yahtzee")
    await adas_turn(table, board)
    await table.env.advance_time(4)
    assert words(board).startswith("## Yatzy · Computer (strong)'s turn\nTurn 1 of 15 · 3 rolls")
    await table.env.advance_time(5 + TURN)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15")


async def test_one_that_fails_in_mid_turn_shows_what_it_did(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await against(table)
    await adas_turn(table, board)
    usual = table.strategist.choose

    async def only_roll(match: Match, level: str) -> Move:
        if match.state.turn.dice:
            return await fail(match, level)
        return await usual(match, level)

    monkeypatch.setattr(table.strategist, "choose", only_roll)
    await table.env.advance_time(4)
    assert "Computer (strong) rolled all 5 dice." in words(board)


async def test_a_move_that_cannot_be_stored_is_made_later(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await against(table)
    await adas_turn(table, board)
    table.strategist.moves.append("roll")
    rows = table.rows()
    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", _refuse)
        await table.env.advance_time(4)
        assert table.rows() == rows
    await table.env.advance_time(5 + TURN)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15")


async def _refuse(*_: object, **__: object) -> None:
    raise StoreError("The disk is full.")


async def test_where_the_channel_takes_nothing_the_game_goes_on(table: Table) -> None:
    board = await against(table)
    await adas_turn(table, board)
    roll = board.shown.custom_id("Roll")
    table.env.inject_error("PATCH", EDIT, status=403, code=50001)
    before = edits(table)
    await table.env.advance_time(TURN)
    assert edits(table) == before + 1, "a shut channel is left alone"
    assert (await table.session()).waits_for(UserId(table.ada.id))
    await board.forge(table.ada, roll)
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2 of 15"), "a press shows what counts"


async def test_a_board_that_is_deleted_in_its_turn_is_shown_again(table: Table) -> None:
    board = await against(table)
    await adas_turn(table, board)
    await table.env.advance_time(2.6)
    table.env.backend.delete_message(board.channel, board.id)
    await table.env.advance_time(2 * TURN)
    assert table.last.id != board.id
    assert words(table.last).startswith("## Yatzy · Ada's turn\nTurn 2 of 15")


# -- the end of the bot -------------------------------------------------------------------------------------------


class House(houses.House):
    """Computers, whose strategist thinks for ever."""

    def __post_init__(self) -> None:
        super().__post_init__()
        services: Any = SimpleNamespace(
            store=self.store, arbiter=self.arbiter, strategist=self.strategist, presenter=self.screen, now=utcnow
        )
        self.computers = Computers(services, pause=lambda _: timedelta(0))
        self.computers.start()

    async def after_adas_turn(self) -> GameSession:
        """A match in which it is the computer's turn."""
        return await self.played(self.arbiter, ROLL, Move("chance"), others=(new_computer("strong"),))


@pytest.fixture
async def house(store: Store) -> House:
    return House(store)


async def test_a_shutdown_waits_for_no_thought(house: House) -> None:
    before = await house.after_adas_turn()
    await house.strategist.asked.wait()
    async with asyncio.timeout(STOPPING / 2):
        await house.computers.stop()
    assert await house.arbiter.session(before.id) == before
    assert house.screen.shown == []


async def test_a_move_that_is_being_stored_at_a_shutdown_is_stored_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await house.after_adas_turn()
    await house.strategist.asked.wait()
    append = Slowly(house.store.append)
    monkeypatch.setattr(house.store, "append", append)
    house.strategist.thought.set_result(ROLL)
    await append.begun.wait()
    stopping = asyncio.create_task(house.computers.stop())
    append.may.set()
    await stopping
    stored = await house.another_arbiter().session(before.id)
    assert stored.ply == before.ply + 1
    assert (await house.arbiter.session(before.id)).match == stored.match
