"""The largest line of a picture: whose turn it is, or who won; long names are cut, the words never."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures.lettering import ELLIPSIS, cut, fitting_size, width
from bot.pictures.words import headline
from engine.match import Match

NAME_LENGTHS = (32, 24, 20, 16, 13, 10, 8, 6, 4)


def title(match: Match, names: Sequence[str], room: int, sizes: range) -> tuple[str, int]:
    """The headline with names as long as the room allows, and the largest of the sizes in which it fits."""
    wordings = (headline(match, [_shortened(name, length) for name in names]) for length in NAME_LENGTHS)
    wording = next((w for w in wordings if width(w, sizes[-1], bold=True) <= room), "") or headline(match, names)
    size = fitting_size(wording, room, sizes, bold=True)
    return cut(wording, room, size, bold=True), size


def _shortened(name: str, length: int) -> str:
    return name if len(name) <= length else name[: length - 1].rstrip() + ELLIPSIS
