"""`advise`: the moves in a running match, by what they are worth."""

from __future__ import annotations

import json

from engine import strategy
from engine.commands.policies import Say, policy_of
from engine.dice.dice_game import DiceState
from engine.game import BadRecord
from engine.record import Record


def advised(entry: Record, say: Say) -> str:
    """The moves of the seat to move, best first, each with the total that perfect play then expects, as JSON.

    `say` hears what takes long. Raises BadRecord, as for a match that is over or a game without strategy.
    """
    match = entry.replay()
    if match.over:
        last = entry.written[-1][0] if entry.written else entry.line
        raise BadRecord(last, f"the match is over ({match.outcome.ended}); advice needs a running one")
    policy = policy_of(entry, "advice is known", say)
    state: DiceState = match.state
    earned = state.totals(state.turn.seat).total
    found = strategy.advise_state(policy, state)
    return json.dumps([{"move": one.move, "expected_total": round(earned + one.to_come, 6)} for one in found])
