"""Answers that did not get through to Discord: what their members are told, and how the board is shown all the same.

Whatever was committed stays. Nothing is told where no word can get through any more, as each try would only be one
request more that Discord refuses.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.errors import MayNot
from bot.permissions import BOARD, THREAD_BOARD, missing
from bot.text.sentences import lost_answer, moved_answer, sentence
from bot.ui.answer import Answer
from bot.ui.circuit import Circuit
from bot.ui.trouble import (
    ANSWERED_ALREADY,
    ARCHIVED,
    INVALID_TOKEN,
    LOST,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    TOO_MANY_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
)
from bot.wire import was_counted

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Remedy:
    """What is done about an answer that was lost."""

    words: Callable[[Interaction], str] | None
    """What the member is told; None where no word gets through."""
    show: bool = True
    """Whether the board is brought up to date through the bot."""


def lacking(interaction: Interaction) -> tuple[str, ...]:
    """The permissions for boards that the bot lacks where the interaction comes from."""
    wanted = THREAD_BOARD if isinstance(interaction.channel, discord.Thread) else BOARD
    return missing(interaction.app_permissions.value, wanted)


def what_is_missing(interaction: Interaction) -> str:
    """The sentence that names them."""
    return sentence(MayNot("I", lacking(interaction)))


UNREACHABLE = Remedy(None)
MOVED = Remedy(lambda _: moved_answer())
BARRED = Remedy(what_is_missing)
USUAL = Remedy(lambda _: lost_answer())

CODES: Mapping[int, Remedy] = {
    UNKNOWN_INTERACTION: UNREACHABLE,
    UNKNOWN_WEBHOOK: UNREACHABLE,
    INVALID_TOKEN: UNREACHABLE,
    ANSWERED_ALREADY: UNREACHABLE,
    UNKNOWN_CHANNEL: Remedy(None, show=False),
    UNKNOWN_MESSAGE: MOVED,
    TOO_MANY_EDITS: MOVED,
    ARCHIVED: MOVED,
    MISSING_ACCESS: BARRED,
    MISSING_PERMISSIONS: BARRED,
}

STATUSES: Mapping[int, Remedy] = {401: UNREACHABLE, 403: BARRED, 429: UNREACHABLE}


def remedy_for(error: Exception) -> Remedy:
    """What is done about an answer that failed with one of `LOST`."""
    if not isinstance(error, discord.HTTPException):
        return USUAL
    return CODES.get(error.code) or STATUSES.get(error.status, USUAL)


async def make_up_for(answer: Answer, error: Exception, circuit: Circuit) -> bool:
    """Tell the member what can be told of a lost answer; whether the board is to be shown through the bot."""
    remedy = remedy_for(error)
    count(error, circuit)
    if remedy.words is not None:
        await tell(answer, remedy.words(answer.interaction), circuit)
    return remedy.show


async def tell(answer: Answer, words: str, circuit: Circuit) -> None:
    """Tell privately; if even that fails, the log is all there is."""
    try:
        await answer.tell(words)
    except LOST as error:
        count(error, circuit)
        log.warning("a member could not be told: %s", describe(error))


def count(error: Exception, circuit: Circuit) -> None:
    """Count a refusal as an invalid request, unless that was done where it came in."""
    if isinstance(error, discord.HTTPException) and not was_counted(error):
        circuit.count(error.status)


def describe(error: BaseException) -> str:
    """The trouble in words; a connection's often says nothing but its kind."""
    return str(error) or type(error).__name__
