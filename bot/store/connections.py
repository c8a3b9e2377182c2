"""The connections of a store: one writes, others read. On SQLite neither waits for the other (WAL)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, StaticPool

from bot.store.address import Address
from bot.store.errors import StoreError

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

READERS = 2
BUSY_MILLISECONDS = 1500
"""How long SQLite waits for another program's lock: a press must be answered within three seconds."""

_WRITING = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}")
_READING = ("query_only=ON", f"busy_timeout={BUSY_MILLISECONDS}")


class Connections(Protocol):
    """What a store needs of its database. `write` is for the writer's thread; `read` sees what is committed."""

    def write(self, work: Work[T]) -> T: ...
    async def read(self, work: Work[T]) -> T: ...
    async def close(self) -> None: ...


def connect(address: Address) -> Connections:
    """Prepare the connections; nothing is opened before its first use."""
    return ServerConnections(address) if address.file is None else FileConnections(address)


def prepare_sqlite(engine: sa.Engine, *, pragmas: tuple[str, ...], begin: str) -> None:
    """Make the engine's transactions real: the driver's own would begin late, and leave tables outside."""

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        driver = connection.connection.driver_connection
        if driver is not None and not driver.in_transaction:  # `transaction` begins by itself
            connection.exec_driver_sql(begin)


class FileConnections:
    """A SQLite file.

    The writer has the plain driver: through aiosqlite each statement is three or four trips to another thread, which
    cost a press three times, a group of 32 ten times the CPU.
    """

    def __init__(self, address: Address) -> None:
        self._writing = sa.create_engine(
            address.url, poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
        )
        prepare_sqlite(self._writing, pragmas=_WRITING, begin="BEGIN IMMEDIATE")
        self._open: sa.Connection | None = None
        self._reading = create_async_engine(
            address.url.set(drivername="sqlite+aiosqlite"),
            poolclass=AsyncAdaptedQueuePool,
            pool_size=READERS,
            max_overflow=0,
            hide_parameters=True,
        )
        prepare_sqlite(self._reading.sync_engine, pragmas=_READING, begin="BEGIN")

    def write(self, work: Work[T]) -> T:
        if self._open is None:
            self._open = self._writing.connect()
        try:
            return work(self._open)
        finally:
            self._open.rollback()  # nothing, after a commit

    async def read(self, work: Work[T]) -> T:
        return await _run(self._reading, work)

    async def close(self) -> None:
        await self._reading.dispose()
        # Last: it brings the write-ahead log home, so that the file alone is the whole database.
        await asyncio.to_thread(self._close_writing)

    def _close_writing(self) -> None:
        if self._open is not None:
            self._open.close()
        self._writing.dispose()


class ServerConnections:
    """A PostgreSQL server. Its driver knows only event loops, so the writer's thread has one of its own."""

    def __init__(self, address: Address) -> None:
        self._loop = asyncio.Runner()
        self._writing = open_server(address, size=1)
        self._reading = open_server(address, size=READERS).execution_options(isolation_level="REPEATABLE READ")

    def write(self, work: Work[T]) -> T:
        return self._loop.run(_run(self._writing, work))

    async def read(self, work: Work[T]) -> T:
        return await _run(self._reading, work)

    async def close(self) -> None:
        await self._reading.dispose()
        await asyncio.to_thread(self._close_writing)

    def _close_writing(self) -> None:
        with self._loop:
            self._loop.run(self._writing.dispose())


def open_server(address: Address, *, size: int) -> AsyncEngine:
    """An engine of `size` connections. Raises `StoreError` if the driver is not installed."""
    try:
        return create_async_engine(
            address.url, pool_size=size, max_overflow=0, pool_pre_ping=True, hide_parameters=True
        )
    except ModuleNotFoundError as error:
        raise StoreError(f"{address.name} needs {error.name}: install Parlour with its extra 'postgres'.") from error


async def _run(engine: AsyncEngine, work: Work[T]) -> T:
    async with engine.connect() as connection:
        return await connection.run_sync(work)
