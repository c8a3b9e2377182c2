"""The search: best first, each position once, until it is won or nothing is left to try."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from engine.cards.solver.bits import ALL, KINGS, LOWER, PAIR_ABOVE, each
from engine.cards.solver.forced import forced
from engine.cards.solver.position import Layout, Position, Slots, Trail, in_order
from engine.cards.solver.steps import Choices, after

WASTE_BITS = 5
NEVER = 1 << 10
QUICK = 100
"""Positions looked at to see whether one could be won freely."""
NOTHING: Mapping[int, bool | None] = {}


class Found(NamedTuple):
    """What was found: whether it is won (None: not found out), the steps to it, and the positions looked at."""

    won: bool | None
    trail: Trail | None
    nodes: int


class Search:
    """A search, which may be taken on until it is decided: then `won` says how, and `trail` by which steps.

    With `freely` it asks about every position first. What is `known` of positions need not be found out again. It
    begins at the layout's start unless another is given.
    """

    def __init__(
        self,
        layout: Layout,
        freely: Freely | None = None,
        *,
        start: Position | None = None,
        known: Mapping[int, bool | None] = NOTHING,
    ) -> None:
        self.won: bool | None = None
        self.trail: Trail | None = None
        self.layout, self.freely, self.known = layout, freely, known
        self.goal = ALL ^ layout.absent
        self.in_order = 0 if layout.any_order else layout.talon.all
        self.queue: list[tuple[bool, int, int, Position]] = []
        self.queued: set[int] = set()
        self.seen: dict[int, list[int]] = {}
        """By position without the waste, where it was seen first: with no remainder, and with each in each pass."""
        self.lanes = 1 + (layout.rules.draw - 1) * (1 + (layout.rules.redeals or 0))
        self.pushed = 0
        self._push(start or layout.start)

    def run(self, nodes: int) -> int:
        """Look at so many more positions, or fewer if that decides it; returns how many."""
        left = nodes
        while self.won is None and self.queue and left:
            left -= self._look(left)
        if self.won is None and not self.queue:
            self.won = False
        return nodes - left

    def _look(self, most: int) -> int:
        """Look at the next position, and at as many as it takes to ask about it."""
        late, _, _, position = heappop(self.queue)
        position, slots = self._settled(position)
        known, spent = self.known.get(key(position)), 1
        if known or position.up == self.goal:
            self.won, self.trail = True, position.trail
        elif late:
            self._follow(position, slots)
        elif known is None and self._is_new(position):
            freely: bool | None = True
            if self.freely:
                freely, asked = self.freely.won(position, most - spent)
                spent += asked
            if freely:
                self._follow(position, slots)
            elif freely is None:
                self._put(position, late=True)
        return spent

    def _follow(self, position: Position, slots: Slots) -> None:
        for following in reversed(Choices(self.layout, position, slots).all()):
            self._push(following)

    def _settled(self, position: Position) -> tuple[Position, Slots]:
        """The position after all steps that are forced; a card that is due has to be used first."""
        slots = self.layout.slots(position)
        while not position.due and (step := forced(self.layout, position, slots)):
            position = after(self.layout, position, *step)
            slots = self.layout.slots(position)
        return position, slots

    def _push(self, position: Position) -> None:
        place = (key(position) << WASTE_BITS | position.waste) << WASTE_BITS | position.recycles
        if place not in self.queued:
            self.queued.add(place)
            self._put(position)

    def _put(self, position: Position, *, late: bool = False) -> None:
        self.pushed -= 1
        heappush(self.queue, (late, self._distance(position), self.pushed, position))

    def _distance(self, position: Position) -> int:
        """How far a position seems to be from the end; among equals the latest goes first.

        The fewer cards are at their origin and the more are up, the better. Where the stock gives its cards in an
        order, those in it count twice, and cards that bar another's way up twice more (tried out: of 142 deals with
        draw 3 that are not lost at once, 20,000 positions decided 125 with this, and 117 without).
        """
        origin = position.origin
        distance = origin.bit_count() - position.up.bit_count()
        if self.in_order:
            distance += (origin & self.in_order).bit_count()
            for card, barred in self.layout.barring:
                if card & origin and barred & origin:
                    distance += 2
        return distance

    def _is_new(self, position: Position) -> bool:
        """Whether neither the position was seen yet nor one from which it comes by drawing alone."""
        rules, waste, recycles = self.layout.rules, position.waste, position.recycles
        earliest = self.seen.setdefault(key(position), [NEVER] * self.lanes)
        # Drawing keeps the waste's remainder until it is turned over, which leads to the start of a pass from anywhere.
        passes, kind = recycles << WASTE_BITS | waste, waste % rules.draw
        lane = kind and kind + recycles * (rules.draw - 1)
        earlier = recycles if rules.redeals is not None else not waste
        if earliest[lane] <= passes or (not kind and min(earliest) >> WASTE_BITS < earlier):
            return False
        earliest[lane] = passes
        return True


class Freely:
    """Whether positions could be won if all of the stock could be had at any time, as far as that is quick to see.

    Where one can't be won even so, it is lost; where it is open, it can seldom be won, and had better come last. What
    was found out about one position helps with others.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout.freed()
        self.known: dict[int, bool | None] = {}

    def won(self, position: Position, most: int) -> tuple[bool | None, int]:
        """Whether that position could be won so, None where it is not quick to see; and the positions looked at."""
        # A card that is due came down for its place and must use it next; here that may wait.
        start = position._replace(waste=0, recycles=0, due=0, trail=None)
        spent = 0
        if key(start) not in self.known:
            search = Search(self.layout, start=start, known=self.known)
            spent = search.run(min(most, QUICK))
            self._learn(start, search)
        return self.known[key(start)], spent

    def _learn(self, start: Position, search: Search) -> None:
        self.known[key(start)] = search.won
        if search.won:
            for deed, card in in_order(search.trail):
                start = after(self.layout, start, deed, card)
                self.known[key(start)] = True
        elif search.won is False:
            self.known.update(dict.fromkeys(search.seen, False))


def key(position: Position) -> int:
    """What tells a position from others, apart from the waste."""
    return position.origin | position.up << 52 | position.due.bit_length() << 104


def hopeless(layout: Layout) -> bool:
    """Whether heads block one another for good, even if every card that is to be had could be used again and again."""
    start = layout.start
    slots = layout.slots(start)
    had = slots.visible | start.up | layout.talon.all
    heads, empty = start.heads, bool(slots.fitting & KINGS)
    while heads:
        leaving = [head for head in each(heads) if _may_leave(head, had, empty)]
        if not leaving:
            return True
        for head in leaving:
            heads ^= layout.leaving[head][1]
            had |= heads | layout.leaving[head][0]
            empty = empty or layout.leaving[head] == (head, head)
    return False


def _may_leave(head: int, had: int, empty: bool) -> bool:
    if not LOWER[head] & ~had:
        return True
    return empty if head & KINGS else bool(PAIR_ABOVE[head] & had)
