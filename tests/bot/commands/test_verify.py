"""/verify: the proof of a match's dice, and never the secret before the match is over."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot.session import GameSession
from engine import record
from tests.bot.commands.room import Room, told, words


async def play(room: Room) -> Any:
    """Ada plays alone: the board after two rolls and one box."""
    await room.ada.slash(room.channel, "play", game="yahtzee", solo=True)
    board = room.public()[-1]
    for label in ("Roll (3 left)", "Roll again (2 left)"):
        await room.ada.click(board, label=label)
    await room.ada.select(board, ["chance"])
    return board


async def end(room: Room) -> None:
    asked = await room.ada.slash(room.channel, "leave")
    await room.ada.click(asked.response, label="Yes, end it")


async def verify(room: Room, member: Any = None, **options: int) -> Any:
    return await (member or room.ada).slash(room.channel, "verify", **options)


async def session(room: Room, number: int = 1) -> GameSession:
    found: GameSession = await room.bot.arbiter.session(number)
    return found


async def attached(result: Any) -> str:
    (file,) = result.response.attachments
    assert re.fullmatch(r"parlour-\d+\.game", file.filename)
    return bytes(await file.read()).decode()


@pytest.mark.parametrize("number", [None, 1])
async def test_a_running_match_shows_its_commitment_and_never_its_secret(room: Room, number: int | None) -> None:
    await play(room)
    result = await verify(room, **({} if number is None else {"number": number}))
    running = await session(room)
    assert running.commitment in told(result)
    text = await attached(result)
    assert running.commitment in text
    assert "Secret" not in text
    assert running.secret.hex() not in everything_sent(room)


def everything_sent(room: Room) -> str:
    return json.dumps([str(request) for request in room.env.http_requests])


async def test_a_finished_match_is_verified_and_its_record_proves_it_elsewhere(room: Room) -> None:
    await play(room)
    await end(room)
    result = await verify(room, room.bo)
    ended = await session(room)
    assert "✅ All 2 rolls of game 1" in told(result)
    assert ended.secret.hex() in told(result)
    (read,) = record.read(await attached(result))
    assert record.verify(read) is None
    assert read.tags["Secret"] == ended.secret.hex()
    assert read.tags["Commitment"] == ended.commitment


async def test_an_automatic_first_roll_is_proved_too(room: Room) -> None:
    await room.ada.slash(room.channel, "play", game="figure_yatzy", solo=True)
    await end(room)
    result = await verify(room)
    assert "✅" in told(result)
    (read,) = record.read(await attached(result))
    assert record.verify(read) is None


async def test_a_stopped_match_reveals_its_secret(room: Room) -> None:
    await play(room)
    await room.mo.slash(room.channel, "stop")
    result = await verify(room)
    assert "✅" in told(result)
    assert (await session(room)).secret.hex() in told(result)


async def test_the_last_finished_match_is_meant_unless_a_number_is_given(room: Room) -> None:
    for _ in range(2):
        await room.ada.slash(room.channel, "play", game="yahtzee", solo=True)
        await end(room)
    await room.ada.slash(room.channel, "play", game="yahtzee", solo=True)
    assert "game 2" in told(await verify(room))
    assert "game 1" in told(await verify(room, number=1))
    assert "Game 3 is running" in told(await verify(room, number=3))


async def test_the_number_is_under_the_result(room: Room) -> None:
    board = await play(room)
    await end(room)
    assert "Game 1 ·" in words(room.message(board))


async def test_a_match_of_another_guild_is_not_shown(room: Room) -> None:
    await play(room)
    await end(room)
    other = room.env.create_guild("Elsewhere", owner=room.ada.user)
    channel, visitor = other.create_text_channel("dice"), other.add_member(room.ada.user)
    said = told(await visitor.slash(channel, "verify", number=1))
    assert "not there" in said
    assert (await session(room)).secret.hex() not in said


@pytest.mark.parametrize("number", [999, 2**53 - 1])
async def test_a_number_that_is_nobodys(room: Room, number: int) -> None:
    assert "not there" in told(await verify(room, number=number))


async def test_where_nothing_was_played(room: Room) -> None:
    assert "no game in this channel" in told(await verify(room))


async def test_a_lobby_has_no_dice_yet(room: Room) -> None:
    await room.ada.slash(room.channel, "play", game="yahtzee")
    assert "hasn't started" in told(await verify(room))
    assert "hasn't started" in told(await verify(room, number=1))


async def test_after_a_restart_the_proof_is_the_same(room: Room) -> None:
    await play(room)
    await end(room)
    before = told(await verify(room))
    await room.restart()
    assert told(await verify(room)) == before


@pytest.mark.parametrize("nick", ['"; [Result "', "line\u2028break", "\u202eevil", "**`@everyone`**"])
async def test_a_hostile_name_breaks_no_record(room: Room, nick: str) -> None:
    rogue = room.guild.add_member(room.env.create_user("rogue"), nick=nick)
    await room.env.settle()
    await rogue.slash(room.channel, "play", game="yahtzee", solo=True)
    asked = await rogue.slash(room.channel, "leave")
    await rogue.click(asked.response, label="Yes, end it")
    (read,) = record.read(await attached(await verify(room)))
    assert record.verify(read) is None
