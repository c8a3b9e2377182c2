"""The clock: what happens because time has passed. Turns end, members are reminded, lobbies and challenges expire.

It sleeps until the next session is due, and never longer than `EVERY`. What passed while the bot was not there, or was
cut off from Discord, is nobody's fault: everything that is due is put off by so much.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import aiohttp
import discord
from discord.ext import tasks

from bot.alarm import wind
from bot.attendance import Attendance
from bot.ids import GuildId, SessionId
from bot.session import GameSession
from bot.store import StoreError
from bot.ui.challenge import settled
from bot.ui.moving import bump, retry_boards, show_change
from bot.ui.press import Services
from bot.ui.race_end import tell_race
from bot.ui.retries import Retries
from engine.game import GameError

__all__ = ["EVERY", "Clock"]

log = logging.getLogger(__name__)

EVERY = 300
"""Seconds between two looks at most; so long a bot that was killed may have been away before it notices."""

SOONEST = 0.05
AFTER_TROUBLE = 30.0
"""Seconds until the next look: at least, and when something has gone wrong."""

SHORT = timedelta(minutes=1)
"""An absence so short is not worth bringing every board up to date."""

REFRESHED = 20
REFRESH_EVERY = 10.0
"""So many boards are brought up to date at a look, and so many seconds apart: Discord limits edits."""

FAILURES = (GameError, StoreError, discord.DiscordException, aiohttp.ClientError, OSError)


class Clock:
    """Looks at what is due, whenever something is."""

    def __init__(self, services: Services, attendance: Attendance, *, is_reachable: Callable[[GuildId], bool]) -> None:
        self._services = services
        self._attendance = attendance
        self._is_reachable = is_reachable
        self._now = services.now
        self._next_look = self._now() + timedelta(seconds=EVERY)
        self._looking = asyncio.Lock()
        self._stopped = False
        self._cut_off_since: datetime | None = None
        self._stale: deque[SessionId] = deque()
        self._races: deque[SessionId] = deque()
        self._untold = Retries(now=self._now)

    async def start(self) -> None:
        """Begin to look once Discord is there. What was due while the bot was away is put off by that time."""
        store, now = self._services.store, self._now()
        was_awake = await store.was_awake()
        if was_awake is not None:
            await self._put_off(now - was_awake)
        await store.stay_awake(now)
        services = self._services
        services.arbiter.sessions.race_over = self._race_over
        self._races.extend(await store.untold_races())
        services.arbiter.sessions.expect = services.challenges.expect = self.expect
        services.presenter.retries.expect = self._untold.expect = self.expect
        self.cut_off()  # until Discord is there
        self._rounds.start()

    async def stop(self) -> None:
        """Look no more; returns when a look that is under way is over. From now on no time passes."""
        self._stopped = True
        # Cancelled in the middle of a read, it would leave a connection, and its thread, behind.
        async with self._looking:
            self._rounds.cancel()
        await self._try(self._services.store.stay_awake(self._cut_off_since or self._now()))

    def expect(self, due: datetime) -> None:
        """Look then at the latest."""
        self._plan((due - self._now()).total_seconds())

    def cut_off(self) -> None:
        """Nothing reaches Discord, nor comes from there: time stands still."""
        self._cut_off_since = self._cut_off_since or self._now()

    async def connected(self) -> None:
        """Discord is there again: the time without it does not count."""
        since, self._cut_off_since = self._cut_off_since, None
        if since is not None and not self._stopped:
            await self._put_off(self._now() - since)
            self._plan(0)

    async def _put_off(self, by: timedelta) -> None:
        if by <= timedelta(0):  # somebody has set the machine's clock
            return
        await self._services.arbiter.sessions.put_off(by)
        if by >= SHORT:
            log.info("what was due is put off by %s", by)
            self._stale.extend(entry.id for entry in await self._services.store.open_sessions())

    # -- when to look ---------------------------------------------------------------------------------------------

    def _plan(self, seconds: float) -> None:
        """Look after so many seconds at the latest."""
        at = self._now() + timedelta(seconds=max(SOONEST, seconds))
        if at >= self._next_look:
            return
        self._next_look = at
        if not self._looking.locked():
            self._set_alarm()

    def _set_alarm(self) -> None:
        if not self._stopped:
            wind(self._rounds, self._next_look)

    @tasks.loop(seconds=EVERY)
    async def _rounds(self) -> None:
        async with self._looking:
            self._next_look = self._now() + timedelta(seconds=EVERY)
            if not self._stopped and self._cut_off_since is None and not await self._try(self._look()):
                self._plan(AFTER_TROUBLE)
        self._set_alarm()

    async def _look(self) -> None:
        services = self._services
        seen_to = [
            await self._try(work)
            for work in (
                services.store.stay_awake(self._now()),
                self._expire_challenges(),
                self._see_to_sessions(),
                retry_boards(services, self._now()),
                self._tell_races(),
                self._refresh(),
            )
        ]
        if not all(seen_to):
            self._plan(AFTER_TROUBLE)
            return
        for due in (await services.store.next_due(), services.presenter.retries.next(), self._untold.next()):
            if due is not None:
                self.expect(due)

    async def _try(self, work: Awaitable[object]) -> bool:
        """Whether the work was done; what can go wrong is logged, and the rest goes on."""
        try:
            await work
        except FAILURES:
            log.exception("what is due has to wait for the next look")
            return False
        return True

    # -- what is due ----------------------------------------------------------------------------------------------

    async def _expire_challenges(self) -> None:
        for row in await self._services.challenges.expire():
            if row.message_id is not None:
                await self._services.presenter.edit(row.channel_id, row.message_id, settled(row, "expired"))

    async def _see_to_sessions(self) -> None:
        due = await self._services.store.due(self._now())
        seen_to = [await self._try(self._see_to(session_id)) for session_id in due]
        if not all(seen_to):
            raise StoreError(f"{seen_to.count(False)} of {len(due)} sessions could not be seen to")

    async def _see_to(self, session_id: SessionId) -> None:
        arbiter = self._services.arbiter
        session = await arbiter.session(session_id)
        if session.match is not None and not self._is_reachable(session.guild):
            # Nobody there can press; when the bot is back they have all their time. A lobby closes as anywhere.
            await arbiter.begin_anew(session_id)
            return
        if await self._attendance.look_up(session):
            return
        before, after = await arbiter.sessions.pass_time(session_id)
        if after is not before:
            why = "Nobody started this game, so the lobby is closed."
            await show_change(self._services, after, why_closed=why)
        elif after.remind_at is not None and after.remind_at <= self._now():
            await self._remind(after)

    async def _remind(self, session: GameSession) -> None:
        """Once a turn, and not in a quiet hour; noted first: a crash may cost the reminder, but never sends two."""
        arbiter, pings = self._services.arbiter, self._services.pings
        member = None if session.to_move is None else session.to_move.user
        assert member is not None, "only members are reminded"
        quiet_until = await pings.quiet_until(session.guild, member)
        if quiet_until is not None:
            await arbiter.hushed(session.id, quiet_until)
            return
        session = await arbiter.reminded(session.id)
        if await pings.allowed(session.guild, member):
            await bump(self._services, session, ping=member)

    def _race_over(self, session: GameSession) -> None:
        self._races.append(session.id)
        self._plan(0)

    async def _tell_races(self) -> None:
        """Show the ends of races; one that can't be shown now is shown later, and holds up no other."""
        self._races.extend(self._untold.take(self._now()))
        for _ in range(len(self._races)):
            session_id = self._races.popleft()
            try:
                await self._tell_race(await self._services.arbiter.session(session_id))
            except FAILURES:
                self._races.append(session_id)
                raise

    async def _tell_race(self, session: GameSession) -> None:
        assert session.race is not None
        if await tell_race(self._services, session):
            self._untold.shown(session.id)
        else:
            circuit = self._services.presenter.circuit
            self._untold.failed(session.id, not_before=circuit.allowed_from(session.race.channel))

    async def _refresh(self) -> None:
        """Bring some of the boards up to date whose times have been put off."""
        for _ in range(min(REFRESHED, len(self._stale))):
            session = await self._services.arbiter.session(self._stale.popleft())
            if session.message is not None and _tells_time(session):
                await self._services.presenter.show(session)
        if self._stale:
            self._plan(REFRESH_EVERY)


def _tells_time(session: GameSession) -> bool:
    """Whether the session's message says until when something lasts."""
    lasts = (session.deadline, session.expires_at, session.ends_at if session.anybody_away else None)
    return any(until is not None for until in lasts)
