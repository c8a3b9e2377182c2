"""What the last run has left: lobbies that nobody saw, and boards whose messages are gone."""

from __future__ import annotations

import logging

from bot.arbiter import Arbiter
from bot.presenter import Presenter
from bot.store import OpenSession, Store
from engine.game import GameError

__all__ = ["Restarts"]

log = logging.getLogger(__name__)


class Restarts:
    """Goes on with what is open in the store."""

    def __init__(self, store: Store, arbiter: Arbiter, presenter: Presenter) -> None:
        self._store = store
        self._arbiter = arbiter
        self._presenter = presenter

    async def restore(self) -> int:
        """Tidy up after the last run: lobbies that never showed are dropped. Returns how many sessions are open."""
        found = await self._store.open_sessions()
        unseen = [entry for entry in found if entry.status == "lobby" and entry.message_id is None]
        for entry in unseen:
            await self._store.drop_session(entry.id)
        return len(found) - len(unseen)

    async def repost_missing(self) -> None:
        """Post anew every open session whose message is gone (a new simulated world, a deleted message)."""
        for entry in await self._store.open_sessions():
            try:
                await self._repost_if_missing(entry)
            except GameError as error:
                log.warning("session %s can't be shown again: %s", entry.id, error)

    async def _repost_if_missing(self, entry: OpenSession) -> None:
        session = await self._arbiter.session(entry.id)
        if not await self._presenter.is_shown(session):
            message = await self._presenter.post(session)
            if message is not None:
                await self._arbiter.shown(session.id, message)
