"""Looking at scenes as a person does: which texts are where, and what is beneath them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.pictures.lettering import face
from bot.pictures.painter import left_end
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
