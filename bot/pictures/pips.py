"""A die as marks: a round box, its outline by whether it is held, and the pips."""

from __future__ import annotations

from bot.pictures.tiles import Block, Mark, framed

PLACES = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Where each face has pips: column and row of a field of three by three."""


def die(face: int, size: int, held: bool) -> list[Mark]:
    """A die of so many pixels, standing on the page."""
    outline, line = ("mark", size // 13) if held else ("edge", 2)
    marks: list[Mark] = [*framed(0, 0, size, size, size // 5, line, ("die", outline, "page"))]
    radius = round(size * 0.095)
    for column, row in PLACES[face]:
        x, y = (round(size * (0.25 + 0.25 * place)) - radius for place in (column, row))
        marks.append(Block(x, y, 2 * radius, 2 * radius, radius, "pip", "die"))
    return marks
