"""Rounded figures that still add up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.account import SeatAccount
from bot.text.balance import TENTHS, Balance, in_points, in_points_signed, percentages, signed

points = st.floats(0, 2000)


@st.composite
def accounts(draw: st.DrawFn) -> tuple[SeatAccount, int]:
    total, average = draw(st.integers(0, 2000)), draw(points)
    given_away, unplayed = draw(points), draw(st.one_of(st.just(0.0), points))
    return SeatAccount(average, total - average + given_away + unplayed, given_away, unplayed), total


@given(accounts())
def test_what_is_shown_adds_up_and_is_near_what_is_true(drawn: tuple[SeatAccount, int]) -> None:
    account, total = drawn
    shown = Balance.of(account, total)
    assert shown.average + shown.luck - shown.given_away - shown.unplayed == total * TENTHS
    for tenths, exact, off in (
        (shown.average, account.average, 0.05),
        (shown.luck, account.luck, 0.1),
        (shown.given_away, account.given_away, 0.1),
        (shown.unplayed, account.unplayed, 0.1),
    ):
        assert abs(tenths / TENTHS - exact) <= off + 1e-6
    assert min(shown.given_away, shown.unplayed) >= 0
    assert account.given_away or not shown.given_away, "who gave nothing away is never told otherwise"
    assert account.unplayed or not shown.unplayed


@pytest.mark.parametrize(
    ("account", "total", "shown"),
    [
        (SeatAccount(254.59, -37.3, 20.29, 0), 197, ("254.6", "−37.3", "20.3", "0.0")),
        (SeatAccount(248.44, -40.18, 8.06, 150.2), 50, ("248.4", "−40.2", "8.0", "150.2")),  # 8.06 is next to a half
        (SeatAccount(248.44, -40.14, 8.18, 0.12), 200, ("248.4", "−40.1", "8.2", "0.1")),
        (SeatAccount(248.44, -48.44, 0, 0), 200, ("248.4", "−48.4", "0.0", "0.0")),
        (SeatAccount(248.45, -48.45, 0, 0), 200, ("248.4", "−48.4", "0.0", "0.0")),
    ],
)
def test_what_is_nearest_to_a_half_is_rounded_the_other_way(
    account: SeatAccount, total: int, shown: tuple[str, ...]
) -> None:
    found = Balance.of(account, total)
    assert tuple(map(in_points, (found.average, found.luck, found.given_away, found.unplayed))) == shown


def test_signs() -> None:
    assert [signed(12), signed(-8), signed(0)] == ["+12", "−8", "0"]
    assert [in_points_signed(tenths) for tenths in (123, -4, 0)] == ["+12.3", "−0.4", "0.0"]


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
