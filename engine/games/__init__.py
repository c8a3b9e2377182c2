"""The catalogue: every module in this package that ends in GAME = … is a game, found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.dice.dice_game import DiceGame
from engine.dice.roll import check_dice
from engine.dice.ruleset import Score
from engine.game import Game, IllegalMove, OptionValue

__all__ = ["Score", "catalogue", "dice_game", "score"]


def _discover() -> Mapping[str, Game[Any]]:
    modules = (importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    return MappingProxyType({module.GAME.id: module.GAME for module in modules})


catalogue: Mapping[str, Game[Any]] = _discover()
"""Every game by its id."""


def dice_game(game_id: str) -> DiceGame:
    """The dice game of that id; raises IllegalMove when there is none."""
    game = catalogue.get(game_id)
    if not isinstance(game, DiceGame):
        raise IllegalMove(f"{game_id!r} is no dice game; there are {', '.join(_dice_games())}")
    return game


def _dice_games() -> list[str]:
    return [game.id for game in catalogue.values() if isinstance(game, DiceGame)]


def score(
    game_id: str,
    box: str,
    dice: Sequence[int],
    *,
    card: Mapping[str, int | None] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    unused_rolls: int = 0,
) -> Score:
    """What these dice get in a box of a card (its boxes and their points, None for open) under these options.

    `unused_rolls` is what the turn had left. Raises IllegalMove where the rules refuse the placement, BadOption for an
    option or value that the game does not have.
    """
    game = dice_game(game_id)
    ruleset = game.rules(game.complete(options))
    filled = {known: points for known, points in (card or {}).items() if points is not None}
    for known in filled:
        ruleset.box(known)
    if dice or ruleset.budget.least > 0:
        dice = check_dice(dice, ruleset.dice)
    return ruleset.place(filled, box, tuple(dice), unused_rolls)
