"""/board, /leave and /stop: the game in this channel."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import Interaction, in_guilds, place_of
from bot.errors import MayNot
from bot.ui.answer import Answer
from bot.ui.handlers.board import leaving
from bot.ui.moving import move_board, show_board
from bot.ui.press import Services


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the commands."""

    @tree.command(description="Bring this channel's game to the bottom again")
    @in_guilds
    async def board(interaction: Interaction) -> None:
        _, channel, _ = place_of(interaction)
        await move_board(services, Answer(interaction), await services.arbiter.in_channel(channel))

    @tree.command(description="Leave this channel's lobby, or resign its game")
    @in_guilds
    async def leave(interaction: Interaction) -> None:
        _, channel, user = place_of(interaction)
        session, answer = await services.arbiter.in_channel(channel), Answer(interaction)
        seat = session.seat_of(user)
        if session.match is None:
            session = await services.arbiter.change(session.id, lambda s: s.leave(user), actor=user)
            await answer.tell("You have left the lobby.")
            await show_board(services, session)
        elif seat in session.match.outcome.resigned:
            await answer.tell("You have left this game already; the others play on.")
        else:
            await answer.show_privately(leaving(session))

    @tree.command(description="Stop this channel's game: for its host, and for moderators (Manage Messages)")
    @in_guilds
    async def stop(interaction: Interaction) -> None:
        _, channel, user = place_of(interaction)
        session = await services.arbiter.in_channel(channel)
        if not session.may_stop(user) and not interaction.permissions.manage_messages:
            raise MayNot("you", ("Manage Messages",))
        stopped = await services.arbiter.stop(session.id, user)
        await Answer(interaction).tell("Stopped. The channel is free for another game.")
        await show_board(services, stopped)
