"""Tables of Klondike to look at: a game at its start, in its middle and at its end, and what is hard to draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.pictures.specimens import CHANCE
from engine.cards.card import KING, Card, Cards
from engine.cards.view import View
from engine.game import OptionValue
from engine.games.klondike import GAME
from engine.match import Match, Player


def dealt(**options: OptionValue) -> Match:
    """A game after its deal."""
    return Match.start(GAME, GAME.complete(options), [Player("Alice")]).proceed(CHANCE)


def played(match: Match, moves: int) -> Match:
    """The game after so many of the moves that its menu has first."""
    for _ in range(moves):
        if match.to_move is not None:
            match = match.play(match.to_move, GAME.legal_moves(match.state, match.to_move)[0], CHANCE)
    return match


def view(match: Match) -> View:
    """What is to be seen of a game."""
    return GAME.view(match.state)


def cards(words: str) -> Cards:
    """Cards in the record's notation."""
    return tuple(map(Card, words.split()))


def _longest() -> View:
    """Piles as long as they can be, each longest one beside others."""
    red = cards("KD QC JD TC 9D 8C 7D 6C 5D 4C 3D 2C AD")
    black = cards("KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS")
    runs = (cards("KC"), cards("QD JC TD"), cards("KH"), cards("QS"), cards("9C"), red, black)
    table = replace(view(dealt(draw=3, scoring="vegas")), covered=tuple(range(7)), runs=runs, moves=12345)
    return replace(table, stock_count=0, waste_count=24, waste=cards("TD TC TH"))


def _bared() -> View:
    """Piles whose top card lies face down, and empty ones."""
    bared = view(dealt(auto_flip=False, redeals=0))
    return replace(bared, covered=(0, 1, 2, 3, 0, 0, 6), runs=((), (), (), (), (), cards("KH"), ()))


def _won() -> View:
    bare = replace(view(dealt()), covered=(0,) * 7, runs=((),) * 7, stock_count=0, foundations=(KING,) * 4)
    return replace(bare, ended="complete", moves=142, auto_finished=31)


TABLES: Mapping[str, Callable[[], View]] = MappingProxyType(
    {
        "start": lambda: view(dealt()),
        "middle": lambda: view(played(dealt(draw=3, redeals=2, scoring="standard"), 20)),
        "late": lambda: view(played(dealt(scoring="standard"), 90)),
        "longest": _longest,
        "bared": _bared,
        "won": _won,
        "conceded": lambda: replace(view(played(dealt(draw=3, scoring="vegas"), 40)), ended="ended_early"),
    }
)
"""What is to be seen of games, by name."""
