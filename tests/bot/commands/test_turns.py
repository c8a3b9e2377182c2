"""/turns and /sessions: the games of a server, whom they wait for, and what can be done about them from anywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.ids import MessageId, UserId
from bot.session import Person
from bot.ui.sessions import PER_PAGE
from engine.games import catalogue
from tests.bot.commands.room import Room, buttons, control, entries, told, words

MINUTE = 60


async def match(room: Room, channel: Any, host: Any, *guests: Any, game: str = "yahtzee") -> Any:
    """A match in that channel."""
    await host.slash(channel, "play", game=game)
    message = room.public(channel)[-1]
    for guest in guests:
        await guest.click(message, label="Join")
    await host.click(message, label=f"Start with {1 + len(guests)}" if guests else "Start alone")
    return message


async def lobby(room: Room, channel: Any, host: Any) -> Any:
    await host.slash(channel, "play", game="yatzy")
    return room.public(channel)[-1]


async def listed(room: Room, who: str, command: str, channel: Any = None) -> Any:
    """What the member sees, alone."""
    answer = await getattr(room, who).slash(channel or room.channel, command)
    assert answer.ephemeral
    return answer.response


def hidden_from_all_but(room: Room, *seers: Any) -> Any:
    """A channel that only these may view."""
    no, yes = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    overwrites = {room.guild.default_role: no} | dict.fromkeys(seers, yes)
    return room.guild.create_text_channel("secret", overwrites=overwrites)


# -- /turns -------------------------------------------------------------------------------------------------------


async def test_no_game_at_all(room: Room) -> None:
    assert words(await listed(room, "ada", "turns")) == "## No game waits for you"


async def test_turns_lists_what_waits_for_me_and_what_does_not(room: Room) -> None:
    mine = await match(room, room.channel, room.ada, room.bo)
    other = await match(room, room.elsewhere, room.cleo, room.ada)
    said = words(await listed(room, "ada", "turns"))
    first, second = said.split("**You wait in**")
    assert f"**Yahtzee** in <#{room.channel.id}> ([board]({mine.jump_url})): time is up <t:" in first
    assert f"**Yahtzee** in <#{room.elsewhere.id}> ([board]({other.jump_url})): Cleo's turn, time is up <t:" in second
    await room.ada.click(mine, label="Roll (3 left)")
    await room.ada.select(room.message(mine), ["chance"])
    assert words(await listed(room, "ada", "turns")).startswith("## No game waits for you\n**You wait in**")
    assert words(await listed(room, "bo", "turns")).startswith("## Your turn\n• **Yahtzee**")


async def test_turns_is_about_seats_that_play(room: Room) -> None:
    await match(room, room.channel, room.ada, room.bo, room.cleo)
    await room.mo.slash(room.channel, "kick", member=room.bo)
    for who in ("bo", "mo"):
        assert words(await listed(room, who, "turns")) == "## No game waits for you"


async def test_a_lobby_waits_for_its_host(room: Room) -> None:
    message = await lobby(room, room.channel, room.ada)
    await room.bo.click(message, label="Join")
    assert "press Start when you are ready" in words(await listed(room, "ada", "turns"))
    assert "lobby of Ada, closes <t:" in words(await listed(room, "bo", "turns"))


async def test_alone_it_is_said_since_when(room: Room) -> None:
    await match(room, room.channel, room.ada)
    assert f": since <t:{int(room.env.now().timestamp())}:f>" in words(await listed(room, "ada", "turns"))


async def test_turns_is_of_this_server(room: Room) -> None:
    await match(room, room.channel, room.ada)
    other = room.env.create_guild("Other")
    channel = other.create_text_channel("dice")
    ada = other.add_member(room.ada.user)
    answer = (await ada.slash(channel, "turns")).response
    assert words(answer) == "## No game waits for you"


# -- a game that is shown nowhere ---------------------------------------------------------------------------------


async def orphan(room: Room) -> Any:
    """A match of Ada's and Bo's whose channel was deleted after Ada had rolled once."""
    channel = room.guild.create_text_channel("gone")
    message = await match(room, channel, room.ada, room.bo)
    await room.ada.click(message, label="Roll (3 left)")
    room.env.backend.delete_channel(channel.id)
    await room.env.settle()
    return message


async def test_a_game_whose_channel_is_gone_is_brought_here(room: Room) -> None:
    await orphan(room)
    turns = await listed(room, "ada", "turns")
    assert "**Yahtzee**, shown nowhere" in words(turns)
    assert "Its channel or its board is gone" in words(turns)
    await room.ada.click(turns, label="Bring it here")
    board = room.public()[-1]
    assert words(board).startswith("## Yahtzee · Ada's turn\nTurn 1 of 13 · roll 1 of 3")
    await room.ada.click(board, label="Roll again (2 left)")
    assert "roll 2 of 3" in words(room.message(board))
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert session.message == board.id


async def test_no_time_passes_while_it_is_shown_nowhere(room: Room) -> None:
    await room.store.set_option(room.guild.id, "yahtzee", "turn_time", "10m")
    await orphan(room)
    before = await listed(room, "ada", "turns")
    await room.env.advance_time(25 * MINUTE)
    ends = int(room.env.now().timestamp()) + 10 * MINUTE
    await room.ada.click(before, label="Bring it here")
    board = room.public()[-1]
    assert f"The turn ends <t:{ends}:R>" in words(board)
    assert words(board).startswith("## Yahtzee · Ada's turn")


async def test_it_is_brought_back_after_a_restart(room: Room) -> None:
    await orphan(room)
    await room.restart()
    turns = await listed(room, "bo", "turns")
    await room.restart()
    await room.bo.click(turns, label="Bring it here")
    await room.ada.click(room.public()[-1], label="Roll again (2 left)")
    assert "roll 2 of 3" in words(room.public()[-1])


async def test_board_tells_of_it(room: Room) -> None:
    await orphan(room)
    said = told(await room.ada.slash(room.channel, "board"))
    assert said == "There is no game in this channel, but one of yours is shown nowhere: `/turns` can bring it here."
    assert told(await room.cleo.slash(room.channel, "board")).startswith("There is no game in this channel; `/play`")


async def test_pressed_twice_it_is_brought_once(room: Room) -> None:
    await orphan(room)
    turns = await listed(room, "ada", "turns")
    bring = control(turns, "Bring it here")
    elsewhere = await listed(room, "bo", "turns", room.elsewhere)
    results = await room.at_once((room.ada, turns, bring), (room.bo, elsewhere, bring))
    [board] = room.public()
    assert room.public(room.elsewhere) == []
    assert f"go on at {board.jump_url}" in told(results[1])
    await room.ada.click(board, label="Roll again (2 left)")


async def test_only_who_plays_brings_it(room: Room) -> None:
    await orphan(room)
    bring = control(await listed(room, "ada", "turns"), "Bring it here")
    own = await listed(room, "cleo", "turns")
    session = await room.bot.arbiter.session(1)
    assert told(await room.press_forged(room.cleo, own, bring)).startswith("Only players of this game")
    assert room.public() == []
    assert await room.bot.arbiter.session(1) == session, "nor is it taken to this channel"


async def test_where_the_channel_is_taken_it_is_not_brought(room: Room) -> None:
    await orphan(room)
    await lobby(room, room.channel, room.cleo)
    turns = await listed(room, "ada", "turns")
    assert told(await room.ada.click(turns, label="Bring it here")).startswith("This channel has a game already")
    turns = await listed(room, "ada", "turns", room.elsewhere)
    await room.ada.click(turns, label="Bring it here")
    assert "Ada's turn" in words(room.public(room.elsewhere)[-1])


async def test_where_games_are_refused_it_is_not_brought(room: Room) -> None:
    await orphan(room)
    await room.store.set_option(room.guild.id, "", "channels", "only")
    await room.restart()
    turns = await listed(room, "ada", "turns")
    assert "Games aren't allowed in this channel" in told(await room.ada.click(turns, label="Bring it here"))
    assert room.public() == []


async def test_who_brings_it_is_back(room: Room) -> None:
    await orphan(room)
    turns = await listed(room, "ada", "turns")
    await room.bot.arbiter.away(1, room.ada.id)
    await room.ada.click(turns, label="Bring it here")
    assert "has left" not in words(room.public()[-1])


async def test_several_are_told_apart(room: Room) -> None:
    await orphan(room)
    await orphan(room)
    turns = await listed(room, "ada", "turns")
    assert buttons(turns) == ["Bring game 1 here", "Bring game 2 here"]
    await room.ada.click(turns, label="Bring game 2 here")
    assert (await room.bot.arbiter.in_channel(room.channel.id)).id == 2


# -- /sessions ----------------------------------------------------------------------------------------------------


async def test_sessions_lists_every_open_game(room: Room) -> None:
    assert words(await listed(room, "cleo", "sessions")) == "## Open games\nThere are none."
    board = await match(room, room.channel, room.ada, room.bo)
    await lobby(room, room.elsewhere, room.bo)
    said = words(await listed(room, "cleo", "sessions"))
    assert f"• **Yahtzee** in <#{room.channel.id}> ([board]({board.jump_url})): Ada's turn, time is up <t:" in said
    assert f"• **Yatzy** in <#{room.elsewhere.id}> (" in said
    assert "lobby of Bo, closes <t:" in said


async def test_who_is_away_is_said_so(room: Room) -> None:
    await match(room, room.channel, room.ada, room.bo)
    await room.ada.slash(room.channel, "leave")
    assert "Ada's turn (away), time is up <t:" in words(await listed(room, "cleo", "sessions"))


async def test_a_plain_member_gets_no_menu(room: Room) -> None:
    await match(room, room.channel, room.ada, room.bo)
    for who in ("bo", "cleo", "max"):
        assert entries(await listed(room, who, "sessions")) == {}


async def test_a_moderator_stops_one_from_anywhere(room: Room) -> None:
    board = await match(room, room.channel, room.ada, room.bo)
    await match(room, room.elsewhere, room.cleo)
    sessions = await listed(room, "mo", "sessions", room.elsewhere)
    assert {e["label"]: e["description"] for e in entries(sessions).values()} == {
        "Yahtzee, game 1": "Ada, Bo",
        "Yahtzee, game 2": "Cleo",
    }
    await room.mo.select(sessions, ["1"])
    assert f"Stop Yahtzee in <#{room.channel.id}> (Ada, Bo)?" in words(sessions).replace("*", "")
    assert await room.bot.arbiter.count() == (2, 0), "it asks first"
    await room.mo.click(sessions, label="Yes, stop it")
    assert words(sessions) == "Stopped. The channel is free for another game."
    assert "stopped; it does not count" in words(room.message(board))
    assert await room.bot.arbiter.count() == (1, 0)


async def test_who_thinks_better_of_it_goes_back(room: Room) -> None:
    await match(room, room.channel, room.ada)
    sessions = await listed(room, "mo", "sessions")
    await room.mo.select(sessions, ["1"])
    await room.mo.click(sessions, label="Back")
    assert words(sessions).startswith("## Open games\n• **Yahtzee**")
    assert await room.bot.arbiter.count() == (1, 0)


async def test_whether_one_may_is_asked_again_at_each_press(room: Room) -> None:
    await match(room, room.channel, room.ada)
    sessions = await listed(room, "mo", "sessions")
    await room.mo.select(sessions, ["1"])
    yes = control(sessions, "Yes, stop it")
    for who in (room.cleo, room.max):
        assert "**Manage Messages**" in told(await room.press_forged(who, sessions, yes))
    assert await room.bot.arbiter.count() == (1, 0)


async def test_a_game_that_is_over_by_now_is_not_stopped(room: Room) -> None:
    await match(room, room.channel, room.ada)
    sessions = await listed(room, "mo", "sessions")
    await match(room, room.elsewhere, room.bo)
    both = await listed(room, "mo", "sessions")
    await room.bo.slash(room.elsewhere, "stop")
    assert "over" in told(await room.mo.select(both, ["2"])), "it is not even asked"
    await room.mo.select(sessions, ["1"])
    await room.ada.slash(room.channel, "stop")
    assert "over" in told(await room.mo.click(sessions, label="Yes, stop it"))


@pytest.mark.parametrize("value", ["999", "x", "-1", "9" * 30])
async def test_a_forged_choice_stops_nothing(room: Room, value: str) -> None:
    await match(room, room.channel, room.ada)
    sessions = await listed(room, "mo", "sessions")
    assert told(await room.press_forged(room.mo, sessions, "v1:0:1:stopone", [value]))
    assert await room.bot.arbiter.count() == (1, 0)


async def test_a_game_of_another_server_is_none_of_its_business(room: Room) -> None:
    await match(room, room.channel, room.ada)
    other = room.env.create_guild("Other")
    channel = other.create_text_channel("dice")
    moderators = other.create_role("Moderators", permissions=discord.Permissions(manage_messages=True))
    cleo = other.add_member(room.cleo.user, roles=[moderators])
    sessions = (await cleo.slash(channel, "sessions")).response
    assert words(sessions) == "## Open games\nThere are none."
    for custom_id, values in (("v1:0:1:stopone", ["1"]), ("v1:1:0:stopit", ()), ("v1:1:0:here", ())):
        elsewhere = replace(room, guild=other)
        assert "not there any more" in told(await elsewhere.press_forged(cleo, sessions, custom_id, values))
    assert await room.bot.arbiter.count() == (1, 0)


async def test_a_channel_that_one_may_not_view_is_not_told_of(room: Room) -> None:
    secret = hidden_from_all_but(room, room.ada)
    await match(room, secret, room.ada)
    for who in ("cleo", "bo", "mo"):
        assert words(await listed(room, who, "sessions")) == "## Open games\nThere are none."
    assert f"<#{secret.id}>" in words(await listed(room, "ada", "sessions"))
    sessions = await listed(room, "mo", "sessions")
    assert "not there any more" in told(await room.press_forged(room.mo, sessions, "v1:0:1:stopone", ["1"]))
    assert "not there any more" in told(await room.press_forged(room.mo, sessions, "v1:1:0:stopit"))
    assert await room.bot.arbiter.count() == (1, 0)


async def thread_of(room: Room, kind: discord.ChannelType) -> Any:
    """A thread with a match of Ada's, shown there."""
    channel = room.bot.get_channel(room.channel.id)
    thread = await channel.create_thread(name="aside", type=kind)
    arbiter, game = room.bot.arbiter, catalogue["yatzy"]
    ada = Person(UserId(room.ada.id), "Ada")
    session = await arbiter.open_lobby(room.guild.id, thread.id, ada, game, game.complete())
    await arbiter.shown(session.id, MessageId(1))
    await room.env.settle()
    return thread


