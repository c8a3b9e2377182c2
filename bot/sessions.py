"""The sessions of this process: each is changed by one at a time, and committed before anybody sees it.

A change is a function from session to session. The session's lock is taken, what was due happens, the change is
applied, what is new is written, and only then is it kept and returned; whatever fails on the way leaves the session as
it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple
from weakref import WeakValueDictionary

from bot import archive, playing, racing, timekeeping
from bot.errors import NoSession, Refusal
from bot.ids import MessageId, RaceId, SessionId, UserId
from bot.recent import Recent
from bot.saving import has_new_terms, has_same_time, save
from bot.session import Change, GameSession, Race
from bot.store import Store
from engine.fairdice import FairDice
from engine.game import Chance

__all__ = ["Sessions", "fair_dice"]

KEPT_SESSIONS = 4096
"""Sessions kept in memory; the others are read again from the store when somebody presses."""


def fair_dice(session: GameSession) -> Chance:
    """The session's own dice: they follow from its secret, its nonce and its number."""
    if session.nonce is None:
        raise Refusal("the commitment has not been shown yet")
    return FairDice(session.secret, session.nonce, str(session.id))


def nobody_races(_session: GameSession) -> None:
    """Told when a race is over, until somebody takes this one's place."""


def nobody_watches(_session: GameSession) -> None:
    """Told of every session that has changed, until somebody takes this one's place."""


class _Kept(NamedTuple):
    """A session in memory, and when it is due."""

    session: GameSession
    due: datetime | None


