"""Races: two members alone on the same deal. The first to win it has won, else who has come further when both are done.

Each has a session of their own, whose `Race` knows the other's. What follows for the other when one ends is here.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot import playing
from bot.session import GameSession, Race
from bot.timekeeping import TIMEOUT
from engine.game import AnyGame, Chance, Seat

__all__ = ["facing", "is_beaten", "is_decided", "is_raced", "places", "rival_of", "settled"]

SOLE = Seat(0)
PAIR = 2


def is_raced(game: AnyGame) -> bool:
    """Whether two members can't share a table at it: they race, if it has races at all."""
    return PAIR not in game.seats


def rival_of(session: GameSession) -> GameSession:
    """The session of the other racer, which knows of this one."""
    race = session.race
    assert race is not None
    return facing(race.rival, replace(race, number=1 - race.number), session)


def facing(session: GameSession, race: Race, rival: GameSession) -> GameSession:
    """The racer's session with the other's as it is now."""
    return replace(session, race=replace(race, rival=replace(rival, race=None)))


def is_decided(session: GameSession) -> bool:
    """Whether both racers are done."""
    return session.race is not None and session.status == session.race.rival.status == "over"


def settled(session: GameSession, now: datetime, chance: Chance) -> GameSession:
    """The racer's session with what its end brings the other: who has won leaves no time, and a stop stops both."""
    race = session.race
    if race is None or session.status != "over" or race.rival.status == "over":
        return session
    rival = race.rival
    if session.running().outcome.ended == "stopped":
        rival = playing.stop(rival, now, chance, session.why)
    elif _has_won(session):
        rival = playing.advanced(rival, rival.running().play(SOLE, TIMEOUT, chance), now)
    return replace(session, race=replace(race, rival=rival))


def is_beaten(session: GameSession) -> bool:
    """Whether the other racer has won the deal, and so ended this one's match."""
    return session.race is not None and session.race.rival.status == "over" and _has_won(session.race.rival)


def places(session: GameSession, rival: GameSession) -> tuple[int, int]:
    """The places of two racers who are done: 1 and 2 in some order, or both 1."""
    mine, other = _reached(session), _reached(rival)
    return 1 if mine >= other else 2, 1 if other >= mine else 2


def _reached(session: GameSession) -> tuple[bool, tuple[int, ...]]:
    match = session.running()
    return _has_won(session), match.game.progress(match.state)


def _has_won(session: GameSession) -> bool:
    match = session.running()
    return match.game.finished(match.state, SOLE)
