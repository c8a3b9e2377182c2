"""/leaderboard: the best of this server."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import WHICH_GAME, Interaction, complete_game, game_named, in_guilds, place_of
from bot.ui.answer import Answer
from bot.ui.handlers.leaderboard import board
from bot.ui.leaderboard import rankings
from bot.ui.press import Services
from engine.game import IllegalMove


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    async def complete_by(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """The boards that the game has which was chosen before, under the rules in force here."""
        guild, _, _ = place_of(interaction)
        try:
            game = game_named(interaction.namespace.game or "")
        except IllegalMove:
            return []
        known = rankings(game, await services.house_rules.options(guild, game))
        typed = current.strip().casefold()
        return [
            app_commands.Choice(name=ranking.title, value=ranking.measure)
            for ranking in known
            if typed in ranking.title.casefold()
        ]

    @tree.command(description="This server's best players of a game")
    @app_commands.describe(game=WHICH_GAME, by="By what they are ranked; each game has its own")
    @app_commands.autocomplete(game=complete_game, by=complete_by)
    @in_guilds
    async def leaderboard(interaction: Interaction, game: str, by: str | None = None) -> None:
        answer = Answer(interaction, private=False)
        guild, _, _ = place_of(interaction)
        await answer.post(await board(services, guild, game_named(game).id, by, 1))
