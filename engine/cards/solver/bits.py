"""Sets of cards as whole numbers, so that a question about all cards at once is a handful of operations.

A card is one bit: four bits a rank from the aces up, and within a rank diamonds, hearts, clubs, spades. The two cards
of a rank and colour, a pair, lie side by side; the pair that they go on lies four bits up and two across.
"""

from __future__ import annotations

from engine.cards.card import KING, PACK, Card, rank, suit

SUIT_BITS = (2, 0, 1, 3)
"""Where the suits of `CDHS` stand within a rank."""

RANK_BITS = 4
ALL = (1 << RANK_BITS * KING) - 1
KINGS = 0xF << RANK_BITS * (KING - 1)
RED = int("3" * KING, 16)
"""The red half of every rank."""
FIRST = int("5" * KING, 16)
"""The first card of every pair."""


def at(rank: int, suit: int) -> int:
    """The card of that rank and suit of `CDHS` as a set of one; one above the king is none in ALL."""
    return 1 << RANK_BITS * (rank - 1) + SUIT_BITS[suit]


def bit(card: Card) -> int:
    """The card as a set of one."""
    return at(rank(card), suit(card))


CARDS = {bit(card): card for card in PACK}
MATE: dict[int, int] = {}
"""The other card of the pair."""
PAIR_BELOW: dict[int, int] = {}
"""The two cards that may lie on a card; none for an ace."""
PAIR_ABOVE: dict[int, int] = {}
"""The two cards that a card may lie on; none for a king."""
LOWER: dict[int, int] = {}
"""The lower cards of the same suit."""
WANTING: dict[int, int] = {}
"""The cards that may at some time want a place on a card, or on one that lies on it, and so on down."""


def across(cards: int) -> int:
    """The same ranks in the other colour."""
    return (cards & RED) << 2 | cards >> 2 & RED


def each(cards: int) -> list[int]:
    """The cards of a set, one by one."""
    found = []
    while cards:
        card = cards & -cards
        cards ^= card
        found.append(card)
    return found


def _fill() -> None:
    for card in CARDS:
        low, at = divmod(card.bit_length() - 1, RANK_BITS)
        own, other = (0b0011, 0b1100) if at < 2 else (0b1100, 0b0011)
        MATE[card] = 1 << RANK_BITS * low + (at ^ 1)
        PAIR_BELOW[card] = other << RANK_BITS * (low - 1) if low else 0
        PAIR_ABOVE[card] = other << RANK_BITS * (low + 1) if low < KING - 1 else 0
        LOWER[card] = sum(1 << RANK_BITS * i + at for i in range(low))
        WANTING[card] = sum(other << RANK_BITS * i for i in range(low))
        WANTING[card] |= sum(own << RANK_BITS * i for i in range(low - 1))


_fill()
