"""The dispatcher: every press and every submitted modal comes through here, and none leaves without an answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord

from bot.errors import OldBoard, UnknownControl
from bot.ids import SessionId
from bot.recent import Recent
from bot.store import StoreError
from bot.text.names import plain_name
from bot.text.sentences import sentence, storage_trouble, unexpected_trouble
from bot.ui.admission import Admission, RefusalGate
from bot.ui.answer import Answer
from bot.ui.components import Control
from bot.ui.handlers import board, challenge, leaderboard, lobby, options, result, table
from bot.ui.presenter import UNKNOWN_MESSAGE
from bot.ui.press import Press, Services
from bot.wire import press_data, submitted
from engine.game import GameError

log = logging.getLogger(__name__)

Handler = Callable[[Press], Awaitable[None]]

HANDLERS: dict[str, Handler] = {
    **lobby.WORDS,
    **board.WORDS,
    **result.WORDS,
    **options.WORDS,
    **leaderboard.WORDS,
    **challenge.WORDS,
    **table.WORDS,
}

REMEMBERED = 1024
"""Presses known to have come; a resumed gateway delivers its last ones again."""

ANSWERABLE = 3.0
"""Seconds for which Discord takes an answer."""

LOST = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What an answer that does not reach Discord raises."""

PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Dispatcher:
    """Takes interactions, lets in as many as can be answered, and hands each to its control's handler."""

    def __init__(self, services: Services, admission: Admission, gate: RefusalGate) -> None:
        self._services = services
        self._admission = admission
        self._gate = gate
        self._seen: Recent[int, bool] = Recent(REMEMBERED)
        self._under_way: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def dispatch(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press; other interactions (commands) are none of its business."""
        if interaction.type not in PRESSES or self._closed or self._is_repeated(interaction.id):
            return
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        async with self._admission.enter(interaction.created_at) as admitted:
            if admitted:
                await self._answer(interaction)
            else:
                log.warning("a press of %s came too late to be answered", interaction.user.id)

    async def finish(self) -> None:
        """Take no new presses, and return when those under way are answered, or can't be any more."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=ANSWERABLE)

    def _is_repeated(self, interaction_id: int) -> bool:
        """Whether this very press has come before; it is answered, or being answered, already."""
        repeated = self._seen.use(interaction_id) is not None
        self._seen.keep(interaction_id, True)
        return repeated

    async def _answer(self, interaction: discord.Interaction[Any]) -> None:
        answer = Answer(interaction)
        try:
            await self._handle(interaction, answer)
        except GameError as error:
            await self._refuse(answer, error)
        except StoreError:
            log.exception("the store failed")
            await _tell(answer, storage_trouble())
        except discord.HTTPException as error:
            log.warning("Discord refused the answer to %r: %s", press_data(interaction)[0], error)
            gone = error.code == UNKNOWN_MESSAGE
            await _tell(answer, sentence(OldBoard(None)) if gone else unexpected_trouble())
        except Exception:
            log.exception("a press failed: %r", press_data(interaction)[0])
            await _tell(answer, unexpected_trouble())

    async def _handle(self, interaction: discord.Interaction[Any], answer: Answer) -> None:
        custom_id, values = press_data(interaction)
        control = Control.parse(custom_id)
        handler = None if control is None else HANDLERS.get(control.word)
        if control is None or handler is None:
            raise UnknownControl
        if interaction.type is discord.InteractionType.modal_submit:
            values = tuple(submitted(interaction).values())
        await handler(Press(self._services, answer, control, values))

    async def _refuse(self, answer: Answer, error: GameError) -> None:
        """Say why nothing happened, as often as a patient host would."""
        what = self._gate.ask(answer.interaction.user.id)
        log.debug("refused %s: %s", plain_name(answer.interaction.user.display_name), type(error).__name__)
        if what == "sentence":
            names = await self._names(answer.interaction)
            await _tell(answer, sentence(error, names))
        elif what == "silence":
            await _acknowledge(answer)

    async def _names(self, interaction: discord.Interaction[Any]) -> tuple[str, ...]:
        """The names by seat of the session that was pressed, for "It is Bo's turn."."""
        control = Control.parse(press_data(interaction)[0])
        if control is None or not control.subject.isdecimal():
            return ()
        try:
            session = await self._services.arbiter.session(SessionId(int(control.subject)))
        except (GameError, StoreError):
            return ()
        return session.names


async def _tell(answer: Answer, words: str) -> None:
    """Tell privately; if even that fails, the log is all there is."""
    try:
        await answer.tell(words)
    except LOST as error:
        log.warning("a member could not be told: %s", error)


async def _acknowledge(answer: Answer) -> None:
    try:
        await answer.acknowledge()
    except LOST as error:
        log.warning("a press could not be acknowledged: %s", error)
