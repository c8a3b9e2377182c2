"""/board, /leave, /kick and /stop: this channel's game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store import StoreError
from tests.bot.commands.room import Room, buttons, control, told, words


async def lobby(room: Room, *guests: Any) -> Any:
    """A lobby of Ada's, which the guests have joined."""
    await room.ada.slash(room.channel, "play", game="yahtzee")
    message = room.public()[-1]
    for guest in guests:
        await guest.click(message, label="Join")
    return message


async def match(room: Room, *guests: Any) -> Any:
    """A match of Ada's against the guests."""
    message = await lobby(room, *guests)
    await room.ada.click(message, label=f"Start with {1 + len(guests)}" if guests else "Start alone")
    return message


@pytest.mark.parametrize("command", ["board", "leave", "stop"])
@pytest.mark.parametrize("who", ["ada", "mo"])
async def test_where_there_is_no_game(room: Room, command: str, who: str) -> None:
    said = told(await getattr(room, who).slash(room.channel, command))
    assert said == "There is no game in this channel; `/play` starts one."


@pytest.mark.parametrize("command", ["board", "leave", "stop"])
async def test_a_game_of_another_channel_is_none_of_its_business(room: Room, command: str) -> None:
    await match(room)
    assert "no game in this channel" in told(await room.ada.slash(room.elsewhere, command))
    assert await room.bot.arbiter.count() == (1, 0)


# -- /board -----------------------------------------------------------------------------------------------------------


async def test_board_moves_a_match_to_the_bottom(room: Room) -> None:
    old = await match(room, room.bo)
    await room.bo.send(room.channel, "a long chat")
    await room.bo.slash(room.channel, "board")
    new = room.public()[-1]
    assert words(new).startswith("## Yahtzee · Ada's turn")
    assert buttons(room.message(old)) == []
    assert new.jump_url in words(room.message(old))
    await room.ada.click(new, label="Roll (3 left)")
    assert "Roll again (2 left)" in buttons(room.message(new))


async def test_board_moves_a_lobby_and_its_first_message_stays_the_nonce(room: Room) -> None:
    old = await lobby(room)
    await room.cleo.slash(room.channel, "board")
    new = room.public()[-1]
    assert buttons(room.message(old)) == []
    await room.bo.click(new, label="Join")
    assert "2. Bo" in words(room.message(new))
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert session.nonce == str(old.id), "or a secret could be picked to suit the second message"


async def test_a_press_on_the_old_board_is_shown_the_way(room: Room) -> None:
    old = await match(room)
    roll = control(room.message(old), "Roll (3 left)")
    await room.ada.slash(room.channel, "board")
    new = room.public()[-1]
    assert new.jump_url in told(await room.press_forged(room.ada, old, roll))
    assert "Roll (3 left)" in buttons(room.message(new)), "nothing was rolled"


async def test_board_brings_back_a_deleted_one(room: Room) -> None:
    old = await match(room)
    room.env.backend.delete_message(room.channel.id, old.id)
    await room.ada.slash(room.channel, "board")
    new = room.public()[-1]
    await room.ada.click(new, label="Roll (3 left)")
    assert "Roll again (2 left)" in buttons(room.message(new))


async def test_if_the_old_board_cannot_be_edited_the_new_one_works_all_the_same(room: Room) -> None:
    await match(room)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=1)
    await room.ada.slash(room.channel, "board")
    new = room.public()[-1]
    await room.ada.click(new, label="Roll (3 left)")
    assert "Roll again (2 left)" in buttons(room.message(new))


async def test_only_the_last_board_has_controls(room: Room) -> None:
    await match(room)
    for _ in range(3):
        await room.ada.slash(room.channel, "board")
    with_controls = [message for message in room.public() if buttons(message)]
    assert with_controls == room.public()[-1:]


# -- /leave -----------------------------------------------------------------------------------------------------------


async def test_a_guest_leaves_a_lobby(room: Room) -> None:
    message = await lobby(room, room.bo)
    assert told(await room.bo.slash(room.channel, "leave")) == "You have left the lobby."
    assert "Bo" not in words(room.message(message))
    assert "Start alone" in buttons(room.message(message))


async def test_when_the_host_leaves_a_lobby_it_passes_on(room: Room) -> None:
    message = await lobby(room, room.bo)
    await room.ada.slash(room.channel, "leave")
    assert "1. Bo (host)" in words(room.message(message))
    await room.bo.click(message, label="Start alone")
    assert "Your game" in words(room.message(message))


