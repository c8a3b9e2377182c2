"""The policy by which a record's moves are valued."""

from __future__ import annotations

from engine import strategy
from engine.dice.dice_game import DiceGame
from engine.game import BadRecord, Unsupported
from engine.record import Record
from engine.strategy import Policy


def policy_of(entry: Record, known: str) -> Policy:
    """The policy of a record's game and options; raises BadRecord, with what is `known` only where there is one."""
    game, options = entry.start.game, entry.start.options
    if not isinstance(game, DiceGame):
        raise BadRecord(entry.line, f"{game.title}: {known} for dice games only")
    try:
        return strategy.named(game.id, options)
    except Unsupported as error:
        raise BadRecord(entry.line, str(error)) from error
