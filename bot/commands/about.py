"""/rules, /verify and /help."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from bot.arbiter import Arbiter
from bot.commands.arguments import WHICH_GAME, Interaction, complete_game, game_named, in_guilds, place_of
from bot.errors import NoGameHere, NoSession
from bot.ids import ChannelId, SessionId
from bot.permissions import missing
from bot.session import GameSession
from bot.text.help import help_text
from bot.ui.answer import Answer
from bot.ui.components import container, text
from bot.ui.press import Services
from bot.ui.proof import proof, record_of
from bot.ui.skins import skin_of


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the commands."""

    @tree.command(description="The rules of a game, as this server plays it")
    @app_commands.describe(game=WHICH_GAME)
    @app_commands.autocomplete(game=complete_game)
    @in_guilds
    async def rules(interaction: Interaction, game: str) -> None:
        answer = Answer(interaction)
        guild, _, _ = place_of(interaction)
        wanted = game_named(game)
        options = await services.house_rules.options(guild, wanted)
        await answer.show_privately([container(text(skin_of(wanted).rules(wanted, options)))])

    @tree.command(description="Check that a finished game's dice or cards were fair")
    @app_commands.describe(number="The game's number (under its result); the last one here if left out")
    @in_guilds
    async def verify(interaction: Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        answer = Answer(interaction)
        session = await _match(services, interaction, number)
        record = record_of(session)
        files = [] if record is None else [discord.File(io.BytesIO(record.encode()), f"parlour-{session.id}.game")]
        await answer.tell(proof(session), files)

    @tree.command(name="help", description="What Parlour can do, and how to begin")
    @in_guilds
    async def help_(interaction: Interaction) -> None:
        lacking = missing(interaction.app_permissions.value)
        await Answer(interaction).show_privately([container(text(help_text(lacking)))])


async def _match(services: Services, interaction: Interaction, number: int | None) -> GameSession:
    """The match of that number, or the channel's: the last that ended, else the one that is running."""
    guild, channel, _ = place_of(interaction)
    if number is None:
        return await _match_in(services.arbiter, channel)
    session = await services.arbiter.session(SessionId(number))
    if session.guild != guild:
        raise NoSession
    return session


async def _match_in(arbiter: Arbiter, channel: ChannelId) -> GameSession:
    try:
        return await arbiter.last_finished_in(channel)
    except NoGameHere:
        return await arbiter.in_channel(channel)
