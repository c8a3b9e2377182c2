"""Slash commands and context menus, one file a family; `install` puts them all on a command tree."""

from bot.commands import about, card, challenge, hint, leaderboard, moderating, options, pings, play, sessions, table
from bot.commands.cooldown import Cooldowns, GuardedTree
from bot.commands.errors import answer_errors
from bot.ui.press import Services

__all__ = ["GuardedTree", "install"]


def install(tree: GuardedTree, services: Services) -> None:
    """Add every command to the tree, what guards them, and the one place that answers for what goes wrong in them."""
    tree.guards.append(Cooldowns(now=services.now).admit)
    for family in (play, challenge, table, hint, moderating, sessions, leaderboard, options, card, pings, about):
        family.install(tree, services)
    answer_errors(tree, services)
