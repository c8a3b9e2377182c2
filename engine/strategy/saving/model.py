"""A game with saved rolls: its values, fitted (fit.py) or read back, and advice by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from engine.dice.dice_game import ROLL
from engine.dice.roll import Dice, check_dice, keep, show
from engine.dice.ruleset import Ruleset
from engine.game import IllegalMove, Move
from engine.strategy.advice import Advice, best_first, keeps
from engine.strategy.blocks import Block
from engine.strategy.card import state
from engine.strategy.saving.decision import Decision
from engine.strategy.saving.sheet import Cards, Sheet
from engine.strategy.saving.values import Values


class Model:
    """The values of a ruleset with saved rolls, and advice by them.

    `values.arrays` is what has to be kept to make the values again (values.py), `approximate` whether anything in them
    was fitted or averaged; else play by them is perfect. `plain` says that they are a simple estimate
    (engine.strategy.plain).
    """

    def __init__(self, sheet: Sheet, values: Values, *, plain: bool = False) -> None:
        self.key, self.values = sheet.key, values
        self.approximate = plain or comes_close(sheet.numbers.ruleset)
        self._sheet = sheet

    def to_come(self, card: Mapping[str, int | None] | None = None, saved: int = 0) -> float:
        """The points that a seat with this card and so many saved rolls expects at the start of a turn.

        Raises as engine.strategy.advise does.
        """
        filled, here = self._state(card or {})
        if type(saved) is not int or not 0 <= saved <= self._sheet.most_saved(filled):
            raise IllegalMove(f"{saved} rolls saved: at most {self._sheet.most_saved(filled)} can be here")
        return float(self.values.levels[filled].values(here)[0, saved])

    def advise(
        self, dice: Sequence[int], *, rolls_left: int, card: Mapping[str, int | None] | None = None
    ) -> list[Advice]:
        """Every move with these dice and this card, best first: see engine.strategy.advise."""
        thrown = check_dice(dice, self._sheet.lattice.dice) if dice else ()
        filled, here = self._state(card or {})
        self._check_rolls(thrown, rolls_left, filled)
        decision = Decision(self.values, filled, here)
        return best_first([*self._boxes(decision, thrown, rolls_left), *_rolls(decision, thrown, rolls_left)])

    def _state(self, card: Mapping[str, int | None]) -> tuple[int, Cards]:
        here: Block = state(self._sheet.numbers, card)
        filled = sum(points is not None for points in card.values())
        return filled, Cards(np.array([here.lower], np.intp), np.array([here.first], np.intp))

    def _check_rolls(self, dice: Dice, rolls_left: int, filled: int) -> None:
        budget, most = self._sheet.budget, self._sheet.most_left(filled)
        least, most = (0, most) if dice else (budget.per_turn, most + 1)
        if type(rolls_left) is not int or not least <= rolls_left <= most:
            shown = show(dice) or "no dice yet"
            raise IllegalMove(f"{rolls_left} rolls left with {shown}: {least} to {most} can be left here")

    def _boxes(self, decision: Decision, dice: Dice, rolls_left: int) -> Iterator[Advice]:
        numbers = self._sheet.numbers
        if dice:
            values = decision.boxes(dice, rolls_left)
        elif not self._sheet.budget.least:
            values = decision.unrolled(rolls_left)
        else:
            return
        for box in sorted(values, key=lambda box: numbers.ruleset.index[numbers.boxes[box].id]):
            yield Advice(Move(numbers.boxes[box].id), values[box])


def _rolls(decision: Decision, dice: Dice, rolls_left: int) -> Iterator[Advice]:
    if not rolls_left:
        return
    if not dice:
        yield Advice(ROLL, decision.opening(rolls_left - 1))
    elif decision.chase is not None:
        for held, value in enumerate(decision.holds(dice, rolls_left - 1).tolist()):
            yield Advice(keep(dice, held, len(dice)), value)
    else:
        moves, rows = keeps(dice)
        for move, value in zip(moves, decision.keeps(rows, rolls_left - 1).tolist(), strict=True):
            yield Advice(move, value)


def comes_close(ruleset: Ruleset) -> bool:
    """Whether a model of these rules only comes close to perfect play: not where boxes have a fixed order.

    Where a box looks at the positions of dice it always does (chase.py).
    """
    return ruleset.order == "free" or any(box.by_position for box in ruleset.boxes)
