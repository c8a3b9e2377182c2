"""What a picture is made of, as values: tiles with a ground and marks on it, each at its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.pictures.theme import Ground

WIDTH, HEIGHT = 1100, 700
"""The size of every picture: 11 to 7, which Discord shows whole, at half that size on a desktop."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; `x` is its left end, middle or right end by `anchor` (l, m, r), `middle` that of its capitals."""

    x: int
    middle: int
    text: str
    size: int
    ink: Ground
    ground: Ground
    bold: bool = False
    anchor: str = "m"


@dataclass(frozen=True, slots=True)
class Block:
    """A box with round corners, or without (`radius` 0, where the ground does not matter); it may leave its tile."""

    x: int
    y: int
    width: int
    height: int
    radius: int
    colour: Ground
    ground: Ground = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A suit, by its place in `CDHS`, in a square of so many pixels."""

    x: int
    y: int
    size: int
    suit: int
    ink: Ground
    ground: Ground


Mark = Text | Block | Sign


@dataclass(frozen=True, slots=True)
class Tile:
    """A piece of a picture: its size, what it stands on, and what is on it, the lowest first."""

    width: int
    height: int
    ground: Ground
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile and where its upper left corner is."""

    x: int
    y: int
    tile: Tile


Scene = Iterable[Placed]
"""A whole picture; later tiles cover earlier ones."""


def framed(x: int, y: int, width: int, height: int, radius: int, line: int, colours: tuple[Ground, ...]) -> list[Block]:
    """A box with an outline of so many pixels; the colours are those of its inside, its outline and its ground."""
    inside, outline, ground = colours
    inner = Block(x + line, y + line, width - 2 * line, height - 2 * line, radius - line, inside, outline)
    return [Block(x, y, width, height, radius, outline, ground), inner]
