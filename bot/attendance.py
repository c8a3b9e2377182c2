"""Attendance: members who leave a server or come back, and channels, boards and servers that are gone."""

from __future__ import annotations

import logging

import discord

from bot.ids import ChannelId, GuildId, MessageId, SessionId, UserId
from bot.recent import Recent
from bot.session import GameSession
from bot.ui.moving import bump, show_change
from bot.ui.press import Services
from bot.ui.trouble import UNKNOWN_MEMBER, UNKNOWN_USER
from engine.game import GameError

__all__ = ["Attendance"]

log = logging.getLogger(__name__)

ONCE_PER = 300.0
"""Seconds within which a board that is deleted again is not posted again: somebody wants it gone."""

REMEMBERED = 4096


class Attendance:
    """Notes who and what is gone, so that no game waits for it."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services = services
        self._client = client
        self._reposted: Recent[SessionId, float] = Recent(REMEMBERED)

    # -- members --------------------------------------------------------------------------------------------------

    async def gone(self, guild: GuildId, member: UserId) -> None:
        """A member has left the server, or was banned: out of its lobbies, and away from its games."""
        for session_id in await self._sessions_of(guild, member):
            try:
                session = await self._services.arbiter.away(session_id, member, "server")
            except GameError as error:
                log.debug("session %s keeps a member who is gone: %s", session_id, error)
                continue
            await self._show(session)

    async def back(self, guild: GuildId, member: UserId) -> None:
        """A member has come back to the server: to the games that have waited so long."""
        for session_id in await self._sessions_of(guild, member):
            session = await self._services.arbiter.session(session_id)
            if session.match is not None and session.is_away(session.seat_of(member)):
                await self._show(await self._services.arbiter.back(session_id, member))

    async def _sessions_of(self, guild: GuildId, member: UserId) -> list[SessionId]:
        return [entry.id for entry in await self._services.store.sessions_of(member, guild)]

    async def look_up(self, session: GameSession) -> bool:
        """Whether the member to move was found to have left the server; asked where no event would have told it."""
        person = session.to_move
        seat = None if session.match is None else session.match.to_move
        if self._client.intents.members or person is None or person.user is None or seat is None:
            return False
        if session.is_away(seat) or await self._is_member(session.guild, person.user):
            return False
        await self._show(await self._services.arbiter.away(session.id, person.user, "server"))
        return True

    async def _is_member(self, guild_id: GuildId, member: UserId) -> bool:
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return True  # as far as can be told
        try:
            await guild.fetch_member(member)
        except discord.NotFound as error:
            return error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except discord.HTTPException as error:
            log.warning("whether member %s is in guild %s can't be told: %s", member, guild_id, error)
        return True

    # -- boards, channels, servers --------------------------------------------------------------------------------

    async def channel_gone(self, channel: ChannelId) -> None:
        """A channel or thread was deleted: its lobby closes, and its game waits until somebody brings it elsewhere."""
        for session in await self._services.arbiter.all_in_channel(channel):
            if session.match is None:
                await self._services.arbiter.stop(session.id, session.host)
            else:
                await self._services.arbiter.lost_board(session.id)
            log.info("session %s has lost its channel", session.id)

    async def message_gone(self, channel: ChannelId, message: MessageId) -> None:
        """A message was deleted: a lobby closes with it, a board is posted anew, once."""
        found = await self._services.arbiter.all_in_channel(channel)
        session = next((session for session in found if session.message == message), None)
        if session is None:
            return
        if session.match is None:
            await self._services.arbiter.stop(session.id, session.host)
            return
        session = await self._services.arbiter.lost_board(session.id)
        now = self._services.now().timestamp()
        if now - (self._reposted.use(session.id) or 0.0) >= ONCE_PER:
            self._reposted.keep(session.id, now)
            await bump(self._services, session)

    async def guild_back(self, guild: GuildId) -> None:
        """The bot is in a server again: whoever is to move there has all their time."""
        for entry in await self._services.store.sessions_in(guild):
            if entry.status == "running":
                await self._services.arbiter.begin_anew(entry.id)

    async def _show(self, session: GameSession) -> None:
        await show_change(self._services, session, why_closed="Its host has left, so the lobby is closed.")
