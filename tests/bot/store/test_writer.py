from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa

from bot.ids import ChannelId, GuildId
from bot.store import Store, StoreError, address
from bot.store import writer as writer_module
from bot.store.connections import Connections, connect
from bot.store.driver import transaction
from bot.store.writer import GATHER_SECONDS, Writer

Make = Callable[..., Any]
T = TypeVar("T")

notes = sa.Table("notes", sa.MetaData(), sa.Column("note", sa.Integer, primary_key=True))


class Counted:
    """The writing connection, counting its transactions; `gate` holds them back."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self.gate = Event()
        self.gate.set()
        self.groups = 0

    def __call__(self, work: Callable[[sa.Connection], T]) -> T:
        self.gate.wait()
        self.groups += 1
        return self._connections.write(work)


@pytest.fixture
async def connections(tmp_path: Path) -> AsyncIterator[Connections]:
    opened = connect(address.parse(str(tmp_path / "notes.db")))
    await asyncio.to_thread(opened.write, make_table)
    yield opened
    await opened.close()


@pytest.fixture
def run(connections: Connections) -> Counted:
    return Counted(connections)


@pytest.fixture
async def writer(run: Counted) -> AsyncIterator[Writer]:
    working = Writer(run)
    yield working
    run.gate.set()
    await working.close()


def make_table(connection: sa.Connection) -> None:
    with transaction(connection):
        notes.metadata.create_all(connection)


def note(number: int) -> Callable[[sa.Connection], int]:
    def change(connection: sa.Connection) -> int:
        connection.execute(notes.insert().values(note=number))
        return number

    return change


async def noted(connections: Connections) -> list[int]:
    def question(connection: sa.Connection) -> list[int]:
        return list(connection.scalars(sa.select(notes.c.note).order_by(notes.c.note)))

    return await connections.read(question)


async def test_what_waits_is_committed_together(writer: Writer, run: Counted, connections: Connections) -> None:
    run.gate.clear()
    callers = [asyncio.create_task(writer.do(note(n))) for n in range(100)]
    await asyncio.sleep(0)
    run.gate.set()
    assert await asyncio.gather(*callers) == list(range(100))
    assert await noted(connections) == list(range(100))
    assert run.groups <= 2


async def test_only_callers_in_company_wait_for_more(
    writer: Writer, run: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(writer_module, "time", SimpleNamespace(sleep=waits.append))
    for n in range(20):
        await writer.do(note(n))
    assert waits == []
    run.gate.clear()
    callers = [asyncio.create_task(writer.do(note(n))) for n in range(20, 40)]
    await asyncio.sleep(0)
    run.gate.set()
    await asyncio.gather(*callers)
    await writer.do(note(40))
    assert set(waits) == {GATHER_SECONDS}
    waits.clear()
    await writer.do(note(41))
    assert waits == []


async def test_a_failure_reaches_its_caller_alone(writer: Writer, connections: Connections) -> None:
    await writer.do(note(5))
    outcomes = await asyncio.gather(*(writer.do(note(n)) for n in range(10)), return_exceptions=True)
    assert [n for n, outcome in enumerate(outcomes) if isinstance(outcome, sa.exc.IntegrityError)] == [5]
    assert [outcome for outcome in outcomes if isinstance(outcome, int)] == [0, 1, 2, 3, 4, 6, 7, 8, 9]
    assert await noted(connections) == list(range(10))


async def test_a_cancelled_caller_disturbs_nobody(writer: Writer, run: Counted, connections: Connections) -> None:
    run.gate.clear()
    callers = [asyncio.create_task(writer.do(note(n))) for n in range(3)]
    await asyncio.sleep(0)
    callers[1].cancel()
    run.gate.set()
    outcomes = await asyncio.gather(*callers, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, asyncio.CancelledError, int]
    assert await writer.do(note(3)) == 3
    assert await noted(connections) == [0, 1, 2, 3]


async def test_close_commits_what_waits_and_takes_nothing_more(
    writer: Writer, run: Counted, connections: Connections
) -> None:
    run.gate.clear()
    callers = [asyncio.create_task(writer.do(note(n))) for n in range(600)]
    await asyncio.sleep(0)
    closing = asyncio.create_task(writer.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreError, match="closed"):
        await writer.do(note(-1))
    run.gate.set()
    await closing
    await writer.close()
    assert await asyncio.gather(*callers) == list(range(600))
    assert await noted(connections) == list(range(600))


async def test_without_a_connection_callers_are_told_and_the_writer_goes_on(connections: Connections) -> None:
    broken = [OSError("no route"), None]

    def run(work: Callable[[sa.Connection], T]) -> T:
        if error := broken.pop(0):
            raise error
        return connections.write(work)

    writer = Writer(run)
    with pytest.raises(OSError, match="no route"):
        await writer.do(note(1))
    assert await writer.do(note(2)) == 2
    await writer.close()


def test_what_was_handed_over_outlives_the_loop(tmp_path: Path) -> None:
    connections = connect(address.parse(str(tmp_path / "notes.db")))
    connections.write(make_table)
    run = Counted(connections)
    run.gate.clear()
    writer = Writer(run)

    async def press() -> None:
        presses = [asyncio.create_task(writer.do(note(n))) for n in range(5)]
        await asyncio.sleep(0)
        assert not any(press.done() for press in presses)

    async def close() -> None:
        await writer.close()
        assert await noted(connections) == list(range(5))
        await connections.close()

    asyncio.run(press())
    run.gate.set()
    asyncio.run(close())


async def test_a_reader_does_not_wait_for_the_writer(connections: Connections) -> None:
    loop = asyncio.get_running_loop()
    started = asyncio.Event()
    seen: asyncio.Future[list[int]] = loop.create_future()

    def write_slowly(connection: sa.Connection) -> None:
        with transaction(connection):
            note(1)(connection)
            loop.call_soon_threadsafe(started.set)
            asyncio.run_coroutine_threadsafe(wait_for_reader(), loop).result()

    async def wait_for_reader() -> None:
        await seen

    writing = asyncio.create_task(asyncio.to_thread(connections.write, write_slowly))
    await started.wait()
    seen.set_result(await noted(connections))
    await writing
    assert seen.result() == []
    assert await noted(connections) == [1]


async def test_a_closed_store_says_so(database: str, session: Make) -> None:
    store = await Store.open(database)
    waiting = [asyncio.create_task(store.create_session(session(channel_id=ChannelId(n)))) for n in range(1, 20)]
    await asyncio.sleep(0)
    await store.close()
    assert sorted(await asyncio.gather(*waiting)) == list(range(1, 20))
    with pytest.raises(StoreError, match="closed"):
        await store.set_option(GuildId(1), "", "pings", "off")
    again = await Store.open(database)
    assert len(await again.open_sessions()) == 19
    await again.close()
