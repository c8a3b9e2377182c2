"""A game session: one channel's lobby or match around the engine, as an immutable value.

Every method returns another session or raises a GameError; the arbiter is the only one to keep and store them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from bot.errors import AlreadySeated, AlreadyStarted, LobbyFull, NoSession, NotHost, NotSeated, NotStarted
from bot.ids import ChannelId, GuildId, MessageId, SessionId, UserId
from engine.dice.dice_game import DiceGame
from engine.fairdice import commitment
from engine.game import AnyGame, Chance, IllegalMove, Move, Options, OptionValue, Seat
from engine.match import Match, Player

STOP = Move("stop")
END = Move("end")
RESIGN = Move("resign")


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits, or wants to: a member, or a computer of some level."""

    user: UserId | None
    name: str
    computer: str | None = None


@dataclass(frozen=True, slots=True)
class GameSession:
    """One channel's game: a lobby while `match` is None, then the match, and over when that is.

    `message` is the session's board, None until Discord has given it an id; `nonce` is the id of the message that
    showed the commitment. A `closed` lobby was cancelled.
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
        raise NotSeated

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
        return self._with_options(by, self.game.complete({**self.options, option: value}))

    def with_usual_options(self, by: UserId) -> GameSession:
        """The lobby with the game's defaults."""
        return self._with_options(by, self.game.complete())

    def _with_options(self, by: UserId, options: Options) -> GameSession:
        self._check_lobby()
        self._check_host(by)
        return replace(self, options=options)

    def start(self, by: UserId, now: datetime, chance: Chance) -> GameSession:
        """The match, begun by the host with those who sit there."""
        self._check_lobby()
        self._check_host(by)
        players = [Player(person.name, person.computer) for person in self.people]
        match = Match.start(self.game, self.options, players).proceed(chance)
        return replace(self, match=match, started_at=now, solo=len(players) == 1)

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
        return self._with(match.play(seat, move, chance, ply=ply), now)

    def hold(self, user: UserId, die: int, *, on: bool, ply: int) -> GameSession:
        """The session with one of the member's dice (1-based) held or released."""
        seat, match = self.seat_of(user), self.running()
        game = match.game
        if not isinstance(game, DiceGame):
            raise IllegalMove(f"{game.title} has no dice to hold")
        if not match.over:
            match.check_ply(ply)
        return replace(self, match=match.with_state(game.hold(match.state, seat, die, on=on)))

    def stop(self, now: datetime, chance: Chance) -> GameSession:
        """The session, its match stopped."""
        return self._with(self.running().play(None, STOP, chance), now)

    def may_stop(self, user: UserId) -> bool:
        """Whether that member may stop the session without being a moderator."""
        return user == self.host

    def proceed(self, chance: Chance) -> GameSession:
        """The session after what its game plays by itself; unchanged where nothing is due."""
        return self if self.match is None else replace(self, match=self.match.proceed(chance))

    def _with(self, match: Match, now: datetime) -> GameSession:
        return replace(self, match=match, ended_at=now if match.over else None)


Change = Callable[[GameSession], GameSession]
"""What the arbiter applies to a session: a session in, a session out, or a GameError."""
