"""A running game is small: at most 20 KB with 500 undos, its log and its hidden cards included (DESIGN section 10)."""

from __future__ import annotations

import random
import sys
from dataclasses import fields, is_dataclass
from typing import Any

from engine.cards.card import PACK
from engine.game import Move
from engine.games.klondike import GAME
from engine.match import Match
from tests.engine.klondike.tables import SOLE, wander
from tests.engine.table import Seeded, start

LIMIT = 20_000


def size(value: Any, seen: set[int]) -> int:
    """The bytes of a value and of all that it holds, each object once, without those in `seen`."""
    if id(value) in seen or value is None or isinstance(value, (bool, type)):
        return 0
    seen.add(id(value))
    inside: list[Any] = []
    if is_dataclass(value):
        inside = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, dict):
        inside = [*value, *value.values()]
    elif isinstance(value, (tuple, list, set, frozenset)):
        inside = list(value)
    return sys.getsizeof(value) + sum(size(one, seen) for one in inside)


def shared(match: Match) -> set[int]:
    """What all matches share: the game, its options and the cards."""
    return {id(match.game), id(match.options), *map(id, PACK)}


def long_game(seed: int) -> Match:
    """A game of more than 500 moves, none of them taken back."""
    match = start("klondike").proceed(Seeded(seed))
    luck = random.Random(seed)
    while len(match.plies) < 500:
        moves = GAME.legal_moves(match.state, SOLE)
        match = match.play(SOLE, Move("d") if "d" in moves and luck.random() < 0.9 else luck.choice(moves), Seeded(0))
    assert not match.over
    return match


def test_500_moves_that_can_be_taken_back() -> None:
    for seed in range(5):
        match = long_game(seed)
        assert GAME.view(match.state).undoable == 500
        assert size(match.state, shared(match)) < LIMIT / 2
        assert size(match, shared(match)) < LIMIT


def test_500_moves_and_500_undos() -> None:
    match = long_game(0)
    for _ in range(500):
        match = match.play(SOLE, Move("u"), Seeded(0))
    assert match.ply == 1000
    assert match.state.past == b""
    assert size(match, shared(match)) < LIMIT


def test_a_usual_game() -> None:
    match = wander(start("klondike").proceed(Seeded(3)), random.Random(3), 150)
    assert size(match, shared(match)) < LIMIT / 2
