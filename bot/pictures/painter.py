"""Scenes into PNG: every tile is drawn once, kept as a sprite of palette indexes, and pasted from then on."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache, singledispatch
from io import BytesIO
from math import ceil
from threading import Lock

from PIL import Image, ImageDraw

from bot.pictures.lettering import CAPITALS, face, width
from bot.pictures.palette import Palette, palette_of
from bot.pictures.suits import coverage as suit_coverage
from bot.pictures.theme import Theme
from bot.pictures.tiles import HEIGHT, WIDTH, Block, Mark, Scene, Sign, Text, Tile

SPRITE_BYTES = 4 * 1024 * 1024
"""The most that kept sprites take, in bytes of pixels (about twice that in memory); the oldest go first."""

LARGEST_KEPT = 24 * 1024
"""Bytes; larger tiles hold names and are hardly ever seen twice."""

FINER = 4
"""Discs are drawn so many times larger and then averaged, for smooth edges."""

MARGIN = 3
"""Pixels that letters may reach beyond their own width."""

COMPRESSION = 4
"""Higher ones take twice the time for a quarter less."""

_COVERED = bytes([0]) + bytes([255]) * 255


def paint(scene: Scene, theme: Theme) -> bytes:
    """The scene as a PNG with the theme's palette."""
    palette = palette_of(theme)
    canvas = Image.new("L", (WIDTH, HEIGHT), palette.solid("page"))
    for placed in scene:
        canvas.paste(SPRITES.sprite(placed.tile, theme), (placed.x, placed.y))
    canvas.putpalette(palette.colours)
    written = BytesIO()
    canvas.save(written, "PNG", compress_level=COMPRESSION)
    return written.getvalue()


class Sprites:
    """Drawn tiles, the lately used ones, within a number of bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: OrderedDict[tuple[str, Tile], Image.Image] = OrderedDict()
        self._lock = Lock()
        self.bytes = 0

    def sprite(self, tile: Tile, theme: Theme) -> Image.Image:
        """The tile as pixels, drawn now if it is not there."""
        key = (theme.name, tile)
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
            drawn = draw(tile, palette_of(theme))
            if _size(drawn) <= LARGEST_KEPT:
                self._keep(key, drawn)
            return drawn

    def _keep(self, key: tuple[str, Tile], drawn: Image.Image) -> None:
        self._kept[key] = drawn
        self.bytes += _size(drawn)
        while self.bytes > self._limit:
            self.bytes -= _size(self._kept.popitem(last=False)[1])


SPRITES = Sprites(SPRITE_BYTES)
"""The sprites of this process."""


def _size(sprite: Image.Image) -> int:
    return sprite.width * sprite.height


def draw(tile: Tile, palette: Palette) -> Image.Image:
    """The tile's pixels as palette indexes."""
    image = Image.new("L", (tile.width, tile.height), palette.solid(tile.ground))
    for mark in tile.marks:
        draw_mark(mark, image, palette)
    return image


@singledispatch
def draw_mark(mark: Mark, image: Image.Image, palette: Palette) -> None:
    """Draw one mark."""
    raise TypeError(f"{mark!r} is nothing to draw")


@draw_mark.register
def _(mark: Text, image: Image.Image, palette: Palette) -> None:
    # Coverage only where letters may be: some tiles are as wide as the picture.
    left, size = left_end(mark), mark.size
    x, y = int(left) - MARGIN, mark.middle - size
    coverage = Image.new("L", (ceil(width(mark.text, size, mark.bold)) + 2 * MARGIN + 1, 2 * size))
    where = (left - x, size + size * CAPITALS / 2)
    ImageDraw.Draw(coverage).text(where, mark.text, fill=255, font=face(size, mark.bold), anchor="ls")
    _cover(image, coverage, (x, y), palette.ramp(mark.ink, mark.ground))


@draw_mark.register
def _(mark: Block, image: Image.Image, palette: Palette) -> None:
    if mark.radius:
        coverage = _rounded(mark.width, mark.height, mark.radius)
        _cover(image, coverage, (mark.x, mark.y), palette.ramp(mark.colour, mark.ground))
    else:
        image.paste(palette.solid(mark.colour), (mark.x, mark.y, mark.x + mark.width, mark.y + mark.height))


@draw_mark.register
def _(mark: Sign, image: Image.Image, palette: Palette) -> None:
    _cover(image, suit_coverage(mark.suit, mark.size), (mark.x, mark.y), palette.ramp(mark.ink, mark.ground))


def _rounded(width: int, height: int, radius: int) -> Image.Image:
    """The coverage of a box with round corners; they are quarters of a disc."""
    coverage = Image.new("L", (width, height), 255)
    disc = _disc(radius)
    for x, from_x in ((0, 0), (width - radius, radius)):
        for y, from_y in ((0, 0), (height - radius, radius)):
            coverage.paste(disc.crop((from_x, from_y, from_x + radius, from_y + radius)), (x, y))
    return coverage


@lru_cache(maxsize=32)
def _disc(radius: int) -> Image.Image:
    finer = Image.new("L", (2 * radius * FINER, 2 * radius * FINER))
    ImageDraw.Draw(finer).ellipse((0, 0, finer.width - 1, finer.height - 1), fill=255)
    return finer.reduce(FINER)


def left_end(mark: Text) -> float:
    """Where the text begins."""
    share = {"l": 0.0, "m": 0.5, "r": 1.0}[mark.anchor]
    return mark.x - width(mark.text, mark.size, mark.bold) * share


def _cover(image: Image.Image, coverage: Image.Image, at: tuple[int, int], ramp: bytes) -> None:
    covered = coverage.tobytes()  # translated as bytes: Image.point takes five times as long for small pieces
    colours, mask = (Image.frombytes("L", coverage.size, covered.translate(table)) for table in (ramp, _COVERED))
    image.paste(colours, at, mask)
