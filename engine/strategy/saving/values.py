"""The values of a whole game, level by level, and the arrays that they are kept in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.strategy.saving.chase import chase_of
from engine.strategy.saving.features import Features
from engine.strategy.saving.levels import Exact, Fitted, Level, Over
from engine.strategy.saving.sheet import Sheet

Arrays = Mapping[str, NDArray[np.float32]]


class Values:
    """The levels of a game, from the empty card (0) to the full one.

    `arrays` holds everything that was computed: `race` (features.py), and for each level `exact_N` or `fitted_N`; or
    there are none, and the levels are given.
    """

    def __init__(self, sheet: Sheet, arrays: Arrays, levels: Sequence[Level] = ()) -> None:
        self.sheet, self.chase, self.arrays = sheet, chase_of(sheet), arrays
        self.levels = list(levels) or _levels(sheet, arrays)


def _levels(sheet: Sheet, arrays: Arrays) -> list[Level]:
    features = Features(sheet, arrays["race"])
    return [*(_level(sheet, features, filled, arrays) for filled in range(sheet.size)), Over(sheet)]


def _level(sheet: Sheet, features: Features, filled: int, arrays: Arrays) -> Level:
    exact = arrays.get(f"exact_{filled}")
    return Fitted(features, arrays[f"fitted_{filled}"]) if exact is None else Exact(sheet, filled, exact)
