"""Admission: how many presses are worked on at once, and which can still be answered.

Past its capacity a bot answers everybody too late. So only so many presses are in flight, a short waiting room holds
the next ones, and when that is full its oldest is let go: it would have been the first to be too late.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, timedelta

from bot.allowance import Allowance

TOO_OLD = timedelta(seconds=2.5)
"""Discord takes an answer for 3 seconds; a press older than this is not begun."""

SKEW_WINDOW = timedelta(minutes=5)


class Skew:
    """How far our clock is ahead of Discord's, learnt from the youngest press of the last five to ten minutes."""

    def __init__(self) -> None:
        self._youngest: timedelta | None = None
        self._before: timedelta | None = None
        self._until: datetime | None = None

    def age(self, created_at: datetime, now: datetime) -> timedelta:
        """How old a press is by Discord's clock."""
        raw = now - created_at
        if self._until is None or now > self._until:
            self._before, self._youngest, self._until = self._youngest, raw, now + SKEW_WINDOW
        elif self._youngest is None or raw < self._youngest:
            self._youngest = raw
        known = [seen for seen in (self._before, self._youngest) if seen is not None]
        return raw - min(known)


class Admission:
    """Lets presses in: `in_flight` at once, `waiting` behind them."""

    def __init__(self, in_flight: int, waiting: int, *, now: Callable[[], datetime]) -> None:
        self._free = in_flight
        """How many more may be let in; below 0 where presses have come back from waiting aside."""
        self._room = waiting
        self._now = now
        self._queue: deque[asyncio.Future[bool]] = deque()
        self._skew = Skew()
        self.turned_away = 0

    @asynccontextmanager
    async def enter(self, created_at: datetime) -> AsyncIterator[bool]:
        """Within, the press may be worked on if True; if False it could not be answered any more."""
        admitted = await self._admitted(created_at)
        if not admitted:
            self.turned_away += 1
        try:
            yield admitted
        finally:
            if admitted:
                self._leave()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Within, a press that was let in waits and keeps no other out; then it goes on, whoever came meanwhile."""
        self._leave()
        try:
            yield
        finally:
            self._free -= 1

    def is_late(self, created_at: datetime) -> bool:
        """Whether Discord would hardly take an answer any more."""
        return self._skew.age(created_at, self._now()) > TOO_OLD

    async def _admitted(self, created_at: datetime) -> bool:
        if self.is_late(created_at):
            return False
        if self._free > 0:
            self._free -= 1
            return True
        if not await self._wait():
            return False
        if not self.is_late(created_at):
            return True
        self._leave()
        return False

    async def _wait(self) -> bool:
        if len(self._queue) >= self._room:
            self._queue.popleft().set_result(False)
        place: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.result():
                self._leave()
            elif place in self._queue:
                self._queue.remove(place)
            raise

    def _leave(self) -> None:
        self._free += 1
        if self._queue and self._free > 0:
            self._free -= 1
            self._queue.popleft().set_result(True)


class RefusalGate:
    """How much a member is told who presses wrongly again and again.

    Discord limits answers for each user; sentences for every click of a spammer only earn 429s, which count towards a
    ban of the whole bot (FACTS, "Refusals of a spammer").
    """

    SENTENCES, SENTENCE_EVERY = 5, 3.0
    SILENCES, SILENCES_A_SECOND = 3, 1.5
    MEMBERS = 10_000

    def __init__(self, *, now: Callable[[], datetime]) -> None:
        self._sentences: Allowance[int] = Allowance(self.SENTENCES, self.SENTENCE_EVERY, now=now, keys=self.MEMBERS)
        self._silences: Allowance[int] = Allowance(
            self.SILENCES, 1 / self.SILENCES_A_SECOND, now=now, keys=self.MEMBERS
        )

    def ask(self, user: int) -> str:
        """`sentence`, `silence` (acknowledge, say nothing) or `nothing`."""
        if not self._sentences.take(user):
            return "sentence"
        return "silence" if not self._silences.take(user) else "nothing"
