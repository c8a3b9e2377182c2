"""Reviews in words: sums that add up, mistakes with what would have been better, accounts and chances."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.account import Account, SeatAccount
from bot.pictures.luck_specimens import REVIEWS
from bot.text.names import FSI, PDI
from bot.text.review import account_lines, ahead, luckiest_lines, mistake_lines, sums
from engine import record
from engine.game import Move, Seat
from engine.games import catalogue
from engine.match import Match, Player
from engine.strategy.review import LuckyRoll, Mistake, Review, SeatReview

RECORD = """[Game "yatzy"]
[Seat 1 "Ada"]
[Seat 2 "B*o"]

1 11111 yatzy=50
2 11122 ones=3
2 resign
"""


def plain(text: str) -> str:
    return text.replace(FSI, "").replace(PDI, "")


def match(text: str = RECORD) -> Match:
    [read] = record.read(text)
    return read.replay()


def seat(total: int, given_away: float = 0, unplayed: float = 0, average: float = 248.44, **more: object) -> SeatReview:
    luck = total - average + given_away + unplayed
    told = {"mistakes": (), "luckiest": None, **more}
    return SeatReview(average, luck, given_away, unplayed, total, **told)  # type: ignore[arg-type]


def told(*mistakes: Mistake, luckiest: LuckyRoll | None = None) -> list[str]:
    """What is said of Ada's mistakes and of her luckiest roll."""
    review = Review((seat(50, mistakes=mistakes, luckiest=luckiest), seat(3)), approximate=False)
    return list(map(plain, [*mistake_lines(match(), review, Seat(0)), *luckiest_lines(review, Seat(0))]))


# -- sums -------------------------------------------------------------------------------------------------------------


def test_every_seat_has_its_sum_best_first() -> None:
    review = Review((seat(50, 8.06, 150.2), seat(3, 0.04, 180)), approximate=False)
    assert list(map(plain, sums(match(), review))) == [
        "Ada: 248.4 on average − 40.2 luck − 8.0 given away − 150.2 unplayed = **50**",
        "B\\*o: 248.4 on average − 65.4 luck − 0.0 given away − 180.0 unplayed = **3**",
        "-# Unplayed: what would still have come on average, where a seat has not played to the end.",
    ]


def test_good_luck_has_a_plus_and_what_was_all_played_is_not_told() -> None:
    review = Review((seat(50, 8.06, average=29.64), seat(3, average=29.64)), approximate=True)
    first, _, note = sums(match(), review)  # and no line on what was unplayed
    assert plain(first) == "Ada: 29.6 on average + 28.4 luck − 8.0 given away = **50**"
    assert note.startswith("-# Approximate: ")


@given(st.floats(0, 700), st.floats(0, 300), st.floats(0, 300))
def test_the_figures_that_are_shown_add_up(average: float, given_away: float, unplayed: float) -> None:
    review = Review((seat(50, given_away, unplayed, average), seat(3)), approximate=False)
    shown, _, total = plain(sums(match(), review)[0]).removeprefix("Ada: ").partition(" = ")
    terms = re.findall(r"([+−]?) ?(\d+\.\d) (?:on average|luck|given away|unplayed)", shown)
    added = sum(Decimal(figure) * (-1 if sign == "−" else 1) for sign, figure in terms)
    assert added == Decimal(total.strip("*"))


