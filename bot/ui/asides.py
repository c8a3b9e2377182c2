"""Private words that are outdated as soon as there are newer ones: each takes the place of the one before it.

A game that is played by one hint after another would otherwise push its board off the screen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence

from bot.ids import SessionId, UserId
from bot.recent import Recent
from bot.session import GameSession
from bot.ui.answer import Answer
from bot.ui.lost import describe
from bot.ui.trouble import LOST
from bot.wire import Component

__all__ = ["Asides"]

log = logging.getLogger(__name__)

KEPT = 256
"""Sessions whose last private words can still be taken away; an answer holds its interaction."""

PATIENCE = 5.0
"""Seconds to wait for Discord to take words away: whatever else is due is worth more."""

Moment = tuple[int, int]
"""Where a session stands: a later one is greater."""

STATUSES = ("lobby", "running", "over")


class Asides:
    """The last private words on each session to each member, and the moment that they are about."""

    def __init__(self) -> None:
        self._last: Recent[SessionId, dict[UserId, tuple[Moment, Answer]]] = Recent(KEPT)
        self._going: set[asyncio.Task[None]] = set()

    async def show(self, session: GameSession, answer: Answer, components: Sequence[Component]) -> None:
        """Show these, which are about the session as it is, to the member alone; what was shown before goes."""
        await answer.show_privately(components)
        user = UserId(answer.interaction.user.id)
        of_session = self._last.keep(session.id, self._last.get(session.id) or {})
        before = of_session.get(user)
        of_session[user] = _moment(session), answer
        if before is not None:
            await self._take_away(session.id, [before[1]])

    async def outdated(self, session: GameSession) -> None:
        """Take away what was shown to anybody at an earlier moment of the session: it has gone on, or is over."""
        of_session, moment = self._last.get(session.id), _moment(session)
        if of_session is None:
            return
        gone = [user for user, (then, _) in of_session.items() if then < moment]
        old = [of_session.pop(user)[1] for user in gone]
        if not of_session:
            del self._last[session.id]
        if old:
            await self._take_away(session.id, old)

    async def _take_away(self, session: SessionId, old: Iterable[Answer]) -> None:
        tasks = {asyncio.create_task(_gone(session, answer)) for answer in old}
        self._going |= tasks
        for task in tasks:
            task.add_done_callback(self._going.discard)
        await asyncio.wait(tasks, timeout=PATIENCE)


def _moment(session: GameSession) -> Moment:
    return STATUSES.index(session.status), session.ply


async def _gone(session: SessionId, old: Answer) -> None:
    try:
        await old.take_away()
    except LOST as error:
        # The member may have dismissed it, and nothing is wrong with the new words.
        log.debug("old words stay in session %s: %s", session, describe(error))
