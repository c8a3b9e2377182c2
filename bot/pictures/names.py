"""Names as the pictures' font can write them, short enough, and no two alike."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

from bot.pictures.lettering import ELLIPSIS, cut, letters, width
from bot.text.names import by_level, plain_name
from engine.match import Match

ROOM_FOR_ELLIPSIS = 66
"""Pixels; in less, the dots would take the place of letters that tell more."""


def written_names(match: Match) -> list[str]:
    """The name of each seat in letters that the font has; `P2` where it lacks one of seat 2's."""
    return [_written(player.name) or f"P{seat}" for seat, player in enumerate(match.players, 1)]


def _written(name: str) -> str:
    """The name without what the font lacks; empty when that is a letter, or when no letter or digit is left."""
    plain = plain_name(unicodedata.normalize("NFKC", name[:100]))
    known = letters()
    if any(c not in known and _tells(c) for c in plain):
        return ""
    kept = " ".join("".join(c for c in plain if c in known and not unicodedata.combining(c)).split())
    return kept if any(map(_tells, kept)) else ""


def _tells(character: str) -> bool:
    # A pictograph left out changes no name; a letter left out makes another one.
    return unicodedata.category(character)[0] in "LN"


def heading_names(names: Sequence[str], room: int, size: int) -> list[str]:
    """The names cut to a column of so many pixels; those that would look alike end in their seats' numbers.

    Of a computer's name that has no room its level is left: `Computer 2 (perfect)` is `Perfect 2`.
    """
    names = [name if width(name, size, bold=True) <= room else by_level(name) for name in names]
    mark = ELLIPSIS if room >= ROOM_FOR_ELLIPSIS else ""
    shown = [cut(name, room, size, bold=True, mark=mark) for name in names]
    times = Counter(name.casefold() for name in shown)
    return [
        _numbered(name, str(seat), room, size) if times[short.casefold()] > 1 else short
        for seat, (name, short) in enumerate(zip(names, shown, strict=True), 1)
    ]


def _numbered(name: str, number: str, room: int, size: int) -> str:
    left = room - width(number, size, bold=True)
    return cut(name, left, size, bold=True, mark="") + number
