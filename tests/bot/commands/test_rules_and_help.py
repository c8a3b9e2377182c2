"""/rules and /help: private, and true of this server and this channel."""

from __future__ import annotations

from typing import Any, cast

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.permissions import PERMISSIONS
from engine.dice.dice_game import DiceGame
from engine.games import catalogue
from tests.bot.commands.room import Room, words


@pytest.mark.parametrize("game", catalogue)
async def test_rules_tell_the_boxes_and_the_tips(room: Room, game: str) -> None:
    shown = (await room.ada.slash(room.channel, "rules", game=game)).response
    assert shown.ephemeral
    text = words(shown)
    assert catalogue[game].title in text
    played = catalogue[game]
    if isinstance(played, DiceGame):
        for box in played.rules(played.complete()).boxes:
            assert box.title in text or box.face is not None
    assert cast("Any", played).tips[0] in text


async def test_rules_are_told_as_this_server_plays(room: Room) -> None:
    menu = (await room.max.slash(room.channel, "options", game="yahtzee")).response
    await room.max.submit_modal(await room.max.select(menu, ["upper_bonus"]), {"typed": "77"})
    text = words((await room.ada.slash(room.channel, "rules", game="yahtzee")).response)
    assert "Upper bonus: 77 (usually 35)" in text
    assert "a bonus of 77" in text


async def test_help_tells_how_to_begin(room: Room) -> None:
    shown = (await room.ada.slash(room.channel, "help")).response
    assert shown.ephemeral
    text = words(shown)
    assert all(game.title in text for game in catalogue.values())
    for command in room.max.available_commands(room.channel):
        assert f"`/{command}`" in text or command == "help", f"/help does not mention /{command}"


def deny(room: Room, **permissions: bool) -> None:
    """In this channel the bot itself has no such permission."""
    allow, deny = discord.PermissionOverwrite(**dict.fromkeys(permissions, False)).pair()
    overwrite = Overwrite(room.bot.user.id, OverwriteType.MEMBER, allow.value, deny.value)
    room.env.backend.set_overwrite(room.channel.id, overwrite)


async def test_help_names_the_permissions_that_are_missing_here(room: Room) -> None:
    deny(room, attach_files=True, create_public_threads=True)
    text = words((await room.ada.slash(room.channel, "help")).response)
    missing = text.partition("⚠️")[2]
    assert "these permissions: " in missing
    assert {name for name in PERMISSIONS if name in missing} == {"Attach Files", "Create Public Threads"}

    elsewhere = words((await room.ada.slash(room.elsewhere, "help")).response)
    assert "Attach Files" not in elsewhere


async def test_help_says_nothing_of_permissions_where_all_are_given(room: Room) -> None:
    everything = sum(PERMISSIONS.values())
    role = room.guild.create_role("Parlour", permissions=discord.Permissions(everything))
    room.env.backend.edit_member(room.guild.id, room.bot.user.id, {"role_ids": [role.id]})
    assert "⚠️" not in words((await room.ada.slash(room.channel, "help")).response)
