"""Turns: rolls and saved rolls, holds, undo, skips, clocks, resigning, and the places in the end (RULES section 0)."""

from __future__ import annotations

import pytest

from engine.dice.dice_game import DiceGame
from engine.game import GameError, IllegalMove, MatchOver, Move, NotYourTurn, StalePly
from engine.games import dice_game
from engine.match import Match
from tests.engine.table import Script, after, box_ids, places, report, rolls_left, seat, start, worth

YAHTZEE_BOXES = box_ids(dice_game("yahtzee"))


def refused(match: Match, *lines: str, error: type[GameError] = IllegalMove, says: str = ".") -> None:
    """Assert that the last of these lines is refused, in these words."""
    match = after(match, *lines[:-1])
    with pytest.raises(error, match=says):
        after(match, lines[-1])


def up_to_the_last(match: Match, seats: int) -> Match:
    """Every seat's card filled with zeros but for the last box, and seat 1 to move."""
    for _ in YAHTZEE_BOXES[:-1]:
        for number in range(1, seats + 1):
            match = after(match, f"{number} skip")
    return match


# -- rolls --------------------------------------------------------------------------------------------------------


def test_three_rolls_a_turn() -> None:
    match = after(start("yahtzee"), "1 13346 13___ 13245 _____ 66666")
    assert rolls_left(match) == 0
    refused(match, "1 _6666 16666", says="no roll is left")
    assert worth(match)["yahtzee"] == (50, 0)


def test_a_held_die_may_be_released() -> None:
    match = after(start("yahtzee"), "1 13346 13___ 13245 ___4_ 66646")
    assert match.state.turn.dice == (6, 6, 6, 4, 6)


@pytest.mark.parametrize("line", ["1 chance", "1 chance=0", "1 chance!"])
def test_a_box_needs_a_roll(line: str) -> None:
    refused(start("yahtzee"), line, says="roll the dice first")


def test_rolling_with_every_die_held_is_refused() -> None:
    match = after(start("yahtzee"), "1 13346")
    with pytest.raises(IllegalMove, match="every die is held"):
        match.play(seat(1), Move("13346"), Script("11111"))


def test_a_turn_opens_with_all_dice() -> None:
    with pytest.raises(IllegalMove, match="opens with a roll of all dice"):
        start("yahtzee").play(seat(1), Move("1____"), Script("11111"))


def test_dice_stay_in_their_positions() -> None:
    match = start("mega_yatzy").play(seat(1), Move("roll"), Script("613524"))
    match = match.play(seat(1), Move("_1_5__"), Script("222222"))
    assert match.state.turn.dice == (2, 1, 2, 5, 2, 2)
    assert match.plies[-1].drawn == "212522"


def test_roll_rolls_what_is_not_held() -> None:
    game = start("yahtzee").game
    assert isinstance(game, DiceGame)
    match = after(start("yahtzee"), "1 13346")
    for die in (2, 3):
        match = match.with_state(game.hold(match.state, seat(1), die, on=True))
    match = match.play(seat(1), Move("roll"), Script("66666"))
    assert match.plies[-1].move == "_33__"
    assert match.state.turn.dice == (6, 3, 3, 6, 6)


def test_holds_are_values_not_toggles() -> None:
    game = start("yahtzee").game
    assert isinstance(game, DiceGame)
    state = after(start("yahtzee"), "1 13346").state
    once = game.hold(state, seat(1), 2, on=True)
    assert game.hold(once, seat(1), 2, on=True) == once
    assert game.hold(once, seat(1), 2, on=False) == state


