"""/options: this server's house rules, its hosting, and how its boards look, for those who may manage it."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import WHICH_GAME, Interaction, complete_game, game_named, in_guilds, place_of
from bot.errors import MayNot
from bot.needs import warnings
from bot.ui.answer import Answer
from bot.ui.options_menu import group_of, groups_menu, options_menu
from bot.ui.press import Services
from engine.games import catalogue


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    @tree.command(description="Change this server's house rules, channels, reminders and boards (Manage Server)")
    @app_commands.describe(game=WHICH_GAME)
    @app_commands.autocomplete(game=complete_game)
    @app_commands.default_permissions(manage_guild=True)
    @in_guilds
    async def options(interaction: Interaction, game: str | None = None) -> None:
        answer = Answer(interaction)
        guild, _, _ = place_of(interaction)
        if not interaction.permissions.manage_guild:
            raise MayNot("you", ("Manage Server",))
        if game is None:
            await answer.show_privately(groups_menu(catalogue.values()))
            return
        wanted = game_named(game)
        chosen = await services.house_rules.chosen(guild, wanted)
        lacking = warnings(interaction.app_permissions.value, chosen)
        await answer.show_privately(options_menu("0", group_of(wanted), chosen, warnings=lacking, may_change=True))
