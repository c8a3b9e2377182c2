"""Steps that can never be wrong, so that a search takes them at once and alone.

Each stands here with the reason why whoever wins from a position wins after the step as well.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards.solver.bits import KINGS, RANK_BITS, WANTING, each
from engine.cards.solver.position import MOVE, OUT_UP, UP, Layout, Position, Slots
from engine.cards.table import PILES


class Step(NamedTuple):
    """Something done with a card."""

    deed: int
    card: int


def forced(layout: Layout, position: Position, slots: Slots) -> Step | None:
    """A step that can't be wrong; None where there is none."""
    ups = position.next & slots.visible & slots.free
    return (
        (_up(layout, position, ups) if ups else None)
        or _out_up(layout, position)
        or _leaving(layout, position, slots, ups)
        or _king(layout, position, slots)
    )


def _up(layout: Layout, position: Position, ups: int) -> Step | None:
    moved = ups & ~position.heads
    if moved and layout.rules.worry_back:
        # It may come back as long as its place is free, and whatever takes the place could take it there as well.
        return Step(UP, moved & -moved)
    # Nobody will want a place on it: all that ever could is up, or beneath it and can't come before it leaves.
    safe = (card for card in each(ups) if not layout.wanting[card] & ~position.up)
    return next((Step(UP, card) for card in safe), None)


def _out_up(layout: Layout, position: Position) -> Step | None:
    """A card from the waste up, where none is harder to get at without it."""
    cards = position.next & position.origin & layout.talon.all
    if not cards:
        return None
    if not layout.any_order:
        # Without the last card the others come as before. In mid-pass, though, drawing up to it would pass some.
        if position.waste or layout.rules.redeals is not None:
            return None
        cards &= layout.talon.last(position.origin)
    for card in each(cards):
        # It may come down when its place is wanted, but keeps the card before it from coming down.
        kept = card >> RANK_BITS if layout.rules.worry_back else card
        if not WANTING.get(kept, 0) & ~position.up:
            return Step(OUT_UP, card)
    return None


def _leaving(layout: Layout, position: Position, slots: Slots, ups: int) -> Step | None:
    """A head that moves where it takes no place from anyone.

    The `pinned` cards for it to lie on stay in their piles until it leaves, for it covers what has to go up before; and
    its mate, the only other card for their places, lies beneath it or has a second such place.
    """
    for head in each(position.heads & slots.fitting):
        if (slots.visible & layout.pinned[head]).bit_count() >= layout.needed[head]:
            return Step(UP if head & ups and layout.rules.worry_back else MOVE, head)
    return None


def _king(layout: Layout, position: Position, slots: Slots) -> Step | None:
    """A king to an empty pile, where there are enough of those for all kings that may still want one."""
    kings = position.heads & KINGS
    if not kings:
        return None
    placed = slots.visible & ~position.heads & KINGS
    empty = PILES - position.heads.bit_count() - placed.bit_count()
    return Step(MOVE, kings & -kings) if empty >= (KINGS & ~placed).bit_count() else None
