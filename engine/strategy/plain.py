"""A plain policy, made in milliseconds: every open box is worth a fixed number of points on later turns, its par.

It stands in while a table is built, and its advice is worked out as that of a table or a model is: a turn is looked
through to its end, only what comes after it is a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES
from engine.dice.ruleset import Ruleset
from engine.strategy.advice import Table
from engine.strategy.flags import SPOILT
from engine.strategy.lattice import Floats, Lattice
from engine.strategy.numbers import Numbers
from engine.strategy.policy import Policy
from engine.strategy.saving.chase import Chase, chase_of
from engine.strategy.saving.levels import Level, Over
from engine.strategy.saving.model import Model
from engine.strategy.saving.sheet import UPPER, Cards, Sheet
from engine.strategy.saving.values import Values
from engine.strategy.worth import FLOOR

MORE_ROLLS = 2
"""A box's par is what it gets alone in a turn with so many rolls more, as later turns may choose among boxes."""

MORE_SAVING = 5
"""The same where rolls are saved."""

PER_SAVED = 6.0
"""Points for each saved roll (benchmarks.strategy tries others)."""

SHARE = 0.6
"""How many of its dice an upper box gets on average, of all, by those who play for the bonus."""

SPREAD = 1.0
"""The standard deviation of that number, in dice."""


def plain(ruleset: Ruleset) -> Policy:
    """The plain policy of a ruleset; raises Unsupported as strategy.policy does."""
    if ruleset.budget.saves:
        sheet = Sheet(ruleset)
        return Model(sheet, Values(sheet, {}, levels(sheet, pars(sheet.numbers, chase_of(sheet)))), plain=True)
    numbers = Numbers(ruleset)
    return Table(numbers, _table(numbers, pars(numbers)), plain=True)


# -- pars -------------------------------------------------------------------------------------------------------------


def pars(numbers: Numbers, chase: Chase | None = None) -> list[float]:
    """What each box gets if a turn with more rolls than usual is played for it alone; boxes as in Numbers."""
    rolls = _rolls(numbers)
    points = np.stack([outcomes.points[outcomes.of_roll] for outcomes in numbers.outcomes], axis=1)
    found: list[float] = alone(numbers.lattice, points, rolls).tolist()
    if chase is not None:
        found[chase.box] = _chased(chase, numbers.lattice, rolls)
    return found


def _rolls(numbers: Numbers) -> int:
    budget = numbers.ruleset.budget
    return budget.per_turn + (MORE_SAVING if budget.saves else MORE_ROLLS)


def alone(lattice: Lattice, points: Floats, rolls: int) -> Floats:
    """The points expected in a turn of so many rolls, by column of `points`, which has a row for each roll."""
    best = points.astype(np.float64)
    for _ in range(rolls - 1):
        kept = lattice.becomes @ best
        best = np.maximum(best, kept[lattice.keeps].max(axis=1))
    expected: Floats = lattice.opening @ best
    return expected


def _chased(chase: Chase, lattice: Lattice, rolls: int) -> float:
    """The points expected of the box that looks at positions."""
    made, nothing = np.array([float(chase.points)]), np.zeros((lattice.rolls, 1))
    worth = np.where(np.arange(lattice.dice + 1) == 0, chase.points, 0.0)[:, np.newaxis]
    pairs = chase.pairs(nothing, worth)
    for _ in range(rolls - 1):
        pairs = chase.pairs(nothing, chase.go_on(pairs, made))
    return float(lattice.opening @ chase.mean(pairs)[:, 0])


# -- what pars add up to ----------------------------------------------------------------------------------------------


def of_lower(numbers: Numbers, par: Sequence[float]) -> Floats:
    """What the lower boxes that are open are worth, by mask of the filled ones."""
    worth: Floats = _open(np.arange(numbers.rows), numbers.lowers) @ np.array(par[UPPER:])
    return worth


def of_upper(numbers: Numbers, par: Sequence[float]) -> Floats:
    """What the upper boxes that are open are worth, by column of the upper classes, with a share of the bonus."""
    upper, bonus = numbers.upper, numbers.ruleset.upper
    open_ = _open(upper.filled, UPPER)
    faces = np.array(FACES)
    mean = upper.total + SHARE * numbers.lattice.dice * (open_ @ faces)
    spread = SPREAD * np.sqrt(open_ @ faces**2)
    ahead = (mean - bonus.threshold + 0.5) / np.maximum(spread, 1)
    # Close to the normal distribution.
    chance = np.where(upper.total < 0, 0, 1 / (1 + np.exp(-1.7 * ahead)))
    worth: Floats = open_ @ np.array(par[:UPPER]) + bonus.points * chance
    return worth


def _open(masks: NDArray[Any], boxes: int) -> Floats:
    bits: Floats = (masks[:, np.newaxis] >> np.arange(boxes) & 1 == 0).astype(np.float64)
    return bits


# -- five dice --------------------------------------------------------------------------------------------------------


def _table(numbers: Numbers, par: Sequence[float]) -> NDArray[np.float32]:
    """The values of a Table."""
    values = np.full((numbers.rows, numbers.flags.count, numbers.upper.columns + 1), FLOOR, np.float32)
    lower = of_lower(numbers, par)[:, np.newaxis] + _of_set(numbers)
    values[:, :, :-1] = lower[:, :, np.newaxis] + of_upper(numbers, par)
    return values


def _of_set(numbers: Numbers) -> Floats:
    """The set's bonus as far as it can be hoped for, by mask of lower boxes and flags."""
    masks = np.arange(numbers.rows)
    made = np.stack([outcomes.of_roll > 0 for outcomes in numbers.outcomes[UPPER:]], axis=1)
    chances = alone(numbers.lattice, made, _rolls(numbers))
    needed = _open(masks, numbers.lowers) * (numbers.flags.sets >> np.arange(numbers.lowers) & 1)
    hope = numbers.flags.points * np.where(needed > 0, chances, 1).prod(axis=1) * (needed.any(axis=1))
    spoilt = np.arange(numbers.flags.count) & SPOILT > 0
    found: Floats = hope[:, np.newaxis] * ~spoilt
    return found


# -- six dice ---------------------------------------------------------------------------------------------------------


class Par:
    """A level of a plain policy: what is open is worth its par, and each saved roll a fixed number of points."""

    def __init__(self, lower: Floats, upper: Floats, saved: Floats) -> None:
        self._lower, self._upper, self._saved = lower, upper, saved

    def values(self, cards: Cards) -> Floats:
        """The points to come, as Level has them."""
        card = self._lower[cards.lower] + self._upper[cards.column]
        worth: Floats = (card[:, np.newaxis] + self._saved).astype(np.float32)
        return worth


def levels(sheet: Sheet, par: Sequence[float], per_saved: float = PER_SAVED) -> list[Level]:
    """The levels of a plain policy of this par."""
    lower, upper = of_lower(sheet.numbers, par), of_upper(sheet.numbers, par)
    saved = [per_saved * np.arange(sheet.most_saved(filled) + 1) for filled in range(sheet.size)]
    return [*(Par(lower, upper, of_saved) for of_saved in saved), Over(sheet)]
