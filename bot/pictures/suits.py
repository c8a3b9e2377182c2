"""The four suits as shapes, since the pictures' font has no signs for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageDraw

FINER = 8
STEPS = 12
"""Straight pieces that a curve is drawn with."""

OUTLINES = (
    # clubs
    "M50 4 C63 4 72 13 72 25 C72 32 69 37 64 42 C67 40 71 39 75 39 C87 39 96 48 96 60 C96 72 87 81 75 81 "
    "C66 81 58 76 54 68 C55 82 58 91 66 96 L34 96 C42 91 45 82 46 68 C42 76 34 81 25 81 C13 81 4 72 4 60 "
    "C4 48 13 39 25 39 C29 39 33 40 36 42 C31 37 28 32 28 25 C28 13 37 4 50 4",
    # diamonds
    "M50 3 C58 20 72 38 88 50 C72 62 58 80 50 97 C42 80 28 62 12 50 C28 38 42 20 50 3",
    # hearts
    "M50 94 C46 78 6 58 6 32 C6 16 17 8 28 8 C40 8 47 16 50 26 C53 16 60 8 72 8 C83 8 94 16 94 32 C94 58 54 78 50 94",
    # spades
    "M50 4 C52 18 92 42 92 64 C92 80 80 86 71 86 C63 86 57 82 54 76 C55 86 58 92 64 96 L36 96 C42 92 45 86 46 76 "
    "C43 82 37 86 29 86 C20 86 8 80 8 64 C8 42 48 18 50 4",
)
"""Each suit by its place in `CDHS`, in a field of 100 by 100: M where it begins, C a curve's three points, L a line."""

_PIECE = re.compile(r"([MCL])([\d ]+)", re.ASCII)
Point = tuple[float, float]


@lru_cache(maxsize=32)
def coverage(suit: int, size: int) -> Image.Image:
    """How far each pixel of a square of this size is inside the suit, 0 to 255."""
    scale = size * FINER / 100
    finer = Image.new("L", (size * FINER, size * FINER))
    ImageDraw.Draw(finer).polygon([(x * scale, y * scale) for x, y in outline(suit)], fill=255)
    return finer.reduce(FINER)


def outline(suit: int) -> Iterator[Point]:
    """The corners of a polygon that looks like the suit, in a field of 100 by 100."""
    last: Point = (0, 0)
    for kind, numbers in _PIECE.findall(OUTLINES[suit]):
        values = [float(number) for number in numbers.split()]
        points = list(zip(values[::2], values[1::2], strict=True))
        yield from _curve(last, *points) if kind == "C" else points
        last = points[-1]


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    """A cubic Bézier curve after its start."""
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        pairs = list(zip(weights, (start, first, second, end), strict=True))
        yield sum(w * x for w, (x, _) in pairs), sum(w * y for w, (_, y) in pairs)
