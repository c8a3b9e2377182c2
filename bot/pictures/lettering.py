"""The font of the pictures: how wide a text is, what it can write, and how a text is made to fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

FOLDER = Path(__file__).with_name("fonts")
CAPITALS = 0.727
"""The height of Inter's capitals and digits, as a share of the size."""

ELLIPSIS = "…"


@lru_cache(maxsize=64)
def face(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels, laid out without any system library."""
    file = FOLDER / f"Inter-{'Bold' if bold else 'Medium'}.ttf"
    return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool = False) -> float:
    """The pixels that a text takes in a line."""
    return face(size, bold).getlength(text)


@cache
def letters() -> frozenset[str]:
    """Every character that the font has."""
    lines = (FOLDER / "letters.txt").read_text("ascii").split()
    ends = [[int(end, 16) for end in line.split("-")] for line in lines]
    return frozenset(chr(code) for first, last in ends for code in range(first, last + 1))


def fitting_size(text: str, room: float, sizes: range, bold: bool = False) -> int:
    """The first of the sizes in which the text fits; the last one when none does."""
    return next((size for size in sizes if width(text, size, bold) <= room), sizes[-1])


def cut(text: str, room: float, size: int, bold: bool = False, *, mark: str = ELLIPSIS) -> str:
    """The text, or as much of it as fits together with the mark of what is missing."""
    if width(text, size, bold) <= room:
        return text
    kept = next((text[:end] for end in range(len(text) - 1, 0, -1) if width(text[:end] + mark, size, bold) <= room), "")
    return kept.rstrip() + mark if kept else text[:1]


def best_wording(wordings: Sequence[str], room: float, size: int, bold: bool = False) -> tuple[str, int]:
    """The first wording that fits, or the last one in a smaller size, and the size."""
    fitting = next((wording for wording in wordings if width(wording, size, bold) <= room), None)
    return (fitting, size) if fitting else (wordings[-1], fitting_size(wordings[-1], room, range(size, 0, -1), bold))
