"""Cards as they might come about, to begin a fit with."""

from __future__ import annotations

import numpy as np

from engine.dice.roll import FACES
from engine.strategy.saving.sheet import UPPER, Cards, Sheet

LUCK = (0.35, 0.45, 0.55)
"""How likely further dice have the face of their upper box, by card: poor, fair and good ones."""

ZEROED = 0.03
"""How many upper boxes hold 0."""


def random_cards(sheet: Sheet, luck: np.random.Generator, filled: int, count: int) -> Cards:
    """So many cards with any so many boxes filled."""
    which = luck.random((count, sheet.size)).argsort(axis=1) < filled
    chances = luck.choice(LUCK, count)[:, np.newaxis]
    dice = 1 + luck.binomial(sheet.lattice.dice - 1, chances, (count, UPPER))
    dice[luck.random(dice.shape) < ZEROED] = 0
    upper = which[:, :UPPER]
    masks, totals = upper @ (1 << np.arange(UPPER)), (upper * dice) @ np.array(FACES)
    columns = [sheet.upper.column(mask, total) for mask, total in zip(masks.tolist(), totals.tolist(), strict=True)]
    return Cards(which[:, UPPER:] @ (1 << np.arange(sheet.size - UPPER)), np.array(columns, np.intp))
