"""Looking at scenes as a person does: which texts are where, and what is beneath them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.pictures.lettering import face
from bot.pictures.painter import left_end
from bot.pictures.theme import Theme
from bot.pictures.tiles import Block, Placed, Text

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Seen:
    """A text in the picture, and the box of its letters there."""

    mark: Text
    box: Box
    placed: Placed


def seen(scene: Iterable[Placed]) -> Iterator[Seen]:
    """All texts, with where their letters are."""
    for placed in scene:
        for mark in placed.tile.marks:
            if isinstance(mark, Text):
                yield Seen(mark, letters_box(mark, placed), placed)


def letters_box(mark: Text, placed: Placed) -> Box:
    """The box of the ink, in the picture."""
    left, top, right, bottom = face(mark.size, mark.bold).getbbox(mark.text, anchor="ls")
    x = placed.x + left_end(mark)
    baseline = placed.y + mark.middle + mark.size * 0.727 / 2
    return x + left, baseline + top, x + right, baseline + bottom


def texts(scene: Iterable[Placed]) -> list[str]:
    """All texts, in the order in which they are drawn."""
    return [one.mark.text for one in seen(scene)]


def row(scene: Iterable[Placed], label: str) -> list[str]:
    """The texts to the right of a label in its panel, from left to right."""
    all_seen = list(seen(scene))
    start = next(one for one in all_seen if one.mark.text == label and one.mark.anchor == "l")
    half = start.placed.x > 500
    found = [
        one
        for one in all_seen
        if one.placed.y == start.placed.y and (one.placed.x > 500) == half and one.placed.x > start.placed.x
    ]
    return [one.mark.text for one in sorted(found, key=lambda one: one.box[0])]


def shapes(placed: Placed) -> list[tuple[int, ...]]:
    """The boxes on a tile without their colours."""
    return [(b.x, b.y, b.width, b.height, b.radius) for b in placed.tile.marks if isinstance(b, Block)]


# -- how a look is judged ---------------------------------------------------------------------------------------------


def lower_right(placed: Placed) -> tuple[int, int]:
    return placed.x + placed.tile.width, placed.y + placed.tile.height


def inside(inner: Box, outer: Box) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def neighbours(texts: Iterable[Seen]) -> Iterator[tuple[Seen, Seen]]:
    """Every two texts at the same height."""
    waiting: list[Seen] = []
    for one in sorted(texts, key=lambda one: one.box[1]):
        waiting = [other for other in waiting if other.box[3] > one.box[1]]
        yield from ((one, other) for other in waiting)
        waiting.append(one)


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def beneath(one: Seen) -> Iterator[str]:
    """The colours that are drawn last under the text's left end, middle and right end."""
    tile, text = one.placed.tile, one.mark
    before = tile.marks[: tile.marks.index(text)]
    left, right = one.box[0] - one.placed.x, one.box[2] - one.placed.x
    for x in (left, (left + right) / 2, right):
        blocks = [block for block in before if isinstance(block, Block) and covers(block, x, text.middle)]
        yield blocks[-1].colour if blocks else tile.ground


def covers(block: Block, x: float, y: int) -> bool:
    return block.x <= x < block.x + block.width and block.y <= y < block.y + block.height


def contrast(theme: Theme, one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2, from 1 to 21."""
    lighter, darker = sorted((luminance(theme.rgb(colour)) for colour in (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(rgb: tuple[int, int, int]) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
