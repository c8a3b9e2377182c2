"""The solver beside the bot, in a process of its own: it thinks for up to a second at a time."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from bot.worker import Worker, WorkerError
from engine.cards.rules import Rules
from engine.cards.solver import Solution, solve
from engine.cards.table import Table

__all__ = ["Solver", "SolverProcess"]

UNKNOWN = Solution("unknown")


class Solver(Protocol):
    """Whoever solves tables of Klondike."""

    async def solve(self, table: Table, rules: Rules, nodes: int) -> Solution:
        """Whether the table can be won, looking at no more positions than that."""

    async def close(self) -> None:
        """Solve nothing more."""


class SolverProcess:
    """Solves in a process; what it can't answer, as it has died or the bot is about to end, is unknown."""

    def __init__(self) -> None:
        self.worker = Worker("the solver")

    async def solve(self, table: Table, rules: Rules, nodes: int) -> Solution:
        """Whether the table can be won; those who ask are answered in their order."""
        try:
            return await self.worker.ask(partial(solve, nodes=nodes), table, rules)
        except WorkerError:
            return UNKNOWN

    async def close(self) -> None:
        """End the process; whoever waits for an answer learns that it is unknown."""
        await self.worker.close()
