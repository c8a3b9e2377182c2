"""The clock: what happens because time has passed. Lobbies and challenges expire."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import discord
from discord.ext import tasks

from bot.arbiter import Arbiter
from bot.challenges import Challenges
from bot.store import StoreError
from bot.ui.challenge import settled
from bot.ui.lobby import closed_lobby
from bot.ui.presenter import DiscordPresenter
from engine.game import GameError

log = logging.getLogger(__name__)

EVERY = 30
"""Seconds between two looks at what is due."""


class Clock:
    """Looks every half minute at what is due."""

    def __init__(
        self,
        arbiter: Arbiter,
        challenges: Challenges,
        presenter: DiscordPresenter,
        *,
        now: Callable[[], datetime],
        lobby_lifetime: timedelta,
    ) -> None:
        self._arbiter = arbiter
        self._challenges = challenges
        self._presenter = presenter
        self._now = now
        self._lobby_lifetime = lobby_lifetime
        self._looking = asyncio.Lock()

    def start(self) -> None:
        """Begin to tick."""
        self._tick.start()

    async def stop(self) -> None:
        """Tick no more; returns when a look that is under way is over."""
        # Cancelled in the middle of a read, it would leave a connection, and its thread, behind.
        async with self._looking:
            self._tick.cancel()

    @tasks.loop(seconds=EVERY)
    async def _tick(self) -> None:
        async with self._looking:
            try:
                await self._expire_challenges()
                await self._expire_lobbies()
            except (GameError, StoreError, discord.DiscordException):
                log.exception("what is due has to wait for the next tick")

    async def _expire_challenges(self) -> None:
        for row in await self._challenges.expire():
            if row.message_id is not None:
                await self._presenter.edit(row.channel_id, row.message_id, settled(row, "expired"))

    async def _expire_lobbies(self) -> None:
        for session in await self._arbiter.expire_lobbies(self._now() - self._lobby_lifetime):
            if session.message is not None:
                closed = closed_lobby(session, "Nobody started this game, so the lobby is closed.")
                await self._presenter.edit(session.channel, session.message, closed)
