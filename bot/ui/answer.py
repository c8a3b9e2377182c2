"""Answering one interaction: at once, or deferred when the work takes long; in public on its message, or privately."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

import discord

from bot.wire import NO_MENTIONS, Component, ReadyView, quietly

T = TypeVar("T")

PATIENCE = 1.5
"""Seconds after which work is deferred: Discord's limit is 3, and the defer has to get there too."""


class Answer:
    """The answer to one interaction."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self._deferring: asyncio.Task[Any] | None = None
        self._original: int | None = None

    async def during(self, work: Awaitable[T]) -> T:
        """The result of the work; the interaction is deferred meanwhile if that takes longer than `PATIENCE`."""
        timer = asyncio.get_running_loop().call_later(PATIENCE, self._defer)
        try:
            return await work
        finally:
            timer.cancel()

    def _defer(self) -> None:
        self._deferring = asyncio.ensure_future(self.interaction.response.defer())

    async def _begun(self) -> bool:
        """Whether the interaction has been answered before; a defer under way is awaited first."""
        if self._deferring is not None:
            await self._deferring
        return self.interaction.response.is_done()

    async def update(self, components: Sequence[Component]) -> None:
        """Show these components on the message that was pressed."""
        view = ReadyView(list(components))
        if await self._begun():
            await self.interaction.edit_original_response(view=view, allowed_mentions=NO_MENTIONS)
            return
        with quietly():
            await self.interaction.response.edit_message(view=view, allowed_mentions=NO_MENTIONS)

    async def tell(self, sentence: str) -> None:
        """A sentence that only the member sees."""
        if await self._begun():
            await self.interaction.followup.send(sentence, ephemeral=True, allowed_mentions=NO_MENTIONS)
            return
        with quietly():
            await self.interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=NO_MENTIONS)

    async def show_privately(self, components: Sequence[Component]) -> None:
        """Components that only the member sees."""
        view = ReadyView(list(components))
        if await self._begun():
            await self.interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NO_MENTIONS)
            return
        with quietly():
            await self.interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NO_MENTIONS)

    async def post(self, components: Sequence[Component], *, mentions: discord.AllowedMentions = NO_MENTIONS) -> int:
        """A new message in the channel; returns its id."""
        view = ReadyView(list(components))
        if await self._begun():
            sent = await self.interaction.followup.send(view=view, allowed_mentions=mentions, wait=True)
            return sent.id
        callback = await self.interaction.response.send_message(view=view, allowed_mentions=mentions)
        self._original = callback.message_id or (await self.interaction.original_response()).id
        return self._original

    async def revise(self, message: int, components: Sequence[Component]) -> None:
        """Change a message that `post` has sent."""
        view = ReadyView(list(components))
        if self._original == message:
            await self.interaction.edit_original_response(view=view, allowed_mentions=NO_MENTIONS)
        else:
            await self.interaction.followup.edit_message(message, view=view, allowed_mentions=NO_MENTIONS)

    async def acknowledge(self) -> None:
        """No words, and no "interaction failed"."""
        if not await self._begun():
            with quietly():
                await self.interaction.response.defer()
