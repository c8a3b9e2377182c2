"""Models that the tests of strategy share, each made once in a process, and far cheaper than those in use."""

from __future__ import annotations

from functools import cache

from engine import strategy
from engine.game import OptionValue
from engine.strategy import Model
from engine.strategy.lattice import Floats
from engine.strategy.saving.backup import Backup
from engine.strategy.saving.chase import chase_of
from engine.strategy.saving.fit import Plan
from engine.strategy.saving.levels import Level, Over
from engine.strategy.saving.sheet import Cards, Sheet
from engine.strategy.saving.values import Values
from tests.engine.strategy.tables import ruleset

SMALL = Plan(800, ((1000, 500),))
BARE = Plan(1)
"""The last levels only, which are exact."""


@cache
def small(game_id: str, **options: OptionValue) -> Model:
    """A model that is good enough to test with."""
    return strategy.model(ruleset(game_id, **options), SMALL)


@cache
def bare(game_id: str, **options: OptionValue) -> Model:
    """A model that knows cards with one or two open boxes, and others only where boxes have an order."""
    return strategy.model(ruleset(game_id, **options), BARE)


@cache
def asked(game_id: str, **options: OptionValue) -> Model:
    """A model that works out cards when it is asked for them, and all that come of them: for one or two open boxes."""
    sheet = Sheet(ruleset(game_id, **options))
    chase = chase_of(sheet)
    backup = Backup(sheet, chase)
    levels: list[Level] = [Over(sheet)]
    for filled in range(sheet.size - 1, -1, -1):
        levels.insert(0, _Asked(sheet, backup, filled, levels[0]))
    return Model(sheet, _Values(sheet, levels))


@cache
def blank(game_id: str, **options: OptionValue) -> Model:
    """A model that expects nothing of any card: it has the moves of every other, and they're worth their points."""
    sheet = Sheet(ruleset(game_id, **options))
    return Model(sheet, _Values(sheet, [Over(sheet)] * (sheet.size + 1)))


class _Values(Values):
    """Levels that were made otherwise than by a fit."""

    def __init__(self, sheet: Sheet, levels: list[Level]) -> None:
        self.sheet, self.chase, self.arrays, self.levels = sheet, chase_of(sheet), {}, levels


class _Asked:
    """A level whose cards are worked out when they're asked for, as a fit does it for those that it keeps exactly."""

    def __init__(self, sheet: Sheet, backup: Backup, filled: int, after: Level) -> None:
        self._sheet, self._backup, self._filled, self._after = sheet, backup, filled, after
        self._reached: set[tuple[int, int]] = set()

    def values(self, cards: Cards) -> Floats:
        assert set(zip(*self._numbers(cards), strict=True)) <= self._level(), "a card that no match reaches"
        return self._backup.values(self._filled, cards, self._after)

    def _level(self) -> set[tuple[int, int]]:
        if not self._reached:
            self._reached = set(zip(*self._numbers(self._sheet.level(self._filled)), strict=True))
        return self._reached

    @staticmethod
    def _numbers(cards: Cards) -> tuple[list[int], list[int]]:
        return cards.lower.tolist(), cards.column.tolist()
