"""A session as the store's rows, the rows as a session, and the store's refusals as the bot's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import cast

from bot import timekeeping
from bot.account import Account
from bot.errors import ChannelTaken, TooManyGames
from bot.ids import UserId
from bot.pace import Gone, Pace, SeatPace
from bot.playing import DEAL, END
from bot.racing import is_decided, places
from bot.session import GameSession, Person, Why
from bot.store import (
    Addition,
    Counted,
    Finish,
    GuildFull,
    MoveRow,
    PaceRow,
    ResultRow,
    SeatPaceRow,
    SeatRow,
    SessionRow,
)
from bot.store import ChannelTaken as ChannelTakenInStore
from bot.table_options import TABLE
from engine.dice.dice_game import DiceGame
from engine.game import AnyGame, Move, Options, Outcome, Ply, Seat
from engine.games import catalogue
from engine.match import Match, Player, replay


@contextmanager
def refusals() -> Iterator[None]:
    """Raises what keeps a session out of a channel as the bot's own ChannelTaken and TooManyGames."""
    try:
        yield
    except ChannelTakenInStore as error:
        raise ChannelTaken(error.session_id) from error
    except GuildFull as error:
        raise TooManyGames(error.most) from error


def to_row(session: GameSession) -> SessionRow:
    """The session's row, its moves apart."""
    outcome = None if session.match is None else session.match.outcome
    return SessionRow(
        id=session.id,
        guild_id=session.guild,
        channel_id=session.channel,
        message_id=session.message,
        host_id=session.host,
        game=session.game.id,
        options=json.dumps(dict(session.options)),
        status=session.status,
        solo=session.solo,
        secret=session.secret,
        nonce=session.nonce,
        created_at=session.created_at,
        started_at=session.started_at,
        ended_at=session.ended_at,
        ended=outcome.ended if outcome is not None and session.status == "over" else None,
        holds=holds(session),
        rematch_of=session.rematch_of,
        seats=_seats(session),
        pace=pace_row(session),
        race_id=None if session.race is None else session.race.id,
        racer=0 if session.race is None else session.race.number,
        account=None if session.account is None else session.account.spell(),
    )


def _seats(session: GameSession) -> tuple[SeatRow, ...]:
    hints = session.hints or (0,) * len(session.people)
    return tuple(
        SeatRow(i, person.user, person.name, person.computer, used)
        for i, (person, used) in enumerate(zip(session.people, hints, strict=True))
    )


def new_hints(before: GameSession, after: GameSession) -> dict[int, int]:
    """The hints that seats have used, of those seats that have used more."""
    if after.hints == before.hints:
        return {}
    return {seat: used for seat, (used, was) in enumerate(zip(after.hints, before.hints, strict=True)) if used != was}


def pace_row(session: GameSession, before: GameSession | None = None) -> PaceRow:
    """How the session stands with time, with the seats that differ from `before` (None: from the start)."""
    pace = session.pace
    known = before.pace.seats if before is not None and before.pace is not None else (SeatPace(),) * len(session.people)
    seats = () if pace is None else enumerate(zip(pace.seats, known, strict=True))
    return PaceRow(
        json.dumps(dict(session.table)),
        None if pace is None else pace.since,
        pace is not None and pace.reminded,
        None if pace is None else pace.all_away_since,
        timekeeping.due(session),
        session.why,
        None if pace is None else pace.quiet_until,
        tuple(
            SeatPaceRow(i, seat.missed, seat.left_at, seat.gone, seat.spent) for i, (seat, was) in seats if seat != was
        ),
    )


def holds(session: GameSession) -> int:
    """The held dice as a bit mask; 0 where the game has none."""
    match = session.match
    return match.state.turn.held if match is not None and isinstance(match.game, DiceGame) else 0


def from_rows(row: SessionRow, moves: Sequence[MoveRow]) -> GameSession:
    """The session that the rows tell of, its match replayed. Raises a GameError if the log can't have been played."""
    game = catalogue[row.game]
    people = tuple(Person(seat.user_id, seat.name, seat.computer) for seat in row.seats)
    options = game.complete(json.loads(row.options))
    return GameSession(
        id=row.id,
        guild=row.guild_id,
        channel=row.channel_id,
        host=row.host_id,
        game=game,
        options=options,
        people=people,
        secret=row.secret,
        created_at=row.created_at,
        solo=row.solo,
        message=row.message_id,
        nonce=row.nonce,
        match=_match(game, row, people, moves),
        started_at=_started(row, moves),
        ended_at=row.ended_at,
        rematch_of=row.rematch_of,
        table=Options.complete(TABLE, json.loads(row.pace.table_options)),
        expires_at=row.pace.due_at if row.status == "lobby" else None,
        pace=_pace(row),
        why=cast("Why | None", row.pace.why),
        account=None if row.account is None else Account.read(row.account),
        hints=() if row.status == "lobby" else tuple(seat.hints for seat in row.seats),
    )


def _started(row: SessionRow, moves: Sequence[MoveRow]) -> datetime | None:
    """When the time began that the match has taken; after a deal it is the first move's (RULES section 6)."""
    return moves[1].at if len(moves) > 1 and moves[0].move == DEAL else row.started_at


