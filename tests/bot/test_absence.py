"""Who goes, and what becomes of the game: it never hangs, and whoever comes back in time has lost nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import discord
import pytest

from bot import lobbies, presence, timekeeping
from bot.client import ParlourBot
from bot.pace import AWAY_FOR, IDLE_FOR
from bot.session import GameSession, Person
from bot.table_options import TABLE, TURN_TIME
from bot.text.names import FSI, PDI
from bot.text.outcome import ending
from bot.ui.waiting import waiting
from engine.game import Options, Seat
from tests.bot.board import Board, told
from tests.bot.seated import NOON, Seeded, lobby, user
from tests.bot.table import Table, settings_for

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
GRACE = 5 * MINUTE


def plain(text: str) -> str:
    return text.replace(FSI, "").replace(PDI, "")


def words(board: Board) -> str:
    """What the board says, without the marks around names."""
    return plain(board.shown.text)


async def begin(table: Table, *names: str) -> Board:
    return await table.play("yatzy", *(getattr(table, name) for name in names or ("ada", "bo")))


async def leave(table: Table, name: str) -> Board:
    """The member leaves by command; returns what they alone see."""
    answer = await getattr(table, name).slash(table.channel, "leave")
    assert answer.ephemeral
    return table.at(answer.response)


async def turn(table: Table, board: Board, name: str, box: str) -> None:
    """A member's turn of one roll."""
    table.roll_next("12346")
    await board.press(getattr(table, name), "Roll")
    await board.choose(getattr(table, name), box)


async def pass_by(table: Table, time: timedelta) -> None:
    await table.env.advance_time(time.total_seconds())


# -- /leave -------------------------------------------------------------------------------------------------------


async def test_leaving_is_told_to_everybody_and_to_the_member_until_when(table: Table) -> None:
    board = await begin(table)
    until = int((table.env.now() + GRACE).timestamp())
    private = await leave(table, "bo")
    back = f"You have left this game. Any of its buttons brings you back until <t:{until}:f> (<t:{until}:R>)"
    assert words(private) == f"{back}; then you resign. The game is over then, and Ada wins."
    assert private.shown.labels == ["I'm back", "Resign now"]
    assert f"💤 Bo has left and resigns <t:{until}:R>, unless back before" in words(board)
    assert board.shown.rows[-1] == ["I'm back"]
    assert words(board).startswith("## Yatzy · Ada's turn"), "leaving off turn moves no turn"


async def test_after_the_grace_the_match_ends_when_one_is_left(table: Table) -> None:
    board = await begin(table)
    await leave(table, "bo")
    await pass_by(table, GRACE - 2 * SECOND)
    assert (await table.session()).status == "running"
    await pass_by(table, 4 * SECOND)
    assert "Bo left the game: Ada wins with 0 points." in words(board)
    assert "🏳️ Bo — 0 (left)" in words(board)
    assert "Rematch" in board.shown.labels
    await table.play("yahtzee")


async def test_of_three_the_others_play_on(table: Table) -> None:
    board = await begin(table, "ada", "bo", "cleo")
    await leave(table, "bo")
    await turn(table, board, "ada", "ones")
    assert words(board).startswith("## Yatzy · Bo's turn"), "within the grace Bo is waited for"
    assert "⏳" not in words(board), "nobody has a day for the turn of one who has left"
    await pass_by(table, GRACE + 2 * SECOND)
    assert words(board).startswith("## Yatzy · Cleo's turn\nTurn 1 of 15")
    assert "Bo left the game." in words(board)
    await turn(table, board, "cleo", "ones")
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 2")


@pytest.mark.parametrize("how", ["I'm back", "Roll", "More", "private"])
async def test_any_press_brings_back(table: Table, how: str) -> None:
    board = await begin(table)
    private = await leave(table, "ada")
    await pass_by(table, GRACE - 10 * SECOND)
    if how == "private":
        await private.press(table.ada, "I'm back")
        assert "Welcome back" in private.shown.text
        assert private.shown.labels == []
    else:
        assert (await board.press(table.ada, how)).acknowledged
    assert "left" not in words(board).replace("rolls left", "")
    assert "I'm back" not in board.shown.labels
    await pass_by(table, GRACE)
    assert (await table.session()).status == "running"
    assert words(board).startswith("## Yatzy · Ada's turn")


async def test_who_has_left_is_back_after_a_restart_too(table: Table) -> None:
    board = await begin(table)
    await leave(table, "bo")
    await table.restart()
    await board.press(table.bo, "More")
    assert "left" not in words(board)
    await table.restart()
    await pass_by(table, GRACE * 2)
    assert (await table.session()).status == "running"


