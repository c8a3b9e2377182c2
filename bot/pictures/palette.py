"""A theme as a palette of at most 256 colours: its own, and the steps between two that touch.

Everything is drawn as a mask of coverage; a pair's ramp turns coverage into palette indexes, so edges are smooth
without any colour having to be searched for.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

from bot.pictures.theme import Ground, Pair, Theme

TEXT_STEPS, SHAPE_STEPS = 7, 4
"""Colours between the two of a pair; letters need more than the edges of boxes."""

Rgb = tuple[int, int, int]


class Palette:
    """The colours of a theme by number; raises KeyError for a pair that no picture was meant to have."""

    def __init__(self, theme: Theme) -> None:
        self._numbers: dict[Rgb, int] = {}
        self._solid = {name: self._number(theme.rgb(name)) for name in theme.colours}
        steps = {**dict.fromkeys(theme.shape_pairs, SHAPE_STEPS), **dict.fromkeys(theme.text_pairs, TEXT_STEPS)}
        self._ramps = {pair: self._ramp(theme, pair, count) for pair, count in steps.items()}
        if len(self._numbers) > 256:
            raise ValueError(f"the theme {theme.name} needs {len(self._numbers)} colours; a palette has 256")

    @property
    def colours(self) -> bytes:
        """Red, green and blue of every colour, in order."""
        return bytes(chain.from_iterable(self._numbers))

    def solid(self, colour: Ground) -> int:
        """The number of a colour."""
        return self._solid[colour]

    def ramp(self, colour: Ground, ground: Ground) -> bytes:
        """For each coverage from 0 to 255 the number of what the colour then looks like on that ground."""
        return self._ramps[colour, ground]

    def _number(self, rgb: Rgb) -> int:
        return self._numbers.setdefault(rgb, len(self._numbers))

    def _ramp(self, theme: Theme, pair: Pair, between: int) -> bytes:
        over, under = map(theme.rgb, pair)
        last = between + 1
        numbers = [self._number(_mixed(over, under, step / last)) for step in range(last + 1)]
        return bytes(numbers[round(coverage / 255 * last)] for coverage in range(256))


def _mixed(over: Rgb, under: Rgb, share: float) -> Rgb:
    red, green, blue = (round(o * share + u * (1 - share)) for o, u in zip(over, under, strict=True))
    return red, green, blue


@cache
def palette_of(theme: Theme) -> Palette:
    """The palette of a theme, made once."""
    return Palette(theme)
