"""The policies at hand: mapped from their files, and built where there is no file that will do."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

from bot.policies import files
from bot.policies.building import Builder
from bot.policies.wanted import Wanted
from bot.recent import Recent
from bot.worker import WorkerDied
from engine.strategy import Policy, kept
from engine.strategy.kept import WrongArrays

__all__ = ["Policies"]

log = logging.getLogger(__name__)

AT_HAND = 16
"""Policies mapped at once, up to 4 MB each."""

MOST_COMING = 8
"""Policies that are being built or wait for that; rules have far more options than anybody waits for."""

UNREADABLE = (files.BadFile, WrongArrays, OSError)
"""What a file that won't do raises."""

RETRY_SECONDS = 60
"""How soon after a build that failed the next one is tried, if there is still a need."""


class Policies:
    """Policies by rules, for several threads at once. None of its methods is for the event loop, but `close` is."""

    def __init__(
        self, folder: Path, builder: Builder, *, most: int = AT_HAND, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder, self._builder, self._now = folder, builder, now
        self._lock = threading.Lock()
        self._at_hand: Recent[str, Policy] = Recent(most)
        self._coming: dict[str, Future[Policy]] = {}
        self._failed: dict[str, float] = {}
        self._closed = False
        self._thread = ThreadPoolExecutor(1, "strategies")

    def get(self, wanted: Wanted) -> Policy | None:
        """The policy of these rules; None while it is being built, which is begun if it isn't yet.

        Raises Unsupported.
        """
        policy = self.coming(wanted)
        return policy.result() if policy.done() and policy.exception() is None else None

    def coming(self, wanted: Wanted) -> Future[Policy]:
        """The policy as soon as it is there; fails with WorkerError where it can't be built now. Raises Unsupported."""
        key = wanted.key
        with self._lock:
            if (policy := self._at_hand.use(key)) is not None:
                return _done(policy)
            if (coming := self._coming.get(key)) is not None:
                return coming
            if self._closed or self._failed.get(key, -math.inf) > self._now():
                return _failed()
            if (policy := self._opened(wanted)) is not None:
                return _done(self._at_hand.keep(key, policy))
            if len(self._coming) >= MOST_COMING:
                return _failed()
            coming = self._coming[key] = Future()
            self._thread.submit(self._build, wanted, coming)
            return coming

    async def close(self) -> None:
        """Build no more; whoever waits for a policy learns that it won't come."""
        with self._lock:
            self._closed = True
            coming = list(self._coming.values())
        self._thread.shutdown(wait=False, cancel_futures=True)
        await self._builder.close()
        for one in coming:
            with suppress(InvalidStateError):
                one.set_exception(WorkerDied("the bot ends"))

    def _opened(self, wanted: Wanted) -> Policy | None:
        """The policy from its file, if there is one that will do."""
        try:
            return self._read(wanted)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except UNREADABLE as error:
            path = files.path_of(self._folder, wanted.key)
            log.warning("the strategy of %s can't be read from %s and is built anew: %s", wanted.title, path, error)
            return None

    def _read(self, wanted: Wanted) -> Policy:
        return kept.restored(wanted.ruleset, files.read(files.path_of(self._folder, wanted.key), wanted.key))

    def _build(self, wanted: Wanted, coming: Future[Policy]) -> None:
        """Build a policy, for all who wait for it."""
        try:
            policy = self._built(wanted)
        except Exception as error:  # noqa: BLE001 - whoever waits has to be told
            if not self._closed:
                log.warning("the strategy of %s could not be built: %r", wanted.title, error)
            with self._lock:
                self._failed[wanted.key] = self._now() + RETRY_SECONDS
            self._settle(wanted, partial(coming.set_exception, error))
        else:
            with self._lock:
                self._at_hand.keep(wanted.key, policy)
            self._settle(wanted, partial(coming.set_result, policy))

    def _settle(self, wanted: Wanted, answer: Callable[[], None]) -> None:
        with self._lock:
            del self._coming[wanted.key]
            last = not self._coming
        if last:
            self._builder.rest()
        # It may have been given up when the bot was closed.
        with suppress(InvalidStateError):
            answer()

    def _built(self, wanted: Wanted) -> Policy:
        # Another bot may have built it meanwhile, in the same folder.
        with suppress(*UNREADABLE):
            return self._read(wanted)
        log.info("building the strategy of %s", wanted.title)
        unkept = self._builder.build(wanted, self._folder, lambda share: _tell(wanted, share))
        if unkept is None:
            return self._read(wanted)
        log.warning("the strategy of %s is kept in memory only: %s", wanted.title, unkept.trouble)
        return kept.restored(wanted.ruleset, unkept.arrays)


def _tell(wanted: Wanted, share: float) -> None:
    log.info("building the strategy of %s: %.0f %%", wanted.title, 100 * share)


def _done(policy: Policy) -> Future[Policy]:
    future: Future[Policy] = Future()
    future.set_result(policy)
    return future


def _failed() -> Future[Policy]:
    future: Future[Policy] = Future()
    future.set_exception(WorkerDied("not now"))
    return future
