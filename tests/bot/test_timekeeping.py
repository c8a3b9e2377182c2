"""What time does to a session, case by case; any order of it is tried by test_any_order.py."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest

from bot import lobbies, playing, presence, timekeeping
from bot.errors import NoUndo, SeatGone
from bot.pace import AWAY_FOR, IDLE_FOR
from bot.playing import RESIGN
from bot.session import GameSession, Person
from bot.table_options import TABLE
from engine.dice.dice_game import ROLL
from engine.game import Move, Options, OptionValue, Seat
from tests.bot.seated import NOON, Seeded, begun, lobby, user

ADA, BO, CLEO = Seat(0), Seat(1), Seat(2)
NAMES = ("Ada", "Bo", "Cleo")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def chance() -> Seeded:
    return Seeded(Random(7))


def table(seats: int = 2, game: str = "yatzy", turn_time: str = "1h", **options: OptionValue) -> GameSession:
    """A match that has just begun, in which a turn has an hour."""
    settled = Options.complete(TABLE, {"turn_time": turn_time})
    return replace(begun(game, NAMES[:seats], seed=1, **options), table=settled)


def after(session: GameSession, passed: timedelta, *, since: datetime = NOON) -> GameSession:
    return timekeeping.pass_time(session, since + passed, chance())


def turn(session: GameSession, seat: Seat, at: datetime, box: str) -> GameSession:
    """A whole turn of that seat's, at once; what follows from it follows."""
    if not session.running().state.turn.dice:
        session = playing.move(session, user(seat), ROLL, at, chance())
    return timekeeping.settle(playing.move(session, user(seat), Move(box), at, chance()), at, chance())


def plies(session: GameSession) -> list[str]:
    return [f"{'' if ply.seat is None else ply.seat + 1} {ply.move}" for ply in session.running().plies]


# -- a turn's time ------------------------------------------------------------------------------------------------


def test_a_turn_is_skipped_when_its_time_is_up_and_not_before() -> None:
    session = table()
    assert session.deadline == NOON + HOUR
    assert after(session, HOUR - timedelta(milliseconds=1)) is session
    late = after(session, HOUR)
    assert plies(late) == ["1 skip"]
    assert late.running().to_move == BO
    assert late.deadline == NOON + 2 * HOUR, "the next one has all its time"


def test_a_late_clock_takes_one_turn_only() -> None:
    assert plies(after(table(), 5 * HOUR)) == ["1 skip"]


def test_auto_scores_the_best_box_for_the_dice_as_they_lie() -> None:
    session = playing.move(table(on_turn_timeout="auto"), user(0), ROLL, NOON, chance())
    worth = session.running().state.worth()
    late = after(session, HOUR)
    placed = late.running().state.last
    assert placed.score.points == max(score.points for score in worth.values())
    assert (placed.by, placed.undoable) == ("clock", False)


def test_auto_rolls_once_for_whoever_has_not() -> None:
    late = after(table(on_turn_timeout="auto"), HOUR)
    first, second = plies(late)
    assert (first, second.startswith("1 "), second.endswith("!")) == ("1 roll", True, True)


def test_forfeit_ends_a_match_of_two() -> None:
    late = after(table(on_turn_timeout="forfeit"), HOUR)
    assert (plies(late), late.status, late.running().outcome.winners()) == (["1 resign"], "over", (BO,))


def test_whoever_plays_alone_holds_up_nobody() -> None:
    session = table(1)
    assert session.deadline is None
    assert after(session, IDLE_FOR - MINUTE) is session
    ended = after(session, IDLE_FOR)
    assert (plies(ended), ended.running().outcome.ended, ended.why) == (["1 end"], "ended_early", "idle")


def test_a_roll_buys_no_time_but_a_box_gives_the_next_turn_all_of_it() -> None:
    session = playing.move(table(), user(0), ROLL, NOON + 50 * MINUTE, chance())
    assert session.deadline == NOON + HOUR
    session = playing.move(session, user(0), Move("chance"), NOON + 55 * MINUTE, chance())
    assert session.deadline == NOON + 55 * MINUTE + HOUR


def test_a_box_taken_back_gives_its_turn_all_the_time_again() -> None:
    session = turn(table(), ADA, NOON, "chance")
    back = playing.undo(session, user(0), NOON + MINUTE, chance(), ply=session.ply)
    assert (back.running().to_move, back.deadline) == (ADA, NOON + MINUTE + HOUR)


def test_a_table_may_refuse_to_take_back() -> None:
    session = replace(turn(table(), ADA, NOON, "chance"), table=Options.complete(TABLE, {"undo": False}))
    assert session.undoable is None
    with pytest.raises(NoUndo):
        playing.undo(session, user(0), NOON, chance(), ply=session.ply)


