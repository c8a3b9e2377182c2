"""Playing to win against one other seat instead of for points.

Within a turn, its end is valued by the chance to win that follows from the points expected then: by what is known
exactly if it is the seat's last turn, and else as if the rest of the match were normally distributed, with so much
variance for each turn to come as the first one of a match has. benchmarks/WIN_FIRST.md has what that gains.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from math import sqrt

from engine.dice.dice_game import DiceState
from engine.game import Move, Seat, Unsupported
from engine.match import Match
from engine.strategy.advice import Seen, Table
from engine.strategy.lattice import Floats
from engine.strategy.outlook import PER_POINT, LastTurn, decided, still_open
from engine.strategy.policy import Policy
from engine.strategy.position import deciding
from engine.strategy.seats import empty, seats_of
from engine.strategy.turn_end import spreads


@dataclass(frozen=True, slots=True)
class Prospect:
    """A move, and the chance to win after it."""

    move: Move
    chance: float


def advise_to_win(policy: Policy, match: Match) -> list[Prospect]:
    """Every move of the seat to move by its chance to win against the one other seat that still plays, best first.

    The other one is taken to play for points. Raises Unsupported for more seats or fewer, or a policy without a table,
    MatchOver, IllegalMove while the dice are rolling.
    """
    state = deciding(match.state)
    others = [Seat(i) for i in range(len(state.cards)) if i != state.turn.seat and i not in state.resigned]
    if not isinstance(policy, Table) or len(others) != 1:
        raise Unsupported("play to win is known for two seats, and for five dice without saved rolls")
    seen = outlook(policy, state, others[0])
    found = policy.judge(state.turn.dice, rolls_left=state.rolls_left, card=state.card.points(), seen=seen)
    return [Prospect(one.move, min(max(one.to_come, 0.0), 1.0)) for one in found]


def outlook(table: Table, state: DiceState, other: Seat) -> Seen:
    """The chance to win of the seat to move if its turn is worth so many points, those to come included."""
    card, boxes = state.cards[other], len(state.ruleset.boxes)
    turns, its_turns = boxes - len(state.card.scores) - 1, boxes - len(card.scores)
    lead = state.totals(state.turn.seat).total - state.totals(other).total
    if not turns and its_turns == 1:
        last = LastTurn(spreads(table.numbers, table.values, seats_of(table.numbers, card, 1)))
        return partial(_seen, lambda ahead: last.chance(ahead, 0), lead)
    if not turns and not its_turns:
        return partial(_seen, decided, lead)
    expected = table.to_come(card.points()) if its_turns else 0.0
    deviation = sqrt((turns + its_turns) * turn_variance(table))
    return partial(_seen, lambda ahead: still_open(ahead, deviation), lead - expected)


def _seen(chance: Seen, lead: float, worth: Floats) -> Floats:
    seen: Floats = chance(worth + lead) + PER_POINT * worth
    return seen


@lru_cache(maxsize=8)
def turn_variance(table: Table) -> float:
    """The variance of what a match's first turn brings; that of later ones is about the same."""
    return spreads(table.numbers, table.values, empty(table.numbers, 1))[0].variance
