"""/play: open a lobby, or start alone at once."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import WHICH_GAME, Interaction, complete_game, game_named, in_guilds, place_of
from bot.errors import ChannelTaken
from bot.ids import SessionId
from bot.ui.answer import Answer
from bot.ui.handlers.table import channel_taken
from bot.ui.opening import open_lobby
from bot.ui.press import Services, person_of


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    @tree.command(description="Start a game in this channel: others join by button")
    @app_commands.describe(game=WHICH_GAME, solo="Play alone, at once")
    @app_commands.autocomplete(game=complete_game)
    @in_guilds
    async def play(interaction: Interaction, game: str, solo: bool = False) -> None:
        wanted, answer = game_named(game), Answer(interaction)
        guild, channel, _ = place_of(interaction)
        options = await services.house_rules.options(guild, wanted)
        try:
            await open_lobby(
                services, answer, guild, channel, person_of(interaction.user), wanted, options, at_once=solo
            )
        except ChannelTaken as error:
            running = await services.arbiter.session(SessionId(error.session))
            await answer.show_privately(channel_taken(running, wanted.id))
