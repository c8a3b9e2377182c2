"""Who may ask for a hint, and the count of those that were given: pure functions from sessions to sessions."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import NoHints
from bot.ids import UserId
from bot.session import GameSession
from engine.dice.dice_game import DiceGame
from engine.game import NotYourTurn, Seat
from engine.match import Match

__all__ = ["check", "hinted", "is_rated"]


def is_rated(session: GameSession) -> bool:
    """Whether members play against each other: a game of one counts on boards, but ranks nobody against another."""
    return sum(person.user is not None for person in session.people) > 1


def check(session: GameSession, user: UserId, ply: int) -> Seat:
    """The seat of a member who may ask for a hint on the board that was shown at that ply.

    Raises NotSeated, NoHints in a race, NotStarted, MatchOver, StalePly, and NotYourTurn.
    """
    seat = session.seat_of(user)
    if session.race is not None:
        raise NoHints
    session.check_shown(ply)
    to_move = session.running().to_move
    assert to_move is not None, "the match goes on"
    if seat != to_move:
        raise NotYourTurn(seat, to_move)
    return seat


def hinted(session: GameSession, user: UserId, ply: int) -> GameSession:
    """The session with one more hint of the member's. Raises as `check`.

    The same one asked for again counts once, and one that had only one move to tell does not count.
    """
    seat = check(session, user, ply)
    if session.hinted_at == session.ply or not _has_choice(session.running(), seat):
        return session
    hints = tuple(number + (i == seat) for i, number in enumerate(session.hints))
    return replace(session, hints=hints, hinted_at=session.ply)


def _has_choice(match: Match, seat: Seat) -> bool:
    """Whether a hint can help: with dice in one of several moves; with cards it tells whether the game can be won."""
    return not isinstance(match.game, DiceGame) or len(match.game.legal_moves(match.state, seat)) > 1
