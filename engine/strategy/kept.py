"""A policy as arrays of numbers: made, taken out to be kept, and made again from what was kept."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from engine.dice.ruleset import Ruleset
from engine.game import Unsupported
from engine.strategy import numbers as of_tables
from engine.strategy.advice import Table
from engine.strategy.builder import build
from engine.strategy.numbers import Numbers
from engine.strategy.policy import Policy
from engine.strategy.progress import Tell, silent
from engine.strategy.saving import fit
from engine.strategy.saving import sheet as of_models
from engine.strategy.saving.features import RACES, Features
from engine.strategy.saving.model import Model
from engine.strategy.saving.sheet import Sheet
from engine.strategy.saving.values import Values

__all__ = ["VERSION", "Arrays", "WrongArrays", "arrays", "check", "key", "made", "restored"]

VERSION = 1
"""Raised when the same numbers come to mean something else, so that what was kept before is made anew."""

DICE = 5
"""A table of more dice would take hours."""

Arrays = Mapping[str, NDArray[np.float32]]
"""By name, all that has to be kept."""

VALUES = "values"


class WrongArrays(ValueError):
    """These arrays are not those of the ruleset."""


def check(ruleset: Ruleset) -> None:
    """Raise Unsupported for options under which there is neither a table nor a model; cheap."""
    of_tables.check(ruleset)
    if ruleset.budget.saves:
        of_models.check(ruleset)
    elif ruleset.dice > DICE:
        raise Unsupported(f"there are too many states for a table of {ruleset.dice} dice")


def key(ruleset: Ruleset) -> str:
    """The key of the policy of a ruleset, without making it; raises Unsupported."""
    return Numbers(ruleset).key


def made(ruleset: Ruleset, tell: Tell = silent) -> Policy:
    """A table, in seconds, or a model, in up to a minute, made anew; raises Unsupported."""
    check(ruleset)
    if ruleset.budget.saves:
        sheet = Sheet(ruleset)
        return Model(sheet, fit.fit(sheet, fit.PLAN, tell))
    numbers = Numbers(ruleset)
    return Table(numbers, build(numbers, tell))


def arrays(policy: Policy) -> Arrays:
    """All that has to be kept of a policy; raises Unsupported for one that was computed from nothing."""
    if isinstance(policy, Model):
        return policy.values.arrays
    if isinstance(policy, Table):
        return {VALUES: policy.values}
    raise Unsupported("this policy has no values to keep")


def restored(ruleset: Ruleset, found: Arrays) -> Policy:
    """The policy of a ruleset, from its arrays, which are not copied; raises WrongArrays, Unsupported."""
    if ruleset.budget.saves:
        return _model(Sheet(ruleset), found)
    numbers = Numbers(ruleset)
    _check_shapes(found, {VALUES: (numbers.rows, numbers.flags.count, numbers.upper.columns + 1)})
    return Table(numbers, found[VALUES])


def _model(sheet: Sheet, found: Arrays) -> Model:
    race = {"race": (sheet.upper.columns, len(RACES))}
    _check_shapes({name: array for name, array in found.items() if name in race}, race)
    features = Features(sheet, found["race"]).of(sheet.start).shape[1]
    wanted: dict[str, tuple[int, ...]] = {**race}
    for filled in range(sheet.size):
        # Which levels are exact is the fit's own affair.
        exact = f"exact_{filled}"
        name, rows = (exact, sheet.count(filled)) if exact in found else (f"fitted_{filled}", features)
        wanted[name] = (rows, sheet.most_saved(filled) + 1)
    _check_shapes(found, wanted)
    return Model(sheet, Values(sheet, found))


def _check_shapes(found: Arrays, wanted: Mapping[str, tuple[int, ...]]) -> None:
    if found.keys() != wanted.keys():
        raise WrongArrays(f"arrays {sorted(found)}, and not {sorted(wanted)}")
    for name, shape in wanted.items():
        array = found[name]
        if array.shape != shape or array.dtype != np.float32:
            raise WrongArrays(f"{name} is {array.dtype} {array.shape}, and not float32 {shape}")
