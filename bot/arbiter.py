"""The arbiter: the only one to change sessions. What members, computers and the clock want of one comes to it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from bot import computer_seats, hinting, lobbies, playing, presence
from bot.account import Account
from bot.dealer import Dealer, NoDeals
from bot.errors import NoGameHere
from bot.ids import ChannelId, GuildId, MessageId, SessionId, UserId
from bot.pace import Gone
from bot.session import Change, GameSession, Person
from bot.sessions import Sessions, fair_dice
from bot.store import Store
from bot.strategist import Strategist
from bot.table_options import USUAL
from engine.fairdice import SECRET_BYTES
from engine.game import AnyGame, Chance, Move, Options

__all__ = ["Arbiter"]


class Arbiter:
    """Every change to a session goes through it, and through it to the `sessions` of this process."""

    def __init__(
        self,
        store: Store,
        strategist: Strategist,
        *,
        now: Callable[[], datetime],
        chance: Callable[[GameSession], Chance] = fair_dice,
        deals: Dealer | None = None,
        lobby_lifetime: timedelta = timedelta(hours=1),
    ) -> None:
        self.sessions = Sessions(store, now=now, chance=chance, offered=self._prepare)
        self._store = store
        self._strategist = strategist
        self._now = now
        self._chance = chance
        self._deals = deals or NoDeals()
        self._lobby_lifetime = lobby_lifetime

    async def change(self, session_id: SessionId, change: Change, *, actor: UserId | None) -> GameSession:
        """Apply a change to the session, commit it, and return the new session; raises what the change raises."""
        return await self.sessions.change(session_id, change, actor=actor)

    # -- what there is --------------------------------------------------------------------------------------------

    async def session(self, session_id: SessionId) -> GameSession:
        """The session as it stands; raises NoSession."""
        return await self.sessions.session(session_id)

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
        return await self.sessions.open(session, most=most)

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
        # Hints may be asked for, and its result will say what luck and skill did.
        self._strategist.prepare(session.game, session.options)
        return session

    def _check_computers(self, session: GameSession) -> None:
        if computer_seats.computers_of(session):
            computer_seats.check_strategy(self._strategist, session.game, session.options)

    def _prepare(self, lobby: GameSession) -> None:
        """The lobby may be started under these options."""
        self._deals.prepare(lobby.game, lobby.options)
        if computer_seats.computers_of(lobby):
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

    # -- time -----------------------------------------------------------------------------------------------------

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
