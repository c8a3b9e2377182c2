"""What becomes of a match: its members' moves, its end, and the time that a turn has taken. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot import lobbies
from bot.errors import NotYourBox, NoUndo
from bot.ids import UserId
from bot.pace import Pace
from bot.presence import attended, away, here, seat_gone
from bot.session import GameSession, Why
from bot.table_options import UNDO
from engine.dice.dice_game import DiceGame
from engine.game import Chance, GameError, IllegalMove, Move, NotYourTurn, Seat
from engine.games.klondike import Klondike
from engine.match import Match

__all__ = ["DEAL", "END", "RESIGN", "advanced", "finish", "hold", "kick", "move", "out", "proceed", "stop", "undo"]

DEAL = Move("deal")
STOP = Move("stop")
END = Move("end")
RESIGN = Move("resign")
TAKE_BACK = Move("undo")


def move(
    session: GameSession, user: UserId, move: Move, now: datetime, chance: Chance, *, ply: int | None = None
) -> GameSession:
    """The session after a member's move, chosen at `ply` (None: whenever it arrives)."""
    seat, match = session.seat_of(user), session.running()
    try:
        played = match.play(seat, move, chance, ply=ply)
    except (IllegalMove, NotYourTurn) as error:
        raise _refusal(session, seat, error) from error
    return advanced(here(session, seat, now), played, now)


def hold(session: GameSession, user: UserId, die: int, *, on: bool, ply: int) -> GameSession:
    """The session with one of the member's dice (1-based) held or released."""
    seat, match = session.seat_of(user), session.running()
    game = match.game
    if not isinstance(game, DiceGame):
        raise IllegalMove(f"{game.title} has no dice to hold")
    if not match.over:
        match.check_ply(ply)
    try:
        held = game.hold(match.state, seat, die, on=on)
    except (IllegalMove, NotYourTurn) as error:
        raise _refusal(session, seat, error) from error
    return replace(session, match=match.with_state(held))


def finish(session: GameSession, user: UserId, now: datetime, chance: Chance, *, ply: int) -> GameSession:
    """The session after every move of the member's that can't be regretted, each of them a ply.

    Raises IllegalMove where there is none.
    """
    seat, match = session.seat_of(user), session.running()
    game = match.game
    if not isinstance(game, Klondike):
        raise IllegalMove(f"{game.title} does not finish by itself")
    session.check_shown(ply)
    while (move := game.safe(match.state)) is not None:
        match = match.play(seat, move, chance)
    if match.ply == session.ply:
        raise IllegalMove("no card goes up now that another one might not still need")
    return advanced(here(session, seat, now), match, now)


def undo(session: GameSession, user: UserId, now: datetime, chance: Chance, *, ply: int) -> GameSession:
    """The session with the member's last box taken back.

    Raises NoUndo where the table does not allow that, and NotYourBox where it is another's to take back.
    """
    if not session.table.on(UNDO.id):
        raise NoUndo
    placement = session.undoable
    if placement is not None and placement.turn.seat != session.seat_of(user):
        raise NotYourBox(session.people[placement.turn.seat].name)
    return move(session, user, TAKE_BACK, now, chance, ply=ply)


def _refusal(session: GameSession, seat: Seat, error: GameError) -> GameError:
    """Why that seat may not do that: to one who is out of the match, because of that."""
    return seat_gone(session, seat) if seat in session.running().resigned else error


def stop(session: GameSession, now: datetime, chance: Chance, why: Why | None = None) -> GameSession:
    """The session, its match stopped."""
    return replace(advanced(session, session.running().play(None, STOP, chance), now), why=why)


def out(session: GameSession, seat: Seat, now: datetime, chance: Chance) -> GameSession:
    """The session with that seat out of the match: it resigns, and whoever plays alone ends the game."""
    return advanced(session, session.running().play(seat, END if len(session.people) == 1 else RESIGN, chance), now)


def kick(session: GameSession, user: UserId, now: datetime, chance: Chance) -> GameSession:
    """The session with that member's seat free, or out of the match at once; raises as `away` does."""
    if session.match is None:
        return lobbies.leave(session, user)
    return out(away(session, user, now, "kicked"), session.seat_of(user), now, chance)


def proceed(session: GameSession, chance: Chance) -> GameSession:
    """The session after what its game plays by itself; unchanged where nothing is due."""
    return session if session.match is None else replace(session, match=session.match.proceed(chance))


def advanced(session: GameSession, match: Match, now: datetime) -> GameSession:
    """The session with a later match: a turn that is over has taken its time.

    After a deal the time that a match takes begins with the first move (RULES section 6).
    """
    before, pace = session.running(), session.paced()
    if all(ply.drawn for ply in match.plies[before.ply :]):  # nothing but rolls: everything else stays as it was
        return replace(session, match=match)
    if before.to_move is not None and not match.still_in_turn(before):
        pace = _turn_over(session, before.to_move, now)
    started_at = now if before.dealt and not before.plies else session.started_at
    played = replace(session, match=match, pace=pace, started_at=started_at, ended_at=now if match.over else None)
    # Whoever is out is not waited for any more: that is another time, too.
    return played if match.resigned == before.resigned else attended(played, now)


def _turn_over(session: GameSession, seat: Seat, now: datetime) -> Pace:
    pace = session.paced()
    if session.clock_ends:
        return pace.spent(seat, now).turn_over(now)
    return pace.idle_over(now) if len(session.people) == 1 else pace.turn_over(now)
