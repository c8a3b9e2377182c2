"""/hint: what is best now in this channel's game, for the member whose turn it is alone to see."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import Interaction, in_guilds, place_of
from bot.ui.answer import Answer
from bot.ui.hint import give_hint
from bot.ui.press import Services


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    @tree.command(description="What is best now in this channel's game? Only you see the answer")
    @in_guilds
    async def hint(interaction: Interaction) -> None:
        _, channel, user = place_of(interaction)
        session = await services.arbiter.in_channel(channel, user)
        await give_hint(services, Answer(interaction), session, user, ply=session.ply)
