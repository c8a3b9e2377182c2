"""The store: all that must outlive the process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

import sqlalchemy as sa

from bot.ids import ChallengeId, ChannelId, GuildId, MessageId, RaceId, SessionId, UserId
from bot.store import (
    address,
    challenges,
    deals,
    member_options,
    migrate,
    options,
    races,
    results,
    sessions,
    standings,
    times,
)
from bot.store.connections import Connections, connect
from bot.store.faults import explained
from bot.store.rows import (
    Addition,
    ChallengeRow,
    ChallengeStatus,
    Finish,
    Measure,
    MoveRow,
    OpenSession,
    PaceRow,
    Page,
    RaceRow,
    SessionRow,
)
from bot.store.writer import Writer

T = TypeVar("T")

LARGEST_ID = 2**63 - 1
"""No database numbers further; a forged button may."""


class Store:
    """Games, results, options and challenges in a database.

    A method that writes returns when its change is on the disk; one that reads sees all that was answered before.
    Every method raises `StoreError` when the database cannot be used, and may be tried again later.
    """

    def __init__(self, name: str, connections: Connections) -> None:
        self._name = name
        self._connections = connections
        self._writer = Writer(connections.write)
        self._reading: set[asyncio.Future[None]] = set()

    @classmethod
    async def open(cls, database: str) -> Store:
        """Open the database (a path or URL), made or migrated if need be. Raises `StoreError` if it is refused."""
        await migrate.upgrade(database)
        place = address.parse(database)
        return cls(place.name, connect(place))

    async def close(self) -> None:
        """Commit what waits, let readings end, and close. Without it a process may never end: its threads live on."""
        try:
            await self._writer.close()
            if self._reading:
                await asyncio.wait(set(self._reading))
        finally:
            await self._connections.close()

    async def _write(self, change: Callable[[sa.Connection], T]) -> T:
        with explained(self._name):
            return await self._writer.do(change)

    async def _read(self, question: Callable[[sa.Connection], T]) -> T:
        done = asyncio.get_running_loop().create_future()
        self._reading.add(done)
        try:
            with explained(self._name):
                return await self._connections.read(question)
        finally:
            self._reading.discard(done)
            done.set_result(None)

    # --- sessions

    async def create_session(self, row: SessionRow, *, most: int | None = None) -> SessionId:
        """Store a new session (`row.id` is ignored) and number it.

        Raises `ChannelTaken`, and `GuildFull` where the guild has `most` open sessions already.
        """
        return await self._write(partial(sessions.create, row=row, most=most))

    async def load_session(self, session_id: SessionId) -> tuple[SessionRow, tuple[MoveRow, ...]] | None:
        """The session and its moves by ply, as of one moment; `None` if there is no such session."""
        if not 0 < session_id <= LARGEST_ID:
            return None
        return await self._read(partial(sessions.load, session_id=session_id))

    async def open_sessions(self) -> list[OpenSession]:
        """Every lobby and running session, oldest first."""
        return await self._read(sessions.list_open)

    async def count_open(self, guild_id: GuildId) -> int:
        """How many lobbies and running sessions the guild has."""
        return await self._read(partial(sessions.count_open, guild_id=guild_id))

    async def sessions_at(self, channel_id: ChannelId) -> list[SessionId]:
        """The channel's lobby or running session, or the two of a race."""
        return await self._read(partial(sessions.list_in_channel, channel_id=channel_id))

    async def last_finished_in(self, channel_id: ChannelId) -> SessionId | None:
        """The channel's session that ended last."""
        return await self._read(partial(sessions.find_last_ended, channel_id=channel_id))

    async def sessions_of(self, user_id: UserId, guild_id: GuildId) -> list[OpenSession]:
        """The guild's open sessions in which the member has a seat, oldest first."""
        return await self._read(partial(sessions.list_of_member, user_id=user_id, guild_id=guild_id))

    async def sessions_in(self, guild_id: GuildId) -> list[OpenSession]:
        """The guild's open sessions, oldest first."""
        return await self._read(partial(sessions.list_of_guild, guild_id=guild_id))

    async def sessions_for_computers(self) -> list[SessionId]:
        """The running sessions in which a computer may be to move, as far as the last move tells, oldest first."""
        return await self._read(sessions.list_for_computers)

    async def move_session(self, session_id: SessionId, channel_id: ChannelId) -> None:
        """Put an open session into another channel, where it is not shown yet. Raises `ChannelTaken`."""
        await self._write(partial(sessions.move, session_id=session_id, channel_id=channel_id))

    async def save_lobby(self, row: SessionRow) -> None:
        """Overwrite an open session and its seats; the moves stay.

        Raises `WrongStatus` if the stored status is not `row.status`: an old lobby cannot undo a start.
        """
        await self._write(partial(sessions.save, row=row))

    async def start_session(self, row: SessionRow, deal: MoveRow | None = None) -> None:
        """Overwrite a lobby and make it a running session, with its deal if it has one.

        Raises `WrongStatus` if it is a lobby no more.
        """
        await self._write(partial(sessions.start, row=row, deal=deal))

    async def append(
        self,
        session_id: SessionId,
        moves: Sequence[MoveRow],
        *,
        holds: int,
        finish: Finish | None = None,
        pace: PaceRow | None = None,
        host_id: UserId | None = None,
        rival: Addition | None = None,
    ) -> None:
        """Add moves to a running session, set its holds and what is given of its time and host; or do nothing.

        With `finish` the session ends, and its results are added. What its end brings to a `rival` goes with it.

        Raises `DuplicatePly` if one of the plies is stored already, else `WrongStatus` if the session is not running.
        """
        added = Addition(session_id, tuple(moves), holds, finish, pace, host_id)
        await self._write(partial(sessions.append, additions=(added,) if rival is None else (added, rival)))

    async def save_holds(self, session_id: SessionId, ply: int, holds: int) -> bool:
        """Set the holds of a running session whose last move is at `ply` (0: it has none); else `False`."""
        return await self._write(partial(sessions.save_holds, session_id=session_id, ply=ply, holds=holds))

    async def set_message(self, session_id: SessionId, message_id: MessageId | None, nonce: str | None = None) -> bool:
        """Set the message that shows the session, and the nonce if given; `False` if there is no such session."""
        return await self._write(
            partial(sessions.set_message, session_id=session_id, message_id=message_id, nonce=nonce)
        )

    async def save_account(self, session_id: SessionId, account: str) -> bool:
        """Set what luck and skill have done in a session that is over; `False` if it is not."""
        return await self._write(partial(sessions.save_account, session_id=session_id, account=account))

    async def drop_session(self, session_id: SessionId) -> bool:
        """Forget a session that never showed; `False` if it has moves, is over, or is unknown. Its id stays used."""
        return await self._write(partial(sessions.drop, session_id=session_id))

    async def set_hints(self, session_id: SessionId, seat: int, used: int) -> bool:
        """Set how many hints a seat has used; `False` if there is no such seat."""
        return await self._write(partial(sessions.set_hints, session_id=session_id, seat=seat, used=used))

    # --- races

    async def create_race(
        self,
        channel_id: ChannelId,
        message_id: MessageId | None,
        racers: Sequence[SessionRow],
        deal: MoveRow,
        *,
        most: int | None = None,
    ) -> RaceRow:
        """Store a race with its sessions, which run from now on, and number them all.

        Raises `ChannelTaken` and `GuildFull` as a session of its own would.
        """
        create = partial(races.create, channel_id=channel_id, message_id=message_id, racers=racers, deal=deal)
        return await self._write(partial(create, most=most))

    async def load_race(self, race_id: RaceId) -> RaceRow:
        """The race that a session has named."""
        return await self._read(partial(races.load, race_id=race_id))

    async def untold_races(self) -> list[SessionId]:
        """A session of each race that is over, though its message does not say so."""
        return await self._read(races.list_untold)

    async def race_told(self, race_id: RaceId, message_id: MessageId | None) -> None:
        """Note that the race's message says how it ended, and which message that is."""
        await self._write(partial(races.told, race_id=race_id, message_id=message_id))

    # --- time

    async def keep_time(
        self, session_id: SessionId, *, pace: PaceRow | None = None, host_id: UserId | None = None
    ) -> None:
        """Set what is given of a session's time and host."""
        await self._write(partial(sessions.keep_time, session_id=session_id, pace=pace, host_id=host_id))

    async def due(self, now: datetime, *, most: int = 100) -> list[SessionId]:
        """The open sessions that the clock has to look at by now, those first that were due first."""
        return await self._read(partial(times.list_due, now=now, most=most))

    async def next_due(self) -> datetime | None:
        """When the clock has to look at an open session next."""
        return await self._read(times.find_next)

    async def was_awake(self) -> datetime | None:
        """When the bot was last known to be there; `None` at its first start."""
        return await self._read(times.was_awake)

    async def stay_awake(self, now: datetime) -> None:
        """Note that the bot is there."""
        await self._write(partial(times.stay_awake, now=now))

    async def put_off(self, by: timedelta) -> None:
        """Move everything that is due of open sessions to so much later."""
        await self._write(partial(times.put_off, by=by))

    # --- results

    async def leaderboard(
        self, guild_id: GuildId, game: str, rules: str, by: Measure, *, page: int = 1, per_page: int = 10
    ) -> Page:
        """A page, counted from 1, of a guild's board of a game under `rules`; beyond either end, the nearest page."""
        question = partial(
            results.leaderboard, guild_id=guild_id, game=game, rules=rules, by=by, page=page, per_page=per_page
        )
        return await self._read(question)

    async def rebuild_standings(self) -> None:
        """Work out the leaderboards again from the results alone."""
        await self._write(standings.rebuild)

    # --- options

    async def guild_options(self, guild_id: GuildId) -> dict[tuple[str, str], str]:
        """What the guild has chosen, by scope (a game's id, or "" for all) and option."""
        return await self._read(partial(options.load, guild_id=guild_id))

    async def set_option(self, guild_id: GuildId, scope: str, option: str, value: str | None) -> None:
        """Choose a value, or go back to the default with `None`."""
        await self._write(partial(options.choose, guild_id=guild_id, scope=scope, option=option, value=value))

    async def member_options(self, user_id: UserId) -> dict[str, str]:
        """What the member has chosen for every guild, by option."""
        return await self._read(partial(member_options.load, user_id=user_id))

    async def set_member_option(self, user_id: UserId, option: str, value: str | None) -> None:
        """Choose a member's value, or take the choice back with `None`."""
        await self._write(partial(member_options.choose, user_id=user_id, option=option, value=value))

    # --- challenges

    async def create_challenge(self, row: ChallengeRow) -> ChallengeId:
        """Store a new challenge (`row.id` is ignored) and number it. Raises `OpenChallenge`."""
        return await self._write(partial(challenges.create, row=row))

    async def load_challenge(self, challenge_id: ChallengeId) -> ChallengeRow | None:
        """The challenge; `None` if there is none of that number."""
        if not 0 < challenge_id <= LARGEST_ID:
            return None
        return await self._read(partial(challenges.load, challenge_id=challenge_id))

    async def set_challenge_message(self, challenge_id: ChallengeId, message_id: MessageId) -> None:
        """Set the message that shows the challenge."""
        await self._write(partial(challenges.set_message, challenge_id=challenge_id, message_id=message_id))

    async def close_challenge(self, challenge_id: ChallengeId, status: ChallengeStatus) -> bool:
        """Settle an open challenge; `False` if it was open no more."""
        return await self._write(partial(challenges.close, challenge_id=challenge_id, status=status))

    async def open_challenges(self) -> list[ChallengeRow]:
        """Every open challenge, oldest first, those past their time included."""
        return await self._read(challenges.list_open)

    # --- deals

    async def count_deals(self, rules: str) -> int:
        """How many deals that can be won are ready for these rules."""
        return await self._read(partial(deals.count, rules=rules))

    async def add_deal(self, rules: str, cards: str) -> None:
        """Keep a deal that can be won under these rules."""
        await self._write(partial(deals.add, rules=rules, cards=cards))

    async def take_deal(self, rules: str) -> str | None:
        """Take a deal away for a game under these rules; `None` if there is none."""
        return await self._write(partial(deals.take, rules=rules))
