"""The one place that answers for what goes wrong in a command."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.commands.arguments import Interaction
from bot.store import StoreError
from bot.text.sentences import sentence, storage_trouble, unexpected_trouble
from bot.ui.answer import Answer
from engine.game import GameError

log = logging.getLogger(__name__)


def answer_errors(tree: app_commands.CommandTree) -> None:
    """Make the tree answer every error privately."""

    @tree.error
    async def on_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        try:
            await Answer(interaction).tell(_words(interaction, cause))
        except discord.HTTPException as trouble:
            log.warning("a member could not be told: %s", trouble)


def _words(interaction: Interaction, cause: Exception) -> str:
    name = interaction.command.qualified_name if interaction.command is not None else "a command"
    if isinstance(cause, GameError):
        return sentence(cause)
    if isinstance(cause, StoreError):
        log.error("the store failed in /%s", name, exc_info=cause)
        return storage_trouble()
    log.error("/%s failed", name, exc_info=cause)
    return unexpected_trouble()
