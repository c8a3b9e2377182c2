"""Slash commands and context menus, one file a family; `install` puts them all on a command tree."""

from discord import app_commands

from bot.commands import about, card, challenge, leaderboard, options, play, table
from bot.commands.errors import answer_errors
from bot.ui.press import Services

__all__ = ["install"]


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add every command to the tree, and the one place that answers for what goes wrong in them."""
    for family in (play, challenge, table, leaderboard, options, card, about):
        family.install(tree, services)
    answer_errors(tree)
