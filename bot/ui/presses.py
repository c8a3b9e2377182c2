"""The dispatcher: every press and every submitted modal comes through here, and none leaves without an answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.errors import NoSession, UnknownControl
from bot.ids import ChannelId, MessageId, SessionId
from bot.recent import Recent
from bot.session import GameSession
from bot.store import StoreError
from bot.text.names import plain_name
from bot.text.sentences import sentence, storage_trouble, unexpected_trouble
from bot.ui.admission import Admission, RefusalGate
from bot.ui.answer import GIVEN_UP, Answer
from bot.ui.circuit import Circuit
from bot.ui.components import Control
from bot.ui.handlers import (
    board,
    challenge,
    hint,
    klondike,
    leaderboard,
    lobby,
    options,
    result,
    review,
    sessions,
    table,
)
from bot.ui.lost import count, describe, lacking, make_up_for, tell, what_is_missing
from bot.ui.moving import show_board
from bot.ui.press import Press, Services
from bot.ui.trouble import LOST
from bot.wire import Component, press_data, submitted
from engine.game import GameError

log = logging.getLogger(__name__)

Handler = Callable[[Press], Awaitable[None]]

HANDLERS: dict[str, Handler] = {
    **lobby.WORDS,
    **board.WORDS,
    **klondike.WORDS,
    **hint.WORDS,
    **result.WORDS,
    **review.WORDS,
    **options.WORDS,
    **leaderboard.WORDS,
    **challenge.WORDS,
    **table.WORDS,
    **sessions.WORDS,
}

MODALS = {"option"}
"""Controls that may open a modal."""

REMEMBERED = 1024
"""Interactions known to have come; a resumed gateway delivers its last ones again."""

PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Dispatcher:
    """Takes interactions, lets in as many as can be answered, and hands each to its control's handler."""

    def __init__(self, services: Services, admission: Admission, gate: RefusalGate) -> None:
        self._services = services
        self._admission = admission
        self._gate = gate
        self._seen: Recent[int, bool] = Recent(REMEMBERED)
        self._under_way: set[asyncio.Task[Any]] = set()
        self._showing: dict[SessionId, bool] = {}
        self._closed = False

    async def dispatch(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press; commands are the tree's, which asks for each (`takes`)."""
        if interaction.type not in PRESSES or not self._begins(interaction):
            return
        lost: Answer | None = None
        async with self._admission.enter(interaction.created_at) as admitted:
            if admitted:
                lost = await self._answer(interaction)
            else:
                log.warning("a press of %s came too late to be answered", interaction.user.id)
        if lost is not None:
            # Nobody waits for that any more: it must not take the place of a press that can be answered.
            await self._show_anyway(lost)

    def takes(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether a command is begun: once, in time for an answer, and not when the bot is about to end."""
        if self._admission.is_late(interaction.created_at):
            log.warning("a command of %s came too late to be answered", interaction.user.id)
            return False
        return self._begins(interaction)

    async def finish(self) -> None:
        """Take nothing new, and return when what is under way is answered, or can't be any more."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=GIVEN_UP)

    def _begins(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether this task may work on the interaction; if so, `finish` waits for it."""
        if self._closed or self._is_repeated(interaction.id):
            return False
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return True

    def _is_repeated(self, interaction_id: int) -> bool:
        """Whether this very interaction has come before; it is answered, or being answered, already."""
        repeated = self._seen.use(interaction_id) is not None
        self._seen.keep(interaction_id, True)
        return repeated

    async def _answer(self, interaction: discord.Interaction[Any]) -> Answer | None:
        """Answer a press; returns the answer that was lost, if the board has to be shown by other means."""
        answer = Answer(interaction)
        try:
            await self._handle(interaction, answer)
            await self.tell_what_is_missing(interaction)
        except GameError as error:
            await self._refuse(answer, error)
        except StoreError:
            log.exception("the store failed")
            await self._tell(answer, storage_trouble())
        except LOST as error:
            log.warning("Discord refused the answer to %r: %s", press_data(interaction)[0], describe(error))
            return answer if await make_up_for(answer, error, self._circuit) else None
        except Exception:
            log.exception("a press failed: %r", press_data(interaction)[0])
            await self._tell(answer, unexpected_trouble())
        return None

    async def _handle(self, interaction: discord.Interaction[Any], answer: Answer) -> None:
        custom_id, values = press_data(interaction)
        control = Control.parse(custom_id)
        handler = None if control is None else HANDLERS.get(control.word)
        if control is None or handler is None:
            raise UnknownControl
        if interaction.type is discord.InteractionType.modal_submit:
            values = tuple(submitted(interaction).values())
        work = handler(Press(self._services, answer, control, self._admission.aside, values))
        # A modal can't follow a defer.
        await (work if control.word in MODALS else answer.during(work))

    async def _refuse(self, answer: Answer, error: GameError) -> None:
        """Say why nothing happened, as often as a patient host would."""
        what = self._gate.ask(answer.interaction.user.id)
        log.debug("refused %s: %s", plain_name(answer.interaction.user.display_name), type(error).__name__)
        if what == "sentence":
            names = await self._names(answer.interaction)
            await self._tell(answer, sentence(error, names))
        elif what == "silence":
            await self._acknowledge(answer)

    async def _names(self, interaction: discord.Interaction[Any]) -> tuple[str, ...]:
        """The names by seat of the session that was pressed, for "It is Bo's turn."."""
        try:
            session = await self._pressed(interaction)
        except (GameError, StoreError):
            return ()
        return () if session is None else session.names

    async def _tell(self, answer: Answer, words: str) -> None:
        await tell(answer, words, self._circuit)

    async def _acknowledge(self, answer: Answer) -> None:
        try:
            await answer.acknowledge()
        except LOST as error:
            count(error, self._circuit)
            log.warning("a press could not be acknowledged: %s", describe(error))

    # -- what did not get through ---------------------------------------------------------------------------------

    async def tell_what_is_missing(self, interaction: discord.Interaction[Any], *, asked: bool = False) -> None:
        """In a channel that the bot could not post to, tell whoever was answered there what it lacks, if it still does.

        That is once an hour, unless it was `asked` for.
        """
        channel = ChannelId(interaction.channel_id or 0)
        if not self._circuit.is_shut(channel):
            return
        if not lacking(interaction):
            self._circuit.open(channel)
        elif self._circuit.may_tell(channel) or asked:
            await self._tell(Answer.of(interaction), what_is_missing(interaction))

    async def _show_anyway(self, answer: Answer) -> None:
        """Bring the board up to date through the bot, or else the message that was pressed."""
        try:
            session = await self._pressed(answer.interaction)
            if session is not None and session.channel == answer.interaction.channel_id:
                await self._show(session.id)
            elif answer.unshown is not None:
                await self._show_pressed(answer.interaction, answer.unshown)
        except (GameError, StoreError) as error:
            log.warning("a board could not be brought up to date: %s", describe(error))

    async def _pressed(self, interaction: discord.Interaction[Any]) -> GameSession | None:
        """The session of the control that was pressed, in whatever channel it is; None for another control."""
        control = Control.parse(press_data(interaction)[0])
        if control is None or not control.subject.isdecimal():
            return None
        try:
            return await self._services.arbiter.session(SessionId(int(control.subject)))
        except NoSession:
            return None

    async def _show(self, session_id: SessionId) -> None:
        """Show the board; one at a time, and however many answers are lost meanwhile, once more after that."""
        if session_id in self._showing:
            self._showing[session_id] = True
            return
        again = True
        try:
            while again:
                self._showing[session_id] = False
                await show_board(self._services, await self._services.arbiter.session(session_id))
                again = self._showing[session_id]
        finally:
            del self._showing[session_id]

    async def _show_pressed(self, interaction: discord.Interaction[Any], components: list[Component]) -> None:
        message = interaction.message
        if message is not None and not message.flags.ephemeral:
            channel = ChannelId(interaction.channel_id or 0)
            await self._services.presenter.edit(channel, MessageId(message.id), components)

    @property
    def _circuit(self) -> Circuit:
        return self._services.presenter.circuit
