"""The bot's token and other texts that nobody is to see."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

__all__ = ["HIDDEN", "Secret", "application_id", "begins_token", "looks_secret", "without_password"]

HIDDEN = '"(hidden)"'

TOKEN = re.compile(r"([A-Za-z0-9_-]{6,})\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{16,}")
BEGINNING = re.compile(r"[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{3,}\.")
LONG_WORD = re.compile(r"[A-Za-z0-9_-]{25,}")


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that no repr shows; `source` says where it was written."""

    value: str
    source: str = "discord.token"

    def get_secret_value(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return "Secret(hidden)"


def application_id(token: str) -> int | None:
    """The id of the application that a token belongs to, or None if it has not the shape of a bot's token."""
    match = TOKEN.fullmatch(token)
    if match is None:
        return None
    first = match[1]
    try:
        text = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return int(text) if re.fullmatch(r"[0-9]{1,20}", text) else None


def begins_token(text: str) -> bool:
    """Whether a token's first two parts are in a text: one was put in the wrong place."""
    return BEGINNING.search(text) is not None


def looks_secret(text: str) -> bool:
    """Whether a text may hold a token or a part of one. Long words are suspect too, so this is not for names."""
    return begins_token(text) or LONG_WORD.search(text) is not None


def without_password(url: str) -> str:
    """A URL as it may be printed: without the name and password before its host."""
    return re.sub(r"://[^/]*@", "://(hidden)@", url)
