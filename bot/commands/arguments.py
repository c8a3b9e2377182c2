"""What the commands share: where they may be used, who asks and where, and games by name with autocomplete."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.errors import NoSession
from bot.ids import ChannelId, GuildId, UserId
from engine.game import AnyGame, IllegalMove
from engine.games import catalogue

WHICH_GAME = f"Which game? Type a letter or two of {', '.join(game.title for game in catalogue.values())}"[:100]
"""Discord takes 100 characters."""

C = TypeVar("C")
Interaction = discord.Interaction[Any]


def in_guilds(command: C) -> C:
    """A command for servers only, installed by servers only."""
    decorators: tuple[Callable[[Any], Any], ...] = (
        app_commands.guild_only,
        app_commands.allowed_installs(guilds=True, users=False),
        app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False),
    )
    made: Any = command
    for decorate in decorators:
        made = decorate(made)
    return made  # type: ignore[no-any-return]


def place_of(interaction: Interaction) -> tuple[GuildId, ChannelId, UserId]:
    """Guild, channel and member of a command; raises NoSession outside a guild."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise NoSession
    return GuildId(interaction.guild_id), ChannelId(interaction.channel_id), UserId(interaction.user.id)


def game_named(text: str) -> AnyGame:
    """The game that was chosen or typed, by id or title; raises IllegalMove with the games that there are."""
    wanted = text.strip().casefold()
    for game in catalogue.values():
        if wanted in {game.id.casefold(), game.title.casefold()}:
            return game
    titles = ", ".join(game.title for game in catalogue.values())
    raise IllegalMove(f"there is no game called {text[:40]!r}; there are {titles}")


async def complete_game(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The games whose title holds what has been typed so far, those first that begin with it."""
    typed = current.strip().casefold()
    found = [game for game in catalogue.values() if typed in game.title.casefold()]
    found.sort(key=lambda game: not game.title.casefold().startswith(typed))
    return [app_commands.Choice(name=game.title, value=game.id) for game in found][:25]
