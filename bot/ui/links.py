"""Addresses of messages, for links that lead there."""

from __future__ import annotations

from bot.ids import ChannelId, GuildId, MessageId
from bot.session import GameSession

__all__ = ["jump_link", "race_link"]


def jump_link(session: GameSession) -> str | None:
    """The address of the session's message."""
    return None if session.message is None else _address(session.guild, session.channel, session.message)


def race_link(session: GameSession) -> str | None:
    """The address of the message that tells of the session's race."""
    race = session.race
    return None if race is None or race.message is None else _address(session.guild, race.channel, race.message)


def _address(guild: GuildId, channel: ChannelId, message: MessageId) -> str:
    return f"https://discord.com/channels/{guild}/{channel}/{message}"
