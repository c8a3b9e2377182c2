"""Answering one interaction: at once, or deferred when the work takes long; in public on its message, or privately."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import discord

from bot.ui.trouble import ANSWERED_ALREADY
from bot.wire import NO_MENTIONS, Attachment, Component, ReadyView, answering

T = TypeVar("T")

PATIENCE = 1.5
"""Seconds after which an interaction is deferred: Discord's limit is 3, and the defer has to get there too."""

GIVEN_UP = 4.0
"""Seconds after which a first answer that did not get through is not tried any more: Discord takes none after 3."""

PLACEHOLDER = "…"

KEY = "answer"


class Answer:
    """The answer to one interaction, which is deferred if it is not there when the interaction is `PATIENCE` old.

    For a command that holds from the beginning, for a press `during` some work. A command that is deferred has to say
    at once whether what follows is for everybody: `private` says what it will be if all goes well. It may still become
    the other: "thinking…" is then taken away.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, private: bool = True) -> None:
        self.interaction = interaction
        self.private = private
        self.unshown: list[Component] | None = None
        """What the message that was pressed should show, and does not."""
        # One deadline for all the work: a slow disk and then a slow picture come one after the other.
        self._begun_at = asyncio.get_running_loop().time()
        self._timer: asyncio.TimerHandle | None = None
        self._responding: asyncio.Task[Any] | None = None
        self._given_up = False
        self._deferring: asyncio.Task[Any] | None = None
        self._thinking = False
        self._thinks = interaction.type is discord.InteractionType.application_command
        self._original: int | None = None
        self._delete_private: Callable[[], Awaitable[None]] | None = None
        """Deletes the last private message."""
        interaction.extras[KEY] = self
        if self._thinks:
            self._arm()

    @classmethod
    def of(cls, interaction: discord.Interaction[Any]) -> Answer:
        """The answer that has been begun, so that an error is told by the way that is open; a new one if none has."""
        begun = interaction.extras.get(KEY)
        return begun if isinstance(begun, cls) else cls(interaction)

    def think(self) -> None:
        """Have a member who pressed see "thinking…" while they wait, as the answer will be a message of its own."""
        self._thinks = True

    async def during(self, work: Awaitable[T]) -> T:
        """The result of the work; the interaction is deferred meanwhile if it would be `PATIENCE` old."""
        if self._timer is not None or self._deferring is not None or self.interaction.response.is_done():
            return await work
        self._arm()
        try:
            return await work
        finally:
            self._disarm()

    def _arm(self) -> None:
        """Watch over the answer, by one timer for everything: a press has no time for two."""
        self._timer = asyncio.get_running_loop().call_at(self._begun_at + PATIENCE, self._out_of_patience)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _out_of_patience(self) -> None:
        if self._responding is None:
            self._timer = None
            self._defer()
        else:
            self._timer = asyncio.get_running_loop().call_at(self._begun_at + GIVEN_UP, self._give_up)

    def _give_up(self) -> None:
        if self._responding is not None:
            self._given_up = True
            self._responding.cancel()

    def _defer(self) -> None:
        self._thinking = self._thinks
        defer = self.interaction.response.defer(ephemeral=self.private, thinking=self._thinking)
        self._deferring = asyncio.ensure_future(self._respond(defer, quietly=True))
        self._deferring.add_done_callback(_seen)

    async def _begun(self, *, private: bool) -> bool:
        """Whether the interaction has been answered before; a defer under way is awaited first."""
        if self._deferring is not None:
            await self._deferring
        if self._thinking:
            # The next message takes the place of "thinking…", and is as private as that.
            self._thinking = False
            if private != self.private:
                # As long as it is "thinking…", what follows would take its place even when it is deleted.
                await self.interaction.edit_original_response(content=PLACEHOLDER, allowed_mentions=NO_MENTIONS)
                await self.interaction.delete_original_response()
        return self.interaction.response.is_done()

    async def _respond(self, response: Awaitable[T], *, quietly: bool) -> T:
        """A first answer. discord.py would try again for half a minute; Discord takes none after three seconds."""
        if self._timer is None:
            self._arm()
        self._responding = asyncio.current_task()
        assert self._responding is not None
        try:
            with answering(quietly=quietly):
                return await response
        except asyncio.CancelledError:
            if not self._given_up:
                raise
            self._responding.uncancel()
            raise TimeoutError(f"no answer from Discord for {GIVEN_UP:g} seconds") from None
        finally:
            self._responding = None
            self._disarm()

    async def update(self, components: Sequence[Component], files: Sequence[Attachment] | None = None) -> None:
        """Show these components on the message that was pressed, with exactly these files (None: as they are)."""
        self.unshown = list(components)
        shown: dict[str, Any] = {"view": ReadyView(self.unshown), "allowed_mentions": NO_MENTIONS}
        if files is not None:
            shown["attachments"] = files
        if await self._begun(private=self.private):
            with answering(quietly=False):
                await self.interaction.edit_original_response(**shown)
        else:
            await self._respond(self.interaction.response.edit_message(**shown), quietly=True)
        self.unshown = None

    async def tell(self, sentence: str, files: Sequence[discord.File] = ()) -> None:
        """A sentence that only the member sees."""
        await self._send_privately(content=sentence, files=files)

    async def show_privately(self, components: Sequence[Component], files: Sequence[Attachment] = ()) -> None:
        """Components that only the member sees, with the files that they show."""
        new = [file for file in files if isinstance(file, discord.File)]
        await self._send_privately(view=ReadyView(list(components)), files=new)

    async def _send_privately(self, **message: Any) -> None:
        message |= {"ephemeral": True, "allowed_mentions": NO_MENTIONS}
        if await self._begun(private=True):
            sent = await self.interaction.followup.send(**message, wait=True)
            self._delete_private = sent.delete
        else:
            await self._respond(self.interaction.response.send_message(**message), quietly=True)
            self._delete_private = self.interaction.delete_original_response

    async def take_away(self) -> None:
        """Delete the last private message, if Discord still lets us; the message that was pressed stays."""
        if self._delete_private is not None and not self.interaction.is_expired():
            await self._delete_private()

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
        if await self._begun(private=False):
            sent = await self.interaction.followup.send(view=view, files=new, allowed_mentions=mentions, wait=True)
            return sent.id
        self._original = await self._posted(
            self.interaction.response.send_message(view=view, files=new, allowed_mentions=mentions)
        )
        return self._original

    async def _posted(self, response: Awaitable[discord.InteractionCallbackResponse[Any]]) -> int:
        """The id of the message that is a first answer, also where Discord took it without our hearing of that."""
        known: int | None = None
        try:
            known = (await self._respond(response, quietly=False)).message_id
        except discord.HTTPException as error:
            if error.code != ANSWERED_ALREADY:
                raise
            original = await self.interaction.original_response()
            if original.flags.ephemeral:  # somebody else's: another process of ours got this interaction too
                raise
            return original.id
        return known or (await self.interaction.original_response()).id

    async def revise(self, message: int, components: Sequence[Component], files: Sequence[Attachment] = ()) -> None:
        """Change a message that `post` has sent."""
        shown: dict[str, Any] = {"view": ReadyView(list(components)), "attachments": files}
        with answering(quietly=False):
            if self._original == message:
                await self.interaction.edit_original_response(**shown, allowed_mentions=NO_MENTIONS)
            else:
                await self.interaction.followup.edit_message(message, **shown, allowed_mentions=NO_MENTIONS)

    async def acknowledge(self) -> None:
        """No words, and no "interaction failed"."""
        if not await self._begun(private=self.private):
            await self._respond(self.interaction.response.defer(ephemeral=True), quietly=True)


def _seen(task: asyncio.Task[Any]) -> None:
    """A defer that failed is told to whoever waits for it; if nobody does, it is no surprise either."""
    if not task.cancelled():
        task.exception()
