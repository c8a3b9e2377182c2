"""A session of Klondike without Discord: its deal, its rows, its time."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot import archive, lobbies, playing, timekeeping
from bot.errors import NoDealYet
from bot.pace import IDLE_FOR
from bot.playing import END
from bot.session import GameSession
from bot.store import ResultRow
from engine import record
from engine.game import IllegalMove, MatchOver, Move, StalePly
from engine.games.klondike import SOLE
from tests.bot.seated import LATER, NOON, Seeded, begun, lobby, user

CHANCE = Seeded(Random(1))


def played(session: GameSession, *moves: str) -> GameSession:
    for move in moves:
        session = playing.move(session, user(0), Move(move), LATER, CHANCE)
    return session


def test_rows_give_the_session_back_at_every_ply() -> None:
    random, session = Random(4), begun("klondike", ["Ada"], draw=3, scoring="standard")
    dealt = archive.deal(session, user(0), NOON)
    assert dealt is not None
    assert (dealt.ply, dealt.move, len(dealt.drawn.split())) == (0, "deal", 52)
    rows = [dealt, *archive.new_moves(lobby("klondike", ["Ada"]), session, user(0), NOON)]
    for _ in range(60):
        assert archive.from_rows(archive.to_row(session), rows) == session
        legal = (*session.game.legal_moves(session.running().state, SOLE), *["u"] * bool(session.ply))
        after = played(session, random.choice(legal))
        rows += archive.new_moves(session, after, user(0), LATER)
        session = after
    after = played(session, "end")
    rows += archive.new_moves(session, after, user(0), LATER)
    assert archive.from_rows(archive.to_row(after), rows) == after
    assert [row.ply for row in rows] == list(range(62))


SOLVED = record.read((Path(__file__).parents[1] / "engine/data/records/klondike-d1-a.game").read_text())[0]


def result(session: GameSession) -> ResultRow:
    finish = archive.finish(session, LATER)
    assert finish is not None
    [row] = finish.results
    return row


def test_a_game_that_all_cards_are_up_in_is_won_and_moves_taken_back_are_counted() -> None:
    start = lobbies.start(lobby("klondike", ["Ada"], winnable=True), user(0), NOON, CHANCE, SOLVED.start.dealt)
    line = [written.ply.move for _, written in SOLVED.written if written.ply.move != END]
    direct = played(start, *line)
    assert (result(direct).won, result(direct).counted, result(direct).moves) == (True, "full", len(line))
    again = played(start, "d", "u", *line)
    assert (result(again).won, result(again).moves) == (True, len(line) + 2)


def test_a_game_given_up_is_not_won() -> None:
    given_up = result(played(begun("klondike", ["Ada"]), "d", "d", "u", "end"))
    assert (given_up.won, given_up.counted, given_up.moves) == (False, "early", 3)


def test_dice_alone_are_never_won_and_count_no_moves() -> None:
    alone = begun("yatzy", ["Ada"])
    for move in (Move("roll"), Move("chance"), END):
        alone = playing.move(alone, user(0), move, LATER, CHANCE)
    assert (result(alone).won, result(alone).moves) == (False, None)


def test_a_dice_game_has_no_deal() -> None:
    assert archive.deal(begun("yatzy", ["Ada"]), user(0), NOON) is None


def test_a_deal_that_has_to_be_found_is_not_drawn() -> None:
    waiting = lobby("klondike", ["Ada"], winnable=True)
    with pytest.raises(NoDealYet):
        lobbies.start(waiting, user(0), NOON, CHANCE)
    deal = " ".join(CHANCE.deck("0"))
    assert lobbies.start(waiting, user(0), NOON, CHANCE, deal).running().dealt == deal


def test_a_deal_is_not_taken_where_chance_deals() -> None:
    drawn = Seeded(Random(9)).deck("0")
    session = lobbies.start(lobby("klondike", ["Ada"]), user(0), NOON, Seeded(Random(9)), " ".join(CHANCE.deck("0")))
    assert session.running().dealt == " ".join(drawn)


def test_two_weeks_begin_anew_with_a_move_but_not_with_every_move_of_a_minute() -> None:
    second, session = timedelta(seconds=1), played(begun("klondike", ["Ada"]), "d")
    at_once = playing.move(session, user(0), Move("d"), LATER + 59 * second, CHANCE)
    assert at_once.pace is session.pace, "nothing of it is stored"
    later = playing.move(at_once, user(0), Move("d"), LATER + 60 * second, CHANCE)
    assert timekeeping.due(later) == LATER + 60 * second + IDLE_FOR
    # A race, and whoever else plays against a clock, is counted to the moment.
    clocked = played(begun("klondike", ["Ada"], seconds=600), "d")
    quick = playing.move(clocked, user(0), Move("d"), LATER + second, CHANCE)
    assert clocked.clock_ends is not None
    assert quick.clock_ends == clocked.clock_ends
    assert quick.pace is not clocked.pace


def test_whoever_never_moves_again_is_waited_for_two_weeks() -> None:
    session = played(begun("klondike", ["Ada"]), "d")
    assert timekeeping.due(session) == LATER + IDLE_FOR
    over = timekeeping.pass_time(session, LATER + IDLE_FOR, CHANCE)
    assert (over.why, over.running().outcome.ended) == ("idle", "ended_early")
    finish = archive.finish(over, LATER)
    assert finish is not None
    assert [result.counted for result in finish.results] == ["early"]


def test_a_game_without_a_move_counts_nowhere() -> None:
    finish = archive.finish(playing.move(begun("klondike", ["Ada"]), user(0), END, LATER, CHANCE), LATER)
    assert finish is not None
    assert finish.results == ()


def test_the_time_limit_runs_from_the_deal_through_all_moves() -> None:
    session = played(begun("klondike", ["Ada"], seconds=600), "d", "d")
    assert session.clock_ends == session.deadline == NOON + timedelta(seconds=600)
    session = playing.move(session, user(0), Move("d"), LATER + timedelta(seconds=200), CHANCE)
    assert session.clock_ends == NOON + timedelta(seconds=600)
    assert timekeeping.pass_time(session, NOON + timedelta(seconds=599), CHANCE) is session
    over = timekeeping.pass_time(session, NOON + timedelta(seconds=600), CHANCE)
    assert over.running().outcome.ended == "timeout"


def test_the_time_played_runs_from_the_first_move() -> None:
    session = played(begun("klondike", ["Ada"]), "d")
    assert playing.move(session, user(0), END, LATER + timedelta(seconds=5), CHANCE).played == timedelta(seconds=5)


def test_finish_is_for_klondike_and_for_the_moment_that_was_shown() -> None:
    with pytest.raises(IllegalMove, match="does not finish by itself"):
        playing.finish(begun("yatzy", ["Ada"]), user(0), NOON, CHANCE, ply=0)
    session = played(begun("klondike", ["Ada"]), "d")
    with pytest.raises(StalePly):
        playing.finish(session, user(0), LATER, CHANCE, ply=0)
    with pytest.raises(MatchOver):
        playing.finish(played(session, "end"), user(0), LATER, CHANCE, ply=2)