async def test_the_last_to_leave_a_lobby_closes_it(room: Room) -> None:
    message = await lobby(room)
    assert "left the lobby" in told(await room.ada.slash(room.channel, "leave"))
    assert "closed" in words(room.message(message))
    assert buttons(room.message(message)) == []
    assert not (await room.bo.slash(room.channel, "play", game="yatzy")).ephemeral


async def test_leaving_a_match_leaves_the_way_back_open(room: Room) -> None:
    message = await match(room, room.bo)
    private = (await room.bo.slash(room.channel, "leave")).response
    assert private.ephemeral
    assert "You have left this game." in words(private)
    assert buttons(private) == ["I'm back", "Resign now"]
    assert "Bo has left and resigns" in words(room.message(message))
    assert await room.bot.arbiter.count() == (1, 0)

    await room.bo.click(private, label="I'm back")
    assert "Welcome back" in words(private)
    assert "has left" not in words(room.message(message))


async def test_who_is_sure_resigns_at_once(room: Room) -> None:
    message = await match(room, room.bo)
    private = (await room.bo.slash(room.channel, "leave")).response
    await room.bo.click(private, label="Resign now")
    assert buttons(private) == []
    assert "Bo resigned" in words(room.message(message))
    assert "Rematch" in buttons(room.message(message))
    assert await room.bot.arbiter.count() == (0, 0)


async def test_of_three_the_others_play_on(room: Room) -> None:
    message = await match(room, room.bo, room.cleo)
    private = (await room.ada.slash(room.channel, "leave")).response
    await room.ada.click(private, label="Resign now")
    assert words(room.message(message)).startswith("## Yahtzee · Bo's turn")
    assert "You are out of this game" in told(await room.ada.slash(room.channel, "leave"))
    assert await room.bot.arbiter.count() == (1, 0)


async def test_a_solo_match_is_ended_instead(room: Room) -> None:
    message = await match(room)
    asked = await room.ada.slash(room.channel, "leave")
    assert "End your game now?" in words(asked.response)
    await room.ada.click(asked.response, label="Yes, end it")
    assert "ended the game early" in words(room.message(message))


@pytest.mark.parametrize("guests", [0, 1])
async def test_a_confirmation_pressed_twice_counts_once(room: Room, guests: int) -> None:
    await match(room, *[room.bo][:guests])
    asked = (await room.ada.slash(room.channel, "leave")).response
    label = "Resign now" if guests else "Yes, end it"
    yes = control(asked, label)
    await room.ada.click(asked, label=label)
    assert "over" in told(await room.press_forged(room.ada, asked, yes))


@pytest.mark.parametrize("started", [False, True])
async def test_who_does_not_play_cannot_leave(room: Room, started: bool) -> None:
    await (match(room, room.bo) if started else lobby(room, room.bo))
    assert "Only players" in told(await room.cleo.slash(room.channel, "leave"))


# -- /kick ------------------------------------------------------------------------------------------------------------


async def kick(room: Room, by: str, whom: Any) -> Any:
    return await getattr(room, by).slash(room.channel, "kick", member=whom)


@pytest.mark.parametrize("by", ["ada", "mo"])
async def test_the_host_and_moderators_take_a_seat_out_of_a_match(room: Room, by: str) -> None:
    message = await match(room, room.bo, room.cleo)
    assert told(await kick(room, by, room.bo)) == "Bo is out of this game."
    assert "Bo was taken out of the game." in words(room.message(message))
    kicked = "The host or a moderator has taken you out of this game; you are welcome in the next one."
    roll = control(room.message(message), "Roll (3 left)")
    assert told(await room.press_forged(room.bo, message, roll)) == kicked
    await room.ada.click(message, label="Roll (3 left)")
    await room.ada.select(room.message(message), ["chance"])
    assert words(room.message(message)).startswith("## Yahtzee · Cleo's turn")


async def test_the_one_to_move_is_kicked_and_the_next_one_moves(room: Room) -> None:
    message = await match(room, room.bo, room.cleo)
    assert told(await kick(room, "mo", room.ada)) == "Ada is out of this game."
    assert words(room.message(message)).startswith("## Yahtzee · Bo's turn")
    assert told(await kick(room, "bo", room.cleo)) == "Cleo is out of this game.", "the host's rights have passed on"
    assert "Cleo was taken out of the game: Bo wins with 0 points." in words(room.message(message))
    assert "🏳️ Ada — 0 (removed)" in words(room.message(message))


@pytest.mark.parametrize("by", ["ada", "mo"])
async def test_they_take_a_seat_out_of_a_lobby(room: Room, by: str) -> None:
    message = await lobby(room, room.bo)
    assert told(await kick(room, by, room.bo)) == "Bo is out of this game."
    assert "Bo" not in words(room.message(message))
    assert "Start alone" in buttons(room.message(message))


