"""Which moves Klondike allows (RULES section 6), asked of what lies face up: no answer depends on a hidden card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from engine.cards.card import ACE, KING, PACK, RANK_NAMES, SUIT_NAMES, Card, Cards, of, rank, red, show, suit
from engine.cards.table import FOUNDATIONS, PILES, STOCK, WASTE, Place, foundation
from engine.fairdice import SUITS
from engine.game import IllegalMove, Move, Options

DRAW, RECYCLE = Move("d"), Move("r")
FLIP = re.compile(r"x([1-7])", re.ASCII)
CARRY = re.compile(r"([1-7w])>([1-7f])|([CDHS])>([1-7])", re.ASCII)
"""From a pile or the waste to a pile or the foundation, or from a suit's foundation to a pile."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the options say of moves; `redeals` is how often the waste may be turned over, None for ever."""

    draw: int = 1
    redeals: int | None = None
    worry_back: bool = True
    auto_flip: bool = True
    early_autofinish: bool = False

    @property
    def any_order(self) -> bool:
        """Whether every card of stock and waste can be had at any time."""
        return self.draw == 1 and self.redeals is None

    @staticmethod
    @lru_cache(maxsize=256)
    def of(options: Options) -> Rules:
        """The rules under these options of Klondike's."""
        return Rules(
            draw=options.number("draw"),
            redeals=None if options["redeals"] is None else options.number("redeals"),
            worry_back=options.on("worry_back"),
            auto_flip=options.on("auto_flip"),
            early_autofinish=options.on("early_autofinish"),
        )


class Layout(Protocol):
    """What lies on the table for everyone to see: a table, or the view of it."""

    @property
    def covered(self) -> tuple[int, ...]:
        """The number of face-down cards in each pile."""

    @property
    def runs(self) -> tuple[Cards, ...]:
        """The face-up cards of each pile, from the bottom."""

    @property
    def stock_count(self) -> int:
        """The number of cards in the stock."""

    @property
    def waste_count(self) -> int:
        """The number of cards in the waste."""

    @property
    def waste(self) -> Cards:
        """The waste, or its topmost cards; the last one can be played."""

    @property
    def foundations(self) -> tuple[int, ...]:
        """The rank on top of each suit's foundation."""

    @property
    def recycles(self) -> int:
        """How often the waste was turned over."""


class Shift(NamedTuple):
    """What a move does with cards: so many from the top of one place to another; none where it turns one up."""

    source: Place
    target: Place
    cards: int


# -- a move that someone wants to make ----------------------------------------------------------------------------


def shift(layout: Layout, rules: Rules, move: Move) -> Shift:
    """What the move does; raises IllegalMove, which says why the rules refuse it."""
    if move == DRAW:
        return _draw(layout, rules)
    if move == RECYCLE:
        return _recycle(layout, rules)
    if found := FLIP.fullmatch(move):
        return _flip(layout, int(found[1]) - 1)
    if found := CARRY.fullmatch(move):
        return _carry(layout, rules, found[1] or found[3], found[2] or found[4])
    raise IllegalMove(f"{move[:20]!r} is no move; d, r, u, x4, w>f, w>4, 4>f, 4>6, S>4 and end are")


def _draw(layout: Layout, rules: Rules) -> Shift:
    if not layout.stock_count:
        raise IllegalMove("the stock is empty: turn the waste over" if layout.waste_count else "the stock is empty")
    return Shift(STOCK, WASTE, min(rules.draw, layout.stock_count))


def _recycle(layout: Layout, rules: Rules) -> Shift:
    if layout.stock_count:
        raise IllegalMove("the waste is turned over when the stock is empty; it is not yet")
    if not layout.waste_count:
        raise IllegalMove("there is no waste to turn over")
    if not redeal_left(layout, rules):
        raise IllegalMove(f"the waste may be turned over {_times(rules.redeals or 0)}, and it was")
    return Shift(WASTE, STOCK, layout.waste_count)


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _flip(layout: Layout, pile: Place) -> Shift:
    if not turns(layout, pile):
        lies = "its top card is face up already" if layout.runs[pile] else "it is empty"
        raise IllegalMove(f"there is no card to turn up on pile {pile + 1}: {lies}")
    return Shift(pile, pile, 0)


def _carry(layout: Layout, rules: Rules, source: str, target: str) -> Shift:
    if source in SUITS and not rules.worry_back:
        raise IllegalMove("a card on its foundation stays there (option worry_back is off)")
    if target == "f":
        return _up(layout, source)
    pile = int(target) - 1
    if source in SUITS or source == "w":
        card = _top(layout, source)
        if not fits(layout, card, pile):
            raise IllegalMove(f"{show(card)} does not fit there: {_takes(layout, pile)}")
        return Shift(foundation(card) if source in SUITS else WASTE, pile, 1)
    return _run(layout, int(source) - 1, pile)


def _up(layout: Layout, source: str) -> Shift:
    card = _top(layout, source)
    if not goes_up(layout, card):
        name, at = SUIT_NAMES[suit(card)], layout.foundations[suit(card)]
        has = f"has its {RANK_NAMES[at - 1]}" if at else "is empty"
        raise IllegalMove(f"{show(card)} can't go up: the foundation of {name} {has}, the next is its {RANK_NAMES[at]}")
    return Shift(WASTE if source == "w" else int(source) - 1, foundation(card), 1)


def _run(layout: Layout, source: Place, target: Place) -> Shift:
    if source == target:
        raise IllegalMove(f"pile {source + 1} can't move on itself")
    _top(layout, str(source + 1))
    count = part(layout, source, target)
    if not count:
        raise IllegalMove(f"no card of pile {source + 1}'s run fits there: {_takes(layout, target)}")
    return Shift(source, target, count)


