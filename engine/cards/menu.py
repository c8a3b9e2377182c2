"""The legal moves in the order in which they are most useful, and in plain words, from what a player sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.cards.card import Card, of, rank, red, show
from engine.cards.history import Step
from engine.cards.rules import Shift, goes_up, moves
from engine.cards.table import FOUNDATIONS, PILES, STOCK, WASTE, Place
from engine.cards.view import View
from engine.fairdice import SUITS
from engine.game import Move

FLIP, SAFE, UNCOVERS, GOES_UP, WASTE_PLAY, KING_TO_EMPTY, FREES, STOCK_PLAY, SHIFTS, WORRY_BACK, IDLE = range(11)
"""The kinds of moves, the most useful first."""


class Entry(NamedTuple):
    """A legal move, what it does, and its kind, of those above."""

    move: Move
    done: Shift
    kind: int


def menu(view: View) -> list[Entry]:
    """Every legal move, the most useful first; among equals, where the most cards lie face down."""
    first_empty = _first_empty(view)
    found = [Entry(move, done, _kind(view, done, first_empty)) for move, done in moves(view, view.rules)]
    return sorted(found, key=lambda entry: (entry.kind, -_covered(view, entry.done.source)))


def safe(entries: Iterable[Entry]) -> Move | None:
    """A move of a card up that can never be regretted; None where there is none in the menu."""
    return next((entry.move for entry in entries if entry.kind == SAFE), None)


def _first_empty(view: View) -> int | None:
    return next((pile for pile in range(PILES) if not view.runs[pile] and not view.covered[pile]), None)


def _covered(view: View, source: Place) -> int:
    return view.covered[source] if source < PILES else 0


def _kind(view: View, done: Shift, first_empty: int | None) -> int:
    if STOCK in {done.source, done.target}:
        return STOCK_PLAY
    if not done.cards:
        return FLIP
    if done.source in FOUNDATIONS:
        return WORRY_BACK
    return _kind_up(view, done) if done.target in FOUNDATIONS else _kind_to_pile(view, done, first_empty)


def _kind_to_pile(view: View, done: Shift, first_empty: int | None) -> int:
    if not view.runs[done.target]:
        return _kind_of_king(view, done, first_empty)
    if done.source == WASTE:
        return WASTE_PLAY
    return _kind_between(view, done)


def _kind_up(view: View, done: Shift) -> int:
    if _is_safe(view, moved(view, done)):
        return SAFE
    return UNCOVERS if uncovers(view, done) else GOES_UP


def _is_safe(view: View, card: Card) -> bool:
    """Whether no card can still need this one to lie on: those that could are up, or may go up at any time."""
    others = [view.foundations[at] for at in range(len(SUITS)) if red(of(at, 1)) != red(card)]
    return rank(card) <= 2 or rank(card) <= min(others) + 1


def _kind_of_king(view: View, done: Shift, first_empty: int | None) -> int:
    # One empty pile is as good as another, and a pile that a king already starts gains nothing by moving.
    if done.target != first_empty or (done.source < PILES and empties(view, done)):
        return IDLE
    return UNCOVERS if uncovers(view, done) else KING_TO_EMPTY


def _kind_between(view: View, done: Shift) -> int:
    if uncovers(view, done):
        return UNCOVERS
    if empties(view, done) or goes_up(view, view.runs[done.source][-done.cards - 1]):
        return FREES
    return SHIFTS


# -- what a move does -------------------------------------------------------------------------------------------------


def moved(view: View, done: Shift) -> Card:
    """The card that a move takes, the bottom one of a run; not asked of the stock."""
    return view.waste[-1] if done.source == WASTE else _bottom(view, done.source, done.cards)


def _bottom(view: View, place: Place, cards: int) -> Card:
    """The lowest of so many cards on top of a pile, or the top one of a foundation."""
    if place in FOUNDATIONS:
        at = place - PILES
        return of(at, view.foundations[at])
    return view.runs[place][-cards]


def uncovers(view: View, done: Shift) -> bool:
    """Whether a move takes all that lies on a face-down card."""
    return done.source < PILES and done.cards == len(view.runs[done.source]) and view.covered[done.source] > 0


def empties(view: View, done: Shift) -> bool:
    """Whether a move takes a pile's last cards."""
    return done.source < PILES and done.cards == len(view.runs[done.source]) and not view.covered[done.source]


# -- in words -----------------------------------------------------------------------------------------------------


def words(view: View, done: Shift) -> str:
    """What a legal move does in plain words, as a menu lists it: `7♥ from 3 to 6`."""
    if done.source == STOCK:
        return "Draw a card" if done.cards == 1 else f"Draw {done.cards} cards"
    if done.target == STOCK:
        return "Turn the waste over"
    if not done.cards:
        return f"Turn up the card on {done.source + 1}"
    return f"{_what(moved(view, done), done.cards)} {_way(done)}"


def done(view: View, step: Step) -> str:
    """The same of a move that was made: `7♥ went from 3 to 6`; the view is the one after it."""
    if step.target == WASTE:
        return "A card was drawn" if step.cards == 1 else f"{step.cards} cards were drawn"
    if step.target == STOCK:
        return "The waste was turned over"
    if not step.cards:
        return f"{show(view.runs[step.source][-1])} was turned up on {step.source + 1}"
    lying = _bottom(view, step.target, step.cards)
    return f"{_what(lying, step.cards)} went {_way(Shift(step.source, step.target, step.cards))}"


def _what(card: Card, cards: int) -> str:
    return f"{show(card)} and {cards - 1} more" if cards > 1 else show(card)


def _way(done: Shift) -> str:
    if done.source in FOUNDATIONS:
        return f"from its foundation back to {done.target + 1}"
    source = "the waste" if done.source == WASTE else done.source + 1
    return f"from {source} to {'its foundation' if done.target in FOUNDATIONS else done.target + 1}"


def effect(view: View, done: Shift) -> str:
    """What a legal move brings, in a few words; nothing where that is plain."""
    if done.target == STOCK and view.redeals_left is not None:
        return f"{view.redeals_left - 1} more after it" if view.redeals_left > 1 else "for the last time"
    if STOCK in {done.source, done.target} or not done.cards:
        return ""
    found = []
    if uncovers(view, done):
        found.append("turns up a card" if view.rules.auto_flip else "lays a card bare")
    if empties(view, done):
        found.append(f"empties {done.source + 1}")
    if done.target < PILES and not view.runs[done.target]:
        found.append("to an empty pile")
    return ", ".join(found)
