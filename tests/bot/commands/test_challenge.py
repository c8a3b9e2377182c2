"""Challenges: one member dares another to a match in this channel."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.ids import ChallengeId
from tests.bot.commands.room import Room, buttons, control, entries, told, words


async def challenge(room: Room, *, game: str = "yahtzee") -> Any:
    """Ada challenges Bo; the message that everybody sees."""
    result = await room.ada.slash(room.channel, "challenge", member=room.bo, game=game)
    assert not result.ephemeral
    return room.public()[-1]


async def status(room: Room, number: int = 1) -> str:
    return str((await room.store.load_challenge(ChallengeId(number))).status)


async def test_only_the_challenged_member_is_pinged(room: Room) -> None:
    message = await challenge(room)
    assert [user.id for user in message.mentions] == [room.bo.id]
    assert room.bo.mention in words(message)
    assert buttons(message) == ["Accept", "Decline", "Withdraw"]


async def test_accepting_starts_the_match_in_a_new_message_which_shows_the_commitment_first(room: Room) -> None:
    message = await challenge(room)
    sent_before = len(room.env.http_requests)
    await room.bo.click(message, label="Accept")

    first, board = room.public()
    assert "has accepted the challenge" in words(first)
    assert buttons(first) == []
    assert words(board).startswith("## Yahtzee · Ada's turn")
    assert any(label.startswith("Roll") for label in buttons(board))

    posted = next(r for r in room.env.http_requests[sent_before:] if r.method == "POST" and "/webhooks/" in r.path)
    assert "committed to" in str(posted.json), "the commitment is shown before anything can be rolled"
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert session.nonce == str(board.id)
    assert session.commitment in str(posted.json)
    assert session.names == ("Ada", "Bo")


async def test_the_match_is_played_under_the_rules_of_the_moment_of_the_challenge(room: Room) -> None:
    menu = (await room.max.slash(room.channel, "options", game="yahtzee")).response
    menu = (await room.max.select(menu, ["joker"])).response or menu
    await room.max.select(menu, ["free_choice"])
    message = await challenge(room)
    assert "free choice" in words(message)
    await room.bo.click(message, label="Accept")
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert session.options["joker"] == "free_choice"


@pytest.mark.parametrize(
    ("presser", "label", "said"),
    [("bo", "Decline", "Bo has declined"), ("ada", "Withdraw", "Ada has withdrawn")],
)
async def test_a_challenge_ends_without_a_match(room: Room, presser: str, label: str, said: str) -> None:
    message = await challenge(room)
    await getattr(room, presser).click(message, label=label)
    (settled,) = room.public()
    assert said in words(settled)
    assert buttons(settled) == []
    again = await challenge(room)
    assert buttons(again) == ["Accept", "Decline", "Withdraw"], "the same member can be challenged again"


@pytest.mark.parametrize(
    ("presser", "label", "named"),
    [
        ("ada", "Accept", "Bo"),
        ("ada", "Decline", "Bo"),
        ("cleo", "Accept", "Bo"),
        ("cleo", "Decline", "Bo"),
        ("cleo", "Withdraw", "Ada"),
        ("bo", "Withdraw", "Ada"),
        ("mo", "Decline", "Bo"),
    ],
)
async def test_it_is_nobody_elses_to_settle(room: Room, presser: str, label: str, named: str) -> None:
    message = await challenge(room)
    said = told(await getattr(room, presser).click(message, label=label))
    assert named in said
    assert buttons(room.message(message)) == ["Accept", "Decline", "Withdraw"]
    assert await status(room) == "open"


async def test_nobody_challenges_themself(room: Room) -> None:
    said = told(await room.ada.slash(room.channel, "challenge", member=room.ada, game="yatzy"))
    assert "yourself" in said
    assert room.public() == []


async def test_nobody_challenges_a_bot(room: Room) -> None:
    robot = room.guild.add_member(room.env.create_user("robot", bot=True))
    said = told(await room.ada.slash(room.channel, "challenge", member=robot, game="yatzy"))
    assert said == "Bots can't be challenged: pick a member, or play against the computer: `/play` with `opponent`."
    assert room.public() == []


def hide_channel(room: Room, member: Any) -> None:
    nothing = discord.PermissionOverwrite(view_channel=False)
    allow, deny = nothing.pair()
    overwrite = Overwrite(member.id, OverwriteType.MEMBER, allow.value, deny.value)
    room.env.backend.set_overwrite(room.channel.id, overwrite)


async def test_nobody_challenges_a_member_who_does_not_see_the_channel(room: Room) -> None:
    hide_channel(room, room.bo)
    await room.env.settle()
    for result in (
        await room.ada.slash(room.channel, "challenge", member=room.bo, game="yatzy"),
        await room.ada.context_menu(room.channel, "Challenge", room.bo),
    ):
        assert "doesn't see this channel" in told(result)
    assert room.public() == []
    assert not (await room.ada.slash(room.elsewhere, "challenge", member=room.bo, game="yatzy")).ephemeral


async def test_nobody_challenges_a_stranger_to_the_guild(room: Room) -> None:
    stranger = room.env.create_user("stranger")
    said = told(await room.ada.slash(room.channel, "challenge", member=stranger, game="yatzy"))
    assert "doesn't see this channel" in said


async def test_a_second_open_challenge_to_the_same_member_is_refused(room: Room) -> None:
    await challenge(room)
    for channel in (room.channel, room.elsewhere):
        said = told(await room.ada.slash(channel, "challenge", member=room.bo, game="yatzy"))
        assert "already" in said
    assert len(room.public()) == 1
    assert not (await room.ada.slash(room.channel, "challenge", member=room.cleo, game="yatzy")).ephemeral
    assert not (await room.bo.slash(room.channel, "challenge", member=room.ada, game="yatzy")).ephemeral


async def test_where_the_channel_is_taken_the_challenge_stays_open(room: Room) -> None:
    message = await challenge(room)
    lobby = (await room.cleo.slash(room.channel, "play", game="yatzy")).response
    assert "has a game already" in told(await room.bo.click(message, label="Accept"))
    assert await status(room) == "open"
    assert buttons(room.message(message)) == ["Accept", "Decline", "Withdraw"]

    await room.cleo.click(lobby, label="Cancel")
    await room.bo.click(message, label="Accept")
    assert words(room.public()[-1]).startswith("## Yahtzee · ")


async def test_two_accepts_at_once_give_one_match(room: Room) -> None:
    message = await challenge(room)
    accept = control(message, "Accept")
    results = await room.at_once((room.bo, message, accept), (room.bo, message, accept))
    assert all(result.acknowledged for result in results)
    assert len(room.public()) == 2, "the challenge and one board"
    assert await room.bot.arbiter.count() == (1, 0)


async def test_accept_and_withdraw_at_once_agree_on_one(room: Room) -> None:
    message = await challenge(room)
    await room.at_once(
        (room.ada, message, control(message, "Withdraw")), (room.bo, message, control(message, "Accept"))
    )
    matches = sum(await room.bot.arbiter.count())
    assert (await status(room), matches) in {("accepted", 1), ("withdrawn", 0)}


async def test_of_two_challenges_accepted_at_once_the_later_one_stays_open(room: Room) -> None:
    first = await challenge(room)
    await room.ada.slash(room.channel, "challenge", member=room.cleo, game="yatzy")
    second = room.public()[-1]
    await room.at_once((room.bo, first, control(first, "Accept")), (room.cleo, second, control(second, "Accept")))
    assert sorted([await status(room, 1), await status(room, 2)]) == ["accepted", "open"]
    assert await room.bot.arbiter.count() == (1, 0)


async def test_a_press_on_a_settled_challenge_is_told_so(room: Room) -> None:
    message = await challenge(room)
    accept = control(message, "Accept")
    await room.ada.click(message, label="Withdraw")
    assert "closed" in told(await room.press_forged(room.bo, message, accept))
    assert "Ada has withdrawn" in words(room.message(message))
    assert await room.bot.arbiter.count() == (0, 0)


async def test_a_challenge_is_bound_to_its_channel(room: Room) -> None:
    message = await challenge(room)
    other = (await room.bo.slash(room.elsewhere, "play", game="yatzy")).response
    assert "closed" in told(await room.press_forged(room.bo, other, control(message, "Accept")))
    assert await status(room) == "open"
    assert words(room.public(room.elsewhere)[0]).startswith("## Yatzy"), "the pressed message is left alone"


@pytest.mark.parametrize("subject", ["c999", "c9223372036854775807", "0", "1", "x1"])
async def test_a_forged_challenge_gets_a_private_sentence(room: Room, subject: str) -> None:
    message = await challenge(room)
    assert told(await room.press_forged(room.bo, message, f"v1:{subject}:0:accept"))
    assert buttons(room.message(message)) == ["Accept", "Decline", "Withdraw"]


async def test_if_discord_refuses_the_board_the_channel_is_free_again(room: Room) -> None:
    message = await challenge(room)
    room.env.inject_error("POST", "/webhooks/*/*", status=403, code=50013, times=1)
    await room.bo.click(message, label="Accept")
    assert await room.bot.arbiter.count() == (0, 0)
    assert not (await room.bo.slash(room.channel, "play", game="yatzy")).ephemeral


# -- the user menu ----------------------------------------------------------------------------------------------------


async def test_the_user_menu_asks_for_the_game_privately_then_posts(room: Room) -> None:
    asked = await room.ada.context_menu(room.channel, "Challenge", room.bo)
    assert asked.response.ephemeral
    assert room.public() == []
    assert set(entries(asked.response)) >= {"yahtzee", "mega_yatzy"}

    await room.ada.select(asked.response, ["mega_yatzy"])
    (message,) = room.public()
    assert words(message).startswith("## Mega Yatzy")
    assert [user.id for user in message.mentions] == [room.bo.id]
    await room.bo.click(message, label="Accept")
    assert words(room.public()[-1]).startswith("## Mega Yatzy · ")


async def test_the_user_menu_refuses_what_the_command_refuses(room: Room) -> None:
    robot = room.guild.add_member(room.env.create_user("robot", bot=True))
    assert "yourself" in told(await room.ada.context_menu(room.channel, "Challenge", room.ada))
    assert "Bots" in told(await room.ada.context_menu(room.channel, "Challenge", robot))
    asked = await room.ada.context_menu(room.channel, "Challenge", room.bo)
    room.guild.remove_member(room.bo)
    assert "doesn't see this channel" in told(await room.ada.select(asked.response, ["yatzy"]))
    assert room.public() == []


@pytest.mark.parametrize("what", ["dare", "dare.x", "dare.99999999999999999999999", "dare.1.2"])
async def test_a_forged_choice_of_game_gets_a_private_sentence(room: Room, what: str) -> None:
    asked = await room.ada.context_menu(room.channel, "Challenge", room.bo)
    assert told(await room.press_forged(room.ada, asked.response, f"v1:0:0:{what}", ["yatzy"]))
    assert told(await room.press_forged(room.ada, asked.response, f"v1:0:0:dare.{room.bo.id}", ["chess"]))
    assert room.public() == []


# -- names ------------------------------------------------------------------------------------------------------------


async def test_names_are_shown_safely(room: Room) -> None:
    rogue = room.guild.add_member(room.env.create_user("rogue"), nick="@everyone **`<@1>`")
    await room.env.settle()
    result = await rogue.slash(room.channel, "challenge", member=room.bo, game="yahtzee")
    shown = words(result.response)
    assert "@everyone" not in shown
    assert "<@1>" not in shown
    assert [user.id for user in room.public()[0].mentions] == [room.bo.id]