async def test_the_grace_stands_still_while_the_bot_is_down(table: Table) -> None:
    board = await begin(table)
    await leave(table, "bo")
    await table.bot.close()
    await pass_by(table, 60 * MINUTE)
    await table.restart()
    await pass_by(table, GRACE - 10 * SECOND)
    assert (await table.session()).status == "running"
    await board.press(table.bo, "I'm back")
    assert "left" not in words(board)


async def test_the_grace_is_the_tables(table: Table) -> None:
    await table.set_rule("yatzy", grace="1h")
    board = await begin(table)
    await leave(table, "bo")
    await pass_by(table, 59 * MINUTE)
    assert (await table.session()).status == "running"
    await pass_by(table, 2 * MINUTE)
    assert "Bo left the game" in words(board)


async def test_resign_now_asks_no_further(table: Table) -> None:
    board = await begin(table)
    private = await leave(table, "bo")
    await private.press(table.bo, "Resign now")
    assert private.shown.text == "Done. Thank you for playing!"
    assert "Bo resigned: Ada wins with 0 points." in words(board)


async def test_leaving_twice_does_not_prolong_the_grace(table: Table) -> None:
    await begin(table)
    first = (await leave(table, "bo")).shown.text
    await pass_by(table, MINUTE)
    assert (await leave(table, "bo")).shown.text == first


async def test_the_buttons_of_a_game_that_is_over_say_so(table: Table) -> None:
    await begin(table)
    private = await leave(table, "bo")
    await pass_by(table, GRACE + 2 * SECOND)
    for label in ("I'm back", "Resign now"):
        assert told(await private.press(table.bo, label)) == "This game is over; `/play` starts a new one."


async def test_who_is_out_comes_back_no_more(table: Table) -> None:
    board = await begin(table, "ada", "bo", "cleo")
    private = await leave(table, "bo")
    await leave(table, "cleo")
    await pass_by(table, GRACE - 10 * SECOND)
    await board.press(table.cleo, "I'm back")
    await leave(table, "cleo")
    await pass_by(table, 20 * SECOND)
    assert told(await private.press(table.bo, "I'm back")).startswith("You are out of this game; the others play on")
    assert told(await board.press(table.bo, "I'm back")).startswith("You are out of this game")
    assert told(await board.press(table.bo, "Roll")).startswith("You are out of this game")
    assert told(await table.bo.slash(table.channel, "leave")).startswith("You are out of this game")


async def test_all_leave_and_the_last_one_wins(table: Table) -> None:
    board = await begin(table)
    await leave(table, "ada")
    await pass_by(table, 10 * SECOND)
    await leave(table, "bo")
    assert "Everybody is away" not in words(board), "the game ends before, when Ada resigns"
    await pass_by(table, GRACE)
    assert "Ada left the game: Bo wins with 0 points." in words(board)


# -- the host -----------------------------------------------------------------------------------------------------


async def test_the_hosts_rights_pass_on(table: Table) -> None:
    await begin(table, "cleo", "bo")  # Ada may stop every game
    assert "**Manage Messages**" in told(await table.bo.slash(table.channel, "stop"))
    await leave(table, "cleo")
    assert (await table.session()).host == table.bo.id
    await table.restart()
    assert "Stopped" in told(await table.bo.slash(table.channel, "stop"))


# -- who leaves the server ----------------------------------------------------------------------------------------


WITH_MEMBERS = discord.Intents(guilds=True, guild_messages=True, members=True)


async def hear_of_members(table: Table) -> None:
    """The bot begins anew with the privileged intent."""
    await table.bot.close()
    await table.env.restart_bot(
        ParlourBot(settings_for(table.folder), chance=table.dice, strategist=table.strategist, intents=WITH_MEMBERS)
    )


async def test_who_leaves_the_server_is_out_after_the_grace(table: Table) -> None:
    await hear_of_members(table)
    board = await begin(table)
    await turn(table, board, "ada", "ones")
    table.guild.remove_member(table.bo)
    await table.env.settle()
    assert "Bo has left and resigns" in words(board)
    await pass_by(table, GRACE + 2 * SECOND)
    assert "Bo left the server: Ada wins with 1 point." in words(board)
    assert "🏳️ Bo — 0 (left the server)" in words(board)


