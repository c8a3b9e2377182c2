"""A process beside the bot that answers one call after another, so that no press waits while it thinks.

Whatever computes for long holds Python's lock, which a thread would take from every press. The process is begun when
it is first needed, and begun anew after it has died; it ends with the bot, also when the bot is killed.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from engine.game import GameError

__all__ = ["CallFailed", "Worker", "WorkerDied", "WorkerError"]

log = logging.getLogger(__name__)

T = TypeVar("T")

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""The bot needs the other processors, and small arrays gain nothing by them."""


class WorkerError(Exception):
    """A call has no answer."""


class WorkerDied(WorkerError):
    """The process died over the call, or was ended."""


class CallFailed(WorkerError):
    """The call raised something that was no domain error; its traceback is in the log."""


class Worker:
    """Calls functions in a process of its own; `niceness` is how far it steps back behind the bot.

    Functions, arguments and answers are pickled, a function by its name.
    """

    def __init__(self, name: str, *, niceness: int = 0) -> None:
        self.name = name
        self._niceness = niceness
        self._asking = asyncio.Lock()
        self._pipe = threading.Lock()
        self._starting = threading.Lock()
        self._ending = threading.Lock()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._process is None else self._process.pid

    async def ask(self, call: Callable[..., T], *arguments: Any) -> T:
        """What the call returns; those who ask are answered in their order. Raises WorkerError, and GameErrors."""
        async with self._asking:
            return await asyncio.to_thread(self.call, call, *arguments)

    def call(self, call: Callable[..., T], *arguments: Any, told: Callable[[Any], None] | None = None) -> T:
        """The same for those who may wait.

        With `told` the call gets one more argument, a function; what it calls that with, `told` hears meanwhile.
        """
        # An asker who was cancelled has left its thread behind: its answer must not be taken for another's.
        with self._pipe:
            try:
                returned, content = self._exchange(call, arguments, told)
            except (EOFError, OSError) as error:
                if not self._closed:
                    log.warning("%s has died, and is begun anew when it is next asked: %r", self.name, error)
                self._end()
                raise WorkerDied(self.name) from error
        if returned:
            return content  # type: ignore[no-any-return]
        if isinstance(content, GameError):
            raise content
        log.error("%s failed:\n%s", self.name, content)
        raise CallFailed(self.name)

    def rest(self) -> None:
        """End the process until it is needed again; to be called while nobody waits for an answer."""
        with self._pipe:
            self._end()

    async def close(self) -> None:
        """End the process for good and at once; whoever waits for an answer gets WorkerDied."""
        with self._starting:
            self._closed = True
            process = self._process
        if process is not None:
            await asyncio.to_thread(self._kill, process)

    def _exchange(
        self, call: Callable[..., Any], arguments: tuple[Any, ...], told: Callable[[Any], None] | None
    ) -> tuple[bool, Any]:
        """Whether the call returned, and what; or what it raised."""
        connection = self._connected()
        connection.send((call, arguments, told is not None))
        while True:
            kind, content = connection.recv()
            if kind != "told":
                return kind == "returned", content
            if told is not None:
                told(content)

    def _connected(self) -> Connection:
        with self._starting:
            if self._closed:
                raise EOFError
            if self._connection is None:
                # Spawned, as a fork would take the bot's threads' locks along as they happen to be.
                context = multiprocessing.get_context("spawn")
                ours, theirs = context.Pipe()
                self._process = context.Process(
                    target=_serve, args=(theirs, self._niceness), name=self.name, daemon=True
                )
                self._process.start()
                theirs.close()
                self._connection = ours
            return self._connection

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._kill(self._process)

    def _kill(self, process: BaseProcess) -> None:
        # One after the other: of two threads that wait for a process, one may be told that it is gone too early.
        with self._ending:
            process.kill()
            process.join()


def _serve(connection: Connection, niceness: int) -> None:
    """What the process does: answer until nobody is there any more."""
    # Ctrl-C is meant for the bot, which then closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    # numpy asks for these when it is imported, with the first call that needs it.
    os.environ.update(ONE_THREAD)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    while True:
        try:
            connection.send(_answer(connection, *connection.recv()))
        except (EOFError, OSError):
            return


def _end_with_the_bot() -> None:
    """A bot that is killed can end nobody, and a call may take a minute."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(1)


def _answer(
    connection: Connection, call: Callable[..., Any], arguments: tuple[Any, ...], tells: bool
) -> tuple[str, Any]:
    tell = (lambda content: connection.send(("told", content)),) if tells else ()
    try:
        return "returned", call(*arguments, *tell)
    except GameError as error:
        return "raised", error
    except Exception:  # noqa: BLE001 - it is logged where the log is
        return "raised", traceback.format_exc()
