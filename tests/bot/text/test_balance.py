"""Rounded figures that still add up."""

import re
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from bot.account import SeatAccount
from bot.text.balance import Balance, percentages, signed

points = st.floats(0, 2000)


@st.composite
def accounts(draw: st.DrawFn) -> tuple[SeatAccount, int]:
    total, average = draw(st.integers(0, 2000)), draw(points)
    given_away, unplayed = draw(points), draw(st.one_of(st.just(0.0), points))
    return SeatAccount(average, total - average + given_away + unplayed, given_away, unplayed), total


def number(shown: str) -> Decimal:
    return Decimal(shown.replace("−", "-"))


@given(accounts(), st.sampled_from([1, 10]))
def test_what_is_shown_adds_up_and_is_near_what_is_true(drawn: tuple[SeatAccount, int], steps: int) -> None:
    account, total = drawn
    shown = Balance.of(account, total, steps=steps)
    figures = [shown.show(part) for part in (shown.average, shown.luck, shown.given_away, shown.unplayed)]
    average, luck, given_away, unplayed = map(number, figures)
    assert average + luck - given_away - unplayed == total
    step = 1 / steps
    for figure, exact, off in (
        (average, account.average, 0.5),
        (luck, account.luck, 1.5),
        (given_away, account.given_away, 0.5),
        (unplayed, account.unplayed, 0.5),
    ):
        assert abs(float(figure) - exact) <= off * step + 1e-6
    assert all(re.fullmatch(r"−?\d+" if steps == 1 else r"−?\d+\.\d", figure) for figure in figures)


def test_signs() -> None:
    assert [signed(12), signed(-8), signed(0)] == ["+12", "−8", "0"]


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=8).filter(any))
def test_chances_add_up_to_a_hundred(won: list[int]) -> None:
    chances = [wins / sum(won) for wins in won]
    shown = percentages(chances)
    whole = {"under 1 %": 0, "over 99 %": 100}
    found = [whole[words] if words in whole else int(words.removesuffix(" %")) for words in shown]
    assert sum(found) == 100
    assert all(abs(percent - 100 * chance) < 1 + 1e-9 for percent, chance in zip(found, chances, strict=True))


def test_only_what_is_certain_looks_certain() -> None:
    assert percentages([1, 0]) == ["100 %", "0 %"]
    assert percentages([0.999, 0.001]) == ["over 99 %", "under 1 %"]
    assert percentages([0.625, 0.375]) in (["63 %", "37 %"], ["62 %", "38 %"])
