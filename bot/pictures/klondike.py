"""Klondike's table as a picture, and its alt text: from what lies open alone."""

from __future__ import annotations

from bot.pictures.alt_text import LONGEST, units
from bot.pictures.card_table import scene
from bot.pictures.felt import felt_of
from bot.pictures.painter import paint
from bot.pictures.theme import DARK, Theme
from bot.text.klondike import FOUNDATION_ORDER, counters, ending, piles, redeals, stock, waste
from engine.cards.card import RANK_NAMES, SUIT_NAMES, Cards, rank, show, suit
from engine.cards.view import View


def table_picture(view: View, theme: Theme = DARK) -> bytes:
    """The table as a PNG of 1100 by 700 pixels, on felt that goes with the theme."""
    return paint(scene(view), felt_of(theme))


def alt_text(view: View) -> str:
    """What the picture shows, in at most 1,024 characters: all that one needs to play on."""
    told = _told(view, in_signs=False)
    return told if units(told) <= LONGEST else _told(view, in_signs=True)


def _told(view: View, *, in_signs: bool) -> str:
    written = _in_signs if in_signs else _in_words
    return " ".join(
        [
            f"Klondike: {', '.join([*filter(None, [ending(view).lower()]), *counters(view)])}.",
            f"Draw {view.rules.draw}, {redeals(view)}. Stock: {stock(view)}. Waste: {waste(view, written)}.",
            f"Foundations: {', '.join(_foundations(view))}.",
            *(f"Pile {number}: {pile}." for number, pile in enumerate(piles(view, written), 1)),
            "The last card named lies on top.",
        ]
    )


def _foundations(view: View) -> list[str]:
    tops = ((suit, view.foundations[suit]) for suit in FOUNDATION_ORDER)
    return [f"{SUIT_NAMES[suit]} {RANK_NAMES[top - 1] if top else 'none'}" for suit, top in tops]


def _in_words(cards: Cards) -> str:
    return ", ".join(f"{RANK_NAMES[rank(card) - 1]} of {SUIT_NAMES[suit(card)]}" for card in cards)


def _in_signs(cards: Cards) -> str:
    return " ".join(map(show, cards))
