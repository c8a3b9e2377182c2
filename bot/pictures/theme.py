"""The colours of the pictures, dark and light, and which of them may stand on which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Ground = str
"""A colour by the name that it has in every theme."""

Pair = tuple[Ground, Ground]
"""A colour and the one beneath it."""

SEAT_COLOURS = tuple(f"seat{i}" for i in range(1, 9))

TEXT_PAIRS: tuple[Pair, ...] = (
    *((ink, ground) for ground in ("page", "panel", "band", "head", "turn") for ink in ("ink", "quiet")),
    ("gain", "turn"),
    ("on_most", "most"),
    ("on_last", "last"),
    ("on_mark", "mark"),
)
"""Every ink with every ground that text of it is written on."""

SHAPE_PAIRS: tuple[Pair, ...] = (
    *((corner, "page") for corner in ("panel", "band", "head", "turn", "last", "mark", "quiet", "edge")),
    ("page", "quiet"),
    ("quiet", "panel"),
    ("panel", "quiet"),
    ("most", "turn"),
    ("gain", "turn"),
    ("turn", "gain"),
    *(("last_edge", ground) for ground in ("panel", "band", "turn", "page")),
    ("last", "last_edge"),
    *(("track", ground) for ground in ("panel", "band", "turn", "page")),
    ("progress", "track"),
    ("reached", "track"),
    *((bar, "panel") for bar in ("progress", "most")),
    ("die", "edge"),
    ("die", "mark"),
    ("pip", "die"),
)
"""The other edges between two colours that pictures have."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A named set of colours, `#rrggbb` by what they are for, and the pairs of them that may touch."""

    name: str
    colours: Mapping[Ground, str] = field(hash=False)
    text_pairs: tuple[Pair, ...] = field(default=TEXT_PAIRS, hash=False)
    shape_pairs: tuple[Pair, ...] = field(default=SHAPE_PAIRS, hash=False)

    def rgb(self, colour: Ground) -> tuple[int, int, int]:
        """A colour as three numbers of 0 to 255."""
        red, green, blue = bytes.fromhex(self.colours[colour][1:])
        return red, green, blue


DARK = Theme(
    "dark",
    MappingProxyType(
        {
            "page": "#14161B",
            "panel": "#1D2028",
            "band": "#252A35",
            "head": "#2E3442",
            "turn": "#2B3858",
            "ink": "#F5F7FB",
            "quiet": "#AFB8C9",
            "gain": "#FFD98A",
            "most": "#FFC94D",
            "on_most": "#1B1400",
            "last": "#1F4A45",
            "last_edge": "#5FE0CF",
            "on_last": "#E9FFFB",
            "mark": "#8DB7FF",
            "on_mark": "#0B1730",
            "track": "#4A5265",
            "progress": "#6CC3F5",
            "reached": "#55D6A0",
            "die": "#FBFBF7",
            "edge": "#C9CCD6",
            "pip": "#15171C",
            "seat1": "#F0A830",
            "seat2": "#56B4E9",
            "seat3": "#3CCB9B",
            "seat4": "#E58FC0",
            "seat5": "#F0E442",
            "seat6": "#9AA8FF",
            "seat7": "#FF8A5C",
            "seat8": "#C8C8C8",
        }
    ),
)

LIGHT = Theme(
    "light",
    MappingProxyType(
        {
            "page": "#FFFFFF",
            "panel": "#F4F5F8",
            "band": "#E6E9F0",
            "head": "#D9DEE8",
            "turn": "#D3E1FF",
            "ink": "#14171F",
            "quiet": "#4A5264",
            "gain": "#7A3803",
            "most": "#A84F06",
            "on_most": "#FFFFFF",
            "last": "#C9F0EA",
            "last_edge": "#0F766E",
            "on_last": "#05312D",
            "mark": "#1D4ED8",
            "on_mark": "#FFFFFF",
            "track": "#B3BBCA",
            "progress": "#155F9F",
            "reached": "#086B41",
            "die": "#FFFFFF",
            "edge": "#6B7385",
            "pip": "#14171F",
            "seat1": "#A86705",
            "seat2": "#0F74B3",
            "seat3": "#0B7F5B",
            "seat4": "#B03A80",
            "seat5": "#8A7F00",
            "seat6": "#4C5BD4",
            "seat7": "#C2461A",
            "seat8": "#5C5C5C",
        }
    ),
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT)})
"""The themes by name; `dark` is the usual one."""
