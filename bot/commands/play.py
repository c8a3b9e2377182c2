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
from bot.ui.threads import can_have_threads, chosen_room, lacking_for_threads


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    @tree.command(description="Start a game in this channel: others join by button")
    @app_commands.describe(game=WHICH_GAME, solo="Play alone, at once")
    @app_commands.autocomplete(game=complete_game)
    @in_guilds
    async def play(interaction: Interaction, game: str, solo: bool = False) -> None:
        answer = Answer(interaction, private=False)
        wanted, host = game_named(game), person_of(interaction.user)
        guild, _, _ = place_of(interaction)
        options = await services.house_rules.options(guild, wanted)
        room = await chosen_room(services, answer, wanted, (host,))
        try:
            session = await open_lobby(services, answer, host, wanted, options, at_once=solo, room=room)
        except ChannelTaken as error:
            running = await services.arbiter.session(SessionId(error.session))
            threads = can_have_threads(interaction) and not lacking_for_threads(interaction)
            offered = channel_taken(running, wanted.id, threads=threads)
            await answer.show_privately(offered)
        else:
            await room.announce(session)