async def test_a_host_alone_is_kicked_and_the_lobby_closes(room: Room) -> None:
    message = await lobby(room)
    await kick(room, "mo", room.ada)
    assert buttons(room.message(message)) == []
    assert await room.bot.arbiter.count() == (0, 0)


@pytest.mark.parametrize("by", ["bo", "cleo", "max"])
@pytest.mark.parametrize("started", [False, True])
async def test_nobody_else_kicks_anybody(room: Room, by: str, started: bool) -> None:
    await (match(room, room.bo) if started else lobby(room, room.bo))
    assert "**Manage Messages**" in told(await kick(room, by, room.ada))
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert len(session.people) == 2
    assert not session.absent


async def test_whom_to_kick(room: Room) -> None:
    await match(room, room.bo, room.cleo)
    assert told(await kick(room, "ada", room.ada)) == "That is you: `/leave` takes you out of the game."
    assert told(await kick(room, "ada", room.mo)) == "In this channel's game Mo has no seat."
    await kick(room, "ada", room.bo)
    assert told(await kick(room, "ada", room.bo)) == "In this channel's game Bo has no seat."
    assert await room.bot.arbiter.count() == (1, 0)


# -- /stop ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["ada", "mo"])
async def test_the_host_and_moderators_stop_a_match(room: Room, who: str) -> None:
    message = await match(room, room.bo)
    assert "Stopped" in told(await getattr(room, who).slash(room.channel, "stop"))
    assert "stopped; it does not count" in words(room.message(message))
    assert not (await room.bo.slash(room.channel, "play", game="yatzy")).ephemeral, "the channel is free"


@pytest.mark.parametrize("who", ["ada", "mo"])
async def test_the_host_and_moderators_stop_a_lobby(room: Room, who: str) -> None:
    message = await lobby(room, room.bo)
    await getattr(room, who).slash(room.channel, "stop")
    assert buttons(room.message(message)) == []
    assert await room.bot.arbiter.count() == (0, 0)


@pytest.mark.parametrize("who", ["bo", "cleo", "max"])
@pytest.mark.parametrize("started", [False, True])
async def test_nobody_else_stops_anything(room: Room, who: str, started: bool) -> None:
    await (match(room, room.bo) if started else lobby(room, room.bo))
    assert "**Manage Messages**" in told(await getattr(room, who).slash(room.channel, "stop"))
    assert sum(await room.bot.arbiter.count()) == 1


async def test_a_moderator_frees_a_channel_whose_players_and_message_are_gone(room: Room) -> None:
    message = await match(room, room.bo)
    room.guild.remove_member(room.ada)
    room.guild.remove_member(room.bo)
    room.env.backend.delete_message(room.channel.id, message.id)
    assert "Stopped" in told(await room.mo.slash(room.channel, "stop"))
    assert not (await room.cleo.slash(room.channel, "play", game="yatzy")).ephemeral


@pytest.mark.parametrize("code", [(404, 10003), (403, 50001), (403, 50013)])
async def test_a_game_whose_board_cannot_be_shown_is_stopped_all_the_same(room: Room, code: tuple[int, int]) -> None:
    message = await match(room, room.bo)
    for method in ("POST", "PATCH"):
        room.env.inject_error(method, "/channels/*/messages*", status=code[0], code=code[1])
    room.env.backend.delete_message(room.channel.id, message.id)
    await room.env.settle()
    assert "Stopped. The channel is free" in told(await room.mo.slash(room.channel, "stop"))
    assert await room.bot.arbiter.count() == (0, 0)
    assert not (await room.cleo.slash(room.channel, "play", game="yatzy")).ephemeral


async def test_these_commands_work_after_a_restart(room: Room) -> None:
    message = await match(room, room.bo)
    await room.restart()
    await room.bo.slash(room.channel, "board")
    assert buttons(room.message(message)) == []
    asked = await room.bo.slash(room.channel, "leave")
    await room.restart()
    await room.bo.click(asked.response, label="Resign now")
    assert "Rematch" in buttons(room.public()[-1])


async def test_when_the_store_fails_nothing_is_lost(room: Room) -> None:
    await match(room)
    kept = room.store.sessions_at

    async def broken(_channel: int) -> None:
        raise StoreError("disk full")

    room.store.sessions_at = broken
    assert "couldn't save" in told(await room.ada.slash(room.channel, "board"))
    room.store.sessions_at = kept
    assert all(isinstance(getattr(error, "original", None), StoreError) for error in room.env.errors)
    assert not (await room.ada.slash(room.channel, "board")).ephemeral
