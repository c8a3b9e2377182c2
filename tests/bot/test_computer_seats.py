"""Seats of computers as values: names, who may fill them, what a computer may do, and what counts."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot import archive, lobbies, playing, timekeeping
from bot.computer_seats import added, holding, is_held, moved, natural_pause, new_computer, taken_out
from bot.errors import LobbyFull, NoComputerHere, NotHost
from bot.playing import RESIGN
from bot.session import GameSession
from engine.dice.dice_game import ROLL
from engine.game import MatchOver, Move, NotYourTurn, OptionValue, StalePly
from tests.bot.seated import LATER, NOON, Seeded, lobby, user

CHANCE = Seeded(Random(4))


def with_computers(*levels: str, game: str = "yatzy", names: tuple[str, ...] = ("Ada",)) -> GameSession:
    """A lobby of these members, in which the host has added computers."""
    session = lobby(game, names)
    for level in levels:
        session = added(session, user(0), level)
    return session


def begun(*levels: str, game: str = "yatzy", names: tuple[str, ...] = ("Ada",), **options: OptionValue) -> GameSession:
    """Their match."""
    session = with_computers(*levels, game=game, names=names)
    return lobbies.start(replace(session, options=session.game.complete(options)), user(0), NOON, CHANCE)


def after_adas_turn(session: GameSession) -> GameSession:
    """The match after Ada has rolled once and filled a box: the computer is to move."""
    return playing.move(playing.move(session, user(0), ROLL, NOON, CHANCE), user(0), Move("chance"), NOON, CHANCE)


def play(session: GameSession, *moves: str) -> GameSession:
    """The match after these moves of the computers'."""
    for move in moves:
        session = moved(session, Move(move), NOON, CHANCE, ply=session.ply)
    return session


def test_no_two_computers_are_called_alike() -> None:
    session = with_computers("strong", "casual", "strong", "strong")
    names = ("Ada", "Computer (strong)", "Computer (casual)", "Computer 2 (strong)", "Computer 3 (strong)")
    assert session.names == names
    assert added(taken_out(session, user(0)), user(0), "strong").names == names
    assert new_computer("casual", ("Computer (casual)",)).name == "Computer 2 (casual)", "a member is called so"


def test_only_the_host_fills_seats_with_computers() -> None:
    session = with_computers("strong", names=("Ada", "Bo"))
    with pytest.raises(NotHost):
        added(session, user(1), "strong")
    with pytest.raises(NotHost):
        taken_out(session, user(1))


def test_a_computer_takes_no_seat_that_is_not_free() -> None:
    session = with_computers(*["casual"] * 7)
    with pytest.raises(LobbyFull):
        added(session, user(0), "casual")


def test_the_computer_that_came_last_goes_first() -> None:
    session = with_computers("strong", "casual")
    session = taken_out(session, user(0))
    assert session.names == ("Ada", "Computer (strong)")
    with pytest.raises(NoComputerHere):
        taken_out(taken_out(session, user(0)), user(0))


def test_computers_alone_keep_no_lobby_open() -> None:
    assert lobbies.leave(with_computers("strong", "casual"), user(0)).closed


def test_a_move_counts_at_its_ply_only() -> None:
    session = after_adas_turn(begun("strong"))
    with pytest.raises(StalePly):
        moved(session, ROLL, NOON, CHANCE, ply=session.ply - 1)
    back = playing.undo(session, user(0), NOON, CHANCE, ply=session.ply)
    with pytest.raises(StalePly):
        moved(back, ROLL, NOON, CHANCE, ply=session.ply)
    with pytest.raises(NotYourTurn):
        moved(back, ROLL, NOON, CHANCE, ply=back.ply)
    with pytest.raises(NotYourTurn):
        holding(back, Move("1____"), ply=back.ply)
    stopped = playing.stop(back, NOON, CHANCE)
    with pytest.raises(MatchOver):
        moved(stopped, ROLL, NOON, CHANCE, ply=stopped.ply)


def test_what_it_will_keep_is_held() -> None:
    session = play(after_adas_turn(begun("strong")), "roll")
    assert session.match is not None
    first = session.match.state.turn.dice[0]
    keep = Move(f"{first}____")
    assert not is_held(session, keep)
    held = holding(session, keep, ply=session.ply)
    assert is_held(held, keep)
    assert held.ply == session.ply, "a hold is no ply"
    assert archive.holds(held) == 1


def test_nobody_takes_back_a_computers_box() -> None:
    session = play(after_adas_turn(begun("strong")), "roll", "chance")
    assert session.to_move is not None
    assert session.to_move.name == "Ada"
    assert session.undoable is None


def test_a_box_may_be_taken_back_before_the_computer_rolls() -> None:
    session = after_adas_turn(begun("strong"))
    assert natural_pause(session) > natural_pause(play(session, "roll")), "there is time for it"
    assert playing.undo(session, user(0), NOON, CHANCE, ply=session.ply).to_move == session.people[0]


@pytest.mark.parametrize("game", ["yatzy", "figure_yatzy", "maxi_yatzy"])
@pytest.mark.parametrize("computers", [1, 2, 7])
def test_members_do_not_wait_long_for_a_round_of_computers(game: str, computers: int) -> None:
    session = begun(*["casual"] * computers, game=game)
    for _ in range(3):  # in Maxi Yatzy rolls are saved meanwhile
        if not session.running().state.turn.dice:
            session = playing.move(session, user(0), ROLL, NOON, CHANCE)
        session = playing.move(session, user(0), _any_box(session), NOON, CHANCE)
        waited = timedelta(0)
        while session.to_move is not None and session.to_move.user is None:
            waited += natural_pause(session)
            turn = session.running().state.turn
            keep = "".join(map(str, turn.dice[:-1])) + "_" if turn.dice else "roll"
            rolls_left = session.running().state.rolls_left
            session = play(session, keep if rolls_left else _any_box(session))
        assert waited <= timedelta(seconds=11)


def _any_box(session: GameSession) -> Move:
    return Move(next(iter(session.running().state.worth())))


def finished(session: GameSession) -> GameSession:
    """The match played to its end: Ada gets what she can, everybody else crosses boxes out from the top."""
    while session.status == "running":
        worth = session.running().state.worth()
        if not worth:
            wanted = ROLL
        elif session.to_move == session.people[0]:
            wanted = Move(max(worth, key=lambda box: worth[box].points))
        else:
            wanted = Move(min(worth, key=lambda box: worth[box].points))
        seat = session.running().to_move
        session = playing.advanced(session, session.running().play(seat, wanted, CHANCE), LATER)
    return session


@pytest.mark.parametrize(("names", "won"), [(("Ada",), False), (("Ada", "Bo"), True)])
def test_a_win_over_computers_alone_is_none(names: tuple[str, ...], won: bool) -> None:
    finish = archive.finish(finished(begun("careless", game="figure_yatzy", names=names)), LATER)
    assert finish is not None
    adas, *others = finish.results
    assert (adas.place, adas.counted, adas.won) == (1, "full", won)
    assert adas.total > 0
    assert [row.won for row in others] == [False] * len(others)


@pytest.mark.parametrize("computers", [1, 2])
def test_the_last_member_who_goes_in_a_computers_turn_ends_it(computers: int) -> None:
    session = play(after_adas_turn(begun(*["casual"] * computers)), "roll")
    session = timekeeping.settle(playing.move(session, user(0), RESIGN, NOON, CHANCE), NOON, CHANCE)
    assert session.status == "over"
    with pytest.raises(MatchOver):
        moved(session, Move("chance"), NOON, CHANCE, ply=session.ply)