async def test_who_comes_back_to_the_server_is_back_at_the_table(table: Table) -> None:
    await hear_of_members(table)
    board = await begin(table)
    table.guild.remove_member(table.bo)
    await table.env.settle()
    table.guild.add_member(table.bo.user)
    await table.env.settle()
    assert "has left" not in words(board)
    await pass_by(table, GRACE + 2 * SECOND)
    assert (await table.session()).status == "running"


async def test_who_leaves_the_server_leaves_its_lobbies(table: Table) -> None:
    await hear_of_members(table)
    board = await table.play("yatzy", table.cleo, table.bo, start=False)
    table.guild.remove_member(table.cleo)
    await table.env.settle()
    assert "1. Bo (host)\n-# 7 seats free." in words(board)
    table.guild.remove_member(table.bo)
    await table.env.settle()
    assert "closed" in words(board)
    assert board.shown.labels == []


async def test_without_the_intent_it_is_found_out_at_the_next_look(table: Table) -> None:
    await table.set_rule("yatzy", turn_time="2m")
    board = await begin(table)
    await turn(table, board, "ada", "ones")
    table.guild.remove_member(table.bo)
    await table.env.settle()
    assert "has left" not in words(board), "nobody has told"
    await pass_by(table, 2 * MINUTE + 2 * SECOND)
    assert "Bo has left and resigns" in words(table.last)
    await pass_by(table, GRACE + 2 * SECOND)
    assert "Bo left the server: Ada wins with 1 point." in words(table.last)


async def test_alone_in_a_game_and_gone_from_the_server(table: Table) -> None:
    await hear_of_members(table)
    board = await begin(table, "bo")
    await turn(table, board, "bo", "ones")
    table.guild.remove_member(table.bo)
    await table.env.settle()
    assert "Bo has left: the game ends <t:" in words(board)
    await pass_by(table, GRACE + 2 * SECOND)
    assert "Bo left the server: 1 point in the end." in words(board)
    await table.play("yahtzee")


# -- nobody is left -----------------------------------------------------------------------------------------------


def begun_with(people: list[str], computers: int = 0, turn_time: str = "1d") -> GameSession:
    """A match of these members against so many computers."""
    session = replace(lobby("yatzy", people), table=Options.complete(TABLE, {TURN_TIME.id: turn_time}))
    for number in range(computers):
        session = lobbies.join(session, Person(None, f"Computer {number + 1}", "careful"))
    return lobbies.start(session, user(0), NOON, Seeded(Random(1)))


def ended(session: GameSession, after: timedelta) -> str:
    """How the session has ended after that time, if it has."""
    session = timekeeping.pass_time(session, NOON + after, Seeded(Random(2)))
    assert session.match is not None
    return plain(ending(session.match, session.absent, session.why))


@pytest.mark.parametrize(
    ("computers", "expected"),
    [
        (1, "Ada left the game: Computer 1 wins with 0 points."),
        (2, "No player is left, so the game was stopped; it does not count."),
    ],
)
def test_when_the_only_human_leaves_the_computers_do_not_play_on(computers: int, expected: str) -> None:
    session = presence.away(begun_with(["Ada"], computers), user(0), NOON)
    assert "Ada has left and resigns" in plain("\n".join(waiting(session)))
    assert ended(session, GRACE - SECOND) == "The game goes on."
    assert ended(session, GRACE) == expected


def test_a_game_that_nobody_plays_ends() -> None:
    session = begun_with(["Ada", "Bo"], turn_time="off")
    assert ended(session, IDLE_FOR - SECOND) == "The game goes on."
    assert ended(session, IDLE_FOR) == "Nobody has played for two weeks, so the game was stopped; it does not count."
    assert timedelta(weeks=2) == IDLE_FOR, "as the sentence says"


def test_a_game_that_somebody_left_lying_alone_keeps_its_points() -> None:
    assert ended(begun_with(["Ada"]), IDLE_FOR) == "Ada has not played for two weeks: 0 points in the end."


def test_everybody_is_said_to_be_away_only_where_that_ends_the_game() -> None:
    session = begun_with(["Ada", "Bo", "Cy"])
    for seat in (0, 1, 2) * 2:
        session = presence.missed(session, Seat(seat), NOON)
    assert session.ends_at == NOON + AWAY_FOR
    assert waiting(session)[-1].startswith("-# Everybody is away: the game ends <t:")
    one = presence.away(session, user(0), NOON)
    assert waiting(one)[-1].startswith("-# Everybody is away: the game ends <t:")
    two = presence.away(one, user(1), NOON)
    assert "Everybody" not in "".join(waiting(two)), "it ends when both have resigned, long before"
