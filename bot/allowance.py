"""Allowances: so many at once for each key, and one more every so many seconds (a token bucket)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from bot.recent import Recent

KEYS = 10_000

K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class _Left:
    count: float
    at: datetime


class Allowance(Generic[K]):
    """What each key has left of `at_once`; it gets one back every `every` seconds."""

    def __init__(self, at_once: int, every: float, *, now: Callable[[], datetime], keys: int = KEYS) -> None:
        self._at_once = at_once
        self._every = every
        self._now = now
        self._keys: Recent[K, _Left] = Recent(keys)

    def take(self, key: K) -> float:
        """Take one, and return 0.0; or take none, and return the seconds until there is one again."""
        left = self._refilled(key)
        if left.count < 1:
            return (1 - left.count) * self._every
        left.count -= 1
        return 0.0

    def _refilled(self, key: K) -> _Left:
        now = self._now()
        left = self._keys.use(key) or self._keys.keep(key, _Left(self._at_once, now))
        passed = max(0.0, (now - left.at).total_seconds())
        left.count = min(self._at_once, left.count + passed / self._every)
        left.at = now
        return left
