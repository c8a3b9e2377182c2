"""A game session: one channel's lobby or match around the engine, as an immutable value.

Every method returns another session or raises a GameError; the arbiter is the only one to keep and store them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from bot.account import Account
from bot.errors import (
    AlreadySeated,
    AlreadyStarted,
    LobbyFull,
    NoDealYet,
    NoSession,
    NotHost,
    NotSeated,
    NotStarted,
    NotYourBox,
    NoUndo,
    SeatGone,
)
from bot.ids import ChannelId, GuildId, MessageId, RaceId, SessionId, UserId
from bot.pace import AWAY_FOR, IDLE_FOR, Gone, Pace
from bot.table_options import GRACE, TABLE, TURN_TIME, UNDO, USUAL, length_of, table_of
from engine.dice.dice_game import DiceGame, DiceState, Placement
from engine.fairdice import commitment
from engine.game import (
    AnyGame,
    Chance,
    GameError,
    IllegalMove,
    MatchOver,
    Move,
    NotYourTurn,
    Options,
    OptionValue,
    Seat,
)
from engine.games.klondike import Klondike
from engine.match import Match, Player

DEAL = Move("deal")
STOP = Move("stop")
END = Move("end")
RESIGN = Move("resign")
TAKE_BACK = Move("undo")

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

    # -- the lobby ------------------------------------------------------------------------------------------------

    def join(self, person: Person) -> GameSession:
        """The lobby with one more seat; raises AlreadyStarted, AlreadySeated or LobbyFull."""
        self._check_lobby()
        if person.user is not None and self.is_seated(person.user):
            raise AlreadySeated
        if len(self.people) >= self.game.seats[-1]:
            raise LobbyFull(self.game.seats[-1])
        return replace(self, people=(*self.people, person))

    def leave(self, user: UserId) -> GameSession:
        """The lobby without that member: the host's place passes on, and the last one to leave closes it."""
        self._check_lobby()
        seat = self.seat_of(user)
        people = (*self.people[:seat], *self.people[seat + 1 :])
        heirs = [person.user for person in people if person.user is not None]
        if not heirs:
            return replace(self, closed=True)
        return replace(self, people=people, host=heirs[0] if user == self.host else self.host)

    def cancel(self, by: UserId, *, moderator: bool = False) -> GameSession:
        """The lobby, closed by its host or a moderator."""
        self._check_lobby()
        if not moderator:
            self._check_host(by)
        return replace(self, closed=True)

    def with_option(self, by: UserId, option: str, value: OptionValue) -> GameSession:
        """The lobby with another value for an option; raises BadOption."""
        if option in {settled.id for settled in table_of(self.game)}:
            return self._with_options(by, self.options, Options.complete(TABLE, {**self.table, option: value}))
        return self._with_options(by, self.game.complete({**self.options, option: value}), self.table)

    def with_usual_options(self, by: UserId) -> GameSession:
        """The lobby with the defaults."""
        return self._with_options(by, self.game.complete(), USUAL)

    def _with_options(self, by: UserId, options: Options, table: Options) -> GameSession:
        self._check_lobby()
        self._check_host(by)
        return replace(self, options=options, table=table)

    def check_start(self, by: UserId) -> None:
        """Raise what keeps that member from starting the match."""
        self._check_lobby()
        self._check_host(by)

    def start(self, by: UserId, now: datetime, chance: Chance, deal: str | None = None) -> GameSession:
        """The match, begun by the host with those who sit there.

        A game whose deal is not drawn but chosen gets that `deal`; raises NoDealYet where there is none.
        """
        self.check_start(by)
        players = [Player(person.name, person.computer) for person in self.people]
        match = Match.start(self.game, self.options, players)
        if not self.game.fair(self.options):
            if deal is None:
                raise NoDealYet
            match = match.deal(deal)
        match = match.proceed(chance)
        pace, hints = Pace.begun(now, len(players)), (0,) * len(players)
        return replace(
            self, match=match, pace=pace, started_at=now, expires_at=None, solo=len(players) == 1, hints=hints
        )

    def _check_lobby(self) -> None:
        if self.closed:
            raise NoSession
        if self.match is not None:
            raise AlreadyStarted

    def _check_host(self, by: UserId) -> None:
        if by != self.host:
            raise NotHost(self.host_name)

    # -- the match ------------------------------------------------------------------------------------------------

    def move(self, user: UserId, move: Move, now: datetime, chance: Chance, *, ply: int | None = None) -> GameSession:
        """The session after a member's move, chosen at `ply` (None: whenever it arrives)."""
        seat, match = self.seat_of(user), self.running()
        try:
            played = match.play(seat, move, chance, ply=ply)
        except (IllegalMove, NotYourTurn) as error:
            raise self._refusal(seat, error) from error
        return self.here(seat, now).advanced(played, now)

    def hold(self, user: UserId, die: int, *, on: bool, ply: int) -> GameSession:
        """The session with one of the member's dice (1-based) held or released."""
        seat, match = self.seat_of(user), self.running()
        game = match.game
        if not isinstance(game, DiceGame):
            raise IllegalMove(f"{game.title} has no dice to hold")
        if not match.over:
            match.check_ply(ply)
        try:
            held = game.hold(match.state, seat, die, on=on)
        except (IllegalMove, NotYourTurn) as error:
            raise self._refusal(seat, error) from error
        return replace(self, match=match.with_state(held))

    def finish(self, user: UserId, now: datetime, chance: Chance, *, ply: int) -> GameSession:
        """The session after every move of the member's that can't be regretted, each of them a ply.

        Raises IllegalMove where there is none.
        """
        seat, match = self.seat_of(user), self.running()
        game = match.game
        if not isinstance(game, Klondike):
            raise IllegalMove(f"{game.title} does not finish by itself")
        self.check_shown(ply)
        while (move := game.safe(match.state)) is not None:
            match = match.play(seat, move, chance)
        if match.ply == self.ply:
            raise IllegalMove("no card goes up now that another one might not still need")
        return self.here(seat, now).advanced(match, now)

    def check_shown(self, ply: int) -> None:
        """Raise MatchOver or StalePly unless the match goes on and is at that ply."""
        match = self.running()
        if match.over:
            raise MatchOver
        match.check_ply(ply)

    def _refusal(self, seat: Seat, error: GameError) -> GameError:
        """Why that seat may not do that: to one who is out of the match, because of that."""
        return self._seat_gone(seat) if seat in self.running().resigned else error

    def _seat_gone(self, seat: Seat) -> SeatGone:
        return SeatGone(kicked=self._pace().seats[seat].gone == "kicked")

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

    def undo(self, user: UserId, now: datetime, chance: Chance, *, ply: int) -> GameSession:
        """The session with the member's last box taken back.

        Raises NoUndo where the table does not allow that, and NotYourBox where it is another's to take back.
        """
        if not self.table.on(UNDO.id):
            raise NoUndo
        placement = self.undoable
        if placement is not None and placement.turn.seat != self.seat_of(user):
            raise NotYourBox(self.people[placement.turn.seat].name)
        return self.move(user, TAKE_BACK, now, chance, ply=ply)

    def stop(self, now: datetime, chance: Chance, why: Why | None = None) -> GameSession:
        """The session, its match stopped."""
        return replace(self.advanced(self.running().play(None, STOP, chance), now), why=why)

    def may_stop(self, user: UserId) -> bool:
        """Whether that member may stop the session, or take a seat out of it, without being a moderator."""
        return user == self.host

    def proceed(self, chance: Chance) -> GameSession:
        """The session after what its game plays by itself; unchanged where nothing is due."""
        return self if self.match is None else replace(self, match=self.match.proceed(chance))

    def advanced(self, match: Match, now: datetime) -> GameSession:
        """The session with a later match: a turn that is over has taken its time.

        After a deal the time that a match takes begins with the first move (RULES section 6).
        """
        before, pace = self.running(), self._pace()
        if all(ply.drawn for ply in match.plies[before.ply :]):  # nothing but rolls: everything else stays as it was
            return replace(self, match=match)
        if before.to_move is not None and not match.still_in_turn(before):
            pace = self._turn_over(before.to_move, now)
        started_at = now if before.dealt and not before.plies else self.started_at
        played = replace(self, match=match, pace=pace, started_at=started_at, ended_at=now if match.over else None)
        # Whoever is out is not waited for any more: that is another time, too.
        return played if match.resigned == before.resigned else played._attended(now)

    def _turn_over(self, seat: Seat, now: datetime) -> Pace:
        pace = self._pace()
        if self.clock_ends:
            return pace.spent(seat, now).turn_over(now)
        return pace.idle_over(now) if len(self.people) == 1 else pace.turn_over(now)

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

    def here(self, seat: Seat, now: datetime) -> GameSession:
        """The session with that seat's player there; where all were away, time has stood still meanwhile."""
        pace = self._pace()
        if not pace.seats[seat].away and not pace.seats[seat].missed:
            return self
        waited = pace.turn_over(now) if pace.all_away_since is not None else pace
        return replace(self, pace=waited.present(seat))._attended(now)

    def missed(self, seat: Seat, now: datetime) -> GameSession:
        """The session after a turn of that seat's that the clock has ended."""
        return replace(self, pace=self._pace().missed(seat))._attended(now)

    def reminded(self) -> GameSession:
        """The session whose member to move has been reminded of this turn."""
        return replace(self, pace=replace(self._pace(), reminded=True))

    def hushed(self, until: datetime) -> GameSession:
        """The session whose member to move is not to be reminded before that."""
        return replace(self, pace=replace(self._pace(), quiet_until=until))

    def anew(self, now: datetime) -> GameSession:
        """The session with every time that runs begun anew, as nobody could have pressed meanwhile."""
        return self if self.pace is None else replace(self, pace=self.pace.anew(now))

    def back(self, user: UserId, now: datetime) -> GameSession:
        """The session with that member there again; raises SeatGone for one who is out of the match."""
        return self.here(self._playing(user), now)

    def away(self, user: UserId, now: datetime, gone: Gone = "left") -> GameSession:
        """The session without that member: out of the lobby, or away from the match, to resign after the grace.

        Raises NotSeated, MatchOver, or SeatGone for one who is out of the match.
        """
        if self.match is None:
            return self.leave(user)
        seat = self._playing(user)
        return replace(self, pace=self._pace().left(seat, now, gone))._attended(now)

    def kick(self, user: UserId, now: datetime, chance: Chance) -> GameSession:
        """The session with that member's seat free, or out of the match at once; raises as `away` does."""
        if self.match is None:
            return self.leave(user)
        return self.away(user, now, "kicked").out(self._playing(user), now, chance)

    def out(self, seat: Seat, now: datetime, chance: Chance) -> GameSession:
        """The session with that seat out of the match: it resigns, and whoever plays alone ends the game."""
        return self.advanced(self.running().play(seat, END if len(self.people) == 1 else RESIGN, chance), now)

    def _playing(self, user: UserId) -> Seat:
        seat, match = self.seat_of(user), self.running()
        if match.over:
            raise MatchOver
        if seat in match.resigned:
            raise self._seat_gone(seat)
        return seat

    def _attended(self, now: datetime) -> GameSession:
        """The session with a host who is there, if anybody is, and with note taken of that."""
        if self.match is None or self.match.over:
            return self
        heirs = [self.people[seat].user for seat in self.present]
        host = self.host if self.host in heirs or not heirs else heirs[0]
        assert host is not None
        return replace(self, host=host, pace=self._pace().all_away(now, away=not heirs))

    def _pace(self) -> Pace:
        if self.pace is None:
            raise NotStarted
        return self.pace

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