def test_holds_that_are_refused() -> None:
    game = start("yahtzee").game
    assert isinstance(game, DiceGame)
    fresh = start("yahtzee", 2)
    with pytest.raises(IllegalMove, match="after the first roll"):
        game.hold(fresh.state, seat(1), 1, on=True)
    rolled = after(fresh, "1 13346")
    with pytest.raises(NotYourTurn):
        game.hold(rolled.state, seat(2), 1, on=True)
    with pytest.raises(IllegalMove, match="there is no die 6"):
        game.hold(rolled.state, seat(1), 6, on=True)
    with pytest.raises(IllegalMove, match="no roll is left"):
        game.hold(after(rolled, "1 13___ 13245 13___ 13245").state, seat(1), 1, on=True)
    with pytest.raises(MatchOver):
        game.hold(after(rolled, "stop").state, seat(1), 1, on=True)


def test_holds_end_with_the_turn() -> None:
    game = start("yahtzee").game
    assert isinstance(game, DiceGame)
    match = after(start("yahtzee", 2), "1 13346")
    match = match.with_state(game.hold(match.state, seat(1), 1, on=True))
    assert after(match, "1 chance=17").state.turn.held == 0


# -- lines that stop in the middle of a turn ------------------------------------------------------------------------


def test_a_line_may_stop_after_a_roll() -> None:
    parts = after(start("yahtzee"), "1 13346", "1 13___ 13245", "1 large_straight=40")
    assert parts == after(start("yahtzee"), "1 13346 13___ 13245 large_straight=40")


@pytest.mark.parametrize("following", ["1 13___ 13245 large_straight=40", "1 _3___ 63245 chance=20", "1 chance=17"])
def test_a_line_may_stop_after_a_keep(following: str) -> None:
    match = after(start("yahtzee"), "1 13346 13___")
    assert match.ply == 1, "holds are no plies"
    assert match.state.turn.held == 0b00011
    assert report(after(match, following)) == report(after(start("yahtzee"), "1 13346", following))


def test_a_line_may_be_a_keep_alone() -> None:
    match = after(start("yahtzee"), "1 13346", "1 13___", "1 ___46")
    assert match.state.turn.held == 0b11000
    assert match.ply == 1


def test_a_keep_that_a_line_stops_after_must_be_right() -> None:
    refused(start("yahtzee"), "1 13346 23___", says="die 1 does not show 2")
    refused(start("yahtzee"), "1 13346 13__", says="a keep is 5")
    refused(start("yahtzee"), "1 13___", says="after the first roll")
    refused(start("yahtzee"), "1 11111 11___ 11111 11___ 11111 1____", says="no roll is left")
    refused(start("yahtzee", 2), "1 13346", "2 13___", error=NotYourTurn)
    refused(start("yahtzee", 2), "1 13346", "3 13___", says="there is no seat 3")
    refused(start("yahtzee"), "1 13346", "stop", "1 13___", error=MatchOver)


def test_a_turn_is_not_opened_twice() -> None:
    refused(start("yahtzee"), "1 13346", "1 13245", says="no move here")


def test_a_keep_must_agree_on_both_sides() -> None:
    refused(start("yahtzee"), "1 13346 14___ 14566", says="die 2 does not show 4")
    refused(start("yahtzee"), "1 13346 13___ 23456", says="die 1 was held at 1")


# -- saved rolls ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["maxi_yatzy", "mega_yatzy"])
def test_unused_rolls_are_saved_for_their_own_seat(game: str) -> None:
    match = after(start(game, 2), "1 123456 ones=1", "2 123456 ______ 123456 ______ 123456 ones=1")
    assert (report(match, 0)["saved_rolls"], report(match, 1)["saved_rolls"]) == (2, 0)
    assert rolls_left(match) == 5
    match = after(match, "1 " + " ______ ".join(["123456"] * 5))
    refused(match, "1 ______ 123456", says="no roll is left")
    assert rolls_left(after(match, "1 twos=2")) == 3
    assert report(after(match, "1 twos=2"), 0)["saved_rolls"] == 0


def test_saved_rolls_have_no_cap() -> None:
    match = start("maxi_yatzy")
    for box in ("ones", "twos", "threes", "fours", "fives"):
        match = after(match, f"1 123456 {box}")
    assert rolls_left(match) == 13


