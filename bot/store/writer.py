"""The only writer: it commits waiting changes in groups, and answers each after its COMMIT."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa

from bot.store.driver import transaction
from bot.store.errors import StoreError
from bot.store.faults import strikes_all

T = TypeVar("T")
Change = Callable[[sa.Connection], T]
"""What a caller wants done in a transaction. It may run twice, the first time rolled back, so it keeps no state."""

GROUP_LIMIT = 256
"""Changes in a group at most: the first of a long queue should not wait for the last."""

GATHER_SECONDS = 0.003
"""So long a group smaller than the one before waits for more: a commit costs nearly the same for one as for many."""


class Runs(Protocol):
    """Runs a function with the writing connection, and waits for it."""

    def __call__(self, work: Callable[[sa.Connection], T]) -> T: ...


@dataclass(frozen=True, slots=True)
class Failed:
    """A change that was rolled back, and why."""

    error: Exception


def commit(connection: sa.Connection, changes: Sequence[Change[Any]]) -> list[Any]:
    """Apply the changes in one transaction; if that fails, each in its own. Gives each one's result or `Failed`."""
    try:
        with transaction(connection):
            return [change(connection) for change in changes]
    except Exception as error:  # noqa: BLE001  whatever it was, its caller is told
        if len(changes) == 1 or strikes_all(error):
            return [Failed(error)] * len(changes)
    return [outcome for change in changes for outcome in commit(connection, [change])]


@dataclass(frozen=True, slots=True)
class _Waiting:
    change: Change[Any]
    answer: asyncio.Future[Any]

    def settle(self, outcome: object) -> None:
        if self.answer.done():  # its caller was cancelled; the change stands
            return
        if isinstance(outcome, Failed):
            self.answer.set_exception(outcome.error)
        else:
            self.answer.set_result(outcome)


def _settle(group: Sequence[_Waiting], outcomes: Sequence[object]) -> None:
    for waiting, outcome in zip(group, outcomes, strict=True):
        waiting.settle(outcome)


class Writer:
    """Commits changes in the order in which they came, in a thread of its own: whoever commits waits for the disk."""

    def __init__(self, run: Runs) -> None:
        self._run = run
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._closed = False
        # A process that forgets to close the store must be able to end; it loses nothing that was answered.
        self._thread = Thread(target=self._serve, name="store-writer", daemon=True)
        self._thread.start()

    async def do(self, change: Change[T]) -> T:
        """Commit the change and give its result; raises what the change raises, `StoreError` once closed.

        A change once handed over is applied, even if its caller is cancelled meanwhile.
        """
        if self._closed:
            raise StoreError("The store is closed.")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put(_Waiting(change, answer))
        return await answer

    async def close(self) -> None:
        """Take nothing more, and return when everything that waits is committed."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        for group in self._groups():
            outcomes = self._commit([waiting.change for waiting in group])
            with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
                group[0].answer.get_loop().call_soon_threadsafe(_settle, group, outcomes)

    def _groups(self) -> Iterator[list[_Waiting]]:
        """Everything that waits, up to the limit, again and again until the end."""
        group: list[_Waiting] = []
        while (first := self._queue.get()) is not None:
            if self._queue.qsize() + 1 < len(group):  # fewer than last time
                time.sleep(GATHER_SECONDS)
            group = [first]
            while len(group) < GROUP_LIMIT and not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    self._queue.put(None)
                    break
                group.append(following)
            yield group

    def _commit(self, changes: Sequence[Change[Any]]) -> list[Any]:
        try:
            return self._run(lambda connection: commit(connection, changes))
        except Exception as error:  # noqa: BLE001  no connection at all: the writer goes on, its callers are told
            return [Failed(error)] * len(changes)
