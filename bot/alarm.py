"""An alarm: it rings at a moment that can be brought forward.

It is a loop of discord.py's, which simulated Discord's clock moves too.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from discord.ext import tasks

__all__ = ["Alarm"]

SELDOM = timedelta(days=1)
"""When it rings again where nobody has asked for it."""

SOONEST = timedelta(milliseconds=10)
"""When it rings at the soonest: asked for by what it rings for, it must not ring for ever."""


class Alarm:
    """Calls `ring`, which must not fail, when it starts, and then each time that it was `set` for."""

    def __init__(self, ring: Callable[[], None], *, now: Callable[[], datetime]) -> None:
        self._ring = ring
        self._now = now
        self._next = now()
        self._ringing = False

    def start(self) -> None:
        """Ring for the first time, and whenever it was set."""
        self._rounds.start()

    def stop(self) -> None:
        """Ring no more."""
        self._rounds.cancel()

    def set(self, at: datetime) -> None:
        """Ring then at the latest."""
        at = max(at, self._now() + SOONEST)
        if at < self._next:
            self._next = at
            if not self._ringing:
                self._wind()

    def _wind(self) -> None:
        """Have the loop go on at `_next`; its interval counts from when its last round was to begin."""
        if self._rounds.next_iteration is None:
            return
        began = self._rounds.next_iteration - timedelta(seconds=self._rounds.seconds or 0)
        # None is negative, as for a clock that somebody has set back.
        self._rounds.change_interval(seconds=max(0.0, (self._next - began).total_seconds()))

    @tasks.loop(seconds=SELDOM.total_seconds())
    async def _rounds(self) -> None:
        self._next, self._ringing = self._now() + SELDOM, True
        try:
            self._ring()
        finally:
            self._ringing = False
        self._wind()