def test_saved_rolls_up_to_a_cap() -> None:
    match = after(start("maxi_yatzy", carry_cap=3), "1 123456 ones=1", "1 123456 twos=2")
    assert report(match)["saved_rolls"] == 3
    assert rolls_left(match) == 6


@pytest.mark.parametrize("game", ["yahtzee", "yatzy", "figure_yatzy"])
def test_the_five_dice_games_save_nothing(game: str) -> None:
    match = after(start(game), "1 12345 ones=1")
    assert rolls_left(match) == 3
    assert report(match)["saved_rolls"] == 0


@pytest.mark.parametrize(
    ("rolls", "saved"),
    [(0, 4), (1, 4), (3, 4), (4, 3), (7, 0)],
    ids=["before the first roll", "one", "three", "four", "all"],
)
def test_a_skip_saves_none_of_its_own_turn(rolls: int, saved: int) -> None:
    match = after(start("maxi_yatzy"), "1 123456 ones=1", "1 123456 twos=2")
    if rolls:
        match = after(match, "1 " + " ______ ".join(["123456"] * rolls))
    assert report(after(match, "1 skip"))["saved_rolls"] == saved


def test_without_least_rolls_all_three_are_saved() -> None:
    match = after(start("mega_yatzy", min_rolls=0), "1 chance=0")
    assert report(match)["boxes"]["chance"] == 0
    assert report(match)["saved_rolls"] == 3
    assert rolls_left(match) == 6


@pytest.mark.parametrize("game", ["yahtzee", "yatzy", "maxi_yatzy", "figure_yatzy", "mega_yatzy"])
def test_without_least_rolls_every_box_gets_0_unrolled(game: str) -> None:
    assert set(worth(start(game, min_rolls=0)).values()) == {(0, 0)}
    assert worth(start(game)) == {}


# -- skip -----------------------------------------------------------------------------------------------------------


def test_a_skip_zeroes_the_next_open_box() -> None:
    match = after(start("yatzy"), "1 12345 ones=1", "1 66666 66___ 66666", "1 skip", "1 skip")
    assert [box for box, points in report(match)["boxes"].items() if points is not None] == ["ones", "twos", "threes"]
    assert report(match)["total"] == 1


def test_a_skip_goes_bottom_up_where_the_order_does() -> None:
    match = after(start("yatzy", order="bottom_up"), "1 skip", "1 skip")
    assert [box for box, points in report(match)["boxes"].items() if points is not None] == ["chance", "yatzy"]


def test_a_skip_ignores_the_joker_and_earns_nothing() -> None:
    match = after(start("yahtzee"), "1 66666 yahtzee=50", "1 66666", "1 skip")
    assert report(match)["boxes"]["ones"] == 0
    assert (report(match)["extra"], report(match)["total"]) == (0, 50)


def test_a_skip_is_for_the_seat_to_move_and_final() -> None:
    refused(start("yatzy", 2), "2 skip", error=NotYourTurn)
    refused(start("yatzy", 2), "1 skip", "1 undo", says="taken back")


# -- the clock's placements ------------------------------------------------------------------------------------------


def test_a_box_may_be_placed_by_the_clock() -> None:
    match = after(start("yatzy"), "1 66666 yatzy=50!")
    assert report(match)["boxes"]["yatzy"] == 50
    refused(match, "1 undo", says="taken back")


def test_the_clock_obeys_the_rules() -> None:
    refused(start("yahtzee"), "1 66666 yahtzee=50", "1 66666 chance!", says="a joker goes to Sixes first")


# -- undo -----------------------------------------------------------------------------------------------------------


def test_undo_takes_back_a_box_and_the_turn_goes_on() -> None:
    before = after(start("yahtzee"), "1 13346 13___ 13245")
    undone = after(before, "1 chance=15", "1 undo")
    assert undone.state == before.state
    assert undone.ply == 4, "a ply never decreases"
    again = after(undone, "1 13___ 13245 large_straight=40")
    assert report(again)["total"] == 40


