"""Playing cards in the record's notation: rank then suit, `7H`, `TS`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NewType

from engine.fairdice import PACK as WORDS
from engine.fairdice import RANKS, SUITS
from engine.game import IllegalMove

Card = NewType("Card", str)
"""One of the 52 cards: its rank, of `A23456789TJQK`, then its suit, of `CDHS`."""

Cards = tuple[Card, ...]

ACE, KING = 1, 13
PACK: Cards = tuple(map(Card, WORDS))
"""All cards by suit, then by rank: what a deal starts from."""

SIGNS = "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = ("ace", *RANKS[1:9], "10", "jack", "queen", "king")

_rank = {card: RANKS.index(card[0]) + 1 for card in PACK}
_suit = {card: SUITS.index(card[1]) for card in PACK}
_shown = {card: card[0].replace("T", "10") + SIGNS[_suit[card]] for card in PACK}
_own = {str(card): card for card in PACK}


def rank(card: Card) -> int:
    """The card's rank, 1 for an ace to 13 for a king."""
    return _rank[card]


def suit(card: Card) -> int:
    """The card's suit by its place in `CDHS`."""
    return _suit[card]


def red(card: Card) -> bool:
    """Whether the card is a diamond or a heart."""
    return card[1] in "DH"


def of(suit: int, rank: int) -> Card:
    """The card of that suit and rank."""
    return PACK[suit * KING + rank - 1]


def show(card: Card) -> str:
    """The card as people write it: `7♥`, `10♠`."""
    return _shown[card]


def read_deck(words: Sequence[str]) -> Cards:
    """A whole pack, each card once; raises IllegalMove, which names the first card that is wrong."""
    found: dict[str, Card] = {}
    for place, word in enumerate(words, 1):
        if word not in _own:
            raise IllegalMove(f"card {place} of the deck, {word[:20]!r}, is none: a rank of {RANKS}, a suit of {SUITS}")
        if word in found:
            raise IllegalMove(f"{word} is in the deck twice, the second time as card {place}")
        found[word] = _own[word]
    missing = next((card for card in PACK if card not in found), None)
    if missing is not None:
        raise IllegalMove(f"the deck has {len(found)} cards, not {len(PACK)}: {missing} is missing")
    return tuple(found.values())
