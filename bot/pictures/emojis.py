"""Dice as emojis of the application: twelve small pictures, six faces, free and held."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from io import BytesIO
from types import MappingProxyType

from PIL import Image, ImageDraw

from bot.pictures.pips import PLACES

SIZE = 128
FINER = 4
DIGEST_LENGTH = 8
_UPLOADED = re.compile(rf"(die_[1-6](?:_held)?)_[0-9a-f]{{{DIGEST_LENGTH}}}", re.ASCII)

WHITE, BODY, PIP = "#FFFFFF", "#FBFBF7", "#101218"
FREE_RING, HELD_RING = "#6B7385", "#1D4ED8"


def emoji_name(face: int, held: bool) -> str:
    """The name of a die's picture here, the same for ever: `die_5`, `die_5_held`."""
    return f"die_{face}_held" if held else f"die_{face}"


def die_emoji(face: int, held: bool) -> bytes:
    """A die as a PNG of 128 by 128 pixels; a held one has a thick ring, which can be seen on a button of any colour."""
    written = BytesIO()
    _drawn(face, held).save(written, "PNG", optimize=True)
    return written.getvalue()


def _drawn(face: int, held: bool) -> Image.Image:
    image = Image.new("RGBA", (SIZE * FINER, SIZE * FINER))
    pen = ImageDraw.Draw(image)
    rings = ((2, WHITE), (7, HELD_RING), (19, BODY)) if held else ((2, FREE_RING), (7, BODY))
    for inset, colour in rings:
        _square(pen, inset, colour)
    for column, row in PLACES[face]:
        _pip(pen, 64 + (column - 1) * 28, 64 + (row - 1) * 28, 13)
    return image.reduce(FINER)


def _square(pen: ImageDraw.ImageDraw, inset: int, colour: str) -> None:
    near, far = inset * FINER, (SIZE - inset) * FINER - 1
    pen.rounded_rectangle((near, near, far, far), (28 - inset * 3 // 4) * FINER, fill=colour)


def _pip(pen: ImageDraw.ImageDraw, x: int, y: int, radius: int) -> None:
    box = ((x - radius) * FINER, (y - radius) * FINER, (x + radius) * FINER - 1, (y + radius) * FINER - 1)
    pen.ellipse(box, fill=PIP)


EMOJIS: Mapping[str, bytes] = MappingProxyType(
    {emoji_name(face, held): die_emoji(face, held) for face in PLACES for held in (False, True)}
)
"""Every picture by its name."""


def uploaded_name(name: str) -> str:
    """The name to upload a picture under: its own, and a digest that changes with its pixels (`die_5_0a1b2c3d`)."""
    with Image.open(BytesIO(EMOJIS[name])) as image:
        pixels = image.convert("RGBA").tobytes()
    return f"{name}_{hashlib.sha256(pixels).hexdigest()[:DIGEST_LENGTH]}"


def own_name(uploaded: str) -> str | None:
    """The name of the picture that an emoji of the application shows, in this or another form; None for a foreign one.

    One whose name differs from `uploaded_name` of it is out of date.
    """
    found = _UPLOADED.fullmatch(uploaded)
    return found[1] if found else None
