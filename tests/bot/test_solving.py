"""The solver's process: it answers, it may die, and it ends with the bot."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.solving import SolverProcess
from engine import record
from engine.cards.rules import Rules
from engine.cards.table import Table

RECORDS = Path(__file__).parents[1] / "engine" / "data" / "records"
TABLE: Table = record.read((RECORDS / "klondike-d1-a.game").read_text())[0].start.state.dealt
NODES = 20_000


@pytest_asyncio.fixture
async def solver() -> AsyncIterator[SolverProcess]:
    process = SolverProcess()
    yield process
    await process.close()


def pid(solver: SolverProcess) -> int | None:
    return solver.worker.pid


async def test_it_is_begun_when_it_is_needed_and_answers_one_after_another(solver: SolverProcess) -> None:
    assert pid(solver) is None
    found = await asyncio.gather(*(solver.solve(TABLE, Rules(), nodes) for nodes in (NODES, 1, NODES)))
    assert [solution.verdict for solution in found] == ["won", "unknown", "won"]
    assert found[0] == found[2]


async def test_one_that_has_died_is_begun_anew(solver: SolverProcess, caplog: pytest.LogCaptureFixture) -> None:
    await solver.solve(TABLE, Rules(), NODES)
    first = pid(solver)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert (await solver.solve(TABLE, Rules(), NODES)).verdict == "unknown"
    assert "the solver has died" in caplog.text
    assert (await solver.solve(TABLE, Rules(), NODES)).verdict == "won"
    assert pid(solver) != first


async def test_a_question_that_was_given_up_is_not_answered_to_the_next(solver: SolverProcess) -> None:
    await solver.solve(TABLE, Rules(), 1)
    given_up = asyncio.create_task(solver.solve(TABLE, Rules(), NODES))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    given_up.cancel()
    assert (await solver.solve(TABLE, Rules(), 1)).verdict == "unknown"


async def test_closing_ends_it_and_answers_whoever_waits(
    solver: SolverProcess, caplog: pytest.LogCaptureFixture
) -> None:
    await solver.solve(TABLE, Rules(), 1)
    waiting = asyncio.gather(*(solver.solve(TABLE, Rules(draw=3, redeals=9), 10_000_000) for _ in range(2)))
    await asyncio.sleep(0)
    await solver.close()
    assert [solution.verdict for solution in await waiting] == ["unknown", "unknown"]
    assert not multiprocessing.active_children()
    assert "died" not in caplog.text
