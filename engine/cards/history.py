"""What undo needs of a game of Klondike, in six bytes a move: the opposite of each move, not the table before it."""

from __future__ import annotations

import struct
from typing import NamedTuple

from engine.cards.rules import Rules, shift
from engine.cards.table import FOUNDATIONS, PILES, STOCK, WASTE, Place, Table
from engine.game import Move

PACKED = struct.Struct("<BBBBh")


class Step(NamedTuple):
    """What a move did: cards from one place on another, whether a card was turned up, and what the score gained."""

    source: Place
    target: Place
    cards: int
    turned_up: bool = False
    gained: int = 0

    @property
    def recycles(self) -> bool:
        """Whether the waste was turned over."""
        return self.source == WASTE and self.target == STOCK

    def done(self, table: Table) -> Table:
        """The table after the move."""
        table = table.moved(self.source, self.target, self.cards) if self.cards else table
        table = table.turned_up(self.source) if self.turned_up else table
        return table.recycled(1) if self.recycles else table

    def undone(self, table: Table) -> Table:
        """The table before the move, given the one after it."""
        table = table.recycled(-1) if self.recycles else table
        table = table.turned_down(self.source) if self.turned_up else table
        return table.moved(self.target, self.source, self.cards) if self.cards else table

    def earns(self, table: Table, draw: int) -> int:
        """The points of standard scoring for the move, given the table after it (RULES section 6)."""
        earned = 5 if self.turned_up else 0
        if self.recycles:
            return _recycling(table.recycles, draw)
        if self.target in FOUNDATIONS:
            return earned + 10
        if self.source in FOUNDATIONS:
            return -15
        return earned + (5 if self.source == WASTE else 0)


def _recycling(recycles: int, draw: int) -> int:
    if draw == 1:
        return -100
    return -20 if recycles >= 4 else 0


def step_of(table: Table, rules: Rules, move: Move) -> Step:
    """What the move does on this table; raises IllegalMove."""
    source, target, cards = shift(table, rules, move)
    if not cards:
        return Step(source, target, cards, turned_up=True)
    bared = source < PILES and cards == len(table.runs[source]) and table.covered[source] > 0
    return Step(source, target, cards, turned_up=bared and rules.auto_flip)


def push(past: bytes, step: Step) -> bytes:
    """The history with one more move."""
    return past + PACKED.pack(*step)


def pop(past: bytes) -> tuple[bytes, Step]:
    """The history without its last move, and that move; there must be one."""
    source, target, cards, turned_up, gained = PACKED.unpack_from(past, len(past) - PACKED.size)
    return past[: -PACKED.size], Step(source, target, cards, bool(turned_up), gained)


def length(past: bytes) -> int:
    """The number of moves in a history."""
    return len(past) // PACKED.size
