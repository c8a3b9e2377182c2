"""The lobby: who may sit down, leave, start and cancel, and what happens where a channel is taken."""

from __future__ import annotations

import discord
import pytest
from simcord import MemberActor

from engine.game import AnyGame
from engine.games import dice_game
from tests.bot.board import Shown, told
from tests.bot.seated import DICE_GAMES
from tests.bot.table import Table


@pytest.mark.parametrize("game", [dice_game(game_id) for game_id in DICE_GAMES], ids=DICE_GAMES)
async def test_play_opens_a_lobby_that_says_what_it_is(table: Table, game: AnyGame) -> None:
    board = await table.play(game.id, start=False)
    assert board.shown.text.startswith(f"## {game.title}\n{game.summary}")
    assert "1. \u2068Ada\u2069 (host)\n-# 7 seats free." in board.shown.text
    assert "The usual rules." in board.shown.text
    assert board.shown.rows == [["Join", "Leave", "Rules"], ["Start alone", "Cancel"]]


@pytest.mark.parametrize(
    ("length", "expected"),
    [("1d", "-# 1 day a turn."), ("5m", "-# 5 minutes a turn."), ("off", "-# No time limit for a turn.")],
)
async def test_the_lobby_says_how_long_a_turn_may_last(table: Table, length: str, expected: str) -> None:
    await table.set_rule("yatzy", turn_time=length)
    board = await table.play("yatzy", start=False)
    assert f"-# The usual rules.\n{expected}" in board.shown.text


async def test_what_else_the_table_settles_is_told_where_it_is_not_the_usual(table: Table) -> None:
    await table.set_rule("yatzy", undo=False, grace="1h", upper_bonus=25)
    board = await table.play("yatzy", start=False)
    assert "-# House rules:\n-# • Upper bonus: 25 (usually 50)\n" in board.shown.text
    assert "-# • A box can't be taken back\n-# • Whoever leaves may come back within 1 hour\n" in board.shown.text


