"""The chances of boxes for boards and members, worked out beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bot.session import GameSession
from engine.dice.dice_game import DiceState
from engine.strategy.odds import odds

__all__ = ["Odds"]


class Odds:
    """Asks the engine. Its first answer for a ruleset takes tens of milliseconds; the others come at once."""

    def __init__(self) -> None:
        self._asking = asyncio.Lock()

    async def of(self, session: GameSession) -> Mapping[str, float] | None:
        """The chance of each box with the dice held now; None where nothing is rolled any more."""
        state = None if session.match is None else session.match.state
        if not isinstance(state, DiceState) or state.ended != "running" or not state.rolls_left:
            return None
        turn = state.turn
        async with self._asking:  # what the engine keeps of a ruleset is not for two threads at once
            return await asyncio.to_thread(odds, state.ruleset, turn.dice, turn.held, state.rolls_left)
