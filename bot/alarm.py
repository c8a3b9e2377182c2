"""An alarm: it rings at a moment that can be brought forward.

It is a loop of discord.py's, which simulated Discord's clock moves too.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from discord.ext import tasks

__all__ = ["Alarm", "wind"]

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
                wind(self._rounds, self._next)

    @tasks.loop(seconds=SELDOM.total_seconds())
    async def _rounds(self) -> None:
        self._next, self._ringing = self._now() + SELDOM, True
        try:
            self._ring()
        finally:
            self._ringing = False
        wind(self._rounds, self._next)


def wind(rounds: tasks.Loop[Any], at: datetime) -> None:
    """Have a loop of discord.py's go on at that moment; its interval counts from when its last round was to begin."""
    if rounds.next_iteration is None:
        return
    began = rounds.next_iteration - timedelta(seconds=rounds.seconds or 0)
    # None is negative, as for a clock that somebody has set back.
    rounds.change_interval(seconds=max(0.0, (at - began).total_seconds()))