async def test_a_private_thread_is_told_of_to_those_alone_who_see_every_one(room: Room) -> None:
    thread = await thread_of(room, discord.ChannelType.private_thread)
    wardens = room.guild.create_role("Wardens", permissions=discord.Permissions(manage_threads=True))
    warden = room.guild.add_member(room.env.create_user("wanda", global_name="Wanda"), roles=[wardens])
    assert f"<#{thread.id}>" in words((await warden.slash(room.channel, "sessions")).response)
    for who in ("cleo", "mo"):
        assert words(await listed(room, who, "sessions")) == "## Open games\nThere are none."


async def test_a_thread_counts_as_its_channel(room: Room) -> None:
    thread = await thread_of(room, discord.ChannelType.public_thread)
    assert f"<#{thread.id}>" in words(await listed(room, "cleo", "sessions"))
    assert entries(await listed(room, "cleo", "sessions")) == {}
    assert list(entries(await listed(room, "mo", "sessions"))) == ["1"]


async def test_an_archived_thread_can_not_be_told_from_a_secret_one(room: Room) -> None:
    thread = await thread_of(room, discord.ChannelType.public_thread)
    await thread.edit(archived=True)
    await room.env.settle()
    for who in ("cleo", "mo"):
        assert words(await listed(room, who, "sessions")) == "## Open games\nThere are none."
    assert f"<#{thread.id}>" in words(await listed(room, "ada", "turns")), "who plays there knows of it"