def test_what_can_be_taken_back_until_new_dice_are_seen() -> None:
    session = turn(table(), ADA, NOON, "chance")
    assert session.undoable is not None
    assert (session.undoable.turn.seat, session.undoable.box) == (ADA, "chance")
    assert playing.move(session, user(1), ROLL, NOON, chance()).undoable is None


def test_an_automatic_first_roll_is_new_dice_at_once() -> None:
    assert turn(table(game="figure_yatzy"), ADA, NOON, "chance").undoable is None


# -- who lets the time run out again and again --------------------------------------------------------------------


def missed_twice() -> GameSession:
    """Ada has let two turns run out, and Bo has played his between them; it is Bo's again."""
    session = after(table(), HOUR)
    session = turn(session, BO, NOON + HOUR, "chance")
    return after(session, HOUR, since=NOON + HOUR)


def test_two_misses_in_a_row_and_a_seat_is_passed_over_at_once() -> None:
    session = missed_twice()
    assert (session.is_away(ADA), session.running().to_move) == (True, BO)
    session = turn(session, BO, NOON + 2 * HOUR, "ones")
    assert plies(session)[-2:] == ["2 ones", "1 skip"]
    assert session.running().to_move == BO, "nobody waits for Ada"


def test_one_miss_is_forgiven_by_a_turn_played() -> None:
    session = after(table(), HOUR)
    session = turn(session, BO, NOON + HOUR, "chance")
    session = turn(session, ADA, NOON + HOUR, "chance")
    session = turn(session, BO, NOON + HOUR, "ones")
    session = after(session, HOUR, since=NOON + HOUR)
    assert not session.is_away(ADA)


def test_any_press_brings_them_back() -> None:
    session = presence.back(missed_twice(), user(0), NOON + 2 * HOUR)
    session = turn(session, BO, NOON + 2 * HOUR, "ones")
    assert (session.running().to_move, session.deadline) == (ADA, NOON + 3 * HOUR)


def test_with_auto_an_away_seat_is_played_for_at_once() -> None:
    session = table(on_turn_timeout="auto")
    session = turn(after(session, HOUR), BO, NOON + HOUR, "chance")
    session = turn(after(session, HOUR, since=NOON + HOUR), BO, NOON + 2 * HOUR, "ones")
    assert plies(session)[-2] == "1 roll"
    assert plies(session)[-1].endswith("!")


def test_idlers_share_one_clock() -> None:
    """With three of four gone, a round takes the time of the one who plays."""
    session, now = table(3), NOON
    for box in ("chance", "ones"):
        for _ in (ADA, BO):
            now += HOUR
            session = timekeeping.pass_time(session, now, chance())
        session = turn(session, CLEO, now, box)
    for box in ("twos", "threes", "fours"):
        session = turn(session, CLEO, now, box)
        assert session.running().to_move == CLEO


def test_a_game_in_which_everybody_is_away_waits_a_stated_time_and_ends() -> None:
    session, now = table(), NOON
    for _ in range(4):
        now += HOUR
        session = timekeeping.pass_time(session, now, chance())
    assert (session.deadline, session.ends_at) == (None, now + AWAY_FOR)
    assert after(session, AWAY_FOR - MINUTE, since=now) is session
    ended = after(session, AWAY_FOR, since=now)
    assert (ended.running().outcome.ended, ended.why) == ("stopped", "away")


def test_whoever_comes_back_to_a_game_of_nobody_has_all_their_time() -> None:
    session, now = table(), NOON
    for _ in range(4):
        now += HOUR
        session = timekeeping.pass_time(session, now, chance())
    now += 10 * HOUR
    back = timekeeping.settle(presence.back(session, user(1), now), now, chance())
    assert (back.running().to_move, back.ends_at, back.deadline) == (BO, None, now + HOUR), "and Ada is passed over"


# -- who leaves ---------------------------------------------------------------------------------------------------


def test_who_leaves_may_come_back_within_the_grace() -> None:
    session = presence.away(table(), user(1), NOON)
    assert session.leaves_at(BO) == NOON + 5 * MINUTE
    assert after(session, 4 * MINUTE) is session
    back = presence.back(session, user(1), NOON + 4 * MINUTE)
    assert back.leaves_at(BO) is None
    assert after(back, 6 * MINUTE) is back
    assert plies(back) == [], "as if nothing had been"


def test_who_does_not_come_back_has_resigned_and_the_last_one_there_ends_the_match() -> None:
    ended = after(presence.away(table(), user(1), NOON), 5 * MINUTE)
    assert (plies(ended), ended.status) == (["2 resign"], "over")


def test_leaving_off_turn_does_not_move_the_turn() -> None:
    session = playing.move(table(3), user(0), ROLL, NOON, chance())
    left = after(presence.away(session, user(1), NOON), 5 * MINUTE)
    assert (left.running().to_move, left.running().state.turn.dice) == (ADA, session.running().state.turn.dice)
    assert left.deadline == NOON + HOUR
    assert turn(left, ADA, NOON, "chance").running().to_move == CLEO


