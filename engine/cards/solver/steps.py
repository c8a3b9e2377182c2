"""The steps that a search has to try, each with the position after it."""

from __future__ import annotations

from collections.abc import Callable

from engine.cards.solver.bits import ALL, MATE, PAIR_BELOW, RANK_BITS, each
from engine.cards.solver.position import DOWN, MOVE, OUT, OUT_UP, UP, Layout, Position, Slots, Trail


def after(layout: Layout, position: Position, deed: int, card: int) -> Position:
    """The position after something was done with a card, which nobody asks here whether it can be."""
    return _DEEDS[deed](layout, position, card)


def _up(layout: Layout, position: Position, card: int) -> Position:
    origin, heads, following, up, waste, recycles, _, trail = position
    if card & heads:
        leaves, heads_change = layout.leaving[card]
        origin, heads = origin ^ leaves, heads ^ heads_change
    following += (card << RANK_BITS) - card
    return Position(origin, heads, following, up | card, waste, recycles, 0, Trail(trail, UP, card))


def _move(layout: Layout, position: Position, card: int) -> Position:
    origin, heads, following, up, waste, recycles, _, trail = position
    leaves, heads_change = layout.leaving[card]
    trail = Trail(trail, MOVE, card)
    return Position(origin ^ leaves, heads ^ heads_change, following, up, waste, recycles, 0, trail)


def _out(layout: Layout, position: Position, card: int) -> Position:
    origin, heads, following, up, waste, recycles, _, trail = position
    if layout.any_order:
        # Left where it is it can be had at any time: it comes out to be of use.
        return Position(origin ^ card, heads, following, up, waste, recycles, card, Trail(trail, OUT, card))
    waste, recycles = layout.talon.reach(origin, waste, recycles).after[card]
    return Position(origin ^ card, heads, following, up, waste, recycles, 0, Trail(trail, OUT, card))


def _out_up(layout: Layout, position: Position, card: int) -> Position:
    origin, heads, following, up, waste, recycles, _, trail = position
    if not layout.any_order:
        waste, recycles = layout.talon.reach(origin, waste, recycles).after[card]
    following += (card << RANK_BITS) - card
    return Position(origin ^ card, heads, following, up | card, waste, recycles, 0, Trail(trail, OUT_UP, card))


def _down(layout: Layout, position: Position, card: int) -> Position:
    origin, heads, following, up, waste, recycles, _, trail = position
    following -= (card << RANK_BITS) - card
    return Position(origin, heads, following, up ^ card, waste, recycles, card, Trail(trail, DOWN, card))


_DEEDS = {UP: _up, MOVE: _move, OUT: _out, OUT_UP: _out_up, DOWN: _down}


Bring = Callable[[Layout, Position, int], Position]


class Choices:
    """What can be done in a position, seen once for all questions."""

    def __init__(self, layout: Layout, position: Position, slots: Slots) -> None:
        self.layout, self.position = layout, position
        self.visible, self.free, self.fitting = slots
        self.tops = position.next >> RANK_BITS & ALL if layout.rules.worry_back else 0
        if layout.any_order:
            self.drawn = position.origin & layout.talon.all
        else:
            self.drawn = layout.talon.reach(position.origin, position.waste, position.recycles).cards

    def all(self) -> list[Position]:
        """The positions after every step worth trying, the most promising first."""
        return self._uses() if self.position.due else self._any()

    def _any(self) -> list[Position]:
        layout, position = self.layout, self.position
        worry_back = layout.rules.worry_back
        ups = position.next & self.visible & self.free
        found = [_up(layout, position, card) for card in each(ups)]
        # What can go up need not move: from there it may come down to where it would have moved.
        moves = position.heads & self.fitting & ~(ups if worry_back else 0)
        found += [_move(layout, position, card) for card in each(moves)]
        out_up = self.drawn & position.next
        found += [_out_up(layout, position, card) for card in each(out_up)]
        out = self.drawn & self.fitting & ~(out_up if worry_back else 0)
        found += self._brought(_out, out) if layout.any_order else [_out(layout, position, c) for c in each(out)]
        return found + self._brought(_down, self.tops & self.fitting)

    def _uses(self) -> list[Position]:
        """The positions after the place of the card that is due was used: by what lies on it, or by its mate.

        Its mate hands over what it carries, and goes up.
        """
        layout, position, due = self.layout, self.position, self.position.due
        guests = PAIR_BELOW[due]
        mate = MATE[due] & position.next & self.visible
        found = [_up(layout, position, mate)] if mate else []
        found += [_move(layout, position, card) for card in each(position.heads & guests)]
        out = self.drawn & guests
        found += self._brought(_out, out) if layout.any_order else [_out(layout, position, c) for c in each(out)]
        found += self._brought(_down, self.tops & guests)
        if due & position.next and self._useful_below(due >> RANK_BITS):
            # What came down has bared the next lower card of its suit, which may come down as well once it has a place.
            found += self._brought(_down, self.tops & self.fitting & ~guests)
            if layout.any_order:
                found += self._brought(_out, self.drawn & self.fitting & ~guests)
        return found

    def _brought(self, bring: Bring, cards: int) -> list[Position]:
        """The positions after each of these cards was brought to a pile, if its place is of use."""
        useful = self._useful_below if bring is _down else self._useful
        return [bring(self.layout, self.position, card) for card in each(cards) if useful(card)]

    def _useful(self, card: int) -> bool:
        """Whether someone can use the card's place: a card that may lie on it, or its mate for what it carries.

        Nobody needs it while the card's pair has a free place anyway.
        """
        if card & self.free:
            return False
        position = self.position
        guests = position.heads | self.drawn | self.tops
        return bool(PAIR_BELOW[card] & guests or MATE[card] & position.next & self.visible)

    def _useful_below(self, card: int) -> bool:
        """Whether the place of the top card of a foundation is of use, or that of one beneath it."""
        while card and not self._useful(card):
            card >>= RANK_BITS
        return card > 0
