"""Boards that could not be brought up to date for a reason that passes: which, and when each is tried again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.ids import SessionId
from bot.recent import Recent
from bot.timekeeping import nobody_waits

GAPS = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 1800))
"""Between one try and the next; after the last one it is left to whatever changes the game next."""

SESSIONS = 10_000


@dataclass(frozen=True, slots=True)
class _Behind:
    tries: int
    at: datetime | None
    """When it is tried next; None when it was tried often enough."""


class Retries:
    """The sessions whose boards are behind."""

    def __init__(self, *, now: Callable[[], datetime]) -> None:
        self._now = now
        self._behind: Recent[SessionId, _Behind] = Recent(SESSIONS)
        self.expect: Callable[[datetime], object] = nobody_waits
        """Told when the next try is due."""

    def failed(self, session: SessionId, *, not_before: datetime | None = None) -> None:
        """The board is behind; one that was so already keeps its place."""
        known = self._behind.get(session) or _Behind(0, self._now() + GAPS[0])
        if known.at is not None:
            at = max(known.at, not_before or known.at)
            known = _Behind(known.tries, at)
            self.expect(at)
        self._behind.keep(session, known)

    def shown(self, session: SessionId) -> None:
        """The board is up to date."""
        if self._behind:
            self._behind.pop(session, None)

    def next(self) -> datetime | None:
        """When the next board is due; None where none is."""
        return min((behind.at for behind in self._behind.values() if behind.at is not None), default=None)

    def take(self, now: datetime) -> Sequence[SessionId]:
        """The boards to try now, those first that wait longest; each is due again later unless it is `shown`."""
        waiting = ((behind.at, session) for session, behind in self._behind.items())
        due = [session for at, session in sorted((at, s) for at, s in waiting if at is not None and at <= now)]
        for session in due:
            tries = self._behind[session].tries + 1
            self._behind[session] = _Behind(tries, now + GAPS[tries] if tries < len(GAPS) else None)
        return due
