"""Models that the tests of strategy share, each fitted once in a process, with far fewer cards than those in use."""

from __future__ import annotations

from functools import cache

from engine import strategy
from engine.game import OptionValue
from engine.strategy import Model
from engine.strategy.saving.fit import Plan
from tests.engine.strategy.tables import ruleset

SMALL = Plan(800, ((1000, 500),))
BARE = Plan(1)
"""The last levels only, which are exact."""


@cache
def small(game_id: str, **options: OptionValue) -> Model:
    """A model that is good enough to test with."""
    return strategy.model(ruleset(game_id, **options), SMALL)


@cache
def bare(game_id: str, **options: OptionValue) -> Model:
    """A model that knows cards with one or two open boxes, and others only where boxes have an order."""
    return strategy.model(ruleset(game_id, **options), BARE)