def test_leaving_on_turn_lets_the_next_one_move_after_the_grace() -> None:
    session = presence.away(table(3), user(0), NOON)
    assert session.deadline == NOON + 5 * MINUTE
    left = after(session, 5 * MINUTE)
    assert (left.running().to_move, left.host) == (BO, user(1)), "and the host's place passes on"


def test_leaving_buys_no_time() -> None:
    session = presence.away(table(), user(0), NOON + 59 * MINUTE)
    assert session.deadline == NOON + HOUR
    assert presence.back(session, user(0), NOON + 59 * MINUTE).deadline == NOON + HOUR


def test_leaving_twice_does_not_lengthen_the_grace() -> None:
    session = presence.away(presence.away(table(), user(1), NOON), user(1), NOON + 4 * MINUTE)
    assert session.leaves_at(BO) == NOON + 5 * MINUTE


def test_who_is_out_stays_out() -> None:
    session = playing.kick(table(3), user(1), NOON, chance())
    assert plies(session) == ["2 resign"]
    with pytest.raises(SeatGone):
        presence.back(session, user(1), NOON)
    with pytest.raises(SeatGone):
        presence.away(session, user(1), NOON)


def test_a_kick_in_the_lobby_frees_the_seat() -> None:
    waiting = playing.kick(lobby("yatzy", NAMES[:2]), user(1), NOON, chance())
    assert waiting.names == ("Ada",)


def test_the_host_comes_back_as_one_of_the_others() -> None:
    session = presence.away(table(3), user(0), NOON)
    assert session.host == user(1)
    assert presence.back(session, user(0), NOON).host == user(1)


def test_a_table_left_by_its_last_member_ends() -> None:
    seats = lobby("yatzy", NAMES[:1])
    for number in (1, 2):
        seats = lobbies.join(seats, Person(None, f"Computer {number}", "casual"))
    session = playing.move(lobbies.start(seats, user(0), NOON, chance()), user(0), RESIGN, NOON, chance())
    ended = timekeeping.settle(session, NOON, chance())
    assert (ended.status, ended.why) == ("over", "empty")


# -- the clock for the whole game ---------------------------------------------------------------------------------


def test_the_whole_games_clock_counts_turns_only() -> None:
    session = table(turn_time="off", clock_seconds_per_player=600)
    assert session.deadline == NOON + 10 * MINUTE
    session = turn(session, ADA, NOON + 4 * MINUTE, "chance")
    session = turn(session, BO, NOON + 7 * MINUTE, "chance")
    assert session.deadline == NOON + 13 * MINUTE, "six minutes are left to Ada"
    ended = after(session, 13 * MINUTE)
    assert (plies(ended)[-1], ended.running().outcome.ended) == ("1 timeout", "timeout")


def test_the_whole_games_clock_may_forfeit_instead() -> None:
    session = table(3, turn_time="off", clock_seconds_per_player=600, on_timeout="forfeit")
    late = after(session, 10 * MINUTE)
    assert (late.status, late.running().to_move) == ("running", BO)
    assert late.running().outcome.resigned == {ADA}


def test_the_shorter_of_two_clocks_rules() -> None:
    session = table(clock_seconds_per_player=7200)
    assert session.deadline == NOON + HOUR
    assert plies(after(session, HOUR)) == ["1 skip"]


# -- lobbies, boards, reminders -----------------------------------------------------------------------------------


def test_a_lobby_expires() -> None:
    waiting = replace(lobby("yatzy", NAMES[:2]), expires_at=NOON + HOUR)
    assert timekeeping.due(waiting) == NOON + HOUR
    assert after(waiting, HOUR).closed
    assert lobbies.start(waiting, user(0), NOON, chance()).expires_at is None


def test_without_a_board_no_turn_runs_out() -> None:
    session = replace(table(), message=None)
    assert session.deadline is None
    assert after(session, 3 * DAY) is session


def test_a_reminder_is_due_once_after_half_of_the_time() -> None:
    session = table()
    assert (session.remind_at, timekeeping.due(session)) == (NOON + HOUR / 2, NOON + HOUR / 2)
    reminded = presence.reminded(session)
    assert (reminded.remind_at, timekeeping.due(reminded)) == (None, NOON + HOUR)
    assert turn(reminded, ADA, NOON, "chance").remind_at == NOON + HOUR / 2, "the next turn has its own"


def test_an_outage_costs_nobody_any_time() -> None:
    session = presence.anew(presence.away(table(), user(1), NOON), NOON + 4 * MINUTE)
    assert (session.deadline, session.leaves_at(BO)) == (NOON + 4 * MINUTE + HOUR, NOON + 9 * MINUTE)
