"""The only writer: it commits waiting changes in groups, and answers each after its COMMIT."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa

from bot.store.errors import StoreError
from bot.store.faults import strikes_all

T = TypeVar("T")
Change = Callable[[sa.Connection], T]
"""What a caller wants done in a transaction. It may run twice, the first time rolled back, so it keeps no state."""

GROUP_LIMIT = 256
"""Changes in a group at most: the first of a long queue should not wait for the last."""


class Runs(Protocol):
    """Runs a function with the writing connection."""

    def __call__(self, work: Callable[[sa.Connection], T]) -> Awaitable[T]: ...


@dataclass(frozen=True, slots=True)
class Failed:
    """A change that was rolled back, and why."""

    error: Exception


def commit(connection: sa.Connection, changes: Sequence[Change[Any]]) -> list[Any]:
    """Apply the changes in one transaction; if that fails, each in its own. Gives each one's result or `Failed`."""
    try:
        with connection.begin():
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


class Writer:
    """Commits changes in the order in which they came. Its task lives only while there is something to commit.

    A task that waited for work would never be at rest, and simulated Discord waits until the bot is.
    """

    def __init__(self, run: Runs) -> None:
        self._run = run
        self._queue: deque[_Waiting] = deque()
        self._closed = False
        self._task: asyncio.Task[None] | None = None

    async def do(self, change: Change[T]) -> T:
        """Commit the change and give its result; raises what the change raises, `StoreError` once closed.

        A change once handed over is applied, even if its caller is cancelled meanwhile.
        """
        if self._closed:
            raise StoreError("The store is closed.")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(change, answer))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve(), name="store writer")
            self._task.add_done_callback(self._refuse_the_rest)
        return await answer

    async def close(self) -> None:
        """Take nothing more, and return when everything that waits is committed."""
        self._closed = True
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _serve(self) -> None:
        while self._queue:
            await self._commit(self._next_group())

    def _next_group(self) -> list[_Waiting]:
        """Everything that waits, up to the limit."""
        return [self._queue.popleft() for _ in range(min(GROUP_LIMIT, len(self._queue)))]

    async def _commit(self, group: list[_Waiting]) -> None:
        changes = [waiting.change for waiting in group]
        outcomes: list[Any] = []
        try:
            outcomes = await self._run(lambda connection: commit(connection, changes))
        except asyncio.CancelledError:  # the loop is being torn down: nobody may wait for ever
            outcomes = [Failed(StoreError("The store was stopped in the middle of a change."))] * len(group)
            raise
        except Exception as error:  # noqa: BLE001  no connection at all: the writer goes on, its callers are told
            outcomes = [Failed(error)] * len(group)
        finally:
            for waiting, outcome in zip(group, outcomes, strict=True):
                waiting.settle(outcome)

    def _refuse_the_rest(self, task: asyncio.Task[None]) -> None:
        """Answer those whom a cancelled task has left waiting; a callback, since it may not even have begun."""
        while task.cancelled() and self._queue:
            self._queue.popleft().settle(Failed(StoreError("The store was stopped before the change.")))
