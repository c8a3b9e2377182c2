"""A process that answers calls: in order, with word of how far it is, and whatever happens to it."""

from __future__ import annotations

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.worker import CallFailed, Worker, WorkerDied
from engine.game import IllegalMove
from tests.bot import worker_calls as calls

ROOT = Path(__file__).parents[2]


@pytest_asyncio.fixture
async def worker() -> AsyncIterator[Worker]:
    worker = Worker("the thinker", niceness=3)
    yield worker
    await worker.close()
    assert not multiprocessing.active_children()


async def test_calls_are_answered_whatever_the_one_before_did(worker: Worker, caplog: pytest.LogCaptureFixture) -> None:
    assert worker.pid is None
    assert await asyncio.gather(*(worker.ask(calls.double, number) for number in range(3))) == [0, 2, 4]
    with pytest.raises(IllegalMove, match="not like that"):
        await worker.ask(calls.refuse, "not like that")
    assert not caplog.text
    with pytest.raises(CallFailed):
        await worker.ask(calls.divide, 1)
    assert "the thinker failed" in caplog.text
    assert "in divide" in caplog.text
    assert await worker.ask(calls.double, 4) == 8


async def test_it_tells_how_far_it_is(worker: Worker) -> None:
    told: list[int] = []
    assert worker.call(calls.count, 3, told=told.append) == "counted"
    assert told == [0, 1, 2]


async def test_it_steps_back_behind_the_bot(worker: Worker) -> None:
    assert await worker.ask(calls.circumstances) == (min(os.nice(0) + 3, 19), "1")


async def test_one_that_dies_over_a_call_is_begun_anew(worker: Worker, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(WorkerDied):
        await worker.ask(calls.die)
    assert "the thinker has died" in caplog.text
    assert await worker.ask(calls.double, 4) == 8


async def test_it_may_rest_until_it_is_needed(worker: Worker, caplog: pytest.LogCaptureFixture) -> None:
    await worker.ask(calls.double, 1)
    worker.rest()
    assert not multiprocessing.active_children()
    assert await worker.ask(calls.double, 4) == 8
    assert not caplog.text


async def test_closing_ends_it_in_the_middle_of_a_call_and_for_good(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    await worker.ask(calls.double, 1)
    waiting = asyncio.gather(*(worker.ask(calls.sleep, 600) for _ in range(2)), return_exceptions=True)
    await asyncio.sleep(0)
    await worker.close()
    assert [type(answer) for answer in await waiting] == [WorkerDied, WorkerDied]
    with pytest.raises(WorkerDied):
        await worker.ask(calls.double, 1)
    assert not multiprocessing.active_children()
    assert not caplog.text


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when another process's child has ended")
def test_it_ends_when_the_bot_is_killed_in_the_middle_of_a_call() -> None:
    bot = subprocess.Popen(
        [sys.executable, "-m", "tests.bot.worker_calls"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with bot:
        assert bot.stdout is not None
        pid = int(bot.stdout.readline())
        os.kill(pid, 0)
        ended = os.pidfd_open(pid)
        bot.send_signal(signal.SIGKILL)
    # Readable once the process is no more; with this the test would fail only after long.
    with os.fdopen(ended) as process:
        assert multiprocessing.connection.wait([process.fileno()], timeout=60)
