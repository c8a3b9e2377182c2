"""A game session: one channel's lobby or match around the engine, as an immutable value.

What becomes of it is in `lobbies`, `playing`, `presence` and `timekeeping`, functions from a session to another one,
which raise a GameError where nothing may change. The arbiter is the only one to keep and store sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from bot.account import Account
from bot.errors import (
    NotSeated,
    NotStarted,
)
from bot.ids import ChannelId, GuildId, MessageId, RaceId, SessionId, UserId
from bot.pace import AWAY_FOR, IDLE_FOR, Pace
from bot.table_options import GRACE, TURN_TIME, UNDO, USUAL, length_of
from engine.dice.dice_game import DiceState, Placement
from engine.fairdice import commitment
from engine.game import (
    AnyGame,
    MatchOver,
    Options,
    Seat,
)
from engine.match import Match

Why = Literal["away", "idle", "empty"]
"""Why a match was ended by nobody: all were away, nobody made a move, no member was left at the table."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits, or wants to: a member, or a computer of some level."""

    user: UserId | None
    name: str
    computer: str | None = None


@dataclass(frozen=True, slots=True)
class Race:
    """A race as the session of one racer knows it, `number` 0 or 1: a message tells of it, and the `rival` has another.

    The rival's session is as it was at the last look, and knows of no race itself.
    """

    id: RaceId
    number: int
    channel: ChannelId
    message: MessageId | None
    rival: GameSession


