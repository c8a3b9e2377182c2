"""/board and /leave: the game in this channel."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import Interaction, in_guilds, place_of
from bot.errors import LostBoard, NoGameHere
from bot.ids import ChannelId, GuildId, UserId
from bot.session import GameSession
from bot.ui.answer import Answer
from bot.ui.leaving import leaving, left
from bot.ui.moving import move_board, show_board
from bot.ui.press import Services


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
        session = await services.arbiter.in_channel(channel, user)
        seat = session.seat_of(user)
        if session.match is not None and len(session.people) == 1:
            await answer.show_privately(leaving(session, user))
            return
        session = await services.arbiter.away(session.id, user)
        # The board first: an answer that is lost must not keep it from being shown.
        await show_board(services, session)
        if session.match is None:
            await answer.tell("You have left the lobby.")
        else:
            await answer.show_privately(left(session, seat))


async def _game_in(services: Services, guild: GuildId, channel: ChannelId, user: UserId) -> GameSession:
    """The channel's game; raises NoGameHere, or LostBoard where the member has a game that is shown nowhere."""
    try:
        return await services.arbiter.in_channel(channel, user)
    except NoGameHere:
        mine = await services.store.sessions_of(user, guild)
        if any(entry.message_id is None for entry in mine):
            raise LostBoard from None
        raise