def test_undo_off_turn_until_the_next_seat_rolls() -> None:
    placed = after(start("yahtzee", 2), "1 13346 chance=17")
    assert after(placed, "1 undo").to_move == seat(1)
    refused(placed, "2 55555", "1 undo", says="until new dice have been seen")


def test_undo_on_turn_with_one_seat() -> None:
    placed = after(start("yahtzee"), "1 13346 chance=17")
    assert report(after(placed, "1 undo"))["boxes"]["chance"] is None
    refused(placed, "1 55555", "1 undo", says="until new dice have been seen")


def test_undo_gives_saved_rolls_back() -> None:
    match = after(start("maxi_yatzy"), "1 123456 ones=1", "1 123456 twos=2", "1 undo")
    assert report(match)["saved_rolls"] == 2
    assert rolls_left(match) == 4


def test_undo_takes_bonus_and_extra_back() -> None:
    match = after(start("yahtzee"), "1 66666 yahtzee=50", "1 66666 sixes=30")
    assert report(match)["total"] == 180
    assert report(after(match, "1 undo"))["total"] == 50


def test_undo_is_refused_without_a_box() -> None:
    refused(start("yahtzee"), "1 undo", says="no box to take back")
    refused(start("yahtzee"), "1 13346 chance=17", "1 undo", "1 undo", says="no box to take back")
    refused(start("yahtzee", 2), "1 13346 chance=17", "2 undo", says="no box to take back")


def test_undo_never_reaches_the_last_box() -> None:
    match = after(up_to_the_last(start("yahtzee"), 1), "1 13346 chance=17")
    assert match.over
    refused(match, "1 undo", error=MatchOver)


def test_undo_outlives_a_resignation_but_not_ones_own() -> None:
    placed = after(start("yahtzee", 3), "1 13346 chance=17")
    match = after(placed, "2 resign", "1 undo", "1 ones=1")
    assert match.to_move == seat(3)
    refused(placed, "1 resign", "1 undo", says="seat 1 has resigned")


def test_figure_yatzy_has_seen_new_dice_at_once() -> None:
    match = start("figure_yatzy").proceed(Script("12345"))
    match = match.play(seat(1), Move("straight"), Script("66666"))
    with pytest.raises(IllegalMove, match="until new dice have been seen"):
        match.play(seat(1), Move("undo"), Script())


# -- the automatic first roll -----------------------------------------------------------------------------------------


def test_figure_yatzy_rolls_the_first_roll_itself() -> None:
    match = start("figure_yatzy", 2).proceed(Script("12345"))
    assert (match.ply, rolls_left(match)) == (1, 2)
    match = match.play(seat(1), Move("straight"), Script("66666"))
    assert match.to_move == seat(2)
    assert (match.ply, match.state.turn.dice) == (3, (6, 6, 6, 6, 6))
    assert report(match, 0)["boxes"]["straight"] == 40


def test_no_automatic_roll_after_the_end() -> None:
    match = start("figure_yatzy", 2).proceed(Script("12345"))
    match = match.play(seat(2), Move("resign"), Script())
    assert (match.over, match.ply) == (True, 2)


def test_an_automatic_roll_for_whoever_is_next_after_a_resignation() -> None:
    match = start("figure_yatzy", 3).proceed(Script("12345"))
    match = match.play(seat(1), Move("resign"), Script("54321"))
    assert match.to_move == seat(2)
    assert match.state.turn.dice == (5, 4, 3, 2, 1)


@pytest.mark.parametrize(("rolls", "points"), [(1, 40), (2, 35), (3, 30)])
def test_unused_rolls_pay_for_a_figure(rolls: int, points: int) -> None:
    line = "1 " + " _____ ".join(["12345"] * rolls)
    assert report(after(start("figure_yatzy"), line, f"1 straight={points}"))["total"] == points


