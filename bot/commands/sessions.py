"""/sessions and /turns: the open games of this server, and those that wait for me."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import Interaction, in_guilds, place_of
from bot.ui.answer import Answer
from bot.ui.handlers.sessions import open_sessions, turns_of
from bot.ui.press import Services


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the commands."""

    @tree.command(description="See every open game of this server, with links; moderators can stop one")
    @in_guilds
    async def sessions(interaction: Interaction) -> None:
        answer = Answer(interaction)
        await answer.show_privately(await answer.during(open_sessions(services, interaction)))

    @tree.command(description="See every game of this server that waits for you, with links")
    @in_guilds
    async def turns(interaction: Interaction) -> None:
        guild, _, user = place_of(interaction)
        answer = Answer(interaction)
        await answer.show_privately(await answer.during(turns_of(services, guild, user)))