class Sessions:
    """Holds the sessions of this process.

    `offered` is told of each lobby as it may be started from now on, `expect` when a session will be due, by whoever
    keeps the clock, `race_over` when a race is decided, and `changed` of every change that was committed.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime],
        chance: Callable[[GameSession], Chance],
        offered: Callable[[GameSession], None],
    ) -> None:
        self.expect: Callable[[datetime], None] = timekeeping.nobody_waits
        self.race_over: Callable[[GameSession], None] = nobody_races
        self.changed: Callable[[GameSession], None] = nobody_watches
        self._offered = offered
        self._store = store
        self._now = now
        self._chance = chance
        self._sessions: Recent[SessionId, _Kept] = Recent(KEPT_SESSIONS)
        self._locks: WeakValueDictionary[SessionId, asyncio.Lock] = WeakValueDictionary()
        self._races: WeakValueDictionary[RaceId, asyncio.Lock] = WeakValueDictionary()

    async def session(self, session_id: SessionId) -> GameSession:
        """The session as it stands; raises NoSession."""
        kept = self._sessions.use(session_id)
        if kept is not None:
            return self._seen(kept.session)
        async with self._lock(session_id):
            return self._seen(await self._load(session_id))

    async def change(self, session_id: SessionId, change: Change, *, actor: UserId | None) -> GameSession:
        """Apply a change to the session, commit it, and return the new session; raises what the change raises.

        What was due by now happens first, as if the clock had looked in time.
        """
        async with self._held(session_id) as found:
            # A lobby may be started until the clock has closed it.
            before = found if found.match is None else await self._timely(found)
            after = change(before)
            if after.status == "running":
                after = timekeeping.settle(after, self._now(), self._chance(after))
            return await self._committed(before, after, actor)

    async def pass_time(self, session_id: SessionId) -> tuple[GameSession, GameSession]:
        """Let everything happen that is due; the session before and after, the same where nothing was."""
        async with self._held(session_id) as before:
            after = await self._timely(before)
            if after is before and before.status != "over" and not _is_due(self._due(before), self._now()):
                # It was looked at too early, or by an older version: the store learns when it is due.
                await self._store.keep_time(session_id, pace=archive.pace_row(before, before))
            return before, after

    async def open(self, lobby: GameSession, *, most: int | None) -> GameSession:
        """A new lobby in the store; raises ChannelTaken, and TooManyGames beyond `most` in a guild."""
        with archive.refusals():
            session_id = await self._store.create_session(archive.to_row(lobby), most=most)
        assert lobby.expires_at is not None
        self.expect(lobby.expires_at)
        self._offered(lobby)
        return self._keep(replace(lobby, id=session_id), lobby.expires_at)

    async def discard(self, session_id: SessionId) -> None:
        """Forget a lobby that could not be shown: its channel is free again."""
        self._sessions.pop(session_id, None)
        await self._store.drop_session(session_id)

    async def put_off(self, by: timedelta) -> None:
        """Move everything that is due to so much later, as the bot was not there."""
        await self._store.put_off(by)
        self._sessions.clear()

    async def race_told(self, session_id: SessionId, message: MessageId | None) -> GameSession:
        """Note that this message tells how the session's race ended; the racer's session, which knows it."""
        async with self._held(session_id) as session:
            assert session.race is not None
            await self._store.race_told(session.race.id, message)
            told = replace(session, race=replace(session.race, message=message))
            self._keep(racing.rival_of(told), None)
            return self._keep(told, None)

    async def _timely(self, session: GameSession) -> GameSession:
        """The session after everything that was due by now, which is committed."""
        now = self._now()
        if not _is_due(self._due(session), now):
            return session
        after = timekeeping.pass_time(session, now, self._chance(session))
        return session if after is session else await self._committed(session, after, None)

    @asynccontextmanager
    async def _held(self, session_id: SessionId) -> AsyncIterator[GameSession]:
        """The session, which nobody else changes meanwhile; of a race both, as the end of one is the other's too."""
        async with self._lock(session_id):
            session = await self._load(session_id)
            if session.race is None:
                yield session
                return
            async with self._races.setdefault(session.race.id, asyncio.Lock()):
                rival = await self._load(session.race.rival.id)
                session = await self._load(session_id)
                assert session.race is not None
                yield racing.facing(session, session.race, rival)

    async def _committed(self, before: GameSession, after: GameSession, actor: UserId | None) -> GameSession:
        if after.race is not None:
            after = racing.settled(after, self._now(), self._chance(after))
        try:
            await save(self._store, before, after, actor, self._now())
        except BaseException:
            # Whether it was written is unknown now (a cancelled task, another process): the store is the truth.
            self._sessions.pop(before.id, None)
            if before.race is not None:
                self._sessions.pop(before.race.rival.id, None)
            raise
        if after.closed:
            self._sessions.pop(after.id, None)
            return after
        if has_new_terms(before, after):
            self._offered(after)
        self._race_on(before, after)
        if has_same_time(before, after):
            due = self._due(before)
        elif (due := timekeeping.due(after)) is not None:
            self.expect(due)
        kept = self._keep(after, due)
        self.changed(kept)
        return kept

    def _race_on(self, before: GameSession, after: GameSession) -> None:
        """Keep what this racer's change has brought the other."""
        if before.race is None or after.race is None:
            return
        if after.race.rival is not before.race.rival:
            self._keep(racing.rival_of(after), None)  # it has ended with this one
        if racing.is_decided(after) and before.status != "over":
            self.race_over(after)

    def _due(self, session: GameSession) -> datetime | None:
        """When the session is due; a press asks more often than it changes."""
        kept = self._sessions.get(session.id)
        return kept.due if kept is not None and kept.session is session else timekeeping.due(session)

    def _lock(self, session_id: SessionId) -> asyncio.Lock:
        lock = self._locks.get(session_id)
        if lock is None:
            lock = self._locks[session_id] = asyncio.Lock()
        return lock

    def _keep(self, session: GameSession, due: datetime | None) -> GameSession:
        return self._sessions.keep(session.id, _Kept(session, due)).session

    def _seen(self, session: GameSession) -> GameSession:
        """A racer's session with the other's as it is by now, as far as that is in memory."""
        race = session.race
        rival = None if race is None else self._sessions.get(race.rival.id)
        return session if race is None or rival is None else racing.facing(session, race, rival.session)

    async def _load(self, session_id: SessionId) -> GameSession:
        kept = self._sessions.use(session_id)
        if kept is not None:
            return kept.session
        rows = await self._store.load_session(session_id)
        if rows is None:
            raise NoSession
        session = archive.from_rows(*rows)
        if rows[0].race_id is not None:
            session = await self._raced(session, rows[0].race_id, rows[0].racer)
            if (kept := self._sessions.use(session_id)) is not None:
                return kept.session  # the other racer's press was quicker to load it, or has ended it
        session = await self._proceed(session)
        return self._keep(session, timekeeping.due(session))

    async def _raced(self, session: GameSession, race_id: RaceId, number: int) -> GameSession:
        """A racer's session with what it knows of the race."""
        race = await self._store.load_race(race_id)
        rows = await self._store.load_session(race.racers[1 - number])
        assert rows is not None, "a race keeps both its sessions"
        rival = archive.from_rows(*rows)
        return replace(session, race=Race(race_id, number, race.channel_id, race.message_id, rival))

    async def _proceed(self, session: GameSession) -> GameSession:
        """The session after an automatic roll that a crash kept from being stored; its dice are the same ones."""
        if session.status != "running":
            return session
        going = playing.proceed(session, self._chance(session))
        await save(self._store, session, going, None, self._now())
        return going


def _is_due(due: datetime | None, now: datetime) -> bool:
    return due is not None and due <= now
