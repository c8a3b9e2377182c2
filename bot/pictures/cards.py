"""Playing cards as tiles: each is drawn in the pieces that can be seen of it, which other cards then share.

A card's head has its rank and suit, and is as tall as the next card of its pile leaves it; its body is the same for all
ranks of a suit. So a whole pack takes few sprites, in every fan.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from bot.pictures.lettering import fitting_size, width
from bot.pictures.theme import Ground
from bot.pictures.tiles import Block, Mark, Placed, Sign, Text, Tile, framed
from engine.cards.card import SIGNS, Card, red, show, suit

WIDTH, HEIGHT = 110, 148
HEAD = 52
"""The height of a card's head that lies on top."""

RADIUS, LINE = 9, 2
HIDDEN = 3 * RADIUS
"""How much more of a card is drawn than is seen, so that no corner shows where it goes on."""

RANK_SIZE, SIGN_SIZE, LARGE_SIGN = 38, 32, 62
SLOT_LINE = 3
SIDE = 8
"""Pixels beside rank and suit."""

BACK_INSET, BACK_LINE = 5, 3
PILL = 48
DIAMONDS = SIGNS.index("♦")

FACE, BACK = "card", "back"
"""What may lie beneath a card, beside the page and the rail."""


def card(x: int, y: int, shown: Card, beneath: Ground, page: Ground) -> Iterator[Placed]:
    """A whole card, on the page and partly over what lies beneath it."""
    yield from head(x, y, shown, HEAD, beneath)
    yield Placed(x, y + HEAD, _body(suit(shown), page))


def head(x: int, y: int, shown: Card, height: int, beneath: Ground) -> Iterator[Placed]:
    """The upper part of a card, on whatever lies beneath it."""
    ink = "red" if red(shown) else "black"
    middle = y + min(height, HEAD - 2) // 2 + 1
    size, sign = min(RANK_SIZE, height - LINE), min(SIGN_SIZE, height - 2 * LINE - 2)
    yield Placed(x, y, Tile(WIDTH, height, beneath, (*_blank(FACE, beneath, 0, height + HIDDEN), *_sides(beneath))))
    yield Placed(x + SIDE, middle - size // 2, _rank(show(shown)[:-1], size, ink))
    yield Placed(x + WIDTH - SIDE - sign, middle - sign // 2, _sign(suit(shown), sign, ink))


def _rank(words: str, size: int, ink: Ground) -> Tile:
    text = Text(0, size // 2, words, size, ink, FACE, bold=True, anchor="l")
    return Tile(ceil(width(words, size, bold=True)), size, FACE, (text,))


def _sign(shown: int, size: int, ink: Ground) -> Tile:
    return Tile(size, size, FACE, (Sign(0, 0, size, shown, ink, FACE),))


def _body(shown: int, page: Ground) -> Tile:
    """The rest of a card, below its head."""
    ink = "red" if SIGNS[shown] in "♦♥" else "black"
    blank = _blank(FACE, page, -HIDDEN, HEIGHT - HEAD + HIDDEN)
    sign = Sign((WIDTH - LARGE_SIGN) // 2, 10, LARGE_SIGN, shown, ink, FACE)
    return Tile(WIDTH, HEIGHT - HEAD, page, (*blank, sign))


def back(height: int, beneath: Ground) -> Tile:
    """The upper part of a card that lies face down."""
    return Tile(WIDTH, height, beneath, (*_framed_back(beneath, height + HIDDEN), *_sides(beneath)))


def whole_back(x: int, y: int, words: str, beneath: Ground, page: Ground) -> Iterator[Placed]:
    """A whole card that lies face down, and what is to be said of it."""
    yield Placed(x, y, Tile(WIDTH, HEIGHT, page, (*_framed_back(page, HEIGHT), *_pattern())))
    if beneath != page:
        yield Placed(x, y, back(RADIUS, beneath))
    pill = _pill(words)
    yield Placed(x + (WIDTH - pill.width) // 2, y + (HEIGHT - pill.height) // 2, pill)


def _pill(words: str) -> Tile:
    size = fitting_size(words, WIDTH - 36, range(36, 20, -1), bold=True)
    room = max(64, ceil(width(words, size, bold=True)) + 14)
    text = Text(room // 2, PILL // 2, words, size, "ink", "low", bold=True)
    return Tile(room, PILL, BACK, (Block(0, 0, room, PILL, PILL // 2, "low", BACK), text))


def _framed_back(beneath: Ground, height: int) -> Iterator[Block]:
    yield from _blank(BACK, beneath, 0, height)
    inset, colours = BACK_INSET, (BACK, "back_line", BACK)
    yield from framed(inset, inset, WIDTH - 2 * inset, height - 2 * inset, RADIUS - 3, BACK_LINE, colours)


def _pattern() -> Iterator[Sign]:
    """Diamonds above the words and below them."""
    for y in (22, HEIGHT - 40):
        for x in (24, 46, 68):
            yield Sign(x, y, 18, DIAMONDS, "back_line", BACK)


def slot(ground: Ground, *marks: Mark) -> Tile:
    """Where a card may lie, with what tells which one."""
    outline = framed(0, 0, WIDTH, HEIGHT, RADIUS, SLOT_LINE, (ground, "slot", ground))
    return Tile(WIDTH, HEIGHT, ground, (*outline, *marks))


def _blank(inside: Ground, beneath: Ground, y: int, height: int) -> list[Block]:
    return framed(0, y, WIDTH, height, RADIUS, LINE, (inside, "edge", beneath))


def _sides(beneath: Ground) -> Iterator[Block]:
    """The outline of the card beneath, where the upper one's round corners leave it in sight."""
    if beneath in {FACE, BACK}:
        for x in (0, WIDTH - LINE):
            yield Block(x, 0, LINE, RADIUS, 0, "edge")