def test_other_games_wait_for_the_first_roll() -> None:
    assert start("yahtzee").proceed(Script()).ply == 0


# -- the whole-game clock ----------------------------------------------------------------------------------------------


def test_a_clock_that_runs_out_ends_the_game() -> None:
    match = after(start("yatzy", 2, clock_seconds_per_player=60), "1 66666 yatzy=50", "2 timeout")
    assert match.outcome.ended == "timeout"
    assert (match.outcome.totals, places(match)) == ((50, 0), (1, 2))
    assert report(match, 1)["boxes"]["ones"] is None


def test_who_runs_out_of_time_may_win() -> None:
    match = after(start("yatzy", 2, clock_seconds_per_player=60), "1 66666 yatzy=50", "2 66666 chance=30", "1 timeout")
    assert places(match) == (1, 2)


def test_a_clock_that_runs_out_may_forfeit() -> None:
    three = start("yatzy", 3, clock_seconds_per_player=60, on_timeout="forfeit")
    match = after(three, "1 66666 yatzy=50", "2 66666 chance=30", "3 66666 sixes=30", "1 timeout")
    assert not match.over
    assert match.to_move == seat(2)
    assert places(match) == (3, 1, 1)
    refused(match, "1 66666", says="seat 1 has resigned")


def test_a_forfeit_with_one_seat_left_ends_the_game() -> None:
    match = start("yatzy", 2, clock_seconds_per_player=60, on_timeout="forfeit")
    match = after(match, "1 66666 yatzy=50", "2 11112 ones=4", "1 timeout")
    assert match.over
    assert match.outcome.ended == "timeout"
    assert places(match) == (2, 1)


def test_timeouts_that_are_refused() -> None:
    refused(start("yatzy", 2), "1 timeout", says="clock_seconds_per_player")
    refused(start("yatzy", 2, clock_seconds_per_player=60), "2 timeout", error=NotYourTurn)


# -- leaving ---------------------------------------------------------------------------------------------------------


def test_a_resigned_seat_ranks_below_all_others() -> None:
    match = after(start("yatzy", 3), "1 66666 yatzy=50", "2 12345 ones=1", "3 12345 twos=2", "1 resign")
    assert not match.over
    assert match.to_move == seat(2)
    assert places(match) == (3, 2, 1)
    match = after(match, "3 resign")
    assert match.outcome.ended == "resigned"
    assert places(match) == (2, 1, 3)
    assert match.outcome.winners() == (seat(2),)


def test_resigned_seats_rank_among_themselves_by_total() -> None:
    match = after(start("yatzy", 4), "1 12345 ones=1", "2 12345 twos=2", "3 12345 ones=1", "4 11111 yatzy=50")
    assert places(after(match, "1 resign", "2 resign")) == (4, 3, 2, 1)
    assert places(after(match, "1 resign", "3 resign")) == (3, 2, 3, 1)


def test_resigning_off_turn_leaves_the_turn_where_it_is() -> None:
    match = after(start("yatzy", 3), "1 12345", "3 resign", "1 12___ 12345 ones=1", "2 12345 ones=1")
    assert match.to_move == seat(1)


def test_resigning_on_turn_passes_it_on() -> None:
    match = after(start("yatzy", 3), "1 12345", "1 resign")
    assert match.to_move == seat(2)
    assert match.state.turn.dice == ()


def test_the_last_active_seat_ends_the_match_at_once() -> None:
    match = after(start("yatzy", 2), "1 12345", "2 resign")
    assert match.outcome.ended == "resigned"
    assert places(match) == (1, 2)


def test_the_last_open_card_resigns() -> None:
    match = after(up_to_the_last(start("yahtzee", 3), 3), "1 66666 chance=30", "2 11111 chance=5", "3 resign")
    assert match.outcome.ended == "resigned"
    assert places(match) == (1, 2, 3)


