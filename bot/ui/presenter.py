"""Boards shown where nobody has just pressed: through the bot itself instead of an interaction's answer."""

from __future__ import annotations

import logging

import discord

from bot.ids import ChannelId, MessageId
from bot.session import GameSession
from bot.ui.shown import moved_on, shown
from bot.wire import NO_MENTIONS, Component, ReadyView

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE, TOO_MANY_EDITS = 10008, 30046
GONE = (UNKNOWN_MESSAGE, TOO_MANY_EDITS)
"""Discord's codes for a message that was deleted, and for an old one that has been edited too often."""


def jump_link(session: GameSession) -> str | None:
    """The address of the session's message."""
    if session.message is None:
        return None
    return f"https://discord.com/channels/{session.guild}/{session.channel}/{session.message}"


class DiscordPresenter:
    """Shows sessions in their channels. Whatever Discord refuses is logged, and the game goes on without it."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def show(self, session: GameSession) -> bool:
        """Bring the session's own message up to date; False where it is gone, or takes no more edits."""
        return session.message is not None and await self.edit(session.channel, session.message, shown(session))

    async def post(self, session: GameSession) -> MessageId | None:
        """Show the session in a new message; None where Discord refuses it."""
        try:
            sent = await self._channel(session.channel).send(
                view=ReadyView(shown(session)), allowed_mentions=NO_MENTIONS
            )
        except discord.HTTPException as error:
            log.warning("session %s can't be shown in channel %s: %s", session.id, session.channel, error)
            return None
        return MessageId(sent.id)

    async def is_shown(self, session: GameSession) -> bool:
        """Whether the session's message still exists, as far as can be told."""
        if session.message is None:
            return False
        try:
            await self._channel(session.channel).fetch_message(session.message)
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            log.warning("message %s of session %s can't be read: %s", session.message, session.id, error)
        return True

    async def retire(self, session: GameSession, message: MessageId) -> None:
        """Take the controls off a message that showed the session before, and point to where it is now."""
        await self.edit(session.channel, message, moved_on(session, jump_link(session) or ""))

    async def edit(self, channel: ChannelId, message: MessageId, components: list[Component]) -> bool:
        """Put these components on one of the bot's messages; False if that can never be done any more."""
        target = self._channel(channel).get_partial_message(message)
        try:
            await target.edit(view=ReadyView(components), allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            log.warning("message %s in channel %s can't be edited: %s", message, channel, error)
            return error.code not in GONE
        return True

    def _channel(self, channel: ChannelId) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)
