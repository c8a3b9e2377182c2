"""What Discord tells of by itself: members, channels, messages and servers that go and come, and its own absence."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

import discord
from discord.ext import commands

from bot.attendance import Attendance
from bot.bumping import Bumping
from bot.clock import FAILURES, Clock
from bot.ids import ChannelId, GuildId, MessageId, UserId

__all__ = ["GuildEvents"]

log = logging.getLogger(__name__)


class GuildEvents(commands.Cog):
    """Hands each event to whom it concerns; what goes wrong is logged, and nobody waits for an answer."""

    def __init__(self, client: discord.Client, attendance: Attendance, clock: Clock, bumping: Bumping) -> None:
        self._client = client
        self._bumping = bumping
        self._attendance = attendance
        self._clock = clock
        self._out: set[int] = set()

    async def _see_to(self, what: str, work: Awaitable[None]) -> None:
        try:
            await work
        except FAILURES:
            log.exception("%s could not be seen to", what)

    # -- members (these need the privileged members intent) --------------------------------------------------------

    @commands.Cog.listener()
    async def on_raw_member_remove(self, event: discord.RawMemberRemoveEvent) -> None:
        """Left, was banned, or deleted the account."""
        await self._see_to("a leave", self._attendance.gone(GuildId(event.guild_id), UserId(event.user.id)))

    @commands.Cog.listener()
    async def on_member_join(self, member: discord.Member) -> None:
        """Came, or came back."""
        await self._see_to("a return", self._attendance.back(GuildId(member.guild.id), UserId(member.id)))

    # -- channels and messages ------------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted, and its threads with it."""
        for gone in (channel, *getattr(channel, "threads", ())):
            await self._see_to("a deleted channel", self._attendance.channel_gone(ChannelId(gone.id)))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        await self._see_to("a deleted thread", self._attendance.channel_gone(ChannelId(event.thread_id)))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Chat pushes boards away."""
        if message.guild is not None:
            own = message.author == self._client.user
            await self._bumping.heard(GuildId(message.guild.id), ChannelId(message.channel.id), own=own)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted."""
        await self._message_gone(event.channel_id, event.message_id)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Many were."""
        for message in event.message_ids:
            await self._message_gone(event.channel_id, message)

    async def _message_gone(self, channel: int, message: int) -> None:
        gone = self._attendance.message_gone(ChannelId(channel), MessageId(message))
        await self._see_to("a deleted message", gone)

    # -- servers, and Discord itself ------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added, or added again."""
        await self._see_to("a server", self._attendance.guild_back(GuildId(guild.id)))

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """The server has an outage."""
        self._out.add(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The server's outage is over; or the bot has just started, when this comes for each server."""
        if guild.id in self._out:
            self._out.discard(guild.id)
            await self._see_to("a server", self._attendance.guild_back(GuildId(guild.id)))

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Discord can't be reached."""
        self._clock.cut_off()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """It is there, after a new session."""
        await self._see_to("a new session", self._clock.connected())

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """It is there again."""
        await self._see_to("a resumed session", self._clock.connected())
