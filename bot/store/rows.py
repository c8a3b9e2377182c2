"""What goes into the store and comes out of it: plain values. Every `datetime` is aware and in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from bot.ids import ChallengeId, ChannelId, GuildId, MessageId, RaceId, SessionId, UserId

SessionStatus = Literal["lobby", "running", "over"]
ChallengeStatus = Literal["open", "accepted", "declined", "expired", "withdrawn"]
Counted = Literal["full", "early", "lost"]
"""How a result counts on boards: a filled card, a game ended early, a resigned seat."""
Measure = Literal["best", "average", "wins", "won", "streak", "time", "moves", "races"]
"""What a board ranks by: the best total, the average and the wins of cards; where every game is won or not, games
`won`, the longest `streak` of them, and the least `time` and fewest `moves` of one; and `races` won.
"""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and who has it: a member (`user_id`) who has used so many `hints`, or a computer (its level)."""

    seat: int
    user_id: UserId | None
    name: str
    computer: str | None
    hints: int = 0


@dataclass(frozen=True, slots=True)
class SeatPaceRow:
    """A seat's time: turns `missed` in a row, since when its member is `gone` and how, what it spent of its clock."""

    seat: int
    missed: int
    left_at: datetime | None
    gone: str | None
    spent: timedelta


@dataclass(frozen=True, slots=True)
class PaceRow:
    """How a session stands with time; `table_options` is JSON text, `due_at` is when the clock has to look at it.

    Seats that are not named have missed nothing. When a row is saved, seats that it does not name stay as they are.
    """

    table_options: str = "{}"
    turn_since: datetime | None = None
    reminded: bool = False
    all_away_since: datetime | None = None
    due_at: datetime | None = None
    why: str | None = None
    quiet_until: datetime | None = None
    seats: tuple[SeatPaceRow, ...] = ()


NO_PACE = PaceRow()


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One channel's session; `options` is JSON text, `secret` 32 bytes, `holds` a bit for each held die.

    `racer` is 0 or 1 in the race `race_id`, and 0 where there is none. `account` is JSON text that says what luck and
    skill have done in a match that is over, once that is known.
    """

    id: SessionId
    guild_id: GuildId
    channel_id: ChannelId
    message_id: MessageId | None
    host_id: UserId
    game: str
    options: str
    status: SessionStatus
    solo: bool
    secret: bytes
    nonce: str | None
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    ended: str | None
    holds: int
    rematch_of: SessionId | None
    seats: tuple[SeatRow, ...]
    pace: PaceRow = NO_PACE
    race_id: RaceId | None = None
    racer: int = 0
    account: str | None = None


@dataclass(frozen=True, slots=True)
class RaceRow:
    """A race and the message that tells of it; `racers` are its two sessions, in order."""

    id: RaceId
    channel_id: ChannelId
    message_id: MessageId | None
    racers: tuple[SessionId, ...]


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One ply of a session: the move and the chance drawn after it, as text."""

    ply: int
    seat: int | None
    move: str
    drawn: str
    actor_id: UserId | None
    at: datetime


class OpenSession(NamedTuple):
    """As much of an open session as a restart needs."""

    id: SessionId
    guild_id: GuildId
    channel_id: ChannelId
    message_id: MessageId | None
    status: SessionStatus


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One seat's result; `rules` is the text key of the options that change scoring or legality.

    `moves` are those that the game counts, where it counts any. A race's two results have 2 `seats` between them.
    """

    session_id: SessionId
    seat: int
    guild_id: GuildId
    user_id: UserId | None
    name: str
    game: str
    rules: str
    total: int
    place: int
    seats: int
    won: bool
    counted: Counted
    seconds: int
    ended_at: datetime
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """How and when a session ended; `results` is empty where it counts nowhere (a stopped match)."""

    ended: str
    ended_at: datetime
    results: tuple[ResultRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Addition:
    """What one change adds to a running session: moves, holds, and as far as given its end, its time and its host."""

    session_id: SessionId
    moves: tuple[MoveRow, ...]
    holds: int = 0
    finish: Finish | None = None
    pace: PaceRow | None = None
    host_id: UserId | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A leaderboard's line; `early` marks a best total from a game ended early.

    `games` are those that the measure looks at: full cards and early ends for the best total, full cards and
    lost games for average and wins, races for races, and all for the rest.
    """

    place: int
    user_id: UserId
    name: str
    value: float
    games: int
    early: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A leaderboard's page: `page` of `pages` (both from 1), of `total` lines in all."""

    rows: tuple[Line, ...]
    page: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A member's challenge to another, bound to its channel; `options` is JSON text."""

    id: ChallengeId
    guild_id: GuildId
    channel_id: ChannelId
    message_id: MessageId | None
    challenger_id: UserId
    challenger_name: str
    opponent_id: UserId
    opponent_name: str
    game: str
    options: str
    status: ChallengeStatus
    created_at: datetime
    expires_at: datetime
