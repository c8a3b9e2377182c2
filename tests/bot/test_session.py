"""A session as a value: what changes it gives, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot import archive, lobbies, playing
from bot.errors import AlreadySeated, AlreadyStarted, LobbyFull, NoSession, NotHost, NotSeated, NotStarted
from bot.ids import UserId
from bot.playing import END, RESIGN
from bot.session import GameSession, Person
from engine.game import BadOption, GameError, IllegalMove, MatchOver, Move, NotYourTurn, StalePly
from tests.bot.seated import DICE_GAMES, LATER, NOON, Seeded, begun, lobby, user

NAMES = ["Ada", "Bo", "Cleo"]
STRANGER = UserId(999)


def chance() -> Seeded:
    return Seeded(Random(7))


def over() -> GameSession:
    return playing.move(begun("yatzy", NAMES[:2]), user(1), RESIGN, LATER, chance())


def test_a_lobby_becomes_a_match_and_ends() -> None:
    waiting = lobby("yatzy", NAMES[:2])
    assert (waiting.status, waiting.ply, waiting.to_move) == ("lobby", 0, None)
    running = lobbies.start(waiting, user(0), NOON, chance())
    assert (running.status, running.ply, running.to_move) == ("running", 0, Person(user(0), "Ada"))
    ended = playing.move(running, user(1), RESIGN, LATER, chance())
    assert (ended.status, ended.to_move, ended.played) == ("over", None, timedelta(minutes=5))


def test_a_lobby_closes_with_its_last_member() -> None:
    waiting = lobby("yatzy", NAMES)
    for seat in (0, 2):
        waiting = lobbies.leave(waiting, user(seat))
        assert waiting.host == user(1)
    assert lobbies.leave(waiting, user(1)).status == "over"


def test_a_computer_inherits_no_lobby() -> None:
    waiting = lobbies.join(lobby("yatzy", ["Ada"]), Person(None, "Computer", "careful"))
    assert lobbies.join(waiting, Person(None, "Computer", "careful")).names == ("Ada", "Computer", "Computer")
    assert lobbies.leave(waiting, user(0)).closed


def test_alone_is_solo_whatever_was_planned() -> None:
    assert lobbies.start(lobby("yatzy", ["Ada"]), user(0), NOON, chance()).solo
    assert not lobbies.start(replace(lobby("yatzy", NAMES), solo=True), user(0), NOON, chance()).solo


REFUSED: list[tuple[type[GameError], Callable[[], object]]] = [
    (AlreadySeated, lambda: lobbies.join(lobby("yatzy", NAMES), Person(user(1), "Bo"))),
    (LobbyFull, lambda: lobbies.join(lobby("yatzy", ["x"] * 8), Person(STRANGER, "Di"))),
    (NotSeated, lambda: lobbies.leave(lobby("yatzy", NAMES), STRANGER)),
    (NotHost, lambda: lobbies.cancel(lobby("yatzy", NAMES), user(1))),
    (NotHost, lambda: lobbies.start(lobby("yatzy", NAMES), user(1), NOON, chance())),
    (NotHost, lambda: lobbies.with_option(lobby("yatzy", NAMES), user(1), "upper_bonus", 25)),
    (NotHost, lambda: lobbies.with_usual_options(lobby("yatzy", NAMES), STRANGER)),
    (BadOption, lambda: lobbies.with_option(lobby("yatzy", NAMES), user(0), "upper_bonus", 201)),
    (BadOption, lambda: lobbies.with_option(lobby("yatzy", NAMES), user(0), "joker", "forced")),
    (NotStarted, lambda: playing.move(lobby("yatzy", NAMES), user(0), Move("roll"), NOON, chance())),
    (NotStarted, lambda: playing.hold(lobby("yatzy", NAMES), user(0), 1, on=True, ply=0)),
    (NotStarted, lambda: playing.stop(lobby("yatzy", NAMES), NOON, chance())),
    (AlreadyStarted, lambda: lobbies.join(begun("yatzy", NAMES), Person(STRANGER, "Di"))),
    (AlreadyStarted, lambda: lobbies.leave(begun("yatzy", NAMES), user(0))),
    (AlreadyStarted, lambda: lobbies.cancel(begun("yatzy", NAMES), user(0))),
    (AlreadyStarted, lambda: lobbies.start(begun("yatzy", NAMES), user(0), NOON, chance())),
    (AlreadyStarted, lambda: lobbies.with_option(begun("yatzy", NAMES), user(0), "upper_bonus", 25)),
    (NoSession, lambda: lobbies.join(lobbies.cancel(lobby("yatzy", NAMES), user(0)), Person(STRANGER, "Di"))),
    (NoSession, lambda: lobbies.start(lobbies.cancel(lobby("yatzy", NAMES), user(0)), user(0), NOON, chance())),
    (NotSeated, lambda: playing.move(begun("yatzy", NAMES), STRANGER, Move("roll"), NOON, chance())),
    (NotYourTurn, lambda: playing.move(begun("yatzy", NAMES), user(1), Move("roll"), NOON, chance())),
    (StalePly, lambda: playing.move(begun("yatzy", NAMES), user(0), Move("roll"), NOON, chance(), ply=1)),
    (StalePly, lambda: playing.hold(begun("yatzy", NAMES), user(0), 1, on=True, ply=3)),
    (IllegalMove, lambda: playing.hold(begun("yatzy", NAMES), user(0), 1, on=True, ply=0)),
    (IllegalMove, lambda: playing.move(begun("yatzy", NAMES), user(0), END, NOON, chance())),
    (MatchOver, lambda: playing.move(over(), user(0), Move("roll"), NOON, chance(), ply=0)),
    (MatchOver, lambda: playing.hold(over(), user(0), 1, on=True, ply=0)),
    (MatchOver, lambda: playing.stop(over(), NOON, chance())),
]


@pytest.mark.parametrize(("error", "change"), REFUSED, ids=range(len(REFUSED)))
def test_refused(error: type[GameError], change: Callable[[], object]) -> None:
    with pytest.raises(error) as raised:
        change()
    assert raised.type is error


def test_a_moderator_cancels_anybodys_lobby() -> None:
    assert lobbies.cancel(lobby("yatzy", NAMES), STRANGER, moderator=True).closed


def test_holding_twice_is_holding_once() -> None:
    session = playing.move(begun("yatzy", NAMES), user(0), Move("roll"), LATER, chance())
    held = playing.hold(session, user(0), 2, on=True, ply=1)
    assert held != session
    assert playing.hold(held, user(0), 2, on=True, ply=1) == held
    assert playing.hold(held, user(0), 2, on=False, ply=1) == session


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
        after = playing.move(session, user(state.turn.seat), move, LATER, Seeded(random))
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
        played = playing.move(played, user(0), move, LATER, chance())
    early = archive.finish(played, LATER)
    assert early is not None
    assert [(r.counted, r.won, r.place) for r in early.results] == [("early", False, 1)]
    stopped = archive.finish(playing.stop(begun("yatzy", NAMES), LATER, chance()), LATER)
    assert stopped is not None
    assert (stopped.ended, stopped.results) == ("stopped", ())
    assert archive.finish(begun("yatzy", NAMES), LATER) is None
