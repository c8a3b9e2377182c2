"""A review, move by move: what is luck, what was given away, what is told, and what leaves no trace."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.dice.dice_game import ROLL
from engine.game import Move
from engine.match import Match
from engine.strategy import Table, Unsupported
from engine.strategy.plain import plain
from engine.strategy.position import advise_state
from engine.strategy.review import LuckyRoll, Mistake, SeatReview, review
from tests.engine.strategy.models import bare
from tests.engine.strategy.tables import ruleset, table, values
from tests.engine.strategy.whim import Whim
from tests.engine.table import DATA, Seeded, after, replayed, start


def yatzy() -> Table:
    """A table without an upper bonus is built in no time."""
    return table("yatzy", upper_bonus=0)


def played(*lines: str, seats: int = 1) -> Match:
    return after(start("yatzy", seats, upper_bonus=0), *lines)


def alone(*lines: str) -> SeatReview:
    """The review of a match of one seat."""
    (seat,) = review(yatzy(), played(*lines)).seats
    return seat


def a_mistake(ply: int, dice: tuple[int, ...], left: int, move: str, better: str, cost: float) -> Mistake:
    """A mistake in a first turn."""
    return Mistake(ply, 1, dice, left, Move(move), Move(better), cost)


# -- exact numbers -----------------------------------------------------------------------------------------------

SKIPPED = ["1 skip"] * 14
"""All boxes but Yatzy go by."""

SIXTH = Fraction(1, 6)
ALONE = Fraction(347897, 7558272)
"""Five equal in three rolls."""

FROM_THREE = Fraction(11, 36) ** 2
"""Two more dice in two rolls."""

FROM_PAIR = (
    1 * SIXTH**3
    + 15 * SIXTH**3 * SIXTH
    + 75 * SIXTH**3 * SIXTH**2
    + 5 * SIXTH**3 * SIXTH**2  # three others are equal, and are kept instead
    + 120 * SIXTH**3 * SIXTH**3
)
"""Three more dice in two rolls."""


def test_a_last_turn_worked_out_by_hand() -> None:
    before = alone(*SKIPPED)
    assert before.given_away == pytest.approx(yatzy().to_come() - 50 * float(ALONE), abs=1e-4)
    assert before.luck == pytest.approx(0, abs=1e-4)
    assert before.unplayed == pytest.approx(50 * float(ALONE), abs=1e-5)

    rolled = alone(*SKIPPED, "1 66612")
    assert rolled.luck == pytest.approx(50 * float(FROM_THREE - ALONE), abs=1e-4)
    assert rolled.luckiest == LuckyRoll(15, 15, ROLL, (6, 6, 6, 1, 2), rolled.luckiest.gain)
    assert rolled.luckiest.gain == pytest.approx(rolled.luck, abs=1e-4)

    done = alone(*SKIPPED, "1 66612 66___ 66666 yatzy=50")
    assert done.given_away - before.given_away == pytest.approx(50 * float(FROM_THREE - FROM_PAIR), abs=1e-4)
    gain = 50 * float(1 - FROM_PAIR)
    assert done.luck - rolled.luck == pytest.approx(gain, abs=1e-4)
    assert done.luckiest == LuckyRoll(16, 15, Move("66___"), (6, 6, 6, 6, 6), done.luckiest.gain)
    assert done.luckiest.gain == pytest.approx(gain, abs=1e-4)
    assert (done.unplayed, done.total) == (0, 50)


def test_a_mistake_says_what_would_have_been_better() -> None:
    then = yatzy().to_come({"ones": 0})
    cost = 50 + yatzy().to_come({"yatzy": 50}) - then
    seat = alone("1 13466 ___66 24666 __666 66666 ones=0")
    (mistake,) = [one for one in seat.mistakes if one.move == "ones"]
    assert mistake == a_mistake(4, (6, 6, 6, 6, 6), 0, "ones", "yatzy", mistake.cost)
    assert mistake.cost == pytest.approx(cost, abs=1e-4)
    assert seat.unplayed == pytest.approx(then, abs=1e-4)


def test_only_the_three_largest_mistakes_are_told_the_largest_first() -> None:
    seat = alone(*SKIPPED)
    costs = [one.cost for one in seat.mistakes]
    assert len(costs) == 3
    assert costs == sorted(costs, reverse=True)
    assert {(one.move, one.better, one.dice, one.rolls_left) for one in seat.mistakes} == {("skip", "roll", (), 3)}
    assert sum(costs) < seat.given_away


def test_a_tie_is_no_mistake() -> None:
    # With only Yatzy open it is all the same which of two single dice is kept.
    first = alone(*SKIPPED, "1 12346 ____6 12356")
    other = alone(*SKIPPED, "1 12346 1____ 12356")
    assert first.given_away == other.given_away == alone(*SKIPPED).given_away
    assert first.luck == pytest.approx(other.luck)


def test_equal_dice_may_be_kept_wherever_they_lie() -> None:
    skipped = alone(*SKIPPED).given_away
    assert alone(*SKIPPED, "1 61666 6_666 62666").given_away == skipped
    assert alone(*SKIPPED, "1 66661 _666_ 16662").given_away > skipped


# -- perfect play ------------------------------------------------------------------------------------------------


def perfect(seed: int) -> Match:
    chance = Seeded(seed)
    match = start("yatzy", 1, upper_bonus=0)
    while not match.over:
        match = match.play(match.to_move, advise_state(yatzy(), match.state)[0].move, chance)
    return match


def test_perfect_play_gives_nothing_away_and_its_luck_evens_out() -> None:
    seats = [review(yatzy(), perfect(seed)).seats[0] for seed in range(12)]
    assert all((seat.given_away, seat.mistakes, seat.unplayed) == (0, (), 0) for seat in seats)
    luck = [seat.luck for seat in seats]
    spread = (sum(one * one for one in luck) / len(luck)) ** 0.5
    assert 10 < spread < 60
    assert abs(sum(luck) / len(luck)) < 2.5 * spread / len(luck) ** 0.5
    assert all(seat.luckiest is not None and seat.luckiest.gain > 0 for seat in seats)


# -- seats -------------------------------------------------------------------------------------------------------


def test_seats_do_not_touch_each_other() -> None:
    found = review(yatzy(), played("1 66666 yatzy", "2 11111 ones", "1 12345", seats=2))
    assert not found.approximate
    ada, bo = found.seats
    assert (ada.total, ada.given_away) == (50, 0)
    assert [(one.ply, one.turn, one.move) for one in bo.mistakes] == [(4, 1, "ones")]
    other = alone("1 11111 ones")
    assert (bo.luck, bo.given_away, bo.unplayed) == (other.luck, other.given_away, other.unplayed)


def test_who_resigns_leaves_unplayed_what_was_still_expected() -> None:
    ada, bo = review(yatzy(), played("1 66666 yatzy", "2 66666", "2 resign", seats=2)).seats
    assert ada.unplayed == pytest.approx(yatzy().to_come({"yatzy": 50}), abs=1e-4)
    assert bo.unplayed == pytest.approx(50 + yatzy().to_come({"yatzy": 50}), abs=1e-4)
    assert (bo.total, bo.given_away) == (0, 0)
    assert bo.luck == pytest.approx(ada.luck, abs=1e-4)


@pytest.mark.parametrize("ending", ["stop", "1 end"])
def test_a_match_that_is_ended_early_counts_up_to_there(ending: str) -> None:
    assert alone("1 66666 yatzy", "1 12345", ending) == alone("1 66666 yatzy", "1 12345")


def test_nothing_has_happened_at_the_start() -> None:
    average = yatzy().to_come()
    assert alone() == SeatReview(average, 0, 0, average, 0, (), None)


# -- boxes taken back, the clock ---------------------------------------------------------------------------------


def test_a_box_taken_back_leaves_no_trace() -> None:
    seat = alone("1 66666 ones", "1 undo", "1 yatzy")
    assert seat == alone("1 66666 yatzy")
    assert seat.given_away == 0


def test_the_turn_may_go_on_after_a_box_was_taken_back() -> None:
    undone = alone("1 66612 sixes", "1 undo", "1 666__ 66666")
    assert undone.luckiest is not None
    assert (undone.luckiest.ply, undone.luckiest.dice) == (4, (6, 6, 6, 6, 6))
    straight = alone("1 66612 666__ 66666")
    assert (undone.luck, undone.given_away, undone.unplayed) == (straight.luck, straight.given_away, straight.unplayed)


def test_a_box_taken_back_after_others_came_to_their_turn() -> None:
    ada, _ = review(yatzy(), played("1 66666 ones", "1 undo", "1 yatzy", "2 12345", seats=2)).seats
    assert ada == alone("1 66666 yatzy")


def test_what_the_clock_chooses_counts_as_chosen() -> None:
    by_clock, by_hand = alone("1 66666 ones!"), alone("1 66666 ones")
    assert by_clock.given_away == by_hand.given_away > 10
    assert [one.move for one in by_clock.mistakes] == ["ones!"]


def test_a_skipped_turn_gives_away_what_it_was_worth() -> None:
    (mistake,) = alone("1 66666", "1 skip").mistakes
    assert mistake == a_mistake(2, (6, 6, 6, 6, 6), 2, "skip", "yatzy", mistake.cost)
    lost = 50 + yatzy().to_come({"yatzy": 50}) - yatzy().to_come({"ones": 0})
    assert mistake.cost == pytest.approx(lost, abs=1e-4)


# -- rules that differ -------------------------------------------------------------------------------------------


def test_a_first_roll_that_is_made_for_a_seat_is_no_choice() -> None:
    rules = ruleset("figure_yatzy", min_rolls=0)
    match = start("figure_yatzy", 1, min_rolls=0).proceed(Seeded(1))
    (seat,) = review(Whim(rules), match).seats
    assert values(Whim(rules).advise((), rolls_left=3)).keys() > {"roll"}
    assert (seat.given_away, seat.mistakes) == (0, ())


def test_a_box_without_a_roll_is_a_choice() -> None:
    policy = plain(ruleset("yatzy", min_rolls=0))
    (seat,) = review(policy, after(start("yatzy", 1, min_rolls=0), "1 chance=0")).seats
    worth = values(policy.advise((), rolls_left=3))
    (mistake,) = seat.mistakes
    assert mistake == a_mistake(1, (), 3, "chance", "roll", mistake.cost)
    assert mistake.cost == pytest.approx(worth["roll"] - worth["chance"])


def test_extra_points_are_in_the_sums() -> None:
    policy = plain(ruleset("figure_yatzy"))
    (seat,) = review(policy, after(start("figure_yatzy"), "1 66666 five_kind=60", "1 55555 fives=25")).seats
    assert seat.total == 60 + 25 + 40
    assert seat.unplayed == pytest.approx(policy.to_come({"five_kind": 60, "fives": 25}))
    assert seat.average + seat.luck - seat.given_away == pytest.approx(seat.total + seat.unplayed)


def test_saved_rolls_are_in_the_sums() -> None:
    policy = bare("maxi_yatzy", order="top_down")
    match = after(start("maxi_yatzy", 1, order="top_down"), "1 111111 ones=6", "1 222223")
    (seat,) = review(policy, match).seats
    assert (seat.total, seat.given_away) == (6, 0)
    best = policy.advise((2, 2, 2, 2, 2, 3), rolls_left=4, card={"ones": 6})[0].to_come
    assert seat.unplayed == pytest.approx(best)


def test_approximate_values_are_called_so() -> None:
    match = start("mega_yatzy").proceed(Seeded(3))
    assert review(Whim(match.state.ruleset), match).approximate


def test_a_game_without_strategy_is_refused() -> None:
    klondike = replayed((DATA / "records" / "klondike-d1-a.game").read_text(encoding="utf-8"))
    with pytest.raises(Unsupported, match="Klondike: a review is known for dice games only"):
        review(yatzy(), klondike)
