"""Cool-downs: how many commands a member may send, and how they are told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.commands.room import Room, told

Command = tuple[str, dict[str, Any]]

PUBLIC: Command = ("leaderboard", {"game": "yatzy"})
PRIVATE: Command = ("help", {})
BOARD: Command = ("board", {})


async def send(member: Any, channel: Any, command: Command, times: int = 1) -> list[Any]:
    name, options = command
    return [await member.slash(channel, name, **options) for _ in range(times)]


def is_refused(result: Any) -> bool:
    return result.response is None or (result.response.ephemeral and "Not so fast" in told(result))


@pytest.mark.parametrize(("command", "at_once", "every"), [(PUBLIC, 4, 15), (PRIVATE, 10, 3)])
async def test_some_commands_at_once_and_then_one_every_so_often(
    room: Room, command: Command, at_once: int, every: int
) -> None:
    answers = await send(room.ada, room.channel, command, at_once)
    assert not any(map(is_refused, answers))
    [refused] = await send(room.ada, room.channel, command)
    assert told(refused) == f"Not so fast, please: try that again in {every} seconds."
    await room.env.advance_time(every - 1)
    [refused] = await send(room.ada, room.channel, command)
    assert told(refused) == "Not so fast, please: try that again in a second."
    await room.env.advance_time(1)
    [answer, refused] = await send(room.ada, room.channel, command, 2)
    assert not is_refused(answer)
    assert is_refused(refused), "one more, not all of them"


async def test_a_refused_command_does_nothing(room: Room) -> None:
    await send(room.ada, room.channel, PUBLIC, 4)
    rows, seen = await room.store.open_sessions(), len(room.public())
    assert is_refused(await room.ada.slash(room.channel, "play", game="yatzy"))
    assert await room.store.open_sessions() == rows == []
    assert len(room.public()) == seen


async def test_all_public_commands_count_together_and_private_ones_apart(room: Room) -> None:
    await room.ada.slash(room.channel, "play", game="yatzy")
    await room.ada.slash(room.channel, "board")
    await room.ada.slash(room.channel, "challenge", member=room.bo, game="yatzy")
    await room.ada.context_menu(room.channel, "Challenge", room.cleo)
    for name, options in (BOARD, PUBLIC):
        assert is_refused(await room.ada.slash(room.channel, name, **options)), name
    assert not is_refused((await send(room.ada, room.channel, PRIVATE))[0])


async def test_each_member_and_each_guild_has_its_own(room: Room) -> None:
    await send(room.ada, room.channel, PUBLIC, 4)
    assert is_refused((await send(room.ada, room.elsewhere, PUBLIC))[0]), "in every channel of the guild"
    assert not is_refused((await send(room.bo, room.channel, PUBLIC))[0])
    other = room.env.create_guild("Elsewhere")
    channel, ada_there = other.create_text_channel("dice"), other.add_member(room.ada.user)
    assert not is_refused((await send(ada_there, channel, PUBLIC))[0])


async def test_a_moderator_waits_like_everybody_but_may_always_stop_a_game(room: Room) -> None:
    await send(room.mo, room.channel, PUBLIC, 4)
    await send(room.mo, room.channel, PRIVATE, 10)
    assert is_refused((await send(room.mo, room.channel, PUBLIC))[0])
    assert is_refused((await send(room.mo, room.channel, PRIVATE))[0])
    for number in range(6):
        channel = room.guild.create_text_channel(f"c{number}")
        await (room.ada, room.bo)[number % 2].slash(channel, "play", game="yatzy")
        stopped = await room.mo.slash(channel, "stop")
        assert told(stopped) == "Stopped. The channel is free for another game."


async def test_autocomplete_is_never_limited(room: Room) -> None:
    await send(room.ada, room.channel, PUBLIC, 5)
    for typed in ("y", "ya", "yat", "yatz", "yatzy", "m"):
        assert await room.ada.autocomplete(room.channel, "play", "game", typed)


async def test_a_spammer_is_told_a_few_times(room: Room) -> None:
    await send(room.ada, room.channel, PRIVATE, 10)
    answers = await send(room.ada, room.channel, PRIVATE, 20)
    assert all(map(is_refused, answers))
    assert sum(answer.acknowledged for answer in answers) == 8, "answers for all would bring 429s"
    assert not is_refused((await send(room.bo, room.channel, PRIVATE))[0])
    await room.env.advance_time(60)
    assert not is_refused((await send(room.ada, room.channel, PRIVATE))[0]), "and is heard again"


async def test_presses_are_no_commands(room: Room) -> None:
    lobby = (await room.ada.slash(room.channel, "play", game="yatzy")).response
    await send(room.bo, room.channel, PRIVATE, 11)
    await send(room.bo, room.channel, PUBLIC, 5)
    joined = await room.bo.click(lobby, label="Join")
    assert joined.response is None or not joined.response.ephemeral
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert session.names == ("Ada", "Bo")
