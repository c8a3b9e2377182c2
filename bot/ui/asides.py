"""Private words that are outdated as soon as there are newer ones: each takes the place of the one before it.

A game that is played by one hint after another would otherwise push its board off the screen.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.ids import SessionId, UserId
from bot.recent import Recent
from bot.ui.answer import Answer
from bot.ui.lost import describe
from bot.ui.trouble import LOST
from bot.wire import Component

__all__ = ["Asides"]

log = logging.getLogger(__name__)

KEPT = 256
"""Players whose last private words can still be taken away; an answer holds its interaction."""


class Asides:
    """The last private words on each session to each of its players."""

    def __init__(self) -> None:
        self._last: Recent[tuple[SessionId, UserId], Answer] = Recent(KEPT)

    async def show(self, session: SessionId, answer: Answer, components: Sequence[Component]) -> None:
        """Show these to the member alone, and take away what was shown before."""
        await answer.show_privately(components)
        key = session, UserId(answer.interaction.user.id)
        before = self._last.get(key)
        self._last.keep(key, answer)
        await self._take_away(session, before)

    async def outdated(self, session: SessionId, user: UserId) -> None:
        """Take away what was shown last to that member, as the game has gone on or is over."""
        await self._take_away(session, self._last.pop((session, user), None))

    async def _take_away(self, session: SessionId, before: Answer | None) -> None:
        if before is None:
            return
        try:
            await before.take_away()
        except LOST as error:
            # The member may have dismissed it, and nothing is wrong with the new words.
            log.debug("old words stay in session %s: %s", session, describe(error))
