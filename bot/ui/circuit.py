"""The circuit: when the bot sends nothing by itself, as Discord would only refuse it.

A channel is shut after a refusal there that will not pass, until something shows that it would work again. Everything
is shut when Discord has refused so much that it might ban the bot's address, which it does at 10,000 invalid requests
in ten minutes. Answers to presses are never held back: who presses is told.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.ids import ChannelId
from bot.recent import Recent

log = logging.getLogger(__name__)

NEW_TRY = timedelta(minutes=10)
"""After which one thing is tried in a channel that is shut."""

TOLD_AGAIN = timedelta(hours=1)
"""After which somebody in a channel that is shut is told again what is missing."""

PAUSE = timedelta(seconds=5)
"""How long nothing is tried after a failure of Discord's own: each try would wait for its own failure."""

WINDOW = timedelta(minutes=10)
INVALID = frozenset({401, 403, 429})
MOST_INVALID = 1000
CALM = MOST_INVALID // 2

CHANNELS = 10_000


class Circuit:
    """What may be sent unasked; it is asked before, and told what came of it."""

    def __init__(self, *, now: Callable[[], datetime]) -> None:
        self._now = now
        self._shut: Recent[ChannelId, datetime] = Recent(CHANNELS)
        self._told: Recent[ChannelId, datetime] = Recent(CHANNELS)
        self._paused_until: datetime | None = None
        self._invalid: deque[datetime] = deque(maxlen=MOST_INVALID)
        self._tripped = False

    # -- may it be sent? ------------------------------------------------------------------------------------------

    def allows(self, channel: ChannelId) -> bool:
        """Whether to send something in the channel now; in one that is shut, the one new try is taken by asking."""
        now = self._now()
        if self._is_tripped() or (self._paused_until is not None and now < self._paused_until):
            return False
        until = self._shut.get(channel)
        if until is None:
            return True
        if now < until:
            return False
        self._shut[channel] = now + NEW_TRY
        return True

    def allowed_from(self, channel: ChannelId) -> datetime:
        """When it makes sense to ask again."""
        now = self._now()
        return max(now, self._shut.get(channel, now), self._paused_until or now)

    # -- channels -------------------------------------------------------------------------------------------------

    def shut(self, channel: ChannelId) -> None:
        """The channel has refused something, and would refuse the next thing too."""
        self._shut.keep(channel, self._now() + NEW_TRY)

    def open(self, channel: ChannelId) -> None:
        """Something has come through in the channel, or would now."""
        if self._shut:
            self._shut.pop(channel, None)
            self._told.pop(channel, None)

    def is_shut(self, channel: ChannelId) -> bool:
        """Whether the channel has refused something, and nothing has come through since."""
        return channel in self._shut

    def may_tell(self, channel: ChannelId) -> bool:
        """Whether somebody in the channel should be told what is missing; it is taken that they are."""
        now = self._now()
        told = self._told.get(channel)
        if told is not None and now - told < TOLD_AGAIN:
            return False
        self._told.keep(channel, now)
        return True

    # -- Discord as a whole ---------------------------------------------------------------------------------------

    def pause(self) -> None:
        """Discord has failed by itself: let it come to its senses."""
        self._paused_until = self._now() + PAUSE

    def count(self, status: int, shared: bool = False) -> None:
        """Take note of a response's status; a 429 for a limit that is `shared` with others is no fault of ours."""
        if status not in INVALID or shared:
            return
        self._invalid.append(self._now())
        if not self._is_tripped() and self.invalid == MOST_INVALID:
            self._tripped = True
            log.error(
                "Discord has refused %s requests in ten minutes, and bans at 10,000: nothing is sent but answers to "
                "presses until that has calmed down. The log says what was refused; permissions are the usual cause",
                MOST_INVALID,
            )

    @property
    def invalid(self) -> int:
        """How many requests were invalid in the last ten minutes; at most MOST_INVALID are known."""
        since = self._now() - WINDOW
        while self._invalid and self._invalid[0] <= since:
            self._invalid.popleft()
        return len(self._invalid)

    def _is_tripped(self) -> bool:
        if self._tripped and self.invalid < CALM:
            self._tripped = False
            log.warning("Discord refuses less: boards are brought up to date again")
        return self._tripped
