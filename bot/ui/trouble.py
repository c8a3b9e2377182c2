"""What goes wrong between the bot and Discord, by Discord's codes and statuses, and what each means."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

import aiohttp
import discord

from bot import wire

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION = 10003, 10008, 10015, 10062
TOO_MANY_EDITS = 30046
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
ANSWERED_ALREADY = wire.ANSWERED_ALREADY
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
INVALID_TOKEN, ARCHIVED = 50027, 50083

NOT_TAKEN = (UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, INVALID_TOKEN)
"""Codes by which Discord says that it takes no answer to an interaction any more, and has not taken this one."""

LOST = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What is raised when something does not get through to Discord; a timeout is an OSError."""


class Fate(Enum):
    """What became of something that the bot sent by itself."""

    DONE = auto()
    GONE = auto()  # the message is not there any more, or takes no more edits: a new one is wanted
    BARRED = auto()  # the channel takes nothing from the bot until somebody changes that
    PASSING = auto()  # it may work a little later
    REFUSED = auto()  # it would be refused again and again


CODES: Mapping[int, Fate] = {
    UNKNOWN_MESSAGE: Fate.GONE,
    TOO_MANY_EDITS: Fate.GONE,
    ARCHIVED: Fate.GONE,  # a new message opens an archived thread again
    UNKNOWN_CHANNEL: Fate.BARRED,
    MISSING_ACCESS: Fate.BARRED,
    MISSING_PERMISSIONS: Fate.BARRED,
}

STATUSES: Mapping[int, Fate] = {403: Fate.BARRED} | dict.fromkeys((400, 401, 404, 413), Fate.REFUSED)


def fate_of(error: Exception) -> Fate:
    """What one of `LOST` means for something that the bot sent by itself."""
    if not isinstance(error, discord.HTTPException):
        return Fate.PASSING
    return CODES.get(error.code) or STATUSES.get(error.status, Fate.PASSING)
