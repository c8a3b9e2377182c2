"""The odds: how likely each box is made from here, if that box is all one plays for.

They need no table of values: a box is made or it isn't, whatever else stands on the card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.dice.roll import Dice, check_dice
from engine.dice.ruleset import Box, Ruleset
from engine.game import IllegalMove
from engine.strategy.chances import ByMultiset, ByPosition, Made

KEPT = 8
"""Rulesets whose chances are kept in memory, some 100 KB for each number of rolls."""


def odds(ruleset: Ruleset, dice: Sequence[int], held: int, rolls_left: int) -> Mapping[str, float]:
    """The chance of each box when the held dice (a bit mask, the first die is bit 0) are kept in the next roll.

    After it one keeps whatever is best for that box. It is made by its pattern, without jokers; an upper box with par:
    three of five dice, four of six. Without a roll left, or with all dice held, the dice count as they lie; no dice
    stand for a turn before its first roll. The first call for a ruleset takes some tens of milliseconds, later ones
    microseconds. Raises IllegalMove for dice, holds or rolls that can't be.
    """
    thrown = check_dice(dice, ruleset.dice) if dice else ()
    _check(thrown, held, rolls_left)
    chances = _chances(ruleset)
    if thrown and (not rolls_left or held == (1 << ruleset.dice) - 1):
        return chances.as_they_lie(thrown)
    return chances.rolled(thrown, held, rolls_left - 1)


def _check(dice: Dice, held: int, rolls_left: int) -> None:
    if type(rolls_left) is not int or rolls_left < (0 if dice else 1):
        raise IllegalMove(f"{rolls_left} rolls left: at least {0 if dice else 1} would be right here")
    if type(held) is not int or not 0 <= held < 1 << len(dice):
        raise IllegalMove(f"{held}: that holds other dice than the {len(dice)} that lie there")


class _Chances:
    """The chances of a ruleset's boxes, known for ever more rolls as they are asked for."""

    def __init__(self, ruleset: Ruleset) -> None:
        made = {box: _made(box, ruleset.dice) for box in ruleset.boxes}
        self._made = {box.id: asked for box, asked in made.items()}
        somewhere = {box.id: asked for box, asked in made.items() if not box.by_position}
        self._ids = tuple(somewhere)
        self._by_multiset = ByMultiset(ruleset.dice, tuple(somewhere.values()))
        self._by_position = {box.id: ByPosition(ruleset.dice, asked) for box, asked in made.items() if box.by_position}

    def as_they_lie(self, dice: Dice) -> dict[str, float]:
        return {box: float(made(dice)) for box, made in self._made.items()}

    def rolled(self, dice: Dice, held: int, more: int) -> dict[str, float]:
        found = dict(zip(self._ids, self._by_multiset.after(dice, held, more), strict=True))
        return found | {box: chances.after(dice, held, more) for box, chances in self._by_position.items()}


@lru_cache(maxsize=KEPT)
def _chances(ruleset: Ruleset) -> _Chances:
    return _Chances(ruleset)


def _made(box: Box, dice: int) -> Made:
    if box.face is None:
        return lambda thrown: box.pattern(thrown) > 0
    face, par = box.face, dice // 2 + 1
    return lambda thrown: thrown.count(face) >= par
