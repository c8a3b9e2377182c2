"""The one place that answers for what goes wrong in a command."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from discord import app_commands

from bot.commands.arguments import Interaction, place_of
from bot.ids import ChannelId
from bot.store import StoreError
from bot.text.sentences import sentence, storage_trouble, unexpected_trouble
from bot.ui.answer import Answer
from bot.ui.lost import describe, make_up_for, tell
from bot.ui.moving import show_board
from bot.ui.press import Services
from bot.ui.trouble import LOST
from engine.game import GameError, NotYourTurn

log = logging.getLogger(__name__)


def answer_errors(tree: app_commands.CommandTree, services: Services) -> None:
    """Make the tree answer every error privately."""
    circuit = services.presenter.circuit

    @tree.error
    async def on_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        answer = Answer.of(interaction)
        if not isinstance(cause, LOST):
            names = await _names(services, interaction) if isinstance(cause, NotYourTurn) else ()
            await tell(answer, _words(interaction, cause, names), circuit)
            return
        log.warning("Discord refused the answer to /%s: %s", _name(interaction), describe(cause))
        if await make_up_for(answer, cause, circuit):
            await _show(services, ChannelId(interaction.channel_id or 0))


def _words(interaction: Interaction, cause: Exception, names: Sequence[str]) -> str:
    if isinstance(cause, GameError):
        return sentence(cause, names)
    if isinstance(cause, StoreError):
        log.error("the store failed in /%s", _name(interaction), exc_info=cause)
        return storage_trouble()
    log.error("/%s failed", _name(interaction), exc_info=cause)
    return unexpected_trouble()


def _name(interaction: Interaction) -> str:
    return interaction.command.qualified_name if interaction.command is not None else "a command"


async def _names(services: Services, interaction: Interaction) -> tuple[str, ...]:
    """The names by seat of the channel's game, for "It is Bo's turn."."""
    try:
        _, channel, user = place_of(interaction)
        return (await services.arbiter.in_channel(channel, user)).names
    except (GameError, StoreError):
        return ()


async def _show(services: Services, channel: ChannelId) -> None:
    """Bring the channel's board up to date through the bot: the command may have changed it."""
    try:
        for session in await services.arbiter.all_in_channel(channel):
            if session.message is not None:
                await show_board(services, session)
    except (GameError, StoreError) as error:
        log.warning("a board could not be brought up to date: %s", describe(error))