# -- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mistake", "line"),
    [
        (
            Mistake(30, 7, (2, 2, 5, 5, 6), 1, Move("sixes"), Move("2255_"), 6.34),
            "1. Turn 7, 2 2 5 5 6 with one roll left: scored Sixes; holding 2 2 5 5 was 6.3 better.",
        ),
        (
            Mistake(1, 1, (1, 3, 4, 5, 6), 2, Move("_____"), Move("_3456"), 4.0),
            "1. Turn 1, 1 3 4 5 6 with two rolls left: rolled all dice; holding 3 4 5 6 was 4.0 better.",
        ),
        (
            Mistake(1, 3, (1, 1, 4, 5, 6), 0, Move("yatzy"), Move("ones"), 12.0),
            "1. Turn 3, 1 1 4 5 6 with no roll left: put 0 in Yatzy; Ones was 12.0 better.",
        ),
        (
            Mistake(1, 3, (1, 1, 4, 5, 6), 0, Move("ones"), Move("yatzy"), 2.5),
            "1. Turn 3, 1 1 4 5 6 with no roll left: scored Ones; putting 0 in Yatzy was 2.5 better.",
        ),
        (
            Mistake(1, 3, (1, 1, 4, 5, 6), 2, Move("11___"), Move("_____"), 0.25),
            "1. Turn 3, 1 1 4 5 6 with two rolls left: held 1 1; rolling all dice was 0.2 better.",
        ),
        (
            Mistake(1, 3, (1, 1, 4, 5, 6), 2, Move("chance!"), Move("11___"), 5.0),
            "1. Turn 3, 1 1 4 5 6 with two rolls left: the time was up, Chance; holding 1 1 was 5.0 better.",
        ),
        (
            Mistake(1, 3, (), 3, Move("skip"), Move("roll"), 18.0),
            "1. Turn 3, before the first roll: the turn was skipped; rolling all dice was 18.0 better.",
        ),
        (
            Mistake(1, 2, (1, 1, 4, 5, 6, 6), 6, Move("11____"), Move("____66"), 1.5),
            "1. Turn 2, 1 1 4 5 6 6 with 6 rolls left: held 1 1; holding 6 6 was 1.5 better.",
        ),
    ],
)
def test_a_mistake_says_what_would_have_been_better(mistake: Mistake, line: str) -> None:
    assert told(mistake) == ["**Ada's largest mistake**", line]


def test_nobody_is_told_of_mistakes_that_were_not_made() -> None:
    assert told() == ["**Ada made no mistake.**"]


def test_the_luckiest_roll() -> None:
    after_a_hold = LuckyRoll(9, 4, Move("66___"), (6, 6, 6, 6, 6), 31.27)
    assert told(luckiest=after_a_hold)[-1] == (
        "Luckiest roll: turn 4, 6 6 6 6 6 after holding 6 6, worth 31.3 more than expected."
    )
    first = LuckyRoll(9, 1, Move("roll"), (1, 1, 1, 1, 1), 40)
    assert told(luckiest=first)[-1] == "Luckiest roll: turn 1, 1 1 1 1 1, worth 40.0 more than expected."


# -- accounts and chances ---------------------------------------------------------------------------------------------


def account(*seats: SeatAccount, approximate: bool = False, chances: tuple[float, ...] = ()) -> Account:
    return Account(seats, approximate, chances)


ADA, BO = SeatAccount(248.44, -40.1, 8.06, 150.2), SeatAccount(248.44, -245.4, 0.04, 0)


def test_the_account_has_a_short_line_for_each_seat() -> None:
    assert list(map(plain, account_lines(match(), account(ADA, BO)))) == [
        "-# Ada: luck −40, given away 8, unplayed 150",
        "-# B\\*o: luck −245, given away 0",
    ]
    [odd, _] = account_lines(match(), account(SeatAccount(254.59, -37.3, 20.29, 0), BO))
    assert plain(odd) == "-# Ada: luck −37, given away 20", (
        "as near as whole points come: the average is told elsewhere"
    )
    about = account_lines(match(), account(ADA, BO, approximate=True))
    assert all(": about luck " in line for line in about)


def test_the_account_tells_the_chances_before_the_last_round() -> None:
    lines = account_lines(match(), account(ADA, BO, chances=(0.376, 0.624)))
    assert plain(lines[-1]) == "-# Chances to win before the last round, if played perfectly: B\\*o 62 %, Ada 38 %."


