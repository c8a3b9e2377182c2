"""/challenge and the user menu "Challenge"."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.arguments import WHICH_GAME, Interaction, complete_game, game_named, in_guilds
from bot.ui.answer import Answer
from bot.ui.challenge import game_choice
from bot.ui.handlers.challenge import check_member, issue
from bot.ui.press import Services


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command and the user menu."""

    @tree.command(description="Challenge a member to a game in this channel")
    @app_commands.describe(member="The member to challenge", game=WHICH_GAME)
    @app_commands.autocomplete(game=complete_game)
    @in_guilds
    async def challenge(interaction: Interaction, member: discord.User, game: str) -> None:
        await issue(services, Answer(interaction, private=False), member, game_named(game))

    @tree.context_menu(name="Challenge")
    @in_guilds
    async def challenge_menu(interaction: Interaction, member: discord.User | discord.Member) -> None:
        opponent = check_member(interaction, member)
        await Answer(interaction).show_privately(game_choice(opponent.id))
