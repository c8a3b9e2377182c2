"""Sprites: kept, and within bounds."""

from io import BytesIO

import pytest
from PIL import Image

from bot.pictures.painter import SPRITE_BYTES, Sprites, paint
from bot.pictures.theme import DARK, LIGHT
from bot.pictures.tiles import Block, Placed, Text, Tile


def tile(text: str) -> Tile:
    return Tile(100, 10, "panel", (Text(50, 5, text, 8, "ink", "panel"),))


def test_a_tile_is_drawn_once_for_each_theme() -> None:
    sprites = Sprites(10_000)
    assert sprites.sprite(tile("1"), DARK) is sprites.sprite(tile("1"), DARK)
    assert sprites.sprite(tile("1"), DARK) is not sprites.sprite(tile("1"), LIGHT)
    assert sprites.bytes == 2000


def test_the_sprites_lately_used_are_kept_within_the_limit() -> None:
    sprites = Sprites(3000)
    first = sprites.sprite(tile("first"), DARK)
    for number in range(100):
        sprites.sprite(tile(str(number)), DARK)
        assert sprites.sprite(tile("first"), DARK) is first
        assert sprites.bytes <= 3000
    assert SPRITE_BYTES <= 4 * 1024 * 1024


def test_a_tile_that_is_as_large_as_many_is_not_kept() -> None:
    sprites = Sprites(SPRITE_BYTES)
    assert sprites.sprite(Tile(1000, 100, "panel"), DARK).size == (1000, 100)
    assert sprites.bytes == 0


def test_a_pair_of_colours_that_was_never_judged_is_refused() -> None:
    with pytest.raises(KeyError):
        Sprites(1000).sprite(Tile(10, 10, "panel", (Text(5, 5, "1", 8, "pip", "panel"),)), DARK)


def test_pixels_are_where_the_marks_say() -> None:
    block = Tile(20, 20, "panel", (Block(5, 5, 10, 10, 0, "mark"),))
    with Image.open(BytesIO(paint([Placed(100, 50, block)], DARK))) as image:
        pixels = image.convert("RGB")
    assert pixels.getpixel((0, 0)) == DARK.rgb("page")
    assert pixels.getpixel((101, 51)) == DARK.rgb("panel")
    assert pixels.getpixel((110, 60)) == DARK.rgb("mark")
