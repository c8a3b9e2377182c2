"""The solver beside the bot: a process of its own, so that no press waits while it thinks.

It holds Python's lock for up to a second at a time, which a thread would take from every press. The process is begun
when it is first needed, solves one table after another, and ends when the pipe to it does: also when the bot is killed.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Protocol

from engine.cards.rules import Rules
from engine.cards.solver import Solution, solve
from engine.cards.table import Table

__all__ = ["Solver", "SolverProcess"]

log = logging.getLogger(__name__)

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
        self._asking = asyncio.Lock()
        self._pipe = threading.Lock()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._closed = False

    async def solve(self, table: Table, rules: Rules, nodes: int) -> Solution:
        """Whether the table can be won; those who ask are answered in their order."""
        async with self._asking:
            return await asyncio.to_thread(self._answer, table, rules, nodes)

    async def close(self) -> None:
        """End the process; whoever waits for an answer learns that it is unknown."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
            await asyncio.to_thread(process.join)

    def _answer(self, table: Table, rules: Rules, nodes: int) -> Solution:
        # An asker who was cancelled has left its thread behind: its answer must not be taken for another's.
        with self._pipe:
            if self._closed:
                return UNKNOWN
            try:
                connection = self._connected()
                connection.send((table, rules, nodes))
                found: Solution = connection.recv()
            except (EOFError, OSError) as error:
                if not self._closed:
                    log.warning("the solver has died, and is begun anew when it is next asked: %r", error)
                self._connection = None
                return UNKNOWN
            return found

    def _connected(self) -> Connection:
        if self._connection is None:
            # Spawned, as a fork would take the bot's threads' locks along as they happen to be.
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), name="solver", daemon=True)
            self._process.start()
            theirs.close()
            self._connection = ours
        return self._connection


def _serve(connection: Connection) -> None:
    """What the process does: solve until nobody is there any more."""
    # Ctrl-C is meant for the bot, which then closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            table, rules, nodes = connection.recv()
            connection.send(solve(table, rules, nodes=nodes))
        except (EOFError, OSError):
            return
