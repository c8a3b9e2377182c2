"""Tables that the tests of strategy share, each built once in a process."""

from __future__ import annotations

from functools import cache
from typing import cast

from engine import strategy
from engine.dice.dice_game import DiceGame
from engine.dice.ruleset import Ruleset
from engine.game import OptionValue
from engine.games import catalogue
from engine.strategy import Advice, Table


def ruleset(game_id: str, **options: OptionValue) -> Ruleset:
    """A game's ruleset under these options."""
    game = cast(DiceGame, catalogue[game_id])
    return game.rules(game.complete(options))


@cache
def table(game_id: str, **options: OptionValue) -> Table:
    """A game's table under these options."""
    return strategy.table(ruleset(game_id, **options))


def values(advice: list[Advice]) -> dict[str, float]:
    """What each move is worth; a keep by the dice that it holds, `keep 1 3` (`keep -` for none)."""
    return {_name(one.move): one.to_come for one in advice}


def _name(move: str) -> str:
    if move == "roll" or set(move) & set("abcdefghijklmnopqrstuvwxyz"):
        return move
    return "keep " + (" ".join(sorted(move.replace("_", ""))) or "-")
