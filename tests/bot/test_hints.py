"""Hints for dice and cards: who gets them and when, where they are off, and how many were used."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.store import Store, StoreError
from bot.strategist import Advised, Basis
from engine.game import Move, Unsupported
from engine.strategy import Advice
from tests.bot.board import Board, told
from tests.bot.table import Table


def advise(table: Table, *moves: tuple[str, float], basis: Basis = "perfect") -> None:
    """What the strategist says next."""
    table.strategist.advised.append(Advised(tuple(Advice(Move(move), worth) for move, worth in moves), basis))


async def rolled(table: Table, *members: Any, dice: str = "55263", game: str = "yatzy") -> Board:
    """A game in which the first member has rolled."""
    board = await table.play(game, *members)
    table.roll_next(dice)
    await board.press((members or (table.ada,))[0], "Roll")
    return board


def private(table: Table, member: Any) -> list[str]:
    """The private messages that a member still sees, in their order."""
    seen = [message for message in table.channel.history(viewer=member) if message.flags.ephemeral]
    return [table.at(message).shown.text for message in seen]


# -- what is told -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("basis", "cost", "whence"),
    [("perfect", "1.2", "exact"), ("approximate", "about 1.2", "approximate"), ("plain", "about 1.2", "rule of thumb")],
)
async def test_a_hint_tells_its_player_alone_what_is_best(table: Table, basis: Basis, cost: str, whence: str) -> None:
    board = await rolled(table, table.ada, table.bo)
    shown = board.shown.text
    advise(table, ("55___", 230.0), ("chance", 228.8), basis=basis)
    said = told(await board.press(table.ada, "Hint"))
    assert said.startswith(f"**Hold 5 5** and roll the other three.\n• Chance (21): {cost} points less\n")
    assert whence in said
    assert board.shown.text == shown
    await board.hold(table.ada, 1, 2)
    advise(table, ("55___", 230.0), basis=basis)
    assert told(await board.press(table.ada, "Hint")).startswith("**Roll**: you hold the right dice.")


async def test_a_hint_takes_the_place_of_the_last_one(table: Table) -> None:
    board = await rolled(table, table.ada, table.bo)
    first = told(await board.press(table.ada, "Hint"))
    assert private(table, table.ada) == [first]
    again = told(await board.press(table.ada, "Hint"))
    assert private(table, table.ada) == [again]


async def test_a_hint_goes_when_the_game_goes_on_but_not_when_dice_are_held(table: Table) -> None:
    board = await rolled(table, table.ada, table.bo)
    words = told(await board.press(table.ada, "Hint"))
    await board.hold(table.ada, 1)
    assert private(table, table.ada) == [words]
    await board.press(table.ada, "Roll again")
    assert private(table, table.ada) == []
    await board.choose(table.ada, "chance")
    bo_s = told(await board.press(table.bo, "Hint"))
    assert (private(table, table.ada), private(table, table.bo)) == ([], [bo_s])


async def test_everybody_s_hints_go_when_the_game_is_over(table: Table) -> None:
    board = await rolled(table, table.ada, table.bo)
    await board.press(table.ada, "Hint")
    more = table.at((await board.press(table.bo, "More")).response)
    await more.press(table.bo, "Resign")
    await more.press(table.bo, "Yes, resign")
    assert "Ada\u2069 wins" in board.shown.text
    assert private(table, table.ada) == [], "what to do next is no question any more"


async def test_a_hint_goes_when_another_stops_the_game(table: Table) -> None:
    board = await rolled(table, table.ada, table.bo)
    await board.choose(table.ada, "chance")
    await board.press(table.bo, "Hint")
    assert len(private(table, table.bo)) == 1
    await table.ada.slash(table.channel, "stop")
    assert private(table, table.bo) == []


# -- who gets none ----------------------------------------------------------------------------------------------------


async def test_only_whoever_is_to_move_gets_one(table: Table) -> None:
    board = await rolled(table, table.ada, table.bo)
    rows = table.rows()
    assert told(await board.press(table.bo, "Hint")) == "It is \u2068Ada\u2069's turn."
    assert told(await board.press(table.cleo, "Hint")).startswith("Only players of this game can do that")
    assert table.rows() == rows


async def test_a_hint_for_an_earlier_moment_shows_the_board_instead(table: Table) -> None:
    board = await rolled(table, table.ada, table.bo)
    stale = board.shown.custom_id("Hint")
    table.lose_the_answer()
    await board.choose(table.ada, "chance")
    assert "Ada\u2069's turn" in board.shown.text, "chosen, but not shown"
    assert "earlier moment" in told(await board.click(table.ada, stale))
    assert "Bo\u2069's turn" in board.shown.text
    await table.ada.slash(table.channel, "stop")
    assert told(await board.forge(table.ada, stale)) == "This game is over; `/play` starts a new one."
    assert (await table.stored()).hints == (0, 0)


async def test_rules_of_which_no_strategy_is_known(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await rolled(table)

    async def unsupported(_: object) -> Advised:
        raise Unsupported("yatzy: boxes in order are no state of a table")

    monkeypatch.setattr(table.strategist, "advise", unsupported)
    assert told(await board.press(table.ada, "Hint")) == "Yatzy: boxes in order are no state of a table."
    assert (await table.stored()).hints == (0,), "nothing was told"


async def test_nothing_is_told_that_could_not_be_noted(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await rolled(table)

    async def full(*_: object, **__: object) -> bool:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "set_hints", full)
        assert "couldn't save that" in told(await board.press(table.ada, "Hint"))
    assert told(await board.press(table.ada, "Hint")).startswith("**Score Chance** (21).")
    assert (await table.stored()).hints == (1,)


# -- where they are off -----------------------------------------------------------------------------------------------


async def choose_hints(table: Table, when: str) -> None:
    """Whoever manages the server says who gets hints."""
    managers = table.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    user = table.env.create_user(f"max{len(table.env.backend.users)}", global_name="Max")
    manager = table.guild.add_member(user, roles=[managers])
    menu = (await manager.slash(table.channel, "options")).response
    for value in ("strategy", "hints", when):
        await manager.select(menu, [value])


@pytest.mark.parametrize(
    ("when", "alone", "together", "why"),
    [
        ("always", True, True, ""),
        ("unrated", True, False, "In this server there are hints only for one who plays alone, or against computers."),
        ("never", False, False, "Hints are switched off in this server."),
    ],
)
async def test_a_server_may_switch_hints_off(table: Table, when: str, alone: bool, together: bool, why: str) -> None:
    await choose_hints(table, when)
    for members, given in (((table.ada,), alone), ((table.ada, table.bo), together)):
        board = await rolled(table, *members)
        assert ("Hint" in board.shown.labels) == given
        session = await table.session()
        said = told(await board.forge(table.ada, f"v1:{session.id}:{session.ply}:hint"))
        assert said.startswith("**Score") == given
        assert given or said == why
        assert (await table.stored(session.id)).hints[0] == given
        await table.ada.slash(table.channel, "stop")


@pytest.mark.parametrize("game", ["yatzy", "klondike"])
async def test_a_button_from_before_hints_were_switched_off(table: Table, game: str) -> None:
    board = await table.play(game)
    await choose_hints(table, "never")
    assert told(await board.press(table.ada, "Hint")) == "Hints are switched off in this server."
    assert "Hint" not in board.shown.labels, "the board shows it no more"
    await choose_hints(table, "always")
    assert told(await table.ada.slash(table.channel, "hint")), "and here they are again"


# -- how many were used -----------------------------------------------------------------------------------------------


async def test_the_result_says_who_has_used_hints_also_after_a_restart(table: Table) -> None:
    board = await rolled(table, table.ada, table.bo)
    await board.press(table.ada, "Hint")
    await board.press(table.ada, "Hint")
    await board.hold(table.ada, 1)
    await board.press(table.ada, "Hint")
    assert (await table.stored()).hints == (1, 0), "the same hint counts once"
    await table.restart()
    await board.press(table.ada, "Roll again")
    await board.press(table.ada, "Hint")
    await board.choose(table.ada, "chance")
    assert (await table.stored()).hints == (2, 0)
    assert (await table.session()).hints == (2, 0)
    await table.ada.slash(table.channel, "stop")
    assert "\u2068Ada\u2069 used 2 hints." in board.shown.text
    assert "Bo\u2069 used" not in board.shown.text


async def test_klondike_s_result_says_it_too(table: Table) -> None:
    board = await table.play("klondike")
    await board.press(table.ada, "Hint")
    await board.press(table.ada, "Draw 1")
    await table.ada.slash(table.channel, "stop")
    assert "\u2068Ada\u2069 used a hint." in board.shown.text


async def test_who_used_none_is_not_spoken_of(table: Table) -> None:
    board = await rolled(table)
    await table.ada.slash(table.channel, "stop")
    assert "hint" not in board.shown.text


# -- /hint ------------------------------------------------------------------------------------------------------------


async def test_the_command_tells_the_same(table: Table) -> None:
    assert "no game in this channel" in told(await table.ada.slash(table.channel, "hint"))
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    assert "hasn't started yet" in told(await table.ada.slash(table.channel, "hint"))
    await board.press(table.ada, "Start")
    assert told(await table.bo.slash(table.channel, "hint")) == "It is \u2068Ada\u2069's turn."
    assert told(await table.cleo.slash(table.channel, "hint")).startswith("Only players of this game")
    assert told(await table.ada.slash(table.channel, "hint")).startswith("**Roll.**")
    assert (await table.stored()).hints == (0, 0), "there was nothing to choose yet"
    await board.press(table.ada, "Roll")
    first = told(await board.press(table.ada, "Hint"))
    assert private(table, table.ada)[-1] == first
    again = told(await table.ada.slash(table.channel, "hint"))
    assert again == first
    assert private(table, table.ada).count(first) == 1, "either takes the other's place"
    assert (await table.stored()).hints == (1, 0)


async def test_the_command_in_a_game_of_klondike(table: Table) -> None:
    await table.play("klondike")
    assert "I can't tell whether" in told(await table.ada.slash(table.channel, "hint"))
    assert (await table.stored()).hints == (1,)
