"""The values of a whole game, level by level, and the arrays that they are kept in."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from engine.strategy.saving.chase import chase_of
from engine.strategy.saving.features import Features
from engine.strategy.saving.levels import Exact, Fitted, Level, Over
from engine.strategy.saving.sheet import Sheet

Arrays = Mapping[str, NDArray[np.float32]]


class Values:
    """The levels of a game, from the empty card (0) to the full one.

    `arrays` holds everything that was computed: `race` (features.py), and for each level `exact_N` or `fitted_N`.
    """

    def __init__(self, sheet: Sheet, arrays: Arrays) -> None:
        self.sheet, self.chase, self.arrays = sheet, chase_of(sheet), arrays
        features = Features(sheet, arrays["race"])
        self.levels: list[Level] = [_level(sheet, features, filled, arrays) for filled in range(sheet.size)]
        self.levels.append(Over(sheet))


def _level(sheet: Sheet, features: Features, filled: int, arrays: Arrays) -> Level:
    exact = arrays.get(f"exact_{filled}")
    return Fitted(features, arrays[f"fitted_{filled}"]) if exact is None else Exact(sheet, filled, exact)
