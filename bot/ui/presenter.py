"""Boards shown where nobody has just pressed: through the bot itself instead of an interaction's answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, cast
from weakref import WeakValueDictionary

import discord

from bot.ids import ChannelId, MessageId, SessionId, UserId
from bot.recent import Recent
from bot.session import GameSession
from bot.ui.boards import Boards
from bot.ui.circuit import Circuit
from bot.ui.links import jump_link
from bot.ui.lost import count, describe
from bot.ui.retries import Retries
from bot.ui.shown import moved_on, your_turn
from bot.ui.trouble import LOST, Fate, fate_of
from bot.wire import NO_MENTIONS, Attachment, Component, KeptFile, ReadyView, kept_files, only

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds to wait for Discord; discord.py tries again for half a minute, and what is due elsewhere must not wait."""

REMEMBERED = 1024
"""Messages whose files are known since they were last edited: a computer's rolls keep the picture, as presses do."""

BEHIND = (Fate.PASSING, Fate.BARRED)
"""Fates after which a board may be shown later, and then should be."""


class DiscordPresenter:
    """Shows sessions in their channels. Whatever Discord refuses is logged, and the game goes on without it.

    The `circuit` is asked before anything is sent. A board that is behind for a reason that passes is among the
    `retries`: `bot.ui.moving.retry_boards` tries those that are due.
    """

    def __init__(self, client: discord.Client, boards: Boards, circuit: Circuit, retries: Retries) -> None:
        self._client = client
        self._boards = boards
        self.circuit = circuit
        self.retries = retries
        self._files: Recent[MessageId, Sequence[KeptFile]] = Recent(REMEMBERED)
        self._moving: WeakValueDictionary[SessionId, asyncio.Lock] = WeakValueDictionary()

    async def show(self, session: GameSession) -> bool:
        """Bring the session's own message up to date; False where it is gone, or takes no more edits."""
        if session.message is None:
            return False
        message = session.message
        target = self._channel(session.channel).get_partial_message(message)

        async def put(components: list[Component], files: Sequence[Attachment]) -> None:
            edited = await target.edit(
                view=ReadyView(components), attachments=cast("list[discord.File]", files), allowed_mentions=NO_MENTIONS
            )
            self._files.keep(message, kept_files(edited))

        known = self._files.get(message, ())
        fate = await self._fate(self._boards.put(session, put, known), session.channel, session.id)
        return fate is not Fate.GONE

    async def post(self, session: GameSession, *, mention: UserId | None = None) -> MessageId | None:
        """Show the session in a new message; None where Discord refuses it. `mention` is told that it is their turn."""
        sent: list[MessageId] = []
        reminder = [] if mention is None else [your_turn(session, mention)]
        mentions = NO_MENTIONS if mention is None else only(mention)

        async def put(components: list[Component], files: Sequence[Attachment]) -> None:
            new = [file for file in files if isinstance(file, discord.File)]
            channel = self._channel(session.channel)
            view = ReadyView([*reminder, *components])
            message = await channel.send(view=view, files=new, allowed_mentions=mentions)
            sent.append(MessageId(message.id))

        fate = await self._fate(self._boards.put(session, put), session.channel, session.id)
        return sent[-1] if fate is Fate.DONE else None

    def moving(self, session: SessionId) -> asyncio.Lock:
        """To be held while the session's board is posted anew unasked: one new message is enough."""
        return self._moving.setdefault(session, asyncio.Lock())

    async def is_shown(self, session: GameSession) -> bool:
        """Whether the session's message still exists, as far as can be told."""
        if session.message is None:
            return False
        fetch = self._channel(session.channel).fetch_message(session.message)
        return await self._fate(fetch, session.channel) is not Fate.GONE

    async def retire(self, session: GameSession, message: MessageId) -> None:
        """Take the controls off a message that showed the session before, and point to where it is now."""
        await self.edit(session.channel, message, moved_on(session, jump_link(session) or ""))

    async def edit(self, channel: ChannelId, message: MessageId, components: list[Component]) -> Fate:
        """Put these components on one of the bot's messages; what became of that."""
        target = self._channel(channel).get_partial_message(message)
        edit = target.edit(view=ReadyView(components), attachments=[], allowed_mentions=NO_MENTIONS)
        return await self._fate(edit, channel)

    async def send(self, channel: ChannelId, components: list[Component]) -> tuple[Fate, MessageId | None]:
        """Send these components in a new message; what became of that, and the message if there is one."""
        sent: list[MessageId] = []

        async def send() -> None:
            view = ReadyView(components)
            message = await self._channel(channel).send(view=view, allowed_mentions=NO_MENTIONS)
            sent.append(MessageId(message.id))

        fate = await self._fate(send(), channel)
        return fate, sent[-1] if fate is Fate.DONE else None

    # -- what becomes of it ---------------------------------------------------------------------------------------

    async def _fate(
        self, request: Coroutine[Any, Any, object], channel: ChannelId, session: SessionId | None = None
    ) -> Fate:
        """What became of something sent to the channel; it is not even sent where the circuit is against it.

        A `session` whose board is behind afterwards is tried again later.
        """
        if not self.circuit.allows(channel):
            request.close()
            fate = Fate.PASSING
        else:
            fate = await self._sent(request, channel, session)
        if session is not None and fate in BEHIND:
            self.retries.failed(session, not_before=self.circuit.allowed_from(channel))
        elif session is not None:
            self.retries.shown(session)
        return fate

    async def _sent(self, request: Coroutine[Any, Any, object], channel: ChannelId, session: SessionId | None) -> Fate:
        try:
            await self._patiently(request, session)
        except LOST as error:
            return self._failed(error, channel)
        self.circuit.open(channel)
        return Fate.DONE

    def _failed(self, error: Exception, channel: ChannelId) -> Fate:
        count(error, self.circuit)
        fate = fate_of(error)
        log.warning("channel %s did not get what was sent (%s): %s", channel, fate.name.lower(), describe(error))
        if fate is Fate.BARRED:
            self.circuit.shut(channel)
        elif fate is Fate.PASSING:
            self.circuit.pause()
        elif fate is Fate.GONE:
            self.circuit.open(channel)  # Discord has let the bot look into the channel
        return fate

    async def _patiently(self, request: Coroutine[Any, Any, object], session: SessionId | None) -> None:
        """Wait for it a while. It is not cancelled after that: discord.py would never lift a global limit again."""
        task = asyncio.create_task(request)
        await asyncio.wait({task}, timeout=PATIENCE)
        if not task.done():
            task.add_done_callback(lambda late: self._came_late(late, session))
            raise TimeoutError(f"no answer for {PATIENCE:g} seconds")
        task.result()

    def _came_late(self, task: asyncio.Task[object], session: SessionId | None) -> None:
        """A board that was shown so late may have replaced a newer one."""
        if task.cancelled():
            return
        if error := task.exception():
            log.warning("what was sent to Discord failed late: %s", describe(error))
        elif session is not None:
            self.retries.failed(session)

    def _channel(self, channel: ChannelId) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)