def _pace(row: SessionRow) -> Pace | None:
    since = row.pace.turn_since or row.started_at
    if row.status == "lobby" or since is None:
        return None
    known = {s.seat: SeatPace(s.missed, s.left_at, cast("Gone | None", s.gone), s.spent) for s in row.pace.seats}
    seats = tuple(known.get(seat.seat, SeatPace()) for seat in row.seats)
    return Pace(since, seats, row.pace.reminded, row.pace.all_away_since, row.pace.quiet_until)


def _match(game: AnyGame, row: SessionRow, people: Sequence[Person], moves: Sequence[MoveRow]) -> Match | None:
    if row.status == "lobby":
        return None
    start = Match.start(game, game.complete(json.loads(row.options)), [Player(p.name, p.computer) for p in people])
    if moves and moves[0].move == DEAL:
        start = start.deal(moves[0].drawn)
    match = replay(start, (_ply(move) for move in moves if move.ply))
    if isinstance(game, DiceGame):
        match = match.with_state(game.with_holds(match.state, row.holds))
    return match


def _ply(move: MoveRow) -> Ply:
    return Ply(None if move.seat is None else Seat(move.seat), Move(move.move), move.drawn)


def deal(session: GameSession, actor: UserId | None, now: datetime) -> MoveRow | None:
    """The row of the deal with which the match has started, at ply 0; None where it starts without one."""
    match = session.match
    return MoveRow(0, None, DEAL, match.dealt, actor, now) if match is not None and match.dealt else None


def new_moves(before: GameSession, after: GameSession, actor: UserId | None, now: datetime) -> list[MoveRow]:
    """The rows of the plies that came between two states of a session."""
    known = before.ply
    plies = () if after.match is None else after.match.plies[known:]
    return [MoveRow(known + i, ply.seat, ply.move, ply.drawn, actor, now) for i, ply in enumerate(plies, 1)]


def finish(session: GameSession, now: datetime) -> Finish | None:
    """How the session ended and what counts of it; None while it runs."""
    if session.match is None or not session.match.over:
        return None
    outcome = session.match.outcome
    if session.race is not None:
        return Finish(outcome.ended, now, _race_results(session))
    return Finish(outcome.ended, now, _results(session, outcome, now) if _counts(session.match) else ())


def rival(session: GameSession, before: GameSession, now: datetime) -> Addition | None:
    """What the end of a racer's match adds to the other's session; None where nothing."""
    if session.race is None or before.race is None or session.race.rival.ply == before.race.rival.ply:
        return None
    ended, known = session.race.rival, before.race.rival
    assert ended.match is not None
    moves = new_moves(known, ended, None, now)
    return Addition(ended.id, tuple(moves), finish=Finish(ended.match.outcome.ended, now), pace=pace_row(ended, known))


def _race_results(session: GameSession) -> tuple[ResultRow, ...]:
    """Both racers' results, when both are done and neither was stopped."""
    assert session.race is not None
    both = (session, session.race.rival)
    if not is_decided(session) or any(racer.running().outcome.ended == "stopped" for racer in both):
        return ()
    found = []
    for racer, place in zip(both, places(*both), strict=True):
        assert racer.ended_at is not None
        [row] = _results(racer, racer.running().outcome, racer.ended_at)
        found.append(replace(row, place=place, seats=len(both)))
    return tuple(found)


def _counts(match: Match) -> bool:
    """Whether boards hear of the match: a stopped one counts nowhere (RULES section 0), nor one ended before a box."""
    ended = match.outcome.ended
    return ended != "stopped" and (
        ended != "ended_early" or any(ply.move != END and not ply.drawn for ply in match.plies)
    )


def _results(session: GameSession, outcome: Outcome, now: datetime) -> tuple[ResultRow, ...]:
    match = session.match
    assert match is not None
    return tuple(
        ResultRow(
            session_id=session.id,
            seat=seat,
            guild_id=session.guild,
            user_id=person.user,
            name=person.name,
            game=session.game.id,
            rules=session.options.rules(),
            total=outcome.totals[seat],
            place=outcome.places[seat],
            seats=len(session.people),
            won=_won(match, Seat(seat)),
            counted=_counted(match, Seat(seat)),
            seconds=int(session.played.total_seconds()),
            ended_at=now,
            moves=match.game.moves(match.state),
        )
        for seat, person in enumerate(session.people)
    )


def _won(match: Match, seat: Seat) -> bool:
    """Whether that seat has beaten the others; or the game, where that is all there is to beat."""
    if len(match.game.seats) == 1:
        return match.game.finished(match.state, seat)
    # A win over computers alone is none.
    return sum(player.computer is None for player in match.players) > 1 and seat in match.outcome.winners()


def _counted(match: Match, seat: Seat) -> Counted:
    outcome = match.outcome
    if seat in outcome.resigned:
        return "lost"
    # Whoever is left when the others resign, or the time is up, has neither lost nor filled the card.
    return "full" if match.game.finished(match.state, seat) else "early"
