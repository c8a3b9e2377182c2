"""Answering one interaction: at once, or deferred when the work takes long; in public on its message, or privately."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

import discord

from bot.wire import NO_MENTIONS, Attachment, Component, ReadyView, quietly

T = TypeVar("T")

PATIENCE = 1.5
"""Seconds after which an interaction is deferred: Discord's limit is 3, and the defer has to get there too."""


class Answer:
    """The answer to one interaction."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        # One deadline for all the work: a slow disk and then a slow picture come one after the other.
        self._deadline = asyncio.get_running_loop().time() + PATIENCE
        self._deferring: asyncio.Task[Any] | None = None
        self._original: int | None = None

    async def during(self, work: Awaitable[T]) -> T:
        """The result of the work; the interaction is deferred meanwhile if it would be `PATIENCE` old."""
        if self._deferring is not None or self.interaction.response.is_done():
            return await work
        timer = asyncio.get_running_loop().call_at(self._deadline, self._defer)
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

    async def update(self, components: Sequence[Component], files: Sequence[Attachment] | None = None) -> None:
        """Show these components on the message that was pressed, with exactly these files (None: as they are)."""
        shown: dict[str, Any] = {"view": ReadyView(list(components)), "allowed_mentions": NO_MENTIONS}
        if files is not None:
            shown["attachments"] = files
        if await self._begun():
            await self.interaction.edit_original_response(**shown)
            return
        with quietly():
            await self.interaction.response.edit_message(**shown)

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

    async def post(
        self,
        components: Sequence[Component],
        files: Sequence[Attachment] = (),
        *,
        mentions: discord.AllowedMentions = NO_MENTIONS,
    ) -> int:
        """A new message in the channel; returns its id."""
        view = ReadyView(list(components))
        new = [file for file in files if isinstance(file, discord.File)]
        if await self._begun():
            sent = await self.interaction.followup.send(view=view, files=new, allowed_mentions=mentions, wait=True)
            return sent.id
        callback = await self.interaction.response.send_message(view=view, files=new, allowed_mentions=mentions)
        self._original = callback.message_id or (await self.interaction.original_response()).id
        return self._original

    async def revise(self, message: int, components: Sequence[Component], files: Sequence[Attachment] = ()) -> None:
        """Change a message that `post` has sent."""
        shown: dict[str, Any] = {"view": ReadyView(list(components)), "attachments": files}
        if self._original == message:
            await self.interaction.edit_original_response(**shown, allowed_mentions=NO_MENTIONS)
        else:
            await self.interaction.followup.edit_message(message, **shown, allowed_mentions=NO_MENTIONS)

    async def acknowledge(self) -> None:
        """No words, and no "interaction failed"."""
        if not await self._begun():
            with quietly():
                await self.interaction.response.defer()
