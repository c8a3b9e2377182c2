"""Who may ask for a hint, and how they are counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bot import archive, playing
from bot.errors import NoHints, NotSeated, NotStarted
from bot.hinting import hinted
from bot.ids import MessageId, RaceId, UserId
from bot.playing import END, RESIGN
from bot.session import GameSession, Race
from engine.game import GameError, MatchOver, Move, NotYourTurn, Seat, StalePly
from tests.bot.seated import LATER, Seeded, begun, lobby, user

PAIR = begun("yatzy", ["Ada", "Bo"])
CARDS = begun("klondike", ["Ada"])
RACER = replace(CARDS, race=Race(RaceId(1), 0, CARDS.channel, MessageId(1), CARDS))


def moved(session: GameSession, seat: int, move: str) -> GameSession:
    return playing.move(session, user(seat), Move(move), LATER, Seeded(Random(1)))


ROLLED = moved(PAIR, 0, "roll")


@pytest.mark.parametrize(
    ("refused", "ask"),
    [
        (NotSeated, lambda: hinted(PAIR, UserId(999), 0)),
        (NotYourTurn, lambda: hinted(PAIR, user(1), 0)),
        (StalePly, lambda: hinted(PAIR, user(0), 1)),
        (NotStarted, lambda: hinted(lobby("yatzy", ["Ada"]), user(0), 0)),
        (MatchOver, lambda: hinted(moved(PAIR, 1, RESIGN), user(0), 1)),
        (MatchOver, lambda: hinted(moved(CARDS, 0, END), user(0), 1)),
        (NoHints, lambda: hinted(RACER, user(0), 0)),
    ],
)
def test_who_gets_none(refused: type[GameError], ask: Callable[[], object]) -> None:
    with pytest.raises(refused):
        ask()


def test_hints_are_counted_by_seat_and_once_at_a_moment() -> None:
    session = hinted(ROLLED, user(0), 1)
    assert session.hints == (1, 0)
    assert hinted(session, user(0), 1) is session
    session = moved(moved(session, 0, "chance"), 1, "roll")
    session = hinted(session, user(1), session.ply)
    assert session.hints == (1, 1)
    session = moved(session, 1, "_____")
    assert hinted(session, user(1), session.ply).hints == (1, 2)


def test_a_hint_that_had_nothing_to_choose_from_does_not_count() -> None:
    assert hinted(PAIR, user(0), 0).hints == (0, 0), "only a roll is possible"
    assert hinted(CARDS, user(0), 0).hints == (1,), "whether cards can be won is more than the next move"


def test_the_last_box_counts_as_long_as_there_are_dice_to_hold() -> None:
    last = begun("yatzy", ["Ada"])
    *others, box = (box.id for box in last.running().state.ruleset.boxes)
    for filled in others:
        last = moved(moved(last, 0, "roll"), 0, filled)
    last = moved(last, 0, "roll")
    assert hinted(last, user(0), last.ply).hints == (1,)
    last = moved(moved(last, 0, "_____"), 0, "_____")
    assert last.running().game.legal_moves(last.running().state, Seat(0)) == (box,)
    assert hinted(last, user(0), last.ply).hints == (0,), "there is only the last box to fill"


def test_they_are_kept_with_the_session() -> None:
    hints = hinted(ROLLED, user(0), 1).hints
    session = replace(PAIR, hints=hints)
    assert archive.new_hints(PAIR, session) == {0: 1}
    assert archive.new_hints(session, session) == {}
    assert archive.from_rows(archive.to_row(session), []) == session
