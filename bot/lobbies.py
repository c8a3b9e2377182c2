"""What becomes of a lobby: who sits in it, under what options, and how its match begins. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.errors import AlreadySeated, AlreadyStarted, LobbyFull, NoDealYet, NoSession, NotHost
from bot.ids import UserId
from bot.pace import Pace
from bot.session import GameSession, Person
from bot.table_options import TABLE, USUAL, table_of
from engine.game import Chance, Options, OptionValue
from engine.match import Match, Player

__all__ = ["cancel", "check_start", "join", "leave", "start", "with_option", "with_usual_options"]


def join(session: GameSession, person: Person) -> GameSession:
    """The lobby with one more seat; raises AlreadyStarted, AlreadySeated or LobbyFull."""
    _check_lobby(session)
    if person.user is not None and session.is_seated(person.user):
        raise AlreadySeated
    if len(session.people) >= session.game.seats[-1]:
        raise LobbyFull(session.game.seats[-1])
    return replace(session, people=(*session.people, person))


def leave(session: GameSession, user: UserId) -> GameSession:
    """The lobby without that member: the host's place passes on, and the last one to leave closes it."""
    _check_lobby(session)
    seat = session.seat_of(user)
    people = (*session.people[:seat], *session.people[seat + 1 :])
    heirs = [person.user for person in people if person.user is not None]
    if not heirs:
        return replace(session, closed=True)
    return replace(session, people=people, host=heirs[0] if user == session.host else session.host)


def cancel(session: GameSession, by: UserId, *, moderator: bool = False) -> GameSession:
    """The lobby, closed by its host or a moderator."""
    _check_lobby(session)
    if not moderator:
        _check_host(session, by)
    return replace(session, closed=True)


def with_option(session: GameSession, by: UserId, option: str, value: OptionValue) -> GameSession:
    """The lobby with another value for an option; raises BadOption."""
    if option in {settled.id for settled in table_of(session.game)}:
        return _with_options(session, by, session.options, Options.complete(TABLE, {**session.table, option: value}))
    return _with_options(session, by, session.game.complete({**session.options, option: value}), session.table)


def with_usual_options(session: GameSession, by: UserId) -> GameSession:
    """The lobby with the defaults."""
    return _with_options(session, by, session.game.complete(), USUAL)


def _with_options(session: GameSession, by: UserId, options: Options, table: Options) -> GameSession:
    _check_lobby(session)
    _check_host(session, by)
    return replace(session, options=options, table=table)


def check_start(session: GameSession, by: UserId) -> None:
    """Raise what keeps that member from starting the match."""
    _check_lobby(session)
    _check_host(session, by)


def start(session: GameSession, by: UserId, now: datetime, chance: Chance, deal: str | None = None) -> GameSession:
    """The match, begun by the host with those who sit there.

    A game whose deal is not drawn but chosen gets that `deal`; raises NoDealYet where there is none.
    """
    check_start(session, by)
    players = [Player(person.name, person.computer) for person in session.people]
    match = Match.start(session.game, session.options, players)
    if not session.game.fair(session.options):
        if deal is None:
            raise NoDealYet
        match = match.deal(deal)
    match = match.proceed(chance)
    pace, hints = Pace.begun(now, len(players)), (0,) * len(players)
    return replace(
        session, match=match, pace=pace, started_at=now, expires_at=None, solo=len(players) == 1, hints=hints
    )


def _check_lobby(session: GameSession) -> None:
    if session.closed:
        raise NoSession
    if session.match is not None:
        raise AlreadyStarted


def _check_host(session: GameSession, by: UserId) -> None:
    if by != session.host:
        raise NotHost(session.host_name)
