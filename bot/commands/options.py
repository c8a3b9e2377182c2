"""/options: this server's house rules and how its boards look, for those who may manage it."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import WHICH_GAME, Interaction, complete_game, game_named, in_guilds, place_of
from bot.errors import MayNot
from bot.ui.answer import Answer
from bot.ui.options_menu import groups_menu, options_menu
from bot.ui.press import Services
from engine.games import catalogue


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    @tree.command(description="Change this server's house rules, and how boards look (Manage Server)")
    @app_commands.describe(game=WHICH_GAME)
    @app_commands.autocomplete(game=complete_game)
    @app_commands.default_permissions(manage_guild=True)
    @in_guilds
    async def options(interaction: Interaction, game: str | None = None) -> None:
        guild, _, _ = place_of(interaction)
        if not interaction.permissions.manage_guild:
            raise MayNot("you", ("Manage Server",))
        answer = Answer(interaction)
        if game is None:
            await answer.show_privately(groups_menu(list(catalogue.values())))
            return
        wanted = game_named(game)
        chosen = await services.house_rules.options(guild, wanted)
        await answer.show_privately(options_menu("0", wanted, chosen, may_change=True))
