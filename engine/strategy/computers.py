"""Computer players: perfect play, and three levels that deviate from it in a stated way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from engine.dice.notation import KEEP
from engine.game import Move
from engine.strategy.advice import Advice
from engine.strategy.policy import Policy
from engine.strategy.position import advise_state
from engine.strategy.sight import seen


@dataclass(frozen=True, slots=True)
class Level:
    """How well a computer sees: the worth of each choice up to a normal error of this standard deviation, in points.

    A choice is a box, or which dice are kept, wherever equal ones lie. It takes the one that looks best, of equal ones
    the first. `words` is a sentence for players.
    """

    id: str
    title: str
    words: str
    error: float


def _level(id: str, title: str, error: int) -> Level:
    points = "a point" if error == 1 else f"{error} points"
    return Level(id, title, f"Sees what each choice is worth to within about {points}.", error)


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        level.id: level
        for level in (
            _level("careless", "Careless", 5),
            _level("casual", "Casual", 2),
            _level("strong", "Strong", 1),
            Level("perfect", "Perfect", "Sees exactly what each choice is worth.", 0),
        )
    }
)
"""The levels by id, from the weakest on, the same in every game; benchmarks/COMPUTERS.md has what they get."""


def choose(policy: Policy, state: Any, level: str, luck: np.random.Generator) -> Move:
    """The move of a computer of this level in this state, from what its player sees; `luck` is for its errors.

    Raises as advise_state does, and KeyError for a level that isn't there.
    """
    found = choices(advise_state(policy, state))
    worth = seen(np.array([one.to_come for one in found]), LEVELS[level].error, luck)
    # Of what looks equal the first, so that without errors it is the first advice.
    return found[int(worth.round(6).argmax())].move


def choices(advice: list[Advice]) -> list[Advice]:
    """The best move of each choice, best first: where positions matter, the same dice can be kept in several ways."""
    found: dict[str, Advice] = {}
    for one in advice:
        found.setdefault(choice(one.move), one)
    return list(found.values())


def choice(move: str) -> str:
    """The choice that a move makes: a box, or the dice kept, in order."""
    return "".join(sorted(move)) if KEEP.fullmatch(move) else move
