"""/board, /leave, /kick and /stop: the game in this channel."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.arguments import Interaction, in_guilds, place_of
from bot.errors import KickedSelf, LostBoard, MayNot, NoGameHere, NotPlaying, NotSeated, SeatGone
from bot.ids import ChannelId, GuildId, UserId
from bot.session import GameSession
from bot.text.names import safe_name
from bot.ui.answer import Answer
from bot.ui.handlers.board import leaving, left
from bot.ui.moving import move_board, show_board
from bot.ui.press import Services

MODERATING = ("Manage Messages",)
"""What a moderator is known by, as Discord's settings call it."""


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the commands."""

    @tree.command(description="Bring this channel's game to the bottom again")
    @in_guilds
    async def board(interaction: Interaction) -> None:
        answer = Answer(interaction, private=False)
        guild, channel, user = place_of(interaction)
        await move_board(services, answer, await _game_in(services, guild, channel, user))

    @tree.command(description="Leave this channel's lobby or game; for a while you can come back to a game")
    @in_guilds
    async def leave(interaction: Interaction) -> None:
        answer = Answer(interaction)
        _, channel, user = place_of(interaction)
        session = await services.arbiter.in_channel(channel)
        seat = session.seat_of(user)
        if session.match is not None and len(session.people) == 1:
            await answer.show_privately(leaving(session))
            return
        session = await services.arbiter.away(session.id, user)
        # The board first: an answer that is lost must not keep it from being shown.
        await show_board(services, session)
        if session.match is None:
            await answer.tell("You have left the lobby.")
        else:
            await answer.show_privately(left(session, seat))

    @tree.command(description="Take somebody out of this channel's game: for its host, and for moderators")
    @app_commands.describe(member="Who is to go")
    @in_guilds
    async def kick(interaction: Interaction, member: discord.User) -> None:
        answer = Answer(interaction)
        _, channel, user = place_of(interaction)
        session = await services.arbiter.in_channel(channel)
        _check_may_stop(interaction, session, user)
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
        session = await services.arbiter.in_channel(channel)
        _check_may_stop(interaction, session, user)
        await show_board(services, await services.arbiter.stop(session.id, user))
        await answer.tell("Stopped. The channel is free for another game.")


async def _game_in(services: Services, guild: GuildId, channel: ChannelId, user: UserId) -> GameSession:
    """The channel's game; raises NoGameHere, or LostBoard where the member has a game that is shown nowhere."""
    try:
        return await services.arbiter.in_channel(channel)
    except NoGameHere:
        mine = await services.store.sessions_of(user, guild)
        if any(entry.message_id is None for entry in mine):
            raise LostBoard from None
        raise


def _check_may_stop(interaction: Interaction, session: GameSession, user: UserId) -> None:
    """Raise MayNot unless the member is the host, or a moderator at this moment."""
    if not session.may_stop(user) and not interaction.permissions.manage_messages:
        raise MayNot("you", MODERATING)
