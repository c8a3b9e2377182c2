"""What was used most recently: a mapping that forgets the rest, and answers kept in one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(OrderedDict[K, V]):
    """A mapping of at most `most` entries: a further one drops the one that was used longest ago."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def use(self, key: K) -> V | None:
        """The entry, which counts as used now; None if it is not there."""
        value = self.get(key)
        if value is not None:
            self.move_to_end(key)
        return value

    def keep(self, key: K, value: V) -> V:
        """Put an entry in, as the one used last; returns the value."""
        self[key] = value
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
        return value


class Answers(Generic[K, V]):
    """Answers of the store, asked for once: at most `most`, those that were wanted last."""

    def __init__(self, ask: Callable[[K], Awaitable[V]], most: int) -> None:
        self._ask = ask
        self._kept: Recent[K, V] = Recent(most)
        self._changes = 0

    async def get(self, key: K) -> V:
        """The answer; one that is kept comes without waiting."""
        kept = self._kept.use(key)
        if kept is not None:
            return kept
        changes = self._changes
        answer = await self._ask(key)
        # After a change the answer may be of before it.
        return self._kept.keep(key, answer) if changes == self._changes else answer

    def forget(self, key: K) -> None:
        """To be called after a change: the next answer is asked for anew."""
        self._changes += 1
        self._kept.pop(key, None)