def test_without_an_account_nothing_is_said() -> None:
    assert account_lines(match(), None) == []
    assert account_lines(match(), account(ADA)) == [], "of another number of seats"


@given(
    st.lists(st.builds(SeatAccount, *[st.floats(-2000, 2000)] * 4), min_size=1, max_size=8),
    st.booleans(),
    st.lists(st.floats(0, 1), max_size=8),
)
def test_an_account_is_read_as_it_was_written(
    seats: list[SeatAccount], approximate: bool, chances: list[float]
) -> None:
    kept = Account(tuple(map(SeatAccount.of, seats)), approximate, tuple(chances))
    assert Account.read(kept.spell()) == kept


def spelled(number: str) -> str:
    """An account in which that stands for a number, which JSON would take."""
    return f'{{"seats": [[{number}, 0, 0, 0]], "approximate": false, "chances": []}}'


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", "null", '{"seats": [[1]], "approximate": false, "chances": []}'),
        *map(spelled, ("NaN", "Infinity", "1e999", "1" + 400 * "0")),
        '{"seats": [[0, 0, 0, 0]], "approximate": false, "chances": [NaN]}',
        pytest.param(100_000 * "[", id="deep"),
    ],
)
def test_an_account_that_is_damaged_or_of_another_version_is_none(text: str) -> None:
    assert Account.read(text) is None


def test_who_is_ahead_comes_first_and_who_is_out_is_not_named() -> None:
    three = RECORD.replace("\n\n", '\n[Seat 3 "Cy"]\n\n', 1)
    said = plain(ahead(match(three), (0.376, 0, 0.624)))
    assert said.startswith("Cy 62 %, Ada 38 %, if everybody played on perfectly.")
    assert "B\\*o" not in said


def test_who_is_ahead_does_not_say_that_a_careless_computer_plays_perfectly() -> None:
    against = replace(match(), players=(Player("Ada"), Player("Computer (careless)", "careless")))
    members, computers = ahead(match(), (0.5, 0.5)), ahead(against, (0.5, 0.5))
    assert "computers" not in members
    assert computers.endswith("\n-# By simulation, in which computers play perfectly, too; seats in a tie share it.")


def test_who_is_ahead_with_six_dice_says_that_it_is_rougher() -> None:
    game = catalogue["mega_yatzy"]
    mega = Match.start(game, game.complete(), [Player("Ada"), Player("Bo")])
    assert ahead(mega, (0.5, 0.5)).endswith("\n-# By simulation, give or take a few per cent; seats in a tie share it.")


@pytest.mark.parametrize("name", REVIEWS)
def test_eight_seats_fit_into_a_message(name: str) -> None:
    played, review = REVIEWS[name]()
    keep = "1" * played.state.ruleset.dice
    worst = Mistake(999, 20, played.state.turn.dice or (6,) * 6, 60, Move(f"{keep}"), Move(keep), 123.4)
    for i, one in enumerate(review.seats):
        loaded = SeatReview(
            one.average,
            one.luck,
            one.given_away,
            one.unplayed,
            one.total,
            (worst,) * 3,
            LuckyRoll(1, 2, Move(keep), (1,) * 6, 99),
        )
        seen = Review((loaded,) * len(review.seats), False)
        lines = [*sums(played, review), *mistake_lines(played, seen, Seat(i)), *luckiest_lines(seen, Seat(i))]
        assert len("\n".join(lines)) <= 3_600


def test_a_box_that_a_joker_pays_for_is_scored() -> None:
    joker = RECORD.replace("yatzy", "yahtzee", 1).replace("yatzy=50", "yahtzee=50")
    mistake = Mistake(9, 2, (1, 1, 1, 1, 1), 0, Move("large_straight"), Move("ones"), 1.0)
    review = Review((seat(50, mistakes=(mistake,)), seat(3)), approximate=False)
    assert "scored Large straight" in mistake_lines(match(joker), review, Seat(0))[1]
