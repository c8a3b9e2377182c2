"""The strategist: answers from tables and models of every ruleset in play."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.errors import NoStrategy
from bot.strategist import Advised
from engine import strategy
from engine.dice.dice_game import DiceState
from engine.game import AnyGame, Move, Options, Unsupported
from engine.match import Match

__all__ = ["Strategies"]


class Strategies:
    """Answers in a thread."""

    def check(self, game: AnyGame, options: Options) -> None:
        """Raise Unsupported where there is no policy."""
        strategy.rules(game.id, options)

    def prepare(self, game: AnyGame, options: Options) -> None:
        """Nothing is prepared."""

    async def advise(self, match: Match) -> Advised:
        """What the seat to move may do."""
        state = match.state
        if not isinstance(state, DiceState):
            raise Unsupported(f"{match.game.title}: advice is known for dice games only")
        turn = state.turn
        found = await asyncio.to_thread(
            strategy.advise,
            match.game.id,
            turn.dice,
            rolls_left=state.rolls_left,
            card=state.card.points(),
            options=match.options,
        )
        approximate = strategy.approximate(match.game.id, match.options)
        return Advised(tuple(found), "approximate" if approximate else "perfect")

    async def choose(self, match: Match, level: str) -> Move:
        """The best move, at every level."""
        return (await self.advise(match)).moves[0].move

    async def review(self, match: Match) -> Any:
        """Not yet."""
        raise NoStrategy

    async def chances(self, match: Match) -> tuple[float, ...]:
        """Not yet."""
        raise NoStrategy

    async def close(self) -> None:
        """There is nothing to end."""
