"""The arbiter: the only one to change sessions. It commits each change before anybody sees it.

A change is a function from session to session. The arbiter takes the session's lock, applies the change, writes what is
new of it, and only then keeps and returns it; whatever fails on the way leaves the session as it was.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

from bot import archive, computer_seats, hinting, lobbies, playing, presence, racing, timekeeping
from bot.account import Account
from bot.errors import NoGameHere, NoSession, Refusal
from bot.ids import ChannelId, GuildId, MessageId, RaceId, SessionId, UserId
from bot.pace import Gone
from bot.recent import Recent
from bot.session import Change, GameSession, Person, Race
from bot.store import DuplicatePly, OpenSession, PaceRow, Store, WrongStatus
from bot.strategist import Strategist
from bot.table_options import USUAL
from engine.fairdice import SECRET_BYTES, FairDice
from engine.game import AnyGame, Chance, GameError, Move, Options, StalePly

log = logging.getLogger(__name__)

KEPT_SESSIONS = 4096
"""Sessions kept in memory; the others are read again from the store when somebody presses."""


class Presenter(Protocol):
    """What shows sessions where nobody has just pressed."""

    async def show(self, session: GameSession) -> bool:
        """Bring the session's own message up to date; False where it is gone."""

    async def post(self, session: GameSession) -> MessageId | None:
        """Show the session in a new message; None where that is not possible."""

    async def is_shown(self, session: GameSession) -> bool:
        """Whether the session's message still exists, as far as can be told."""


class Dealer(Protocol):
    """What has deals for games whose deal is not drawn but chosen."""

    def prepare(self, game: AnyGame, options: Options) -> None:
        """A game under these options is about to be dealt."""

    async def take(self, game: AnyGame, options: Options) -> str | None:
        """A deal, or None where chance deals; raises NoDealYet."""


class _NoDeals:
    """Chance alone deals."""

    def prepare(self, game: AnyGame, options: Options) -> None:
        """Nothing can be prepared."""

    async def take(self, game: AnyGame, options: Options) -> str | None:
        return None


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


