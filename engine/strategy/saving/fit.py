"""Fitting a game's values: from full cards back to the empty one, then again with cards as play brings them about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.strategy.lattice import Floats
from engine.strategy.progress import Tell, silent
from engine.strategy.saving.backup import Backup
from engine.strategy.saving.chase import chase_of
from engine.strategy.saving.features import Features
from engine.strategy.saving.levels import Exact, Fitted, Level, Over
from engine.strategy.saving.play import Player
from engine.strategy.saving.race import race
from engine.strategy.saving.samples import random_cards
from engine.strategy.saving.sheet import Cards, Sheet
from engine.strategy.saving.values import Values

SEED = 1
RIDGE = 1e-5
"""How much large weights are held against a fit, by card."""

FEW = 4000
"""Levels of at most so many cards are kept exactly."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a fit is made from: random cards a level; then, for each pass, matches played and random cards added."""

    random: int
    passes: tuple[tuple[int, int], ...] = ()


PLAN = Plan(800, ((1000, 300), (3000, 300)))


def fit(sheet: Sheet, plan: Plan = PLAN, tell: Tell = silent) -> Values:
    """The values of a game; the same each time where numpy adds up in the same order, so not on every machine."""
    tell(0.0)
    values = Fit(sheet, plan, tell).run()
    tell(1.0)
    return values


class Fit:
    """The levels as they are worked out."""

    def __init__(self, sheet: Sheet, plan: Plan, tell: Tell) -> None:
        self._sheet, self._chase, self._plan, self._tell = sheet, chase_of(sheet), plan, tell
        self._done, self._todo = 0, _cards(sheet, plan)
        self._luck = np.random.default_rng(SEED)
        self._backup = Backup(sheet, self._chase)
        self._arrays = {"race": race(sheet, self._backup)}
        self._features = Features(sheet, self._arrays["race"])
        self._levels: list[Level] = [Over(sheet)] * (sheet.size + 1)

    def run(self) -> Values:
        """Work out everything."""
        inexact, plan = self._exact_levels(), self._plan
        if inexact:
            self._pass(inexact, lambda filled: self._random(filled, plan.random), plan.random)
            for matches, more in plan.passes:
                self._pass(inexact, self._as_played(matches, more), matches + more)
        return Values(self._sheet, self._arrays)

    def _exact_levels(self) -> int:
        """Work out the last levels card by card; how many there are before them."""
        for filled in range(self._sheet.size - 1, -1, -1):
            if self._sheet.count(filled) > FEW:
                return filled + 1
            values = self._backup.values(filled, self._sheet.level(filled), self._levels[filled + 1])
            self._arrays[f"exact_{filled}"] = values
            self._levels[filled] = Exact(self._sheet, filled, values)
            self._count(self._sheet.count(filled))
        return 0

    def _as_played(self, matches: int, more: int) -> Callable[[int], Cards]:
        """The cards of matches played by the values as they are, and some random ones."""
        played = Player(self._sheet, self._chase, self._levels, self._luck).play(matches)
        return lambda filled: distinct(played.visited[filled], self._random(filled, more))

    def _pass(self, levels: int, sample: Callable[[int], Cards], expected: int) -> None:
        for filled in range(levels - 1, -1, -1):
            cards = sample(filled)
            values = self._backup.values(filled, cards, self._levels[filled + 1])
            weights = solved(self._features.of(cards), values)
            self._arrays[f"fitted_{filled}"] = weights
            self._levels[filled] = Fitted(self._features, weights)
            self._count(expected)

    def _count(self, cards: int) -> None:
        self._done += cards
        if self._done < self._todo:
            self._tell(self._done / self._todo)

    def _random(self, filled: int, count: int) -> Cards:
        return random_cards(self._sheet, self._luck, filled, count) if filled else self._sheet.start


def _cards(sheet: Sheet, plan: Plan) -> int:
    """How many cards are worked out, each as often as it is, where all that are played are different."""
    exact = [sheet.count(filled) for filled in range(sheet.size)]
    inexact = max((filled + 1 for filled, count in enumerate(exact) if count > FEW), default=0)
    return sum(exact[inexact:]) + inexact * (plan.random + sum(map(sum, plan.passes)))


def distinct(*several: Cards) -> Cards:
    """The cards of several lists, each once."""
    lower = np.concatenate([cards.lower for cards in several])
    column = np.concatenate([cards.column for cards in several])
    found = np.unique(np.stack([lower, column], axis=1), axis=0)
    return Cards(found[:, 0], found[:, 1])


def solved(features: Floats, values: Floats) -> NDArray[np.float32]:
    """The weights (a row for each feature) with which the features come closest to the values, in least squares."""
    known = features.astype(np.float64)
    gram = known.T @ known
    gram[np.diag_indices_from(gram)] += RIDGE * len(known)
    return np.linalg.solve(gram, known.T @ values).astype(np.float32)
