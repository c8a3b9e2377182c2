"""Whoever looks at a server's sessions: which of them they may know of, and which they may stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.ids import ChannelId, MessageId, UserId
from bot.session import GameSession

__all__ = ["Viewer"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """The member of an interaction, with the permissions of this moment."""

    interaction: discord.Interaction[Any]

    def sees(self, channel: ChannelId, message: MessageId | None) -> bool:
        """Whether they may know of a session there: of one whose channel is gone, moderators do."""
        if self._is_gone(channel, message):
            return self._moderates_server()
        return self._permissions(channel).view_channel

    def may_stop(self, session: GameSession) -> bool:
        """Whether they may stop the session: its host, and moderators of its channel."""
        if session.may_stop(UserId(self.interaction.user.id)):
            return True
        if self._is_gone(session.channel, session.message):
            return self._moderates_server()
        # Who may not view a channel may do nothing there: Discord, and so discord.py, sees to that.
        return self._permissions(session.channel).manage_messages

    def _permissions(self, channel: ChannelId) -> discord.Permissions:
        """What they may do in a channel; nothing where that can't be told."""
        if channel == self.interaction.channel_id:
            return self.interaction.permissions
        found, member = self._find(channel), self.interaction.user
        if found is None or not isinstance(member, discord.Member):
            return discord.Permissions.none()
        if not isinstance(found, discord.Thread):
            return found.permissions_for(member)
        if found.parent is None:
            return discord.Permissions.none()
        permissions = found.permissions_for(member)
        # Who was added to a private thread is not known here.
        return permissions if permissions.manage_threads or not found.is_private() else discord.Permissions.none()

    def _find(self, channel: ChannelId) -> discord.abc.GuildChannel | discord.Thread | None:
        guild = self.interaction.guild
        return None if guild is None else guild.get_channel_or_thread(channel)

    def _is_gone(self, channel: ChannelId, message: MessageId | None) -> bool:
        """Whether a session's channel was deleted: an archived thread is not known either, but has its board."""
        known = channel == self.interaction.channel_id or self._find(channel) is not None
        return message is None and self.interaction.guild is not None and not known

    def _moderates_server(self) -> bool:
        member = self.interaction.user
        return isinstance(member, discord.Member) and member.guild_permissions.manage_messages
