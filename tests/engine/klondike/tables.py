"""Tables set up by name, and games of Klondike for Hypothesis."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from engine.cards.card import PACK, Card
from engine.cards.table import PILES, Table
from engine.fairdice import SUITS
from engine.game import Move, OptionValue, Seat
from engine.games.klondike import GAME, KlondikeState
from engine.match import Match, Player
from tests.engine.play import option_values
from tests.engine.table import Seeded

SOLE = Seat(0)
ALL_UP = {"C": 13, "D": 13, "H": 13, "S": 13}


def cards(text: str) -> tuple[Card, ...]:
    """Cards by their words."""
    assert all(word in PACK for word in text.split()), text
    return tuple(map(Card, text.split()))


def table(
    *piles: str,
    stock: str = "",
    waste: str = "",
    up: Mapping[str, int] | None = None,
    recycles: int = 0,
) -> Table:
    """A table: each pile from its bottom, its face-down cards before a bar (`2C 9D | KS QH`); `up` by suits."""
    parts = [("| " + pile if "|" not in pile else pile).split("|") for pile in piles]
    parts += [["", ""]] * (PILES - len(parts))
    return Table(
        down=tuple(cards(down) for down, _ in parts),
        runs=tuple(cards(run) for _, run in parts),
        talon=cards(waste) + cards(stock),
        turned=len(cards(waste)),
        foundations=tuple((up or {}).get(suit, 0) for suit in SUITS),
        recycles=recycles,
    )


def at(position: Table, **options: OptionValue) -> Match:
    """A running game at that table."""
    match = Match.start(GAME, GAME.complete(options), [Player("Ada")])
    return match.with_state(KlondikeState(match.options, position))


def table_of(match: Match) -> Table:
    """The table of a match, hidden cards and all."""
    state: KlondikeState = match.state
    return state.dealt


def said(match: Match) -> dict[str, Any]:
    """What the replay command says of the game."""
    return GAME.report(match.state)[0]


@st.composite
def starts(draw: st.DrawFn) -> Match:
    """A game just dealt, under any options."""
    changed = draw(st.lists(st.sampled_from(GAME.options), max_size=6, unique_by=lambda option: option.id))
    options = GAME.complete({option.id: draw(option_values(option)) for option in changed})
    return Match.start(GAME, options, [Player("Ada")]).proceed(Seeded(draw(st.integers(0, 2**32))))


def wander(match: Match, luck: random.Random, plies: int, *, undo: float = 0.1) -> Match:
    """The game after that many plies: mostly the most useful moves, some others, some taken back."""
    for _ in range(plies):
        if match.over:
            return match
        moves = GAME.legal_moves(match.state, SOLE)
        if match.state.past and (not moves or luck.random() < undo):
            move = Move("u")
        elif moves:
            move = moves[int(len(moves) * luck.random() ** 3)]
        else:
            return match
        match = match.play(SOLE, move, Seeded(0), ply=match.ply)
    return match


@st.composite
def games(draw: st.DrawFn) -> Match:
    """A game in which anything may have happened; running or over."""
    match = draw(starts())
    match = wander(match, random.Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 150)))
    for pick in draw(st.lists(st.integers(0, 40), max_size=12)):
        moves = () if match.over else GAME.legal_moves(match.state, SOLE)
        if moves:
            match = match.play(SOLE, moves[pick % len(moves)], Seeded(0))
    if draw(st.integers(0, 9)) == 0 and not match.over:
        match = match.play(SOLE, Move("end"), Seeded(0))
    return match


def every_card(position: Table) -> list[Card]:
    """All cards on a table, in any order."""
    piles = [card for pile in (*position.down, *position.runs) for card in pile]
    up = [PACK[13 * suit + rank] for suit in range(4) for rank in range(position.foundations[suit])]
    return [*piles, *position.talon, *up]


def forgotten(state: KlondikeState) -> KlondikeState:
    """The state without the counter, which undo does not take back."""
    return replace(state, moves=0)
