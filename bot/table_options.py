"""What a table settles beside the rules of its game: the time for a turn, taking back, coming back, and odds.

Like a game's own options they are a guild's, by game, and a lobby may change them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from engine.dice.dice_game import DiceGame
from engine.game import AnyGame
from engine.option import Option, Options, choice, switch

__all__ = ["GRACE", "ODDS", "TABLE", "TURN_TIME", "UNDO", "UNTIMED", "USUAL", "length_of", "table_of"]

LENGTHS: Mapping[str, timedelta] = {
    "1m": timedelta(minutes=1),
    "2m": timedelta(minutes=2),
    "5m": timedelta(minutes=5),
    "10m": timedelta(minutes=10),
    "15m": timedelta(minutes=15),
    "30m": timedelta(minutes=30),
    "1h": timedelta(hours=1),
    "3h": timedelta(hours=3),
    "6h": timedelta(hours=6),
    "12h": timedelta(hours=12),
    "1d": timedelta(days=1),
    "2d": timedelta(days=2),
    "3d": timedelta(days=3),
    "7d": timedelta(days=7),
}
"""How long something may take, by the word that an option has for it."""

OFF = "off"

TURN_TIME = Option("turn_time", "Time for a turn", "1d", choices=(OFF, *LENGTHS), ranked=False)
"""With it, nobody who goes away holds up the others; whoever plays alone holds up nobody."""

UNDO = switch("undo", "A box may be taken back until new dice are rolled", True, ranked=False)

GRACE = choice("grace", "How long a player who has left may come back", "5m", "1m", "15m", "1h", "1d", ranked=False)

ODDS = switch("odds", "Show the chance of each box", False, ranked=False)

TABLE: tuple[Option, ...] = (TURN_TIME, UNDO, GRACE, ODDS)

IN_TURNS: tuple[Option, ...] = (TURN_TIME, UNDO, ODDS)
"""What only a game settles in which turns go round; a card game knows no boxes, and takes back as it likes."""


def table_of(game: AnyGame) -> tuple[Option, ...]:
    """What a table of this game settles beside its rules."""
    return TABLE if isinstance(game, DiceGame) else tuple(option for option in TABLE if option not in IN_TURNS)


USUAL = Options.complete(TABLE, {})

UNTIMED = Options.complete(TABLE, {TURN_TIME.id: OFF})
"""For a game that began when no turn had a time."""


def length_of(options: Options, option: Option) -> timedelta | None:
    """The time that an option gives; None for "off"."""
    return LENGTHS.get(options.word(option.id))
