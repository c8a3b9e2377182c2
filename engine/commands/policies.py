"""The policy by which a record's moves are valued."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine import strategy
from engine.dice.dice_game import DiceGame
from engine.game import BadRecord, Options, Unsupported
from engine.record import Record
from engine.strategy import Policy
from engine.strategy.progress import Tell, silent

Say = Callable[[str, float], None]
"""Hears what it is that takes long, and the share of it that is done again and again: 0 at first, and 1 at last."""


def policy_of(entry: Record, known: str, say: Say) -> Policy:
    """The policy of a record's game and options; raises BadRecord, with what is `known` only where there is one."""
    game, options = entry.start.game, entry.start.options
    if not isinstance(game, DiceGame):
        raise BadRecord(entry.line, f"{game.title}: {known} for dice games only")
    try:
        return strategy.named(game.id, options, tell=_telling(game, options, say))
    except Unsupported as error:
        raise BadRecord(entry.line, str(error)) from error


def _telling(game: DiceGame, options: Options, say: Say) -> Tell:
    """Says it of models only: a table is there in seconds."""
    if not strategy.rules(game.id, options).budget.saves:
        return silent
    return partial(say, f"working out the strategy of {game.title}, which takes up to a minute")