async def test_who_moderates_no_more_than_one_channel_stops_only_there(room: Room) -> None:
    apart = room.guild.create_text_channel(
        "apart", overwrites={room.bo: discord.PermissionOverwrite(manage_messages=True)}
    )
    await match(room, apart, room.ada)
    await match(room, room.channel, room.cleo)
    assert list(entries(await listed(room, "bo", "sessions"))) == ["1"]
    sessions = await listed(room, "bo", "sessions", apart)
    assert list(entries(sessions)) == ["1"]
    assert "**Manage Messages**" in told(await room.press_forged(room.bo, sessions, "v1:2:0:stopit"))


async def test_hosts_may_stop_their_own(room: Room) -> None:
    await match(room, room.channel, room.ada)
    await match(room, room.elsewhere, room.bo, room.cleo)
    sessions = await listed(room, "bo", "sessions")
    assert list(entries(sessions)) == ["2"]
    await room.bo.select(sessions, ["2"])
    await room.bo.click(sessions, label="Yes, stop it")
    assert "stopped" in words(room.public(room.elsewhere)[-1])


async def test_a_game_whose_channel_is_gone_is_shown_to_moderators_and_stopped(room: Room) -> None:
    await orphan(room)
    assert words(await listed(room, "cleo", "sessions")) == "## Open games\nThere are none."
    sessions = await listed(room, "mo", "sessions")
    assert "**Yahtzee**, shown nowhere: Ada's turn, since <t:" in words(sessions)
    await room.mo.select(sessions, ["1"])
    await room.mo.click(sessions, label="Yes, stop it")
    assert await room.bot.arbiter.count() == (0, 0)


