"""/kick and /stop: what a game's host and moderators may do about it."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.arguments import Interaction, in_guilds, place_of
from bot.errors import KickedSelf, MayNot, NotPlaying, NotSeated, SeatGone
from bot.ids import UserId
from bot.permissions import MODERATING
from bot.session import GameSession
from bot.text.names import safe_name
from bot.ui import stopping
from bot.ui.answer import Answer
from bot.ui.moving import show_board
from bot.ui.press import Services
from bot.ui.viewer import Viewer


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the commands."""

    @tree.command(description="Take somebody out of this channel's game: for its host, and for moderators")
    @app_commands.describe(member="Who is to go")
    @in_guilds
    async def kick(interaction: Interaction, member: discord.User) -> None:
        answer = Answer(interaction)
        _, channel, user = place_of(interaction)
        session = await services.arbiter.in_channel(channel, UserId(member.id))
        _check_may_stop(interaction, session)
        if member.id == user:
            raise KickedSelf
        try:
            session = await services.arbiter.kick(session.id, UserId(member.id), by=user)
        except (NotSeated, SeatGone) as error:
            raise NotPlaying(member.display_name) from error
        await show_board(services, session)
        await answer.tell(f"{safe_name(member.display_name)} is out of this game.")

    @tree.command(description="Stop this channel's game: for its host, and for moderators (Manage Messages)")
    @in_guilds
    async def stop(interaction: Interaction) -> None:
        answer = Answer(interaction)
        _, channel, user = place_of(interaction)
        session = await services.arbiter.in_channel(channel, user)
        _check_may_stop(interaction, session)
        session = await stopping.stop(services, session, user)
        await show_board(services, session)
        await answer.tell(stopping.stopped(session, user))


def _check_may_stop(interaction: Interaction, session: GameSession) -> None:
    """Raise MayNot unless the member is the host, or a moderator at this moment."""
    if not Viewer(interaction).may_stop(session):
        raise MayNot("you", MODERATING)
