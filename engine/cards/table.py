"""Klondike's table as an immutable value: seven piles, the stock and the waste, four foundations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards.card import KING, Card, Cards, of, rank, suit
from engine.fairdice import SUITS

PILES = 7
FOUNDATIONS = tuple(range(PILES, PILES + len(SUITS)))
WASTE, STOCK = 11, 12

Place = int
"""Where cards lie: 0 to 6 the piles, 7 to 10 the foundations of `CDHS`, 11 the waste, 12 the stock."""


def foundation(card: Card) -> Place:
    """Where that card's foundation is."""
    return FOUNDATIONS[suit(card)]


@dataclass(frozen=True, slots=True)
class Table:
    """All 52 cards, those that nobody may see too.

    `down` and `runs` are each pile's face-down and face-up cards, from the bottom. `talon` is the waste, from its
    bottom, and then the stock in the order of drawing; the first `turned` of it are the waste, so that drawing and
    turning the waste over move no card. `foundations` has the rank on top of each suit.
    """

    down: tuple[Cards, ...]
    runs: tuple[Cards, ...]
    talon: Cards
    turned: int = 0
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    recycles: int = 0

    @classmethod
    def deal(cls, deck: Sequence[Card]) -> Table:
        """The table after a deal: row by row from the left, each pile's last card face up; the rest is the stock."""
        piles: list[list[Card]] = [[] for _ in range(PILES)]
        cards = iter(deck)
        for row in range(PILES):
            for pile in range(row, PILES):
                piles[pile].append(next(cards))
        return cls(
            down=tuple(tuple(pile[:-1]) for pile in piles),
            runs=tuple((pile[-1],) for pile in piles),
            talon=tuple(cards),
        )

    # -- what can be seen ---------------------------------------------------------------------------------------------

    @property
    def covered(self) -> tuple[int, ...]:
        """The number of face-down cards in each pile."""
        return tuple(map(len, self.down))

    @property
    def stock_count(self) -> int:
        """The number of cards in the stock."""
        return len(self.talon) - self.turned

    @property
    def waste_count(self) -> int:
        """The number of cards in the waste."""
        return self.turned

    @property
    def waste(self) -> Cards:
        """The waste from its bottom; the last card can be played."""
        return self.talon[: self.turned]

    @property
    def foundation_cards(self) -> int:
        """The number of cards on the foundations."""
        return sum(self.foundations)

    @property
    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return self.foundations == (KING,) * len(SUITS)

    # -- moves, which nobody asks here whether they are legal ---------------------------------------------------------

    def moved(self, source: Place, target: Place, count: int) -> Table:
        """The table with cards from the top of one place on another; the same with places swapped takes it back.

        From the waste to the stock it is the turning over of the whole waste, or the taking back of a draw.
        """
        if {source, target} == {STOCK, WASTE}:
            return replace(self, turned=self.turned + (count if target == WASTE else -count))
        taken, cards = self._taken(source, count)
        return taken._put(target, cards)

    def _taken(self, place: Place, count: int) -> tuple[Table, Cards]:
        if place == WASTE:
            talon = self.talon[: self.turned - 1] + self.talon[self.turned :]
            return replace(self, talon=talon, turned=self.turned - 1), (self.talon[self.turned - 1],)
        if place in FOUNDATIONS:
            at = place - PILES
            return self._on_foundation(at, -1), (of(at, self.foundations[at]),)
        run = self.runs[place]
        return replace(self, runs=_replaced(self.runs, place, run[:-count])), run[-count:]

    def _put(self, place: Place, cards: Cards) -> Table:
        if place == WASTE:
            talon = self.talon[: self.turned] + cards + self.talon[self.turned :]
            return replace(self, talon=talon, turned=self.turned + 1)
        if place in FOUNDATIONS:
            return self._on_foundation(place - PILES, 1)
        return replace(self, runs=_replaced(self.runs, place, self.runs[place] + cards))

    def _on_foundation(self, at: int, change: int) -> Table:
        ranks = self.foundations
        return replace(self, foundations=(*ranks[:at], ranks[at] + change, *ranks[at + 1 :]))

    def turned_up(self, pile: Place) -> Table:
        """The table with a pile's topmost face-down card turned up."""
        down, run = self.down[pile], self.runs[pile]
        return replace(
            self,
            down=_replaced(self.down, pile, down[:-1]),
            runs=_replaced(self.runs, pile, run + down[-1:]),
        )

    def turned_down(self, pile: Place) -> Table:
        """The table with a pile's only face-up card turned down again."""
        return replace(
            self,
            down=_replaced(self.down, pile, self.down[pile] + self.runs[pile]),
            runs=_replaced(self.runs, pile, ()),
        )

    def recycled(self, times: int) -> Table:
        """The table with this much added to the number of times that the waste was turned over."""
        return replace(self, recycles=self.recycles + times)

    def cleared(self) -> Table:
        """The table with every card on its foundation, the end of a game that is as good as won."""
        ranks = list(self.foundations)
        for card in (*(card for run in self.runs for card in run), *self.talon):
            ranks[suit(card)] = max(ranks[suit(card)], rank(card))
        empty: tuple[Cards, ...] = ((),) * PILES
        return replace(self, runs=empty, talon=(), turned=0, foundations=tuple(ranks))


def _replaced(piles: tuple[Cards, ...], at: Place, cards: Cards) -> tuple[Cards, ...]:
    return (*piles[:at], cards, *piles[at + 1 :])
