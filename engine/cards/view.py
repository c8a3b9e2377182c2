"""What a player sees of a game of Klondike: boards, menus and hints are made from it, and it holds no hidden card."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards.card import Cards
from engine.cards.rules import Rules


@dataclass(frozen=True, slots=True)
class View:
    """The table as it lies open, and the counters beside it.

    `covered` counts each pile's face-down cards, `runs` are its face-up ones from the bottom. Of the waste the last
    one or three cards lie open, as many as are drawn at a time; the last one can be played. `score` is None where
    none is kept, `undoable` the number of moves that can be taken back.
    """

    rules: Rules
    covered: tuple[int, ...]
    runs: tuple[Cards, ...]
    stock_count: int
    waste_count: int
    waste: Cards
    foundations: tuple[int, ...]
    recycles: int
    moves: int
    score: int | None
    undoable: int
    auto_finished: int
    ended: str

    @property
    def foundation_cards(self) -> int:
        """The number of cards on the foundations."""
        return sum(self.foundations)

    @property
    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return self.ended == "complete"

    @property
    def redeals_left(self) -> int | None:
        """How often the waste may still be turned over; None for ever."""
        return None if self.rules.redeals is None else self.rules.redeals - self.recycles
