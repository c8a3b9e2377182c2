"""One card's turn: what each box, keep and hold is worth with these dice and so many rolls left."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.dice.roll import Dice
from engine.strategy.lattice import Floats, Index
from engine.strategy.saving.chase import Chase
from engine.strategy.saving.sheet import UPPER, Cards
from engine.strategy.saving.values import Values
from engine.strategy.saving.worth import Worth, worths
from engine.strategy.worth import FLOOR


class Decision:
    """The turn of one card that has so many boxes filled."""

    def __init__(self, values: Values, filled: int, card: Cards) -> None:
        self._sheet, self._lattice = values.sheet, values.sheet.lattice
        self._worths = worths(values.sheet, filled, card, values.levels[filled + 1])
        chase = values.chase
        self._target = next((one for one in self._worths if chase is not None and one.box == chase.box), None)
        self.chase: Chase | None = None if self._target is None else chase

    # -- boxes ----------------------------------------------------------------------------------------------------

    def boxes(self, dice: Dice, left: int) -> dict[int, float]:
        """What each box is worth for these dice."""
        row, saved = self._lattice.row[tuple(sorted(dice))], self._sheet.saved_after(left)
        found = {one.box: self._placed(one, row, saved) for one in self._worths}
        if self.chase is not None and not self.chase.far[_at(dice)]:
            found[self.chase.box] += self.chase.points
        return found

    def unrolled(self, left: int) -> dict[int, float]:
        """What each box is worth that is filled with 0 before the turn's first roll."""
        saved = self._sheet.saved_after(left)
        return {one.box: float(one.outcomes(saved)[0, 0]) for one in self._worths}

    def _placed(self, one: Worth, row: int, saved: int) -> float:
        outcome = self._sheet.numbers.outcomes[one.box].of_roll[row]
        return float(one.outcomes(saved)[outcome, 0])

    # -- rolls ----------------------------------------------------------------------------------------------------

    def opening(self, left: int) -> float:
        """What the first roll of the turn is worth, after which so many rolls are left."""
        best, pairs = self._best(left)
        if self.chase is not None and pairs is not None:
            best = self.chase.mean(pairs)[:, 0]
        return float(self._lattice.opening @ best)

    def keeps(self, rows: Index, left: int) -> Floats:
        """What keeps (rows of `becomes`) are worth, after whose roll so many rolls are left."""
        best, _ = self._best(left)
        worth: Floats = self._lattice.becomes[rows] @ best
        return worth

    def holds(self, dice: Dice, left: int) -> Floats:
        """What each set of held positions (a bit mask) is worth where a box looks at them, all held excepted."""
        _, pairs = self._best(left)
        assert self.chase is not None
        assert pairs is not None
        worth = pairs[self.chase.pair, 0]
        for axis, die in enumerate(dice):
            rolled, held = worth.mean(axis=axis), worth.take(die - 1, axis=axis)
            worth = np.stack([rolled, held], axis=axis)
        # The first die is bit 0, so that it changes fastest.
        found: Floats = worth.ravel(order="F")[:-1]
        return found

    def _best(self, left: int) -> tuple[Floats, Floats | None]:
        """What each roll is worth with so many rolls left if nothing is chased, and each pair if something may be."""
        stops = self._stops(left)
        best = stops[:, 0]
        pairs = self._pairs(best, None, 0)
        for more in range(1, left + 1):
            kept = (self._lattice.becomes @ best)[self._lattice.keeps].max(axis=1)
            best = np.maximum(stops[:, more], kept)
            pairs = self._pairs(best, pairs, more)
        return best, pairs

    def _pairs(self, best: Floats, pairs: Floats | None, left: int) -> Floats | None:
        if self.chase is None or self._target is None:
            return None
        made = self._target.outcomes(self._sheet.saved_after(left))[0] + self.chase.points
        chase = self.chase.start(made) if pairs is None else self.chase.go_on(pairs, made)
        return self.chase.pairs(best[:, np.newaxis], chase)

    def _stops(self, left: int) -> Floats:
        """The best box of each roll (row), by rolls left (column)."""
        saved = [self._sheet.saved_after(count) for count in range(left + 1)]
        stops = np.full((self._lattice.rolls, left + 1), FLOOR)
        for one in self._worths:
            outcomes = (one.later[saved, :, 0].astype(np.float64) + one.points[:, 0]).T
            np.maximum(stops, outcomes[self._sheet.numbers.outcomes[one.box].of_roll], out=stops)
            if one.box >= UPPER:
                np.maximum(stops, outcomes[0], out=stops)
        return stops


def _at(dice: Sequence[int]) -> tuple[int, ...]:
    return tuple(die - 1 for die in dice)
