"""A session as a value: what changes it gives, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot import archive
from bot.errors import AlreadySeated, AlreadyStarted, LobbyFull, NoSession, NotHost, NotSeated, NotStarted
from bot.ids import UserId
from bot.session import END, RESIGN, GameSession, Person
from engine.game import BadOption, GameError, IllegalMove, MatchOver, Move, NotYourTurn, StalePly
from tests.bot.seated import DICE_GAMES, LATER, NOON, Seeded, begun, lobby, user

NAMES = ["Ada", "Bo", "Cleo"]
STRANGER = UserId(999)


def chance() -> Seeded:
    return Seeded(Random(7))


def over() -> GameSession:
    return begun("yatzy", NAMES[:2]).move(user(1), RESIGN, LATER, chance())


def test_a_lobby_becomes_a_match_and_ends() -> None:
    waiting = lobby("yatzy", NAMES[:2])
    assert (waiting.status, waiting.ply, waiting.to_move) == ("lobby", 0, None)
    running = waiting.start(user(0), NOON, chance())
    assert (running.status, running.ply, running.to_move) == ("running", 0, Person(user(0), "Ada"))
    ended = running.move(user(1), RESIGN, LATER, chance())
    assert (ended.status, ended.to_move, ended.played) == ("over", None, timedelta(minutes=5))


def test_a_lobby_closes_with_its_last_member() -> None:
    waiting = lobby("yatzy", NAMES)
    for seat in (0, 2):
        waiting = waiting.leave(user(seat))
        assert waiting.host == user(1)
    assert waiting.leave(user(1)).status == "over"


def test_a_computer_inherits_no_lobby() -> None:
    waiting = lobby("yatzy", ["Ada"]).join(Person(None, "Computer", "careful"))
    assert waiting.join(Person(None, "Computer", "careful")).names == ("Ada", "Computer", "Computer")
    assert waiting.leave(user(0)).closed


def test_alone_is_solo_whatever_was_planned() -> None:
    assert lobby("yatzy", ["Ada"]).start(user(0), NOON, chance()).solo
    assert not replace(lobby("yatzy", NAMES), solo=True).start(user(0), NOON, chance()).solo


REFUSED: list[tuple[type[GameError], Callable[[], object]]] = [
    (AlreadySeated, lambda: lobby("yatzy", NAMES).join(Person(user(1), "Bo"))),
    (LobbyFull, lambda: lobby("yatzy", ["x"] * 8).join(Person(STRANGER, "Di"))),
    (NotSeated, lambda: lobby("yatzy", NAMES).leave(STRANGER)),
    (NotHost, lambda: lobby("yatzy", NAMES).cancel(user(1))),
    (NotHost, lambda: lobby("yatzy", NAMES).start(user(1), NOON, chance())),
    (NotHost, lambda: lobby("yatzy", NAMES).with_option(user(1), "upper_bonus", 25)),
    (NotHost, lambda: lobby("yatzy", NAMES).with_usual_options(STRANGER)),
    (BadOption, lambda: lobby("yatzy", NAMES).with_option(user(0), "upper_bonus", 201)),
    (BadOption, lambda: lobby("yatzy", NAMES).with_option(user(0), "joker", "forced")),
    (NotStarted, lambda: lobby("yatzy", NAMES).move(user(0), Move("roll"), NOON, chance())),
    (NotStarted, lambda: lobby("yatzy", NAMES).hold(user(0), 1, on=True, ply=0)),
    (NotStarted, lambda: lobby("yatzy", NAMES).stop(NOON, chance())),
    (AlreadyStarted, lambda: begun("yatzy", NAMES).join(Person(STRANGER, "Di"))),
    (AlreadyStarted, lambda: begun("yatzy", NAMES).leave(user(0))),
    (AlreadyStarted, lambda: begun("yatzy", NAMES).cancel(user(0))),
    (AlreadyStarted, lambda: begun("yatzy", NAMES).start(user(0), NOON, chance())),
    (AlreadyStarted, lambda: begun("yatzy", NAMES).with_option(user(0), "upper_bonus", 25)),
    (NoSession, lambda: lobby("yatzy", NAMES).cancel(user(0)).join(Person(STRANGER, "Di"))),
    (NoSession, lambda: lobby("yatzy", NAMES).cancel(user(0)).start(user(0), NOON, chance())),
    (NotSeated, lambda: begun("yatzy", NAMES).move(STRANGER, Move("roll"), NOON, chance())),
    (NotYourTurn, lambda: begun("yatzy", NAMES).move(user(1), Move("roll"), NOON, chance())),
    (StalePly, lambda: begun("yatzy", NAMES).move(user(0), Move("roll"), NOON, chance(), ply=1)),
    (StalePly, lambda: begun("yatzy", NAMES).hold(user(0), 1, on=True, ply=3)),
    (IllegalMove, lambda: begun("yatzy", NAMES).hold(user(0), 1, on=True, ply=0)),
    (IllegalMove, lambda: begun("yatzy", NAMES).move(user(0), END, NOON, chance())),
    (MatchOver, lambda: over().move(user(0), Move("roll"), NOON, chance(), ply=0)),
    (MatchOver, lambda: over().hold(user(0), 1, on=True, ply=0)),
    (MatchOver, lambda: over().stop(NOON, chance())),
]


@pytest.mark.parametrize(("error", "change"), REFUSED, ids=range(len(REFUSED)))
def test_refused(error: type[GameError], change: Callable[[], object]) -> None:
    with pytest.raises(error) as raised:
        change()
    assert raised.type is error


def test_a_moderator_cancels_anybodys_lobby() -> None:
    assert lobby("yatzy", NAMES).cancel(STRANGER, moderator=True).closed


def test_holding_twice_is_holding_once() -> None:
    session = begun("yatzy", NAMES).move(user(0), Move("roll"), LATER, chance())
    held = session.hold(user(0), 2, on=True, ply=1)
    assert held != session
    assert held.hold(user(0), 2, on=True, ply=1) == held
    assert held.hold(user(0), 2, on=False, ply=1) == session


# -- rows ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", DICE_GAMES)
def test_rows_give_the_session_back_at_every_ply(game: str) -> None:
    random = Random(3)
    session = begun(game, NAMES, upper_bonus=25)
    rows = archive.new_moves(lobby(game, NAMES, upper_bonus=25), session, user(0), NOON)
    while session.status == "running":
        assert archive.from_rows(archive.to_row(session), rows) == session
        state = session.running().state
        move = Move(random.choice(list(state.worth()))) if state.turn.dice else Move("roll")
        after = session.move(user(state.turn.seat), move, LATER, Seeded(random))
        rows += archive.new_moves(session, after, None, LATER)
        session = after
    assert archive.from_rows(archive.to_row(session), rows) == session
    assert [row.ply for row in rows] == list(range(1, session.ply + 1))


def test_how_results_count() -> None:
    finish = archive.finish(over(), LATER)
    assert finish is not None
    assert [(r.name, r.place, r.won, r.counted, r.seconds) for r in finish.results] == [
        ("Ada", 1, True, "early", 300),
        ("Bo", 2, False, "lost", 300),
    ]
    played = begun("yatzy", ["Ada"])
    for move in (Move("roll"), Move("chance"), END):
        played = played.move(user(0), move, LATER, chance())
    early = archive.finish(played, LATER)
    assert early is not None
    assert [(r.counted, r.won, r.place) for r in early.results] == [("early", False, 1)]
    stopped = archive.finish(begun("yatzy", NAMES).stop(LATER, chance()), LATER)
    assert stopped is not None
    assert (stopped.ended, stopped.results) == ("stopped", ())
    assert archive.finish(begun("yatzy", NAMES), LATER) is None
