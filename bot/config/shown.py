"""How a wrong value, or a name that nobody knows, is shown in an error's line."""

from __future__ import annotations

import difflib
from collections.abc import Collection

from bot.config.secret import HIDDEN, begins_token, looks_secret, without_password

__all__ = ["meant", "shown", "shown_name"]

LONGEST = 80


def shown(value: object) -> str:
    """A value about as TOML writes it, on one line and not too long; what may be a secret is hidden."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return _cut(hex(value) if abs(value) >= 1 << 64 else str(value))  # str refuses numbers of thousands of digits
    if isinstance(value, dict):
        return "a table"
    text = without_password(_quoted(value) if isinstance(value, str) else str(value))
    return HIDDEN if looks_secret(text) else _cut(text)


def shown_name(name: str) -> str:
    """A key or variable as it was written, unless a token was put there."""
    return "(hidden)" if begins_token(name) else _cut(_quoted(name)[1:-1])


def meant(name: str, known: Collection[str]) -> str:
    """The known name that was probably meant, or else all of them."""
    ends = [each for each in known if _words(each)[1:] == _words(name)]
    close = ends or difflib.get_close_matches(name, known, n=1, cutoff=0.7)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"


def _words(name: str) -> list[str]:
    return name.split(".")


def _quoted(text: str) -> str:
    return f'"{text}"' if text.isprintable() else f'"{text.encode("unicode_escape").decode("ascii")}"'


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