def _top(layout: Layout, source: str) -> Card:
    """The card that can be taken from a place named as in a move; raises IllegalMove where there is none."""
    if source == "w":
        if not layout.waste_count:
            raise IllegalMove("the waste is empty")
        return layout.waste[-1]
    if source in SUITS:
        at = SUITS.index(source)
        if not layout.foundations[at]:
            raise IllegalMove(f"the foundation of {SUIT_NAMES[at]} is empty")
        return of(at, layout.foundations[at])
    run = layout.runs[int(source) - 1]
    if not run:
        lies = "has its top card face down" if layout.covered[int(source) - 1] else "is empty"
        raise IllegalMove(f"pile {source} {lies}")
    return run[-1]


def _takes(layout: Layout, pile: Place) -> str:
    """What a pile takes, for whoever tried something else."""
    run = layout.runs[pile]
    if not run:
        return f"turn up pile {pile + 1} first" if layout.covered[pile] else f"the empty pile {pile + 1} takes a king"
    top = run[-1]
    if rank(top) == ACE:
        return f"nothing goes on {show(top)}"
    colour = "black" if red(top) else "red"
    return f"on {show(top)} goes a {colour} {RANK_NAMES[rank(top) - 2]}"


# -- the same, asked of cards and places --------------------------------------------------------------------------


def _reach(onto: Card, top: Card) -> int:
    """How many cards, of which `top` is the last, make a run that goes on the card `onto`; 0 where none does."""
    cards = rank(onto) - rank(top)
    # A run descends by one and its colours take turns, so that its last card says what the others are.
    return cards if cards > 0 and (red(onto) == red(top)) == (cards % 2 == 0) else 0


_REACHED = {top: {onto: cards for onto in PACK if (cards := _reach(onto, top))} for top in PACK}
"""The same worked out, as each board asks some hundred times: by the last card, where it goes with how many."""


def takers(layout: Layout, top: Card, most: int) -> Iterator[tuple[Place, int]]:
    """The piles that take cards of which `top` is the last, and how many, of at most so many: from a king on if empty.

    On a card goes one that is one lower and of the other colour.
    """
    reached, to_king = _REACHED[top], KING - rank(top) + 1
    for pile, run in enumerate(layout.runs):
        cards = reached.get(run[-1], 0) if run else to_king * (not layout.covered[pile])
        if 0 < cards <= most:
            yield pile, cards


def fits(layout: Layout, card: Card, pile: Place) -> bool:
    """Whether the card may go on that pile."""
    return any(taker == pile for taker, _ in takers(layout, card, 1))


def goes_up(layout: Layout, card: Card) -> bool:
    """Whether the card is the next of its foundation."""
    return rank(card) == layout.foundations[suit(card)] + 1


def part(layout: Layout, source: Place, target: Place) -> int:
    """How many cards go from one pile to another: the part of the run whose bottom card fits; 0 for none."""
    return dict(_parts(layout, source)).get(target, 0)


def _parts(layout: Layout, source: Place) -> Iterator[tuple[Place, int]]:
    run = layout.runs[source]
    return takers(layout, run[-1], len(run)) if run else iter(())


def turns(layout: Layout, pile: Place) -> bool:
    """Whether the pile's top card is face down, and may be turned up."""
    return layout.covered[pile] > 0 and not layout.runs[pile]


def redeal_left(layout: Layout, rules: Rules) -> bool:
    """Whether the waste may be turned over once more."""
    return rules.redeals is None or layout.recycles < rules.redeals


def autofinishes(layout: Layout, rules: Rules) -> bool:
    """Whether the rest goes up by itself: all cards lie face up, and nothing is left in stock and waste.

    Then the lowest card that is left always lies on top of its pile, for each pile descends. Where every card of the
    stock can be had in any order, it may hold cards as well (option `early_autofinish`).
    """
    if any(layout.covered):
        return False
    if rules.early_autofinish and rules.any_order:
        return any(layout.runs) or layout.stock_count + layout.waste_count > 0
    return any(layout.runs) and not layout.stock_count + layout.waste_count


# -- all of them --------------------------------------------------------------------------------------------------


def moves(layout: Layout, rules: Rules) -> Iterator[tuple[Move, Shift]]:
    """Every legal move and what it does, by where its card comes from; `u` and `end` are apart."""
    if layout.stock_count:
        yield DRAW, _draw(layout, rules)
    elif layout.waste_count and redeal_left(layout, rules):
        yield RECYCLE, _recycle(layout, rules)
    if layout.waste_count:
        card = layout.waste[-1]
        if goes_up(layout, card):
            yield Move("w>f"), Shift(WASTE, foundation(card), 1)
        yield from _onto_piles(layout, card, "w", WASTE)
    for pile in range(PILES):
        yield from _moves_of_pile(layout, pile)
    if rules.worry_back:
        for at, top in enumerate(layout.foundations):
            if top:
                yield from _onto_piles(layout, of(at, top), SUITS[at], FOUNDATIONS[at])


def _moves_of_pile(layout: Layout, pile: Place) -> Iterator[tuple[Move, Shift]]:
    if turns(layout, pile):
        yield Move(f"x{pile + 1}"), Shift(pile, pile, 0)
    if layout.runs[pile]:
        card = layout.runs[pile][-1]
        if goes_up(layout, card):
            yield Move(f"{pile + 1}>f"), Shift(pile, foundation(card), 1)
        for target, cards in _parts(layout, pile):
            yield Move(f"{pile + 1}>{target + 1}"), Shift(pile, target, cards)


def _onto_piles(layout: Layout, card: Card, source: str, place: Place) -> Iterator[tuple[Move, Shift]]:
    for pile, _ in takers(layout, card, 1):
        yield Move(f"{source}>{pile + 1}"), Shift(place, pile, 1)
