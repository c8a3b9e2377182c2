"""Klondike's table in words: for messages, and what the picture and its alt text say as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.cards.card import SIGNS, Card, of, show
from engine.cards.view import View

__all__ = ["FOUNDATION_ORDER", "counters", "ending", "piles", "redeals", "score", "text_table"]

FOUNDATION_ORDER = (3, 2, 1, 0)
"""The suits as the table shows their foundations, by their places in `CDHS`: spades first, red beside black."""

ENDINGS = {
    "running": "",
    "ended_early": "Conceded",
    "resigned": "Conceded",
    "timeout": "Time was up",
    "stopped": "The game was stopped",
}


def text_table(view: View) -> str:
    """The table in lines, for a screen reader too: counters, stock, waste, foundations, and a line for each pile."""
    return "\n".join(
        [
            *filter(None, [ending(view)]),
            " · ".join(counters(view)),
            f"Stock: {stock(view)} · draw {view.rules.draw} · {redeals(view)}",
            f"Waste: {waste(view, _in_signs)}",
            f"Foundations: {', '.join(_foundations(view))}",
            *(f"{number}: {pile}" for number, pile in enumerate(piles(view, _in_signs), 1)),
            "-# In each line the last card lies on top.",
        ]
    )


def _in_signs(cards: tuple[Card, ...]) -> str:
    return " ".join(map(show, cards))


def _foundations(view: View) -> Iterator[str]:
    for suit in FOUNDATION_ORDER:
        top = view.foundations[suit]
        yield show(of(suit, top)) if top else f"no {SIGNS[suit]}"


# -- what pictures say too --------------------------------------------------------------------------------------------


def ending(view: View) -> str:
    """How the game ended, in a few words; empty while it runs."""
    if not view.won:
        return ENDINGS.get(view.ended, "Over")
    return f"Won in {_counted(view.moves, 'move')}{_by_themselves(view.auto_finished)}"


def _by_themselves(cards: int) -> str:
    if not cards:
        return ""
    return ", the last card by itself" if cards == 1 else f", the last {cards} cards by themselves"


def counters(view: View) -> Iterator[str]:
    """The numbers beside the table: moves, the score where one is kept, how many cards are up."""
    yield _counted(view.moves, "move")
    if view.score is not None:
        yield f"score {score(view.score)}"
    yield f"{view.foundation_cards} of 52 cards up"


def score(points: int) -> str:
    """A score, with a minus that every font has as wide as a plus."""
    return f"{points}".replace("-", "−")


def redeals(view: View) -> str:
    """How often the waste may still be turned over."""
    left = view.redeals_left
    if left is None:
        return "unlimited redeals"
    return f"{_counted(left, 'redeal') if left else 'no redeal'} left"


def stock(view: View) -> str:
    """What lies in the stock."""
    return f"{_counted(view.stock_count, 'card')} face down" if view.stock_count else "empty"


def waste(view: View, written: Callable[[tuple[Card, ...]], str]) -> str:
    """What lies in the waste, and which of it open."""
    if not view.waste_count:
        return "empty"
    beneath = view.waste_count - len(view.waste)
    return f"{beneath} beneath, {written(view.waste)}" if beneath else written(view.waste)


def piles(view: View, written: Callable[[tuple[Card, ...]], str]) -> Iterator[str]:
    """Each pile from the bottom: how many cards lie face down, then the others as they are to be written."""
    for covered, run in zip(view.covered, view.runs, strict=True):
        hidden = f"{covered} face down" if covered else ""
        shown = written(run) if run else "the top one can be turned up" if covered else "empty"
        yield ", ".join(filter(None, [hidden, shown]))


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
