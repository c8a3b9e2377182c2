"""What a setting may be: each kind says what is right, and reads a TOML value or a text of the environment.

`accept` and `parse` raise ValueError, without a sentence: `right` is the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeGuard
from urllib.parse import urlsplit

from bot.config.secret import application_id

__all__ = ["Kind", "Level", "Owners", "Switch", "Text", "Whole", "is_address", "is_database", "is_path", "is_token"]


class Kind(Protocol):
    """What a setting accepts."""

    @property
    def right(self) -> str: ...

    def accept(self, value: object) -> object: ...

    def parse(self, text: str) -> object: ...


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    @property
    def right(self) -> str:
        return f"must be a whole number from {self.least} to {self.most}"

    def accept(self, value: object) -> int:
        if not _is_whole(value, self.least, self.most):
            raise ValueError
        return value

    def parse(self, text: str) -> int:
        return self.accept(_whole(text))


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off, as TOML's true or false."""

    right: str = "must be true or false"

    def accept(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError
        return value

    def parse(self, text: str) -> bool:
        if text not in {"true", "false"}:
            raise ValueError
        return text == "true"


@dataclass(frozen=True, slots=True)
class Text:
    """A text that `fits`."""

    right: str
    fits: Callable[[str], bool]

    def accept(self, value: object) -> str:
        if not isinstance(value, str) or not self.fits(value):
            raise ValueError
        return value

    def parse(self, text: str) -> str:
        return self.accept(text)


@dataclass(frozen=True, slots=True)
class Level:
    """How much is logged, in capitals as `logging` wants it."""

    right: str = 'must be "debug", "info", "warning" or "error"'

    def accept(self, value: object) -> str:
        if not isinstance(value, str) or value.lower() not in {"debug", "info", "warning", "error"}:
            raise ValueError
        return value.upper()

    def parse(self, text: str) -> str:
        return self.accept(text)


@dataclass(frozen=True, slots=True)
class Owners:
    """Ids of users; in the environment they are separated by commas."""

    right: str = "must be a list of user ids, each a whole number such as 123456789012345678"

    def accept(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, list) or not all(_is_whole(item, 1, (1 << 63) - 1) for item in value):
            raise ValueError
        return tuple(value)

    def parse(self, text: str) -> tuple[int, ...]:
        return self.accept([_whole(part.strip()) for part in text.split(",")] if text else [])


def is_token(text: str) -> bool:
    """Whether a text has the shape of a bot's token."""
    return application_id(text) is not None


def is_path(text: str) -> bool:
    """Whether a text can be a path; `~` stands for the home of a user that there is."""
    try:
        return bool(text.strip()) and text.isprintable() and bool(Path(text).expanduser())
    except RuntimeError:
        return False


def is_database(text: str) -> bool:
    """Whether a text names a database: a file's path, or a URL of a kind that the store speaks."""
    scheme, found, rest = text.partition("://")
    if not found:
        return is_path(text) and text != ":memory:"
    return scheme in {"sqlite", "sqlite+aiosqlite", "postgresql", "postgresql+asyncpg"} and bool(rest)


def is_address(*schemes: str) -> Callable[[str], bool]:
    """A test for a URL of one of these schemes, with a host."""

    def fits(text: str) -> bool:
        try:
            parts = urlsplit(text)
            return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0 and not re.search(r"\s", text)
        except ValueError:  # a port that is no number, or half an IPv6 address
            return False

    return fits


def _is_whole(value: object, least: int, most: int) -> TypeGuard[int]:
    """Whether it is such a number; True and 1.0 are none."""
    return type(value) is int and least <= value <= most


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,20}", text):
        raise ValueError
    return int(text)