@dataclass(frozen=True, slots=True)
class GameSession:
    """One channel's game: a lobby while `match` is None, then the match, and over when that is.

    `message` is the session's board, None until Discord has given it an id; `nonce` is the id of the message that
    showed the commitment. A `closed` lobby was cancelled, or nobody started it until it `expires_at`. A match has a
    `pace`; `why` it ended is said where nobody's move has ended it. `hints` are those that each seat has used, the last
    one at the ply `hinted_at`. The `account` of a match that is over comes later.
    """

    id: SessionId
    guild: GuildId
    channel: ChannelId
    host: UserId
    game: AnyGame
    options: Options
    people: tuple[Person, ...]
    secret: bytes
    created_at: datetime
    solo: bool = False
    message: MessageId | None = None
    nonce: str | None = None
    match: Match | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    rematch_of: SessionId | None = None
    closed: bool = False
    table: Options = USUAL
    expires_at: datetime | None = None
    pace: Pace | None = None
    why: Why | None = None
    race: Race | None = None
    account: Account | None = None
    hints: tuple[int, ...] = ()
    hinted_at: int | None = field(default=None, compare=False)

    # -- what it is -----------------------------------------------------------------------------------------------

    @property
    def status(self) -> Literal["lobby", "running", "over"]:
        """Where the session stands."""
        if self.match is None:
            return "over" if self.closed else "lobby"
        return "over" if self.match.over else "running"

    @property
    def commitment(self) -> str:
        """What the session committed to before anything was rolled."""
        return commitment(self.secret)

    @property
    def ply(self) -> int:
        """The match's ply; 0 in the lobby."""
        return 0 if self.match is None else self.match.ply

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(person.name for person in self.people)

    @property
    def host_name(self) -> str:
        """The host's name."""
        return next((p.name for p in self.people if p.user == self.host), "the host")

    @property
    def played(self) -> timedelta:
        """How long the match has taken, or took."""
        if self.started_at is None or self.ended_at is None:
            return timedelta(0)
        return self.ended_at - self.started_at

    @property
    def to_move(self) -> Person | None:
        """Who is to move; None in a lobby and when the match is over."""
        seat = None if self.match is None else self.match.to_move
        return None if seat is None else self.people[seat]

    @property
    def members(self) -> tuple[Seat, ...]:
        """The seats of members who still play; none in a lobby."""
        resigned = frozenset() if self.match is None else self.match.resigned
        everybody = () if self.match is None else enumerate(self.people)
        return tuple(Seat(i) for i, p in everybody if p.user is not None and i not in resigned)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats of members who play and are there."""
        return tuple(seat for seat in self.members if not self.is_away(seat))

    def running(self) -> Match:
        """The match; raises NotStarted in a lobby."""
        if self.match is None:
            raise NotStarted
        return self.match

    def paced(self) -> Pace:
        """How the match stands with time; raises NotStarted in a lobby."""
        if self.pace is None:
            raise NotStarted
        return self.pace

    def is_seated(self, user: UserId) -> bool:
        """Whether that member has a seat."""
        return any(person.user == user for person in self.people)

    def seat_of(self, user: UserId) -> Seat:
        """The member's seat; raises NotSeated."""
        for seat, person in enumerate(self.people):
            if person.user == user:
                return Seat(seat)
        alone = self.game.seats[-1] == 1 or (self.status != "lobby" and len(self.people) == 1)
        raise NotSeated(self.names[0] if alone else None)

    def is_in(self, user: UserId) -> bool:
        """Whether that member has a seat, and is not out of the match."""
        return self.is_seated(user) and (self.match is None or self.seat_of(user) in self.members)

    def waits_for(self, user: UserId) -> bool:
        """Whether it is that member's turn to do something: to start the lobby, or to move."""
        if self.match is None:
            return user == self.host
        return self.to_move is not None and self.to_move.user == user

    # -- the match ------------------------------------------------------------------------------------------------

    def check_shown(self, ply: int) -> None:
        """Raise MatchOver or StalePly unless the match goes on and is at that ply."""
        match = self.running()
        if match.over:
            raise MatchOver
        match.check_ply(ply)

    @property
    def undoable(self) -> Placement | None:
        """The placement that its seat may take back now, if there is one and the table allows it."""
        match = self.match
        if match is None or match.over or not self.table.on(UNDO.id) or not isinstance(match.state, DiceState):
            return None
        last = match.state.last
        if last is None or not last.undoable or last.turn.seat in match.resigned:
            return None
        return last if self.people[last.turn.seat].computer is None else None

    def may_stop(self, user: UserId) -> bool:
        """Whether that member may stop the session, or take a seat out of it, without being a moderator."""
        return user == self.host

    # -- who is there ---------------------------------------------------------------------------------------------

    def is_away(self, seat: Seat) -> bool:
        """Whether nobody is there on that seat."""
        return self.pace is not None and self.pace.seats[seat].away

    @property
    def anybody_away(self) -> bool:
        """Whether anybody who plays is away."""
        pace = self.pace
        return pace is not None and any(seat.away for seat in pace.seats) and len(self.present) < len(self.members)

    @property
    def absent(self) -> Mapping[Seat, str]:
        """How those went who are not there, or are out: as in `Gone`; `late` once, or `away`, by the clock."""
        seats = () if self.pace is None else enumerate(self.pace.seats)
        return {Seat(i): s.gone or ("away" if s.missing else "late") for i, s in seats if s.gone or s.missed}

    # -- time -----------------------------------------------------------------------------------------------------

    @property
    def turn_ends(self) -> datetime | None:
        """When the turn's time is up; None where it has none: alone, with all away, or with no board to press."""
        length = length_of(self.table, TURN_TIME)
        if self.pace is None or length is None or len(self.people) == 1 or not self._is_clocked():
            return None
        return self.pace.since + length

    @property
    def clock_ends(self) -> datetime | None:
        """When the seat to move has used up its time for the whole game; None where it has as long as it likes."""
        seat = None if self.match is None else self.match.to_move
        seconds = None if self.game.clock is None else self.options.get(self.game.clock)
        if seat is None or self.pace is None or not isinstance(seconds, int) or not self._is_clocked():
            return None
        return self.pace.since + timedelta(seconds=seconds) - self.pace.seats[seat].spent

    def _is_clocked(self) -> bool:
        """Whether the one to move could move: it is a member's turn, there is a board, and somebody is there."""
        person, pace = self.to_move, self.pace
        return (
            person is not None
            and person.user is not None
            and self.message is not None
            and pace is not None
            and pace.all_away_since is None
        )

    def leaves_at(self, seat: Seat) -> datetime | None:
        """When whoever has left that seat is out of the match; None for one who is there, or is out already."""
        left_at = None if self.pace is None or seat not in self.members else self.pace.seats[seat].left_at
        grace = length_of(self.table, GRACE)
        return None if left_at is None or grace is None or self.status != "running" else left_at + grace

    @property
    def ends_at(self) -> datetime | None:
        """When a match ends that nobody plays; None for one that has another clock, and waits for somebody."""
        pace = self.pace
        if pace is None or self.status != "running":
            return None
        if pace.all_away_since is not None:
            return pace.all_away_since + AWAY_FOR
        return None if self.turn_ends or self.clock_ends else pace.since + IDLE_FOR

    @property
    def deadline(self) -> datetime | None:
        """Until when the seat to move has to have moved, or come back; None while no clock runs."""
        seat = None if self.match is None else self.match.to_move
        limits = (self.turn_ends, self.clock_ends, None if seat is None else self.leaves_at(seat))
        return min((limit for limit in limits if limit is not None), default=None)

    @property
    def remind_at(self) -> datetime | None:
        """When to remind the member to move: once, after half of the turn's time."""
        pace, ends = self.pace, self.turn_ends
        seat = None if self.match is None else self.match.to_move
        if pace is None or pace.reminded or ends is None or seat is None or self.is_away(seat):
            return None
        half = pace.since + (ends - pace.since) / 2
        return half if pace.quiet_until is None else max(half, pace.quiet_until)


Change = Callable[[GameSession], GameSession]
"""What the arbiter applies to a session: a session in, a session out, or a GameError."""