def test_a_match_whose_seats_resigned_before_is_complete() -> None:
    match = after(start("yahtzee", 3), "3 resign")
    for _ in YAHTZEE_BOXES:
        match = after(match, "1 skip", "2 skip")
    assert match.outcome.ended == "complete"
    assert places(match) == (1, 1, 3)


def test_a_seat_resigns_once() -> None:
    refused(start("yatzy", 3), "2 resign", "2 resign", says="seat 2 has resigned")
    refused(start("yatzy", 2), "3 resign", says="there is no seat 3; there are 2")


def test_a_solo_match_ends_early_with_its_bonuses() -> None:
    match = start("figure_yatzy", upper_threshold=30, upper_bonus=20)
    match = after(match, "1 66666 sixes=30", "1 12345", "1 end")
    assert match.outcome.ended == "ended_early"
    assert match.outcome.totals == (50,)
    assert report(match)["boxes"]["chance"] is None


def test_end_is_for_solo_matches() -> None:
    refused(start("yatzy", 2), "1 end", says="only a solo match")


def test_a_stopped_match() -> None:
    match = after(start("yatzy", 2), "1 12345", "stop")
    assert (match.over, match.outcome.ended) == (True, "stopped")
    refused(match, "1 ones=1", error=MatchOver)
    refused(match, "stop", error=MatchOver)
    with pytest.raises(IllegalMove, match="without a seat"):
        start("yatzy").play(seat(1), Move("stop"), Script())


# -- places ----------------------------------------------------------------------------------------------------------


def test_ties_share_a_place() -> None:
    match = after(start("yatzy", 4), "1 12345 ones=1", "2 12345 ones=1", "3 66666 yatzy=50", "4 66661 ones=1")
    assert places(match) == (2, 2, 1, 2)
    match = after(match, "1 66666 yatzy=50", "2 66666 yatzy=50", "3 12345 ones=1", "4 12345 twos=2")
    assert places(match) == (1, 1, 1, 4)


def test_first_place_of_two_then_third() -> None:
    match = after(start("yatzy", 3), "1 66666 yatzy=50", "2 66666 yatzy=50", "3 66666 chance=30")
    assert places(match) == (1, 1, 3)
    assert match.outcome.winners() == (seat(1), seat(2))


# -- the order of refusals ---------------------------------------------------------------------------------------------


def test_a_stale_press_is_told_so_before_whose_turn_it_is() -> None:
    match = after(start("yatzy", 2), "1 12345")
    with pytest.raises(StalePly) as refusal:
        match.play(seat(2), Move("ones"), Script(), ply=0)
    assert (refusal.value.expected, refusal.value.actual) == (0, 1)
    with pytest.raises(NotYourTurn):
        match.play(seat(2), Move("ones"), Script(), ply=1)
    with pytest.raises(MatchOver):
        after(match, "stop").play(seat(2), Move("ones"), Script(), ply=0)


# -- boxes in order -------------------------------------------------------------------------------------------------


def test_a_fixed_order_offers_one_box() -> None:
    assert list(worth(after(start("yatzy", order="top_down"), "1 66666"))) == ["ones"]
    assert list(worth(after(start("yatzy", order="bottom_up"), "1 66666"))) == ["yatzy"]
    refused(start("yatzy", order="top_down"), "1 66666 yatzy", says="Ones is next")


def test_a_bottom_up_game_of_jokers() -> None:
    match = start("yahtzee", order="bottom_up")
    lines = ["chance=10", "yahtzee=50", "large_straight=40", "small_straight=30", "full_house=25", "four_kind=10"]
    lines += ["three_kind=10", "sixes=0", "fives=0", "fours=0", "threes=0", "twos=10", "ones=0"]
    match = after(match, *(f"1 22222 {line}" for line in lines))
    assert match.outcome.ended == "complete"
    assert report(match)["extra"] == 1100
    assert match.outcome.totals == (10 + 50 + 40 + 30 + 25 + 10 + 10 + 10 + 1100,)
