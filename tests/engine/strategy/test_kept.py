"""Policies as arrays: made with word of how far it has come, and made again from what was kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.dice.ruleset import JokerRule, RollBudget, Ruleset
from engine.game import Unsupported
from engine.option import OptionValue
from engine.strategy import Policy, kept
from engine.strategy.kept import Arrays, WrongArrays
from engine.strategy.saving.fit import Plan, fit
from engine.strategy.saving.sheet import Sheet
from tests.engine.strategy.models import bare
from tests.engine.strategy.tables import ruleset

ORDERED: dict[str, OptionValue] = {"order": "top_down"}
GAMES = ("yatzy", "maxi_yatzy")
"""Where boxes have an order a table takes a tenth of a second."""


@cache
def made(game: str) -> tuple[Policy, tuple[float, ...]]:
    """A policy, and the shares that were told while it was made."""
    told: list[float] = []
    return kept.made(ruleset(game, **ORDERED), told.append), tuple(told)


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_made_again_from_its_arrays_says_the_same(game: str) -> None:
    policy, rules = made(game)[0], ruleset(game, **ORDERED)
    again = kept.restored(rules, kept.arrays(policy))
    dice = (1, 2, 3, 4, 5, 6)[: rules.dice]
    assert again.advise(dice, rolls_left=2) == policy.advise(dice, rolls_left=2)
    assert again.to_come() == policy.to_come()
    assert again.key == policy.key == kept.key(rules)


def test_values_are_not_copied() -> None:
    found = kept.arrays(made("yatzy")[0])
    again = kept.arrays(kept.restored(ruleset("yatzy", **ORDERED), found))
    assert np.shares_memory(again["values"], found["values"])


@pytest.mark.parametrize("game", GAMES)
def test_a_share_is_told_that_grows_up_to_one(game: str) -> None:
    told = made(game)[1]
    assert len(told) >= 10
    assert sorted(set(told)) == list(told)
    assert told[-1] == 1


def test_of_a_fit_as_well() -> None:
    sheet = Sheet(ruleset("maxi_yatzy"))
    told: list[float] = []
    fit(sheet, Plan(1), told.append)
    assert sorted(set(told)) == told
    assert told[-1] == pytest.approx(1)


def test_a_policy_that_was_fitted_is_made_again() -> None:
    fitted = bare("maxi_yatzy")
    again = kept.restored(ruleset("maxi_yatzy"), kept.arrays(fitted))
    assert again.to_come(saved=0) == fitted.to_come(saved=0)


def _wrong() -> Iterator[tuple[str, Arrays]]:
    found = dict(kept.arrays(made("maxi_yatzy")[0]))
    last = max(found)
    yield "no race", {name: array for name, array in found.items() if name != "race"}
    yield "a level is missing", {name: array for name, array in found.items() if name != last}
    yield "one too many", {**found, "extra": found[last]}
    yield "too short", {**found, last: found[last][:-1]}
    yield "another kind of number", {**found, last: found[last].astype(np.float64)}
    yield "those of a table", kept.arrays(made("yatzy")[0])
    yield "nothing", {}


def test_arrays_of_other_rules_are_refused() -> None:
    for _, wrong in _wrong():
        with pytest.raises(WrongArrays):
            kept.restored(ruleset("maxi_yatzy", **ORDERED), wrong)
    with pytest.raises(WrongArrays, match="values is float32"):
        kept.restored(ruleset("yahtzee"), kept.arrays(made("yatzy")[0]))
    with pytest.raises(WrongArrays, match="not"):
        kept.restored(ruleset("yahtzee"), {})


@pytest.mark.parametrize(
    ("odd", "says"),
    [
        (replace(ruleset("maxi_yatzy"), budget=RollBudget()), "a table of 6 dice"),
        (replace(ruleset("mega_yatzy"), budget=RollBudget(saves=True, least=2)), "more than one roll"),
        (replace(ruleset("yahtzee"), joker=JokerRule("yahtzee", 100, forced=True)), "only when its box holds points"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_refused_is_known_without_making_anything(odd: Ruleset, says: str) -> None:
    with pytest.raises(Unsupported, match=says):
        kept.check(odd)
    with pytest.raises(Unsupported, match=says):
        kept.made(odd)


def test_our_games_are_not_refused() -> None:
    for game in ("figure_yatzy", "maxi_yatzy", "mega_yatzy", "yahtzee", "yatzy"):
        kept.check(ruleset(game))
