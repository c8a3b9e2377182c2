"""Moments and lengths of time in words."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.table_options import LENGTHS
from bot.text.times import moment, relative, span, until

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_discord_shows_a_moment_in_each_members_own_zone() -> None:
    assert relative(NOON) == "<t:1767268800:R>"
    assert moment(NOON) == "<t:1767268800:f>"


def test_of_a_long_time_the_moment_is_told_too() -> None:
    assert until(NOON, timedelta(hours=1)) == relative(NOON)
    assert until(NOON, timedelta(hours=3)) == f"{relative(NOON)}, {moment(NOON)}"


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (timedelta(minutes=1), "1 minute"),
        (timedelta(minutes=90), "90 minutes"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(hours=36), "36 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=7), "7 days"),
    ],
)
def test_a_length_is_told_in_its_largest_unit(length: timedelta, expected: str) -> None:
    assert span(length) == expected


def test_every_length_that_can_be_chosen_is_a_round_one() -> None:
    assert all(len(span(length).split()[0]) <= 2 for length in LENGTHS.values())
