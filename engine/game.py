"""What every game is made of, and how it refuses.

GameError
├── IllegalMove      the rules refuse the move
├── NotYourTurn      another seat is to move
├── StalePly         the match has gone on since the move was chosen
├── MatchOver        nothing can be moved any more
├── BadOption        an option or its value does not exist
├── BadRecord        a text is no record of a match
└── Unsupported      no perfect play is known for the game, or for an option of it
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NewType, Protocol, TypeVar

from engine.option import BadOption, GameError, Option, Options, OptionValue

__all__ = [
    "AnyGame",
    "BadOption",
    "BadRecord",
    "Chance",
    "Game",
    "GameError",
    "IllegalMove",
    "MatchOver",
    "Move",
    "NotYourTurn",
    "Option",
    "OptionValue",
    "Options",
    "Outcome",
    "Ply",
    "Seat",
    "StalePly",
    "Unsupported",
    "Written",
]

Seat = NewType("Seat", int)
"""A place at the table: 0-based inside, shown 1-based."""

Move = NewType("Move", str)
"""A move in the record's notation: a keep (`13___`), a box id (`fours`), or a word (`undo`, `resign`, `w>f`)."""


class IllegalMove(GameError):
    """The rules refuse this move; nothing has changed."""


class NotYourTurn(GameError):
    """Another seat is to move."""

    def __init__(self, seat: Seat, to_move: Seat) -> None:
        super().__init__(f"seat {seat + 1} is not to move; seat {to_move + 1} is")
        self.seat = seat
        self.to_move = to_move


class StalePly(GameError):
    """The move was chosen at another ply than the match has now."""

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(f"the move was chosen at ply {expected}, the match is at ply {actual}")
        self.expected = expected
        self.actual = actual


class MatchOver(GameError):
    """The match has ended."""

    def __init__(self, message: str = "the match is over") -> None:
        super().__init__(message)


class BadRecord(GameError):
    """A text is no record of a match; `line` is 1-based."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class Unsupported(GameError):
    """No perfect play is known here for the game, or for an option of it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: totals and places by seat; equal totals share a place (1, 1, 3)."""

    ended: str
    totals: tuple[int, ...]
    places: tuple[int, ...]
    resigned: frozenset[Seat]

    def winners(self) -> tuple[Seat, ...]:
        """The seats in the first place; none of them resigned."""
        return tuple(Seat(i) for i, p in enumerate(self.places) if p == 1 and Seat(i) not in self.resigned)

    def ranking(self) -> tuple[Seat, ...]:
        """All seats, best first; those that share a place in the order in which they sit."""
        return tuple(sorted(map(Seat, range(len(self.places))), key=self.places.__getitem__))


@dataclass(frozen=True, slots=True)
class Ply:
    """One entry of a match's log: who moved (None for `stop`), what, and what chance then gave (`""` for nothing)."""

    seat: Seat | None
    move: Move
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A ply as a record states it, with the points that the record claims for it, if any.

    `hold` marks a keep after which its line stops: dice that are held, which is no ply yet.
    """

    ply: Ply
    points: int | None = None
    hold: bool = False


class Chance(Protocol):
    """Where dice and shuffles come from: fair dice in play, a script in tests."""

    def dice(self, counter: str, count: int) -> tuple[int, ...]:
        """`count` dice, each 1 to 6, for this counter."""

    def deck(self, counter: str) -> tuple[str, ...]:
        """A shuffled pack of 52 cards, rank then suit."""


S = TypeVar("S")


class Game(ABC, Generic[S]):
    """A game as rules over immutable states of type `S`; it holds no state itself.

    A state is either waiting for a move of one seat, waiting for chance, or over. A game whose first state waits for
    chance starts with a deal, at ply 0.
    """

    id: str
    title: str
    summary: str
    seats: range
    options: tuple[Option, ...]
    clock: str | None = None
    """The option that limits a seat's time for the whole game, in seconds; `timeout` is the ply when it is up."""

    def complete(self, given: Mapping[str, OptionValue] | None = None) -> Options:
        """All options of this game: those given, checked, and the defaults of the rest; raises BadOption."""
        return Options.complete(self.options, given or {})

    @abstractmethod
    def start(self, options: Options, seats: int) -> S:
        """The state at ply 0."""

    @abstractmethod
    def to_move(self, state: S) -> Seat | None:
        """The seat that the state waits for; None when the match is over."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Totals and places as they stand; `ended` is `running` while the match goes on."""

    def resigned(self, state: S) -> frozenset[Seat]:
        """The seats that are out of the match; asked far more often than the totals."""
        return self.outcome(state).resigned

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Every move that this seat may play now, in the order in which a player would look for them."""

    def is_legal(self, state: S, seat: Seat, move: Move) -> bool:
        """Whether the move is one of `legal_moves`."""
        return move in self.legal_moves(state, seat)

    @abstractmethod
    def play(self, state: S, seat: Seat | None, move: Move) -> tuple[S, Move]:
        """The state after the move, and the move as the log has it; raises a GameError, and then changes nothing."""

    @abstractmethod
    def waits(self, state: S) -> bool:
        """Whether the state waits for chance before anyone can move."""

    @abstractmethod
    def draw(self, state: S, chance: Chance, ply: int, *, shared: bool = False) -> str:
        """What chance gives the waiting state at this ply, 0 for the deal, as the log has it.

        Shared dice are counted by turn and roll instead of by ply (DESIGN section 5).
        """

    @abstractmethod
    def settle(self, state: S, drawn: str) -> S:
        """The waiting state after chance gave this; raises IllegalMove when it can't have."""

    def holding(self, state: S, seat: Seat | None, move: Move) -> S:
        """The state with what a keep holds before anything is rolled; raises a GameError, as where nothing is held."""
        raise IllegalMove(f"{move[:40]}: {self.title} knows no holds")

    def fair(self, options: Options) -> bool:
        """Whether all chance follows from the session's secret; not so where a deal is chosen (DESIGN section 5)."""
        return True

    @abstractmethod
    def continues(self, state: S) -> Move | None:
        """The move that the game itself plays now (an automatic first roll), if any."""

    def overdue(self, state: S) -> Move:
        """The move that the clock plays for a seat whose turn time is up; raises IllegalMove where turns have none."""
        raise IllegalMove(f"{self.title} has no turns that take too long")

    def racing(self, options: Options) -> Options | None:
        """The options under which members race one another, each alone on the same deal; None where nobody does."""
        return None

    def progress(self, state: S) -> tuple[int, ...]:
        """How far a racer has come, the further the greater; nothing in a game that nobody races in."""
        return ()

    def moves(self, state: S) -> int | None:
        """The moves as players count them; None in a game that counts none."""
        return None

    @abstractmethod
    def finished(self, state: S, seat: Seat) -> bool:
        """Whether that seat has nothing left to play: its card is full, its deal is won."""

    @abstractmethod
    def read(self, words: Sequence[str]) -> list[Written]:
        """The plies in one line of a record; raises IllegalMove when the words are none of this game's notation."""

    @abstractmethod
    def write(self, written: Sequence[Written]) -> list[str]:
        """The lines of a record for these plies, the inverse of `read`."""

    @abstractmethod
    def points(self, state: S) -> int | None:
        """What the ply that led to this state got in its box; None when it placed nothing."""

    @abstractmethod
    def report(self, state: S) -> list[dict[str, Any]]:
        """By seat, what `python -m engine replay` says of it, without the name."""


AnyGame = Game[Any]
"""A game, whatever its states are made of."""
