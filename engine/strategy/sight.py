"""How well a player sees what its choices are worth: the one place that says what an error is."""

from __future__ import annotations

import numpy as np

from engine.strategy.lattice import Floats


def seen(worth: Floats, error: float, luck: np.random.Generator) -> Floats:
    """What these choices seem to be worth, each with a normal error of its own, of so many points (standard deviation).

    Without an error nothing is drawn from `luck`.
    """
    return worth + luck.normal(0, error, worth.shape) if error else worth
