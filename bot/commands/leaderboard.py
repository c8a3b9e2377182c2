"""/leaderboard: the best of this server."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.commands.arguments import WHICH_GAME, Interaction, complete_game, game_named, in_guilds, place_of
from bot.ui.answer import Answer
from bot.ui.handlers.leaderboard import board
from bot.ui.press import Services


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    @tree.command(description="This server's best players of a game")
    @app_commands.describe(game=WHICH_GAME, by="By what they are ranked")
    @app_commands.autocomplete(game=complete_game)
    @in_guilds
    async def leaderboard(interaction: Interaction, game: str, by: Literal["best", "average", "wins"] = "best") -> None:
        answer = Answer(interaction, private=False)
        guild, _, _ = place_of(interaction)
        await answer.post(await board(services, guild, game_named(game).id, by, 1))
