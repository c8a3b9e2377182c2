"""Boards shown where nobody has just pressed: through the bot itself instead of an interaction's answer."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from typing import cast

import discord

from bot.ids import ChannelId, MessageId
from bot.session import GameSession
from bot.ui.boards import TOO_MANY_EDITS, Boards
from bot.ui.shown import moved_on
from bot.wire import NO_MENTIONS, Attachment, Component, ReadyView

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
GONE = (UNKNOWN_MESSAGE, TOO_MANY_EDITS)
"""Discord's codes for a message that was deleted, and for an old one that has been edited too often."""


def jump_link(session: GameSession) -> str | None:
    """The address of the session's message."""
    if session.message is None:
        return None
    return f"https://discord.com/channels/{session.guild}/{session.channel}/{session.message}"


class DiscordPresenter:
    """Shows sessions in their channels. Whatever Discord refuses is logged, and the game goes on without it."""

    def __init__(self, client: discord.Client, boards: Boards) -> None:
        self._client = client
        self._boards = boards

    async def show(self, session: GameSession) -> bool:
        """Bring the session's own message up to date; False where it is gone, or takes no more edits."""
        if session.message is None:
            return False
        target = self._channel(session.channel).get_partial_message(session.message)

        async def put(components: list[Component], files: Sequence[Attachment]) -> None:
            await target.edit(
                view=ReadyView(components), attachments=cast("list[discord.File]", files), allowed_mentions=NO_MENTIONS
            )

        return await self._edited(self._boards.put(session, put), session.channel, session.message)

    async def post(self, session: GameSession) -> MessageId | None:
        """Show the session in a new message; None where Discord refuses it."""
        sent: list[MessageId] = []

        async def put(components: list[Component], files: Sequence[Attachment]) -> None:
            new = [file for file in files if isinstance(file, discord.File)]
            channel = self._channel(session.channel)
            message = await channel.send(view=ReadyView(components), files=new, allowed_mentions=NO_MENTIONS)
            sent.append(MessageId(message.id))

        try:
            await self._boards.put(session, put)
        except discord.HTTPException as error:
            log.warning("session %s can't be shown in channel %s: %s", session.id, session.channel, error)
            return None
        return sent[-1]

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
        edit = target.edit(view=ReadyView(components), attachments=[], allowed_mentions=NO_MENTIONS)
        return await self._edited(edit, channel, message)

    async def _edited(self, edit: Awaitable[object], channel: ChannelId, message: MessageId) -> bool:
        try:
            await edit
        except discord.HTTPException as error:
            log.warning("message %s in channel %s can't be edited: %s", message, channel, error)
            return error.code not in GONE
        return True

    def _channel(self, channel: ChannelId) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)
