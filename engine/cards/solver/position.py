"""What a solver has to know of a game of Klondike, and what it may forget.

Two cards of a rank and colour, a pair, are as good as one another to lie on: where one of them is free, a run can go
over from the other. So it never matters which run lies on which card, only how many cards of each pair carry one. A
position is known by the cards that still are at their origin (face down, or lowest face up in their first pile, or in
the stock and waste) and by those up on the foundations; all others lie in runs somewhere. Cards leave their origin for
good, and there are 52 of them: a search is never deep.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.cards.card import KING, rank
from engine.cards.rules import Rules
from engine.cards.solver.bits import ALL, FIRST, KINGS, LOWER, MATE, PAIR_ABOVE, RANK_BITS, WANTING, across, at, bit
from engine.cards.solver.talon import Talon
from engine.cards.table import PILES, Table

UP, MOVE, OUT, OUT_UP, DOWN = range(5)
"""What is done with a card: up from a pile; with its run from its origin to another pile; from the waste to a pile;
from the waste up; and down from its foundation to a pile."""


class Trail(NamedTuple):
    """The steps that led to a position, the last one first."""

    before: Trail | None
    deed: int
    card: int


def in_order(trail: Trail | None) -> list[tuple[int, int]]:
    """The deeds and cards of a trail, the first step first."""
    steps = []
    while trail is not None:
        trail, deed, card = trail
        steps.append((deed, card))
    return steps[::-1]


class Position(NamedTuple):
    """A position as far as it matters.

    `origin` are the cards that are still where they were, `heads` those of them that lie lowest face up in their pile,
    `next` what the foundations take next, `up` what they have. `waste` counts the cards of the waste as far as they
    decide what can be drawn. `due` is a card that was just brought to a pile for its place: the next step must use it.
    """

    origin: int
    heads: int
    next: int
    up: int
    waste: int
    recycles: int
    due: int = 0
    trail: Trail | None = None


class Slots(NamedTuple):
    """What lies open in a position.

    `visible` are the cards in runs. `free` has both cards of every pair of which one carries nothing. `fitting` are the
    cards that could be put on a pile, wherever they are.
    """

    visible: int
    free: int
    fitting: int


class Layout:
    """What stays the same of a game while it is solved: which cards cover which at their origin, and the rules."""

    def __init__(self, table: Table, rules: Rules) -> None:
        self.table, self.rules = table, rules
        self.any_order = rules.any_order
        self.talon = Talon([bit(card) for card in table.talon], rules)
        self.leaving: dict[int, tuple[int, int]] = {}
        """By head, what changes in `origin` and in `heads` when it leaves."""
        self.under: dict[int, int] = {}
        """By card in a pile, all the cards beneath it."""
        heads = self._dig(table)
        origin, up = self._in_piles(), _up(table)
        self.absent = ALL ^ (origin | up | self.talon.all | _in_runs(table))
        """Cards that are nowhere: a test's table may have fewer."""
        self.barring = [(card, under & LOWER[card]) for card, under in self.under.items() if under & LOWER[card]]
        """Cards in piles that lie on lower ones of their suit, which have to go up before, and those."""
        self.pinned = {head: self._pinned(head) for head in self.under}
        self.needed = {head: 1 if MATE[head] & under else 2 for head, under in self.under.items()}
        self.wanting = {card: self._wanting(card) for card in WANTING}
        self.start = Position(
            origin=origin | self.talon.all,
            heads=heads,
            next=sum(at(top + 1, suit) for suit, top in enumerate(table.foundations)),
            up=up,
            waste=self.talon.counted(table.turned, len(table.talon)),
            recycles=0 if rules.redeals is None else table.recycles,
        )

    def freed(self) -> Layout:
        """The same where all of the stock can be had at any time."""
        return Layout(self.table, replace(self.rules, draw=1, redeals=None))

    def _dig(self, table: Table) -> int:
        """Take in what covers what, and give the heads."""
        heads = 0
        for down, run in zip(table.down, table.runs, strict=True):
            cards = [bit(card) for card in down + run[:1]]
            # A king at the bottom of a pile has nowhere better to go: it lies in a run as soon as it is bare.
            base = cards.pop(0) if cards and cards[0] & KINGS else 0
            below, under = 0, base
            for card in cards:
                self.leaving[card] = (card if below else card | base, card | below)
                self.under[card] = under
                below, under = card, under | card
            heads |= below
        return heads

    def _in_piles(self) -> int:
        cards = 0
        for head, under in self.under.items():
            cards |= head | under
        return cards

    def _pinned(self, head: int) -> int:
        """The cards for that head to lie on that can't go up before it leaves: it covers a lower one of their suit."""
        hosts = PAIR_ABOVE[head]
        pair = (hosts & -hosts, hosts & hosts - 1)
        return sum(host for host in pair if host and self.under[head] & LOWER[host])

    def _wanting(self, card: int) -> int:
        """The cards that may want a place on a card or below it, and that can't come from beneath it when it is up.

        It may come down from its foundation when those want it; where nothing comes down, it has to wait for them.
        """
        return WANTING[card] & ~(self.under.get(card, 0) if self.rules.worry_back else 0)

    def slots(self, position: Position) -> Slots:
        """What lies open."""
        visible = ALL ^ self.absent ^ position.up ^ position.origin ^ position.heads
        moved = visible ^ position.heads
        carried = across(moved << RANK_BITS)
        one = (visible | visible >> 1) & ~(carried | carried >> 1)
        both = visible & visible >> 1 & ~(carried & carried >> 1)
        first = (one | both) & FIRST
        free = first | first << 1
        fitting = across(free >> RANK_BITS)
        if position.heads.bit_count() + (moved & KINGS).bit_count() < PILES:
            fitting |= KINGS
        return Slots(visible, free, fitting)


def _up(table: Table) -> int:
    tops = (at(top, suit) for suit, top in enumerate(table.foundations) if top)
    return sum(LOWER[top] | top for top in tops)


def _in_runs(table: Table) -> int:
    cards = 0
    for down, run in zip(table.down, table.runs, strict=True):
        settled = bool(run) and not down and rank(run[0]) == KING
        cards |= sum(bit(card) for card in (run if settled else run[1:]))
    return cards
