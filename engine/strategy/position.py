"""A policy is asked about a state of a match: the one place that knows what a policy wants to be told of it."""

from __future__ import annotations

from typing import Any

from engine.dice.dice_game import DiceState
from engine.game import IllegalMove, MatchOver, Unsupported
from engine.strategy.advice import Advice
from engine.strategy.policy import Policy


def advise_state(policy: Policy, state: Any) -> list[Advice]:
    """Every move of the seat to move, best first, with the points that it still expects: see engine.strategy.advise.

    It tells a policy what that seat's player sees, and nothing else. Raises Unsupported for a state of a game without
    dice, MatchOver, IllegalMove while the dice are rolling.
    """
    turn = deciding(state)
    return policy.advise(turn.turn.dice, rolls_left=turn.rolls_left, card=turn.card.points())


def deciding(state: Any) -> DiceState:
    """The state, if a seat is to choose in it; raises as advise_state does."""
    turn = dice_state(state)
    if turn.ended != "running":
        raise MatchOver
    return at_rest(turn)


def at_rest(state: Any) -> DiceState:
    """The state, if no dice are rolling in it; raises Unsupported, IllegalMove."""
    turn = dice_state(state)
    if turn.rolling:
        raise IllegalMove("the dice are still rolling")
    return turn


def dice_state(state: Any) -> DiceState:
    """The state, if it is one of a dice game; raises Unsupported."""
    if not isinstance(state, DiceState):
        raise Unsupported("advice is known for dice games only")
    return state
