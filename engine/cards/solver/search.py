"""The search: best first, each position once, until it is won or nothing is left to try."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from engine.cards.solver.bits import ALL, KINGS, LOWER, PAIR_ABOVE, each
from engine.cards.solver.forced import forced
from engine.cards.solver.position import Layout, Position, Slots, Trail
from engine.cards.solver.steps import Choices, after

WASTE_BITS = 5
NEVER = 1 << 10


class Found(NamedTuple):
    """What a search found: whether it is won (None: not found out), the steps to it, and the positions looked at."""

    won: bool | None
    trail: Trail | None
    nodes: int


def search(layout: Layout, nodes: int) -> Found:
    """Search from the layout's start, looking at no more than so many positions."""
    if hopeless(layout):
        return Found(False, None, 0)
    return _Search(layout).run(nodes)


class _Search:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.goal = ALL ^ layout.absent
        self.in_order = 0 if layout.any_order else layout.talon.all
        self.queue: list[tuple[int, int, Position]] = []
        self.queued: set[int] = set()
        self.seen: dict[int, list[int]] = {}
        """By position without the waste, where it was seen first: with no remainder, and with each in each pass."""
        self.lanes = 1 + (layout.rules.draw - 1) * (1 + (layout.rules.redeals or 0))
        self.pushed = 0

    def run(self, nodes: int) -> Found:
        self._push(self.layout.start)
        looked_at = 0
        while self.queue:
            if looked_at == nodes:
                return Found(None, None, looked_at)
            looked_at += 1
            position, slots = self._settled(heappop(self.queue)[2])
            if position.up == self.goal:
                return Found(True, position.trail, looked_at)
            if self._is_new(position):
                for following in reversed(Choices(self.layout, position, slots).all()):
                    self._push(following)
        return Found(False, None, looked_at)

    def _settled(self, position: Position) -> tuple[Position, Slots]:
        """The position after all steps that are forced; a card that is due has to be used first."""
        slots = self.layout.slots(position)
        while not position.due and (step := forced(self.layout, position, slots)):
            position = after(self.layout, position, *step)
            slots = self.layout.slots(position)
        return position, slots

    def _push(self, position: Position) -> None:
        key = (_key(position) << WASTE_BITS | position.waste) << WASTE_BITS | position.recycles
        if key not in self.queued:
            self.queued.add(key)
            self.pushed -= 1
            heappush(self.queue, (self._distance(position), self.pushed, position))

    def _distance(self, position: Position) -> int:
        """How far a position seems to be from the end; among equals the latest goes first.

        The fewer cards are at their origin and the more are up, the better. Where the stock gives them in an order,
        those in it count twice (tried out: of 97 deals with draw 3 it won 82 instead of 77 in 12,000 positions).
        """
        origin = position.origin
        return origin.bit_count() + (origin & self.in_order).bit_count() - position.up.bit_count()

    def _is_new(self, position: Position) -> bool:
        """Whether neither the position was seen yet nor one from which it comes by drawing alone."""
        rules, waste, recycles = self.layout.rules, position.waste, position.recycles
        earliest = self.seen.setdefault(_key(position), [NEVER] * self.lanes)
        # Drawing keeps the waste's remainder until it is turned over, which leads to the start of a pass from anywhere.
        passes, kind = recycles << WASTE_BITS | waste, waste % rules.draw
        lane = kind and kind + recycles * (rules.draw - 1)
        earlier = recycles if rules.redeals is not None else not waste
        if earliest[lane] <= passes or (not kind and min(earliest) >> WASTE_BITS < earlier):
            return False
        earliest[lane] = passes
        return True


def _key(position: Position) -> int:
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
