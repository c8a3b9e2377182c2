"""A policy without any sense: values out of the air, always the same ones for the same question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from zlib import crc32

from engine.dice.dice_game import ROLL
from engine.dice.roll import keep
from engine.dice.ruleset import Ruleset
from engine.game import Move
from engine.strategy.advice import Advice, best_first, keeps

VALUES = (0.0, 0.0004, 0.0008, 0.3, 7.0, 7.0009, 31.5)
"""Some differ by less than a tie."""

Card = Mapping[str, int | None]


class Whim:
    """Knows which moves there are, and nothing of what they are worth."""

    key, approximate = "whim", True

    def __init__(self, ruleset: Ruleset) -> None:
        self._rules = ruleset

    def to_come(self, card: Card | None = None, saved: int = 0) -> float:
        return self._luck("to come", sorted((card or {}).items()), saved).uniform(-20, 300)

    def advise(self, dice: Sequence[int], *, rolls_left: int, card: Card | None = None) -> list[Advice]:
        luck = self._luck(tuple(dice), rolls_left, sorted((card or {}).items()))
        moves = [*self._boxes(tuple(dice), rolls_left, card or {}), *self._rolls(tuple(dice), rolls_left)]
        return best_first([Advice(move, luck.choice(VALUES)) for move in moves])

    def _luck(self, *question: object) -> Random:
        return Random(crc32(repr(question).encode()))

    def _boxes(self, dice: tuple[int, ...], rolls_left: int, card: Card) -> list[Move]:
        if not dice and self._rules.budget.least:
            return []
        filled = {box: points for box, points in card.items() if points is not None}
        return [Move(box) for box in self._rules.legal(filled, dice, rolls_left if dice else 0)]

    def _rolls(self, dice: tuple[int, ...], rolls_left: int) -> list[Move]:
        if not dice or not rolls_left:
            return [ROLL] * bool(rolls_left)
        if any(box.by_position for box in self._rules.boxes):
            return [keep(dice, held, len(dice)) for held in range((1 << len(dice)) - 1)]
        return list(keeps(dice)[0])