async def test_many_sessions_have_pages(room: Room) -> None:
    channels = [room.guild.create_text_channel(f"dice-{i}") for i in range(PER_PAGE + 1)]
    for number, channel in enumerate(channels):
        host = room.guild.add_member(room.env.create_user(f"host{number}", global_name="Host"))
        await room.ada.click(await lobby(room, channel, host), label="Join")
    sessions = await listed(room, "mo", "sessions")
    assert words(sessions).count("lobby of Host") == PER_PAGE
    assert "Page 1 of 2" in words(sessions)
    assert buttons(sessions) == ["Next ▶"]
    await room.mo.click(sessions, label="Next ▶")
    assert f"<#{channels[-1].id}>" in words(sessions)
    assert words(sessions).count("lobby of Host") == 1
    assert list(entries(sessions)) == [str(PER_PAGE + 1)]
    await room.mo.select(sessions, [str(PER_PAGE + 1)])
    await room.mo.click(sessions, label="Back")
    assert "Page 2 of 2" in words(sessions)
    await room.mo.click(sessions, label="◀ Back")
    assert "Page 1 of 2" in words(sessions)
    turns = await listed(room, "ada", "turns")
    await room.ada.click(turns, label="Next ▶")
    assert f"<#{channels[-1].id}>" in words(turns)


async def test_pages_are_those_of_whoever_turns_them(room: Room) -> None:
    await match(room, room.channel, room.ada)
    sessions = await listed(room, "ada", "sessions")
    for who, expected in ((room.ada, "## Your turn"), (room.cleo, "## No game waits for you")):
        await room.press_forged(who, sessions, "v1:0:1:turns.7")
        assert words(sessions).startswith(expected)
    assert "doesn't work any more" in told(await room.press_forged(room.ada, sessions, "v1:0:1:turns.x"))
