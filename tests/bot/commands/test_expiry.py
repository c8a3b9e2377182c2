"""What time closes: challenges and lobbies that nobody takes up, also while the bot was away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.commands.room import CHALLENGE_MINUTES, LOBBY_MINUTES, Room, buttons, control, told, words

CHALLENGE, LOBBY = CHALLENGE_MINUTES * 60, LOBBY_MINUTES * 60
SOON = 2


async def challenge(room: Room) -> Any:
    await room.ada.slash(room.channel, "challenge", member=room.bo, game="yahtzee")
    return room.public()[-1]


async def stop_clock(room: Room) -> None:
    """Nothing is done by itself any more, as in the moment before the clock looks."""
    await room.bot._clock.stop()
    await room.env.settle()


async def test_a_challenge_expires(room: Room) -> None:
    message = await challenge(room)
    await room.env.advance_time(CHALLENGE - SOON)
    assert buttons(room.message(message)) == ["Accept", "Decline", "Withdraw"]
    await room.env.advance_time(2 * SOON)
    assert "The challenge of Ada to Bo has expired." in words(room.message(message))
    assert buttons(room.message(message)) == []


async def test_it_says_until_when_it_is_open(room: Room) -> None:
    until = int(room.env.now().timestamp()) + CHALLENGE
    assert f"<t:{until}:" in words(await challenge(room))


@pytest.mark.parametrize(("presser", "label"), [("bo", "Accept"), ("bo", "Decline"), ("ada", "Withdraw")])
async def test_a_press_after_its_time_shows_that_it_has_expired(room: Room, presser: str, label: str) -> None:
    message = await challenge(room)
    await stop_clock(room)
    await room.env.advance_time(CHALLENGE + SOON)
    assert "closed" in told(await getattr(room, presser).click(message, label=label))
    assert "has expired" in words(room.message(message))
    assert buttons(room.message(message)) == []
    assert await room.bot.arbiter.count() == (0, 0)


async def test_an_expired_button_pressed_late_answers_privately(room: Room) -> None:
    message = await challenge(room)
    accept = control(message, "Accept")
    await room.env.advance_time(CHALLENGE + SOON)
    assert "closed" in told(await room.press_forged(room.bo, message, accept))
    assert await room.bot.arbiter.count() == (0, 0)


async def test_after_its_time_the_same_member_can_be_challenged_again(room: Room) -> None:
    expired = await challenge(room)
    await stop_clock(room)
    await room.env.advance_time(CHALLENGE + SOON)
    again = await challenge(room)
    assert again.id != expired.id
    assert buttons(again) == ["Accept", "Decline", "Withdraw"]


async def test_a_challenge_outlives_a_restart(room: Room) -> None:
    message = await challenge(room)
    await room.restart()
    await room.bo.click(room.message(message), label="Accept")
    assert words(room.public()[-1]).startswith("## Yahtzee · Ada's turn")


async def test_a_challenge_expires_while_the_bot_is_away(room: Room) -> None:
    message = await challenge(room)
    await stop_clock(room)
    await room.env.advance_time(CHALLENGE + SOON)
    await room.restart()
    await room.env.advance_time(1)
    assert "has expired" in words(room.message(message))


async def test_a_challenge_whose_message_was_deleted_expires_quietly(room: Room) -> None:
    message = await challenge(room)
    room.env.backend.delete_message(room.channel.id, message.id)
    await room.env.advance_time(CHALLENGE + SOON)
    assert buttons(await challenge(room)) == ["Accept", "Decline", "Withdraw"]


async def lobby(room: Room, member: Any = None) -> Any:
    await (member or room.ada).slash(room.channel, "play", game="yahtzee")
    return room.public()[-1]


async def test_a_lobby_that_nobody_starts_closes(room: Room) -> None:
    message = await lobby(room)
    await room.env.advance_time(LOBBY - SOON)
    assert "Join" in buttons(room.message(message))
    await room.env.advance_time(2 * SOON)
    assert "Nobody started this game" in words(room.message(message))
    assert buttons(room.message(message)) == []
    assert "Join" in buttons(await lobby(room, room.bo)), "the channel is free"


async def test_a_running_game_does_not_expire(room: Room) -> None:
    await room.ada.slash(room.channel, "play", game="yahtzee", solo=True)
    (board,) = room.public()
    await room.env.advance_time(LOBBY + SOON)
    assert "Roll (3 left)" in buttons(room.message(board))


async def test_the_clock_goes_on_after_a_failure(room: Room) -> None:
    message = await challenge(room)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=1)
    await room.env.advance_time(CHALLENGE + SOON)
    closed = await lobby(room)
    await room.env.advance_time(LOBBY + SOON)
    assert "Nobody started this game" in words(room.message(closed))
    assert "closed" in told(await room.bo.click(message, label="Accept"))
    assert "has expired" in words(room.message(message)), "the press makes up for the edit that failed"
