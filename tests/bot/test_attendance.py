"""Members, boards, channels and servers that go away and come back: the game waits, or goes on, and says so."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.builders import UserHandle

from bot.client import ParlourBot
from bot.errors import NoGameHere
from tests.bot.board import Board
from tests.bot.table import DATABASE, LoadedDice, LoadedStrategist, Table, settings_for

MINUTE, HOUR = 60, 3600


async def running(table: Table) -> Board:
    """A game of Ada and Bo in which a turn has an hour; Ada has rolled."""
    await table.set_rule("yatzy", turn_time="1h")
    board = await table.play("yatzy", table.ada, table.bo)
    await board.press(table.ada, "Roll")
    return board


class TestWithTheMembersIntent:
    @pytest.fixture
    def simcord_bot(
        self, tmp_path: Path, dice: LoadedDice, strategist: LoadedStrategist, empty_database: Path
    ) -> ParlourBot:
        shutil.copy(empty_database, tmp_path / DATABASE)
        intents = discord.Intents(guilds=True, guild_messages=True, members=True)
        return ParlourBot(settings_for(tmp_path), chance=dice, strategist=strategist, intents=intents)

    async def test_who_leaves_the_server_resigns_after_the_grace(self, table: Table) -> None:
        board = await running(table)
        table.guild.remove_member(table.bo)
        await table.env.settle()
        assert "Bo" in board.shown.text
        assert (await table.session()).present == (0,)
        await table.env.advance_time(5 * MINUTE + 1)
        assert (await table.stored()).status == "over"
        assert "wins" in table.at(board.stored).shown.text

    async def test_who_comes_back_in_time_plays_on(self, table: Table) -> None:
        board = await running(table)
        table.guild.remove_member(table.bo)
        await table.env.settle()
        await table.env.advance_time(2 * MINUTE)
        table.guild.add_member(UserHandle(table.env, table.env.backend.users[table.bo.id]))
        await table.env.settle()
        await table.env.advance_time(10 * MINUTE)
        assert (await table.session()).status == "running"
        await board.press(table.ada, "Roll")

    async def test_a_lobby_loses_the_seat_and_the_hosts_place_passes_on(self, table: Table) -> None:
        board = await table.play("yatzy", table.ada, table.bo, start=False)
        table.guild.remove_member(table.bo)
        await table.env.settle()
        assert "Bo" not in board.shown.text
        assert (await table.session()).names == ("Ada",)


async def test_without_the_intent_it_is_noticed_when_they_would_be_reminded(table: Table) -> None:
    board = await running(table)
    table.guild.remove_member(table.ada)
    await table.env.advance_time(20 * MINUTE)
    assert (await table.session()).present == (0, 1), "nobody has told the bot"
    await table.env.advance_time(11 * MINUTE)
    assert (await table.session()).present == (1,)
    await table.env.advance_time(5 * MINUTE + 1)
    assert (await table.stored()).status == "over"
    assert "wins" in board.shown.text


async def test_a_deleted_board_is_posted_anew_once(table: Table) -> None:
    board = await running(table)
    table.env.backend.delete_message(board.channel, board.id)
    await table.env.settle()
    again = table.last
    assert again.id != board.id
    assert again.shown.dice == board_dice(again)
    table.env.backend.delete_message(again.channel, again.id)
    await table.env.settle()
    assert not table.channel.history(), "whoever deletes it twice wants it gone"
    assert (await table.session()).message is None
    new = table.board_of(await table.bo.slash(table.channel, "board"))
    await new.press(table.ada, "Roll")
    assert "roll 2 of 3" in new.shown.text


def board_dice(board: Board) -> list[str]:
    assert all(die.isdecimal() for die in board.shown.dice)
    return board.shown.dice


async def test_a_deleted_lobby_is_closed(table: Table) -> None:
    board = await table.play("yatzy", start=False)
    table.env.backend.delete_message(board.channel, board.id)
    await table.env.settle()
    with pytest.raises(NoGameHere):
        await table.session()
    await table.play("yatzy", table.bo)


async def test_a_game_outlives_its_channel(table: Table) -> None:
    gone = table.guild.create_text_channel("gone")
    await table.set_rule("yatzy", turn_time="1h")
    await table.play("yatzy", table.ada, table.bo, channel=gone)
    table.env.backend.delete_channel(gone.id)
    await table.env.settle()
    session = await table.stored()
    assert (session.status, session.message, session.deadline) == ("running", None, None)
    await table.env.advance_time(2 * HOUR)
    assert (await table.stored()).ply == session.ply, "without a board nobody loses a turn"


async def test_a_lobby_goes_with_its_channel(table: Table) -> None:
    gone = table.guild.create_text_channel("gone")
    await table.play("yatzy", channel=gone, start=False)
    table.env.backend.delete_channel(gone.id)
    await table.env.settle()
    assert await table.bot.arbiter.count() == (0, 0)


async def test_while_the_bot_is_out_of_a_server_no_turn_runs_out_there(table: Table) -> None:
    board = await running(table)
    table.env.backend.emit("GUILD_DELETE", {"id": str(table.guild.id)})
    await table.env.settle()
    await table.env.advance_time(3 * HOUR)
    session = await table.stored()
    assert (session.status, session.ply) == ("running", 1)
    payload = guild_payload(table)
    table.env.backend.emit("GUILD_CREATE", payload)
    await table.env.settle()
    session = await table.session()
    assert session.deadline is not None
    assert session.deadline - table.env.now() == timedelta(hours=1), "and back again they have all their time"
    await board.press(table.ada, "Roll")
    assert "roll 2 of 3" in board.shown.text


def guild_payload(table: Table) -> dict[str, Any]:
    from simcord.backend import serializers

    return dict(serializers.guild_create_payload(table.env.backend, table.env.backend.guilds[table.guild.id]))


async def test_an_outage_of_the_gateway_costs_nobody_any_time(table: Table) -> None:
    await running(table)
    deadline = (await table.session()).deadline
    assert deadline is not None
    await table.bot.get_cog("GuildEvents").on_disconnect()
    await table.env.advance_time(2 * HOUR)
    assert (await table.stored()).ply == 1
    table.env.backend.emit("RESUMED", {})
    await table.env.settle()
    assert (await table.session()).deadline == deadline + timedelta(hours=2)
    await table.env.advance_time(HOUR)
    assert (await table.stored()).ply == 2, "and then the time runs out after all"


async def test_the_time_without_a_bot_does_not_count(table: Table) -> None:
    board = await running(table)
    deadline = (await table.session()).deadline
    assert deadline is not None
    await table.bot.close()
    await table.env.advance_time(3 * HOUR)
    await table.restart()
    put_off = (await table.session()).deadline
    assert put_off is not None
    assert timedelta(hours=3) <= put_off - deadline < timedelta(hours=3, minutes=5)
    await table.env.advance_time(1)
    stamp = int(put_off.timestamp())
    assert f"<t:{stamp}:R>" in board.shown.text, "and the board says until when"


def test_simcord_is_pinned() -> None:
    """guild_payload leans on its inside."""
    assert simcord.__version__.startswith("3.2.")
