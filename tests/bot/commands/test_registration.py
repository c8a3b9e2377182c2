"""What Discord is told of our commands."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.client import ParlourBot
from tests.bot.commands.room import Room

SLASH = {
    "play",
    "challenge",
    "board",
    "leave",
    "hint",
    "kick",
    "sessions",
    "turns",
    "stop",
    "leaderboard",
    "options",
    "card",
    "pings",
    "rules",
    "verify",
    "help",
}
STRING, USER_MENU = 3, 2


def registered(bot: ParlourBot) -> list[dict[str, Any]]:
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


async def test_every_command_is_there(room: Room) -> None:
    assert set(room.ada.available_commands(room.channel)) == SLASH - {"options"}, "options is for those who may manage"
    assert set(room.max.available_commands(room.channel)) == SLASH
    assert {c.name for c in room.bot.tree.get_commands() if isinstance(c, app_commands.ContextMenu)} == {"Challenge"}


async def test_commands_are_for_servers_only(room: Room) -> None:
    for command in registered(room.bot):
        assert command["contexts"] == [0], command["name"]
        assert command["integration_types"] == [0], command["name"]


async def test_commands_and_their_options_are_described_within_limits(room: Room) -> None:
    for command in registered(room.bot):
        if command["type"] == USER_MENU:
            assert len(command["name"]) <= 32
            continue
        assert command["name"] == command["name"].lower()
        assert len(command["name"]) <= 32
        total = 0
        for part in (command, *command["options"]):
            assert 10 <= len(part["description"]) <= 100, part
            total += len(part["name"]) + len(part["description"])
            total += sum(len(c["name"]) + len(c["value"]) for c in part.get("choices", ()))
        assert total <= 8000
        assert len(command["options"]) <= 25
        required = [option.get("required", False) for option in command["options"]]
        assert required == sorted(required, reverse=True), "Discord wants the required ones first"


async def test_every_game_option_completes_itself(room: Room) -> None:
    for command in registered(room.bot):
        for option in command.get("options", ()):
            if option["name"] == "game":
                assert option["type"] == STRING
                assert option["autocomplete"]


async def test_house_rules_are_hidden_from_those_who_may_not_manage(room: Room) -> None:
    options = next(c for c in registered(room.bot) if c["name"] == "options")
    assert int(options["default_member_permissions"]) == 1 << 5  # Manage Server