class Arbiter:
    """Holds the sessions of this process; every change to one goes through it.

    `expect` is told when a session will be due, by whoever keeps the clock, `race_over` when a race is decided, and
    `changed` of every change that was committed.
    """

    def __init__(
        self,
        store: Store,
        presenter: Presenter,
        *,
        now: Callable[[], datetime],
        chance: Callable[[GameSession], Chance] = fair_dice,
        deals: Dealer | None = None,
        strategist: Strategist | None = None,
        lobby_lifetime: timedelta = timedelta(hours=1),
    ) -> None:
        self.expect: Callable[[datetime], None] = timekeeping.nobody_waits
        self.race_over: Callable[[GameSession], None] = nobody_races
        self.changed: Callable[[GameSession], None] = nobody_watches
        self._lobby_lifetime = lobby_lifetime
        self._store = store
        self._presenter = presenter
        self._now = now
        self._chance = chance
        self._deals = deals or _NoDeals()
        self._strategist = strategist
        self._sessions: Recent[SessionId, _Kept] = Recent(KEPT_SESSIONS)
        self._locks: WeakValueDictionary[SessionId, asyncio.Lock] = WeakValueDictionary()
        self._races: WeakValueDictionary[RaceId, asyncio.Lock] = WeakValueDictionary()

    # -- what there is --------------------------------------------------------------------------------------------

    async def session(self, session_id: SessionId) -> GameSession:
        """The session as it stands; raises NoSession."""
        kept = self._sessions.use(session_id)
        if kept is not None:
            return self._seen(kept.session)
        async with self._lock(session_id):
            return self._seen(await self._load(session_id))

    async def in_channel(self, channel: ChannelId, user: UserId | None = None) -> GameSession:
        """The channel's lobby or match; of a race the one in which that member sits. Raises NoGameHere."""
        found = await self.all_in_channel(channel)
        if not found:
            raise NoGameHere
        return next((session for session in found if user is not None and session.is_seated(user)), found[0])

    async def all_in_channel(self, channel: ChannelId) -> list[GameSession]:
        """The channel's lobby or match, or both matches of a race."""
        return [await self.session(session_id) for session_id in await self._store.sessions_at(channel)]

    async def last_finished_in(self, channel: ChannelId) -> GameSession:
        """The match that ended last in the channel; raises NoGameHere."""
        session_id = await self._store.last_finished_in(channel)
        if session_id is None:
            raise NoGameHere
        return await self.session(session_id)

    async def count(self) -> tuple[int, int]:
        """How many matches are running and how many lobbies are open."""
        found = await self._store.open_sessions()
        running = sum(1 for entry in found if entry.status == "running")
        return running, len(found) - running

    # -- lobbies --------------------------------------------------------------------------------------------------

    async def open_lobby(
        self,
        guild: GuildId,
        channel: ChannelId,
        host: Person,
        game: AnyGame,
        options: Options,
        *,
        solo: bool = False,
        others: tuple[Person, ...] = (),
        rematch_of: SessionId | None = None,
        table: Options = USUAL,
        most: int | None = None,
    ) -> GameSession:
        """A new lobby in the channel, not shown yet; raises ChannelTaken, and TooManyGames beyond `most` in a guild."""
        assert host.user is not None
        session = GameSession(
            SessionId(0),
            guild,
            channel,
            host.user,
            game,
            options,
            (host, *others),
            secrets.token_bytes(SECRET_BYTES),
            self._now(),
            solo=solo,
            rematch_of=rematch_of,
            table=table,
            expires_at=self._now() + self._lobby_lifetime,
        )
        with archive.refusals():
            session_id = await self._store.create_session(archive.to_row(session), most=most)
        assert session.expires_at is not None
        self.expect(session.expires_at)
        self._prepare(session)
        return self._keep(replace(session, id=session_id), session.expires_at)

    async def discard(self, session_id: SessionId) -> None:
        """Forget a lobby that could not be shown: its channel is free again."""
        self._sessions.pop(session_id, None)
        await self._store.drop_session(session_id)

    async def shown(self, session_id: SessionId, message: MessageId) -> GameSession:
        """The session, shown by this message from now on; the first one is its nonce (DESIGN section 5)."""
        session, _ = await self.moved(session_id, message)
        return session

    async def moved(self, session_id: SessionId, message: MessageId) -> tuple[GameSession, MessageId | None]:
        """As `shown`, and which other message showed the session until now: its controls have to go."""
        old: MessageId | None = None

        def change(session: GameSession) -> GameSession:
            nonlocal old
            old = session.message
            # Where there was nothing to press, no time has passed.
            timely = session if old is not None else presence.anew(session, self._now())
            return replace(timely, message=message, nonce=session.nonce or str(message))

        session = await self.change(session_id, change, actor=None)
        return session, None if old == message else old

    async def join(self, session_id: SessionId, person: Person) -> GameSession:
        """Take a seat in the lobby."""
        return await self.change(session_id, lambda s: lobbies.join(s, person), actor=person.user)

    async def start(self, session_id: SessionId, by: UserId) -> GameSession:
        """Begin the match; raises NoDealYet while its deal is still being found, NoComputer where one can't play it."""
        before = await self.session(session_id)
        lobbies.check_start(before, by)
        deal = await self._deals.take(before.game, before.options)

        def started(session: GameSession) -> GameSession:
            self._check_computers(session)
            # A deal that can be won under other rules is none.
            fitting = deal if session.options == before.options else None
            return lobbies.start(session, by, self._now(), self._chance(session), fitting)

        session = await self.change(session_id, started, actor=by)
        if self._strategist is not None:
            # Hints may be asked for, and its result will say what luck and skill did.
            self._strategist.prepare(session.game, session.options)
        return session

    def _check_computers(self, session: GameSession) -> None:
        if self._strategist is not None and computer_seats.computers_of(session):
            computer_seats.check_strategy(self._strategist, session.game, session.options)

    def _prepare(self, lobby: GameSession) -> None:
        """The lobby may be started under these options."""
        self._deals.prepare(lobby.game, lobby.options)
        if self._strategist is not None and computer_seats.computers_of(lobby):
            self._strategist.prepare(lobby.game, lobby.options)

    # -- matches --------------------------------------------------------------------------------------------------

    async def move(self, session_id: SessionId, user: UserId, move: Move, *, ply: int | None = None) -> GameSession:
        """Play a member's move, chosen at `ply` (None: whenever it arrives)."""
        return await self.change(
            session_id, lambda s: playing.move(s, user, move, self._now(), self._chance(s), ply=ply), actor=user
        )

    async def computer_move(self, session_id: SessionId, move: Move, *, ply: int) -> GameSession:
        """Play what the computer to move has chosen at `ply`."""
        return await self.change(
            session_id,
            lambda s: computer_seats.moved(s, move, self._now(), self._chance(s), ply=ply),
            actor=None,
        )

    async def hold(self, session_id: SessionId, user: UserId, die: int, *, on: bool, ply: int) -> GameSession:
        """Hold or release one of a member's dice."""
        return await self.change(session_id, lambda s: playing.hold(s, user, die, on=on, ply=ply), actor=user)

    async def undo(self, session_id: SessionId, user: UserId, *, ply: int) -> GameSession:
        """Take back the member's last box."""
        return await self.change(
            session_id, lambda s: playing.undo(s, user, self._now(), self._chance(s), ply=ply), actor=user
        )

    async def finish(self, session_id: SessionId, user: UserId, *, ply: int) -> GameSession:
        """Play all of a member's moves that can't be regretted."""
        return await self.change(
            session_id, lambda s: playing.finish(s, user, self._now(), self._chance(s), ply=ply), actor=user
        )

    async def hint(self, session_id: SessionId, user: UserId, *, ply: int) -> GameSession:
        """Note that a member gets a hint, asked for at that ply."""
        return await self.change(session_id, lambda s: hinting.hinted(s, user, ply), actor=user)

    async def stop(self, session_id: SessionId, by: UserId) -> GameSession:
        """Stop the match, or close the lobby; who may ask for it was checked by the caller."""

        def stopped(session: GameSession) -> GameSession:
            if session.match is None:
                return lobbies.cancel(session, by, moderator=True)
            return playing.stop(session, self._now(), self._chance(session))

        return await self.change(session_id, stopped, actor=by)

    # -- who is there ---------------------------------------------------------------------------------------------

    async def away(self, session_id: SessionId, user: UserId, gone: Gone = "left") -> GameSession:
        """Note that a member has gone: out of the lobby at once, out of the match after the grace."""
        return await self.change(session_id, lambda s: presence.away(s, user, self._now(), gone), actor=user)

    async def back(self, session_id: SessionId, user: UserId) -> GameSession:
        """Note that a member is there again."""
        return await self.change(session_id, lambda s: presence.back(s, user, self._now()), actor=user)

    async def kick(self, session_id: SessionId, member: UserId, *, by: UserId) -> GameSession:
        """Take a member out of the lobby or the match; who may ask for it was checked by the caller."""
        return await self.change(session_id, lambda s: playing.kick(s, member, self._now(), self._chance(s)), actor=by)

    async def race_told(self, session_id: SessionId, message: MessageId | None) -> GameSession:
        """Note that this message tells how the session's race ended; the racer's session, which knows it."""
        async with self._held(session_id) as session:
            assert session.race is not None
            await self._store.race_told(session.race.id, message)
            told = replace(session, race=replace(session.race, message=message))
            self._keep(racing.rival_of(told), None)
            return self._keep(told, None)

    # -- time -----------------------------------------------------------------------------------------------------

    async def pass_time(self, session_id: SessionId) -> tuple[GameSession, GameSession]:
        """Let everything happen that is due; the session before and after, the same where nothing was."""
        async with self._held(session_id) as before:
            after = await self._timely(before)
            if after is before and before.status != "over" and not _is_due(self._due(before), self._now()):
                # It was looked at too early, or by an older version: the store learns when it is due.
                await self._store.keep_time(session_id, pace=archive.pace_row(before, before))
            return before, after

    async def lost_board(self, session_id: SessionId) -> GameSession:
        """Note that the session is shown nowhere, so that nobody can press: no clock runs until it is shown again."""
        return await self.change(session_id, lambda s: replace(s, message=None), actor=None)

    async def rehouse(self, session_id: SessionId, channel: ChannelId) -> GameSession:
        """Move a session whose channel is gone to another one, not shown there yet; raises ChannelTaken."""
        return await self.change(
            session_id, lambda s: replace(presence.anew(s, self._now()), channel=channel, message=None), actor=None
        )

    async def reminded(self, session_id: SessionId) -> GameSession:
        """Note that the member to move is being reminded."""
        return await self.change(session_id, presence.reminded, actor=None)

    async def hushed(self, session_id: SessionId, until: datetime) -> GameSession:
        """Note that the member to move is not to be reminded before that."""
        return await self.change(session_id, lambda s: presence.hushed(s, until), actor=None)

    async def begin_anew(self, session_id: SessionId) -> GameSession:
        """Begin every time anew that runs, as nobody could have pressed."""
        return await self.change(session_id, lambda s: presence.anew(s, self._now()), actor=None)

    async def accounted(self, session_id: SessionId, account: Account) -> GameSession:
        """Note what luck and skill have done in a match that is over."""
        return await self.change(session_id, lambda s: replace(s, account=account), actor=None)

    async def put_off(self, by: timedelta) -> None:
        """Move everything that is due to so much later, as the bot was not there."""
        await self._store.put_off(by)
        self._sessions.clear()

    async def _timely(self, session: GameSession) -> GameSession:
        """The session after everything that was due by now, which is committed."""
        now = self._now()
        if not _is_due(self._due(session), now):
            return session
        after = timekeeping.pass_time(session, now, self._chance(session))
        return session if after is session else await self._committed(session, after, None)

    # -- every change ---------------------------------------------------------------------------------------------

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
            await self._commit(before, after, actor)
        except BaseException:
            # Whether it was written is unknown now (a cancelled task, another process): the store is the truth.
            self._sessions.pop(before.id, None)
            if before.race is not None:
                self._sessions.pop(before.race.rival.id, None)
            raise
        if after.closed:
            return after
        if before.race is not None and after.race is not None:
            if after.race.rival is not before.race.rival:
                self._keep(racing.rival_of(after), None)  # it has ended with this one
            if racing.is_decided(after) and before.status != "over":
                self.race_over(after)
        if _has_same_time(before, after):
            due = self._due(before)
        elif (due := timekeeping.due(after)) is not None:
            self.expect(due)
        kept = self._keep(after, due)
        self.changed(kept)
        return kept

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
        await self._commit(session, going, None)
        return going

    async def _commit(self, before: GameSession, after: GameSession, actor: UserId | None) -> None:
        try:
            await self._write(before, after, actor)
        except (DuplicatePly, WrongStatus) as error:
            raise StalePly(before.ply, before.ply + 1) from error

    async def _write(self, before: GameSession, after: GameSession, actor: UserId | None) -> None:
        """Write whatever differs between two states of a session."""
        now = self._now()
        if after.closed:
            await self._store.drop_session(after.id)
            self._sessions.pop(after.id, None)
            return
        if before.channel != after.channel:
            await self._rehouse(after)
        started = before.match is None and after.match is not None
        if started:
            await self._store.start_session(archive.to_row(after), archive.deal(after, actor, now))
        held = archive.holds(after)
        pace = None if started else _changed_pace(before, after)
        host = after.host if after.match is not None and after.host != before.host else None
        if moves := archive.new_moves(before, after, actor, now):
            finish = archive.finish(after, now)
            rival = archive.rival(after, before, now)
            await self._store.append(after.id, moves, holds=held, finish=finish, pace=pace, host_id=host, rival=rival)
        elif held != archive.holds(before):
            await self._store.save_holds(after.id, after.ply, held)
        elif after.match is not None and (pace is not None or host is not None):
            await self._store.keep_time(after.id, pace=pace, host_id=host)
        if (before.message, before.nonce) != (after.message, after.nonce):
            await self._store.set_message(after.id, after.message, after.nonce)
        if after.match is None and _lobby(before) != _lobby(after):
            await self._store.save_lobby(archive.to_row(after))
            self._prepare(after)
        if not started:
            await self._write_strategy(before, after)

    async def _write_strategy(self, before: GameSession, after: GameSession) -> None:
        """Write the hints that were used, and what became of a match that is over."""
        for seat, used in archive.new_hints(before, after).items():
            await self._store.set_hints(after.id, seat, used)
        if after.account is not None and after.account != before.account:
            await self._store.save_account(after.id, after.account.spell())

    async def _rehouse(self, session: GameSession) -> None:
        with archive.refusals():
            await self._store.move_session(session.id, session.channel)

    # -- restarts -------------------------------------------------------------------------------------------------

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
        session = await self.session(entry.id)
        if not await self._presenter.is_shown(session):
            message = await self._presenter.post(session)
            if message is not None:
                await self.shown(session.id, message)


def _is_due(due: datetime | None, now: datetime) -> bool:
    return due is not None and due <= now


def _lobby(session: GameSession) -> tuple[object, ...]:
    """What a lobby can change of itself."""
    return session.people, session.options, session.table, session.host


def _changed_pace(before: GameSession, after: GameSession) -> PaceRow | None:
    """The session's time, if it differs."""
    unchanged = after.match is None or _has_same_time(before, after)
    return None if unchanged else archive.pace_row(after, before)


def _has_same_time(before: GameSession, after: GameSession) -> bool:
    """Whether nothing that time looks at has changed: a roll or a hold leaves the very same pace."""
    same = (before.status, before.message, before.expires_at) == (after.status, after.message, after.expires_at)
    return same and before.pace is after.pace and before.why == after.why
