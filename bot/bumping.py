"""Boards that come down again after so many messages of others in their channel, where the guild wants that."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

from bot.errors import NoSession
from bot.hosting import REPOST_AFTER
from bot.ids import ChannelId, GuildId, MessageId, SessionId
from bot.recent import Answers, Recent
from bot.session import GameSession
from bot.store import StoreError
from bot.ui.moving import bump
from bot.ui.press import Services
from engine.game import GameError

log = logging.getLogger(__name__)

AT_MOST_EVERY = timedelta(minutes=1)
"""Between two times that a board of one channel comes down."""

KEPT_CHANNELS = 16384
NO_GAME = SessionId(0)


@dataclass(slots=True)
class _Chat:
    """How many messages came after a channel's board, and when it came down last."""

    board: MessageId | None = None
    messages: int = 0
    bumped: datetime | None = None


class Bumping:
    """Hears of every message; most are in channels that are known to have no game, or in guilds that don't want it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._games = Answers(self._game_in, KEPT_CHANNELS)
        self._chats: Recent[ChannelId, _Chat] = Recent(KEPT_CHANNELS)

    async def heard(self, guild: GuildId, channel: ChannelId, *, own: bool) -> None:
        """There is one more message in the channel, of the bot's `own` or of somebody else's."""
        if own:
            # A game opens with a message of the bot's, so there may be one from now on.
            self._games.forget(channel)
            return
        try:
            if most := (await self._services.hosting.options(guild)).number(REPOST_AFTER.id):
                await self._count(channel, most)
        except (GameError, StoreError, discord.DiscordException) as error:
            log.warning("the board in channel %s stays where it is: %s", channel, error)

    async def _count(self, channel: ChannelId, most: int) -> None:
        session = await self._open_game(channel)
        if session is None:
            return
        chat = self._chats.use(channel) or self._chats.keep(channel, _Chat())
        if chat.board != session.message:
            chat.board, chat.messages = session.message, 0
        chat.messages += 1
        now = self._services.now()
        if chat.messages < most or (chat.bumped is not None and now - chat.bumped < AT_MOST_EVERY):
            return
        # Where Discord refuses the new message, the next try is as far away as after one that went well.
        chat.messages, chat.bumped = 0, now
        await bump(self._services, session)
        if session.race is not None and session.race.rival.channel == channel:
            await bump(self._services, session.race.rival)

    async def _open_game(self, channel: ChannelId) -> GameSession | None:
        session_id = await self._games.get(channel)
        if session_id == NO_GAME:
            return None
        try:
            session: GameSession | None = await self._services.arbiter.session(session_id)
        except NoSession:
            session = None
        if session is not None and session.status != "over" and session.channel == channel:
            return session
        self._games.forget(channel)
        return None

    async def _game_in(self, channel: ChannelId) -> SessionId:
        return next(iter(await self._services.store.sessions_at(channel)), NO_GAME)