async def test_the_host_sets_the_time_for_a_turn(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    rules = table.at((await board.press(table.ada, "Rules")).response)
    await rules.choose(table.ada, "turn_time")
    await rules.choose(table.ada, "2m")
    assert "-# 2 minutes a turn." in board.shown.text
    await board.press(table.ada, "Start")
    ends = int(table.env.now().timestamp()) + 120
    assert f"The turn ends <t:{ends}:R>" in board.shown.text


@pytest.mark.parametrize("how", ["Start", "Cancel"])
async def test_rules_that_were_looked_at_go_with_the_lobby(table: Table, how: str) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    for member in (table.ada, table.bo):
        rules = table.at((await board.press(member, "Rules")).response)
        assert "Yatzy: rules in this game" in rules.shown.text
    await board.press(table.cleo, "Join")
    assert [seen_alone(table, member) for member in (table.ada, table.bo)] == [1, 1], "it is a lobby still"
    await board.press(table.ada, how)
    assert [seen_alone(table, member) for member in (table.ada, table.bo)] == [0, 0]


def seen_alone(table: Table, member: MemberActor) -> int:
    """How many private messages the member still sees."""
    return sum(message.flags.ephemeral for message in table.channel.history(viewer=member))


async def test_the_lobby_says_when_it_closes(table: Table) -> None:
    closes = int(table.env.now().timestamp()) + 3600
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    assert f"-# This lobby closes <t:{closes}:R> if nobody starts the game." in board.shown.text


async def test_the_lobby_shows_the_commitment_and_keeps_the_secret(table: Table) -> None:
    board = await table.play("yahtzee", start=False)
    session = await table.session()
    assert session.commitment in board.shown.text
    assert session.secret.hex() not in board.shown.text


async def test_join_and_leave(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, table.cleo, start=False)
    assert "1. \u2068Ada\u2069 (host)\n2. \u2068Bo\u2069\n3. \u2068Cleo\u2069" in board.shown.text
    assert "Start with 3" in board.shown.labels
    await board.press(table.bo, "Leave")
    assert "1. \u2068Ada\u2069 (host)\n2. \u2068Cleo\u2069\n-# 6 seats free." in board.shown.text
    assert "Start with 2" in board.shown.labels


async def test_joining_twice_takes_one_seat(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    before, rows = board.shown.text, table.rows()
    assert told(await board.press(table.bo, "Join")) == "You have a seat already."
    assert (board.shown.text, table.rows()) == (before, rows)


async def test_leaving_without_a_seat_changes_nothing(table: Table) -> None:
    board = await table.play("yatzy", start=False)
    rows = table.rows()
    assert "Only players" in told(await board.press(table.bo, "Leave"))
    assert table.rows() == rows


async def test_the_hosts_place_passes_on(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, table.cleo, start=False)
    await board.press(table.ada, "Leave")
    assert "1. \u2068Bo\u2069 (host)\n2. \u2068Cleo\u2069" in board.shown.text
    assert "Bo" in told(await board.press(table.cleo, "Start"))
    await board.press(table.bo, "Start")
    assert "Bo\u2069's turn" in board.shown.text


async def test_the_last_to_leave_closes_the_lobby(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    await board.press(table.ada, "Leave")
    await board.press(table.bo, "Leave")
    assert board.shown.text == "## Yatzy\nThe lobby is closed."
    assert board.shown.labels == []
    await table.play("yahtzee")
    assert "Yahtzee" in table.last.shown.text


async def test_only_the_host_cancels(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    rows = table.rows()
    assert told(await board.press(table.bo, "Cancel")) == "Only \u2068Ada\u2069, the host, can do that."
    assert table.rows() == rows
    await board.press(table.ada, "Cancel")
    assert board.shown.text == "## Yatzy\nThe host has cancelled this game."
    assert board.shown.labels == []


async def test_only_the_host_starts(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    rows = table.rows()
    assert told(await board.press(table.bo, "Start")) == "Only \u2068Ada\u2069, the host, can do that."
    assert "Only" in told(await board.press(table.cleo, "Start"))
    assert table.rows() == rows


async def test_start_alone(table: Table) -> None:
    board = await table.play("yatzy")
    assert board.shown.text.startswith("## Yatzy · Your game\nTurn 1 of 15 · 3 rolls")


async def test_solo_plays_at_once(table: Table) -> None:
    board = table.board_of(await table.ada.slash(table.channel, "play", game="yatzy", solo=True))
    assert board.shown.text.startswith("## Yatzy · Your game")
    assert (await table.session()).nonce == str(board.id), "the message that showed the commitment"


async def test_a_full_lobby(table: Table) -> None:
    others = [table.member(f"Guest {i}") for i in range(7)]
    board = await table.play("maxi_yatzy", table.ada, *others, start=False)
    assert "Every seat is taken." in board.shown.text
    assert "Join" not in board.shown.usable
    rows = table.rows()
    answer = told(await board.forge(table.bo, board.shown.custom_id("Join")))
    assert answer.startswith("All 8 seats are taken")
    assert table.rows() == rows
    await board.press(table.ada, "Start with 8")
    assert len((await table.session()).people) == 8


# -- a channel has one session ------------------------------------------------------------------------------------


async def test_a_second_play_is_told_and_offered_the_running_game(table: Table) -> None:
    board = await table.play("yahtzee", table.ada, table.bo)
    rows = table.rows()
    answer = await table.cleo.slash(table.channel, "play", game="yatzy")
    assert "This channel has a game of Yahtzee already" in told(answer)
    offered = Shown(answer.response.components)
    assert offered.labels == ["Go to it", "Bring it down here", "Play alone in a thread"]
    assert offered.buttons[0]["url"].endswith(f"/{table.channel.id}/{board.id}")
    assert table.rows() == rows


@pytest.mark.parametrize("denied", ["create_public_threads", "send_messages_in_threads"])
async def test_no_thread_is_offered_where_the_bot_may_have_none(table: Table, denied: str) -> None:
    overwrites = {table.guild.default_role: discord.PermissionOverwrite(**{denied: False})}
    channel = table.guild.create_text_channel("narrow", overwrites=overwrites)
    await table.play("yahtzee", table.ada, channel=channel)
    answer = await table.cleo.slash(channel, "play", game="yatzy")
    assert Shown(answer.response.components).labels == ["Go to it", "Bring it down here"]


async def test_the_running_game_is_brought_down(table: Table) -> None:
    old = await table.play("yahtzee", table.ada, table.bo)
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    new = table.board_of(await offer.press(table.cleo, "Bring it down here"))
    assert "has moved down" in old.shown.text
    assert old.shown.labels == []
    await new.press(table.ada, "Roll")
    assert "Ada\u2069 rolled all 5 dice." in new.shown.text


async def test_a_lobby_is_brought_down_and_keeps_its_nonce(table: Table) -> None:
    old = await table.play("yahtzee", start=False)
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    assert "a lobby of Yahtzee" in offer.shown.text
    new = table.board_of(await offer.press(table.cleo, "Bring it down here"))
    await new.press(table.ada, "Start")
    assert (await table.session()).nonce == str(old.id)


async def test_alone_in_a_thread(table: Table) -> None:
    await table.play("yahtzee", table.ada, table.bo)
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    await offer.press(table.cleo, "Play alone in a thread")
    [thread] = table.channel.threads
    assert offer.shown.text == f"Your game is in {thread.mention}."
    assert offer.shown.labels == []
    board = table.at(thread.last_message)
    assert board.shown.text.startswith("## Yatzy · Your game")
    table.roll_next("66666")
    await board.press(table.cleo, "Roll")
    await board.choose(table.cleo, "yatzy")
    assert "scored 50 in Yatzy" in board.shown.text
    assert (await table.session()).game.id == "yahtzee", "the channel's own game goes on"


async def test_a_thread_asked_for_twice_by_one_press_is_one(table: Table) -> None:
    await table.play("yahtzee", table.ada, table.bo)
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    offer.emit(table.cleo, offer.shown.custom_id("Play alone"), times=2)
    await table.env.settle()
    assert len(table.channel.threads) == 1


async def test_a_thread_that_takes_no_message_leaves_no_game_behind(table: Table) -> None:
    await table.play("yahtzee", table.ada, table.bo)
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    rows = table.rows()
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await offer.press(table.cleo, "Play alone in a thread")
    assert table.rows() == rows


async def test_a_thread_needs_permissions(table: Table) -> None:
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = table.guild.create_text_channel("quiet", overwrites={table.guild.default_role: no_threads})
    await table.play("yahtzee", table.ada, channel=channel)
    offer = table.at((await table.cleo.slash(channel, "play", game="yatzy")).response)
    rows = table.rows()
    # It was offered before the permission went.
    assert "**Create Public Threads**" in told(await offer.forge(table.cleo, "v1:0:0:thread.yatzy"))
    assert table.rows() == rows
    assert not channel.threads


# -- races --------------------------------------------------------------------------------------------------------


async def test_the_last_seat_goes_to_one(table: Table) -> None:
    others = [table.member(f"Guest {i}") for i in range(6)]
    board = await table.play("yatzy", table.ada, *others, start=False)
    join = board.shown.custom_id("Join")
    results = await board.at_once((table.bo, join), (table.cleo, join))
    assert "Every seat is taken." in board.shown.text
    assert len((await table.session()).people) == 8
    assert [r.response is not None and r.response.ephemeral for r in results] == [False, True]
    assert told(results[1]).startswith("All 8 seats are taken")


async def test_start_twice_starts_once(table: Table) -> None:
    board = await table.play("figure_yatzy", table.ada, table.bo, start=False)
    start = board.shown.custom_id("Start")
    results = await board.at_once((table.ada, start), (table.ada, start))
    assert (await table.session()).ply == 1, "one automatic roll"
    assert "has started already" in told(results[1])


async def test_two_lobbies_at_once(table: Table) -> None:
    results = [table.emit_slash(member, "play", game="yahtzee") for member in (table.ada, table.bo)]
    await table.env.settle()
    assert sorted(r.ephemeral for r in results) == [False, True]
    loser = next(r for r in results if r.ephemeral)
    assert "This channel has a lobby of Yahtzee already" in told(loser)


@pytest.mark.parametrize("label", ["Join", "Leave", "Start", "Cancel"])
async def test_a_lobby_button_after_the_start_shows_the_game(table: Table, label: str) -> None:
    """Committed but not shown, as after a crash: the member still sees the lobby."""
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    pressed = board.shown.custom_id(label)
    table.lose_the_answer()
    await board.press(table.ada, "Start")
    assert "Start with 2" in board.shown.labels, "what happened was not shown"
    result = await board.forge(table.cleo if label == "Join" else table.ada, pressed)
    assert told(result) == "The game has started already: `/board` shows it."
    assert "Ada\u2069's turn" in board.shown.text
