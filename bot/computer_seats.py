"""Seats of computers: how they are filled in a lobby, and how what a computer has chosen is played. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count

from bot import lobbies, playing
from bot.errors import NoComputer, NoComputerHere, PlayedAlone
from bot.ids import UserId
from bot.session import GameSession, Person
from bot.strategist import Strategist
from engine.dice.dice_game import DiceState
from engine.dice.notation import KEEP
from engine.dice.roll import read_keep
from engine.game import AnyGame, Chance, GameError, Move, NotYourTurn, Options, Seat

__all__ = [
    "added",
    "check_strategy",
    "computer_to_move",
    "computers_of",
    "holding",
    "is_held",
    "is_keep",
    "moved",
    "natural_pause",
    "new_computer",
    "plays_computers_alone",
    "taken_out",
]

NATURAL = timedelta(seconds=1.5)
"""How long a computer waits before each ply, so that members can follow."""

SECOND_THOUGHTS = timedelta(seconds=2.5)
"""The same while a member may still take back the box before."""

ROUND = timedelta(seconds=8)
"""How long the computers of a table take together, at most; what members wait beside it is what showing takes."""

# -- the lobby ----------------------------------------------------------------------------------------------------


def check_strategy(strategist: Strategist, game: AnyGame, options: Options) -> None:
    """Raise PlayedAlone, or NoComputer, where no computer can play the game under these options."""
    if game.seats[-1] == 1:
        raise PlayedAlone
    try:
        strategist.check(game, options)
    except GameError as error:
        raise NoComputer(str(error)) from error


def computers_of(session: GameSession) -> tuple[Person, ...]:
    """The computers that have a seat."""
    return tuple(person for person in session.people if person.computer is not None)


def plays_computers_alone(session: GameSession) -> bool:
    """Whether the session has one member only, with or without computers: nobody else has to agree to anything."""
    return len(session.people) - len(computers_of(session)) == 1


def new_computer(level: str, names: tuple[str, ...] = ()) -> Person:
    """A computer of that level, called as nobody else at the table is."""
    numbered = (f"Computer {number} ({level})" for number in count(2))
    name = f"Computer ({level})"
    while name in names:
        name = next(numbered)
    return Person(None, name, level)


def added(session: GameSession, by: UserId, level: str) -> GameSession:
    """The lobby with one computer more, which its host has added; raises as `check_start`, and LobbyFull."""
    lobbies.check_start(session, by)
    return lobbies.join(session, new_computer(level, session.names))


def taken_out(session: GameSession, by: UserId) -> GameSession:
    """The lobby without the computer that sat down last; raises as `check_start`, and NoComputerHere."""
    lobbies.check_start(session, by)
    last = max((seat for seat, person in enumerate(session.people) if person.computer is not None), default=None)
    if last is None:
        raise NoComputerHere
    return replace(session, people=(*session.people[:last], *session.people[last + 1 :]))


# -- the match ----------------------------------------------------------------------------------------------------


def computer_to_move(session: GameSession) -> Person | None:
    """The computer whose turn it is, if it is one's."""
    person = session.to_move
    return None if person is None or person.computer is None else person


def moved(session: GameSession, move: Move, now: datetime, chance: Chance, *, ply: int) -> GameSession:
    """The session after what the computer to move has chosen at `ply`."""
    return playing.advanced(session, session.running().play(_seat(session, ply), move, chance, ply=ply), now)


def holding(session: GameSession, keep: Move, *, ply: int) -> GameSession:
    """The session with the dice held that the computer to move is about to keep."""
    match = session.running()
    return replace(session, match=match.with_state(match.game.holding(match.state, _seat(session, ply), keep)))


def is_keep(move: Move) -> bool:
    """Whether the move is a roll of some dice that keeps others."""
    return KEEP.fullmatch(move) is not None


def is_held(session: GameSession, keep: Move) -> bool:
    """Whether the dice that this keep holds are held already, and no others."""
    state: DiceState = session.running().state
    return read_keep(keep, state.turn.dice, state.ruleset.dice) == state.turn.held


def _seat(session: GameSession, ply: int) -> Seat:
    """The seat of the computer to move; raises StalePly, MatchOver, or NotYourTurn where it is a member's turn."""
    session.check_shown(ply)
    seat = session.running().to_move
    assert seat is not None
    if session.people[seat].computer is None:
        raise NotYourTurn(seat, seat)
    return seat


def natural_pause(session: GameSession) -> timedelta:
    """How long the computer to move waits before its next ply: members follow it, and don't wait for long."""
    if session.undoable is not None:
        return SECOND_THOUGHTS
    state = session.running().state
    if not isinstance(state, DiceState):
        return NATURAL
    plies = state.turn.used + state.rolls_left + 1  # a box comes after the rolls
    return min(NATURAL, ROUND / (plies * len(computers_of(session))))
