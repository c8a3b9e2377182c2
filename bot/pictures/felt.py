"""The colours of card tables: felt, cards and their backs, dark and light, with a palette of their own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.pictures.theme import DARK, LIGHT, Pair, Theme

TABLE_TEXT_PAIRS: tuple[Pair, ...] = (
    ("ink", "low"),
    ("quiet", "low"),
    ("ink", "page"),
    ("quiet", "page"),
    ("quiet", "rail"),
    ("red", "card"),
    ("black", "card"),
)
"""Every ink of a card table with every ground that text or suits of it are on."""

TABLE_SHAPE_PAIRS: tuple[Pair, ...] = (
    *(("edge", ground) for ground in ("page", "rail", "card", "back")),
    ("card", "edge"),
    ("back", "edge"),
    ("back_line", "back"),
    ("back", "back_line"),
    *(("slot", ground) for ground in ("page", "rail")),
    *((ground, "slot") for ground in ("page", "rail")),
    ("rail", "page"),
    *(("low", ground) for ground in ("page", "back")),
)
"""The other edges between two colours that card tables have."""


def _felt(name: str, colours: Mapping[str, str]) -> Theme:
    return Theme(f"{name} felt", MappingProxyType(dict(colours)), TABLE_TEXT_PAIRS, TABLE_SHAPE_PAIRS)


DARK_FELT = _felt(
    DARK.name,
    {
        "page": "#17382F",
        "rail": "#214A3F",
        "low": "#0E2620",
        "ink": "#F2FBF7",
        "quiet": "#BFE0D4",
        "slot": "#74A898",
        "card": "#FCFCF8",
        "edge": "#7B8582",
        "red": "#C4161C",
        "black": "#14171C",
        "back": "#2B4C8C",
        "back_line": "#9DB7EE",
    },
)

LIGHT_FELT = _felt(
    LIGHT.name,
    {
        "page": "#D3E6DB",
        "rail": "#BFD8CB",
        "low": "#A8C7B7",
        "ink": "#0D211A",
        "quiet": "#23443A",
        "slot": "#46705F",
        "card": "#FFFFFF",
        "edge": "#66726E",
        "red": "#B80F17",
        "black": "#14171C",
        "back": "#2B4C8C",
        "back_line": "#B9CCF5",
    },
)

FELTS: Mapping[str, Theme] = MappingProxyType({DARK.name: DARK_FELT, LIGHT.name: LIGHT_FELT})
"""The card tables by the name of the theme that they go with."""


def felt_of(theme: Theme) -> Theme:
    """The card table that goes with a theme."""
    return FELTS[theme.name]
