"""Quiet hours: when they hold, when they are over, and what is said of values that they don't take."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.quiet_hours import QuietHours, time_zone, zones_like
from bot.text.sentences import sentence
from engine.option import BadOption

BERLIN = ZoneInfo("Europe/Berlin")

hours = st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda pair: pair[0] != pair[1])
moments = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
# Whole hours, halves and quarters; clocks that change at midnight, by half an hour, on the other side of the world.
ZONES = (
    *("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "America/Santiago"),
    *("America/Havana", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Apia", "Africa/Casablanca", "Asia/Beirut"),
)
zones = st.sampled_from(ZONES).map(ZoneInfo)


def at(hour: int, minute: int = 0, *, day: int = 1) -> datetime:
    """That time in Berlin in the winter of 2026."""
    return datetime(2026, 1, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


@pytest.mark.parametrize(
    ("written", "kept"),
    [("22-7", "22-7"), (" 22 – 7 ", "22-7"), ("08-09", "8-9"), ("0-23", "0-23"), ("off", "off"), (" OFF ", "off")],
)
def test_how_they_are_written(written: str, kept: str) -> None:
    assert str(QuietHours.parse(written)) == kept
    assert QuietHours.parse(kept) == QuietHours.parse(written)


@pytest.mark.parametrize(
    "written", ["", "7-7", "7-07", "22", "22-24", "-1-5", "22-7-8", "22:30-7", "٢-٧", "on", "x" * 500]
)
def test_what_they_do_not_take_is_named_with_what_would_be_right(written: str) -> None:
    with pytest.raises(BadOption) as refused:
        QuietHours.parse(written)
    said = sentence(refused.value)
    assert "off, or two different hours from 0 to 23 like 22\\-7" in said
    assert len(said) < 400


@pytest.mark.parametrize(
    ("written", "quiet", "loud"),
    [
        ("22-7", [(22, 0), (23, 59), (0, 0), (6, 59)], [(21, 59), (7, 0), (12, 0)]),
        ("9-17", [(9, 0), (16, 59)], [(8, 59), (17, 0), (0, 0)]),
        ("0-6", [(0, 0), (5, 59)], [(6, 0), (23, 59)]),
        ("20-0", [(20, 0), (23, 59)], [(0, 0), (19, 59)]),
        ("off", [], [(0, 0), (12, 0), (23, 59)]),
    ],
)
def test_when_it_is_quiet(written: str, quiet: list[tuple[int, int]], loud: list[tuple[int, int]]) -> None:
    parsed = QuietHours.parse(written)
    assert all(parsed.quiet(at(*time), BERLIN) for time in quiet)
    assert not any(parsed.quiet(at(*time), BERLIN) for time in loud)


def test_the_hours_are_those_of_the_time_zone() -> None:
    night, moment = QuietHours.parse("22-7"), at(23)
    assert night.quiet(moment, BERLIN)
    assert not night.quiet(moment, ZoneInfo("America/New_York"))


def test_when_it_is_over() -> None:
    night = QuietHours.parse("22-7")
    assert night.ends(at(23), BERLIN) == at(7, day=2)
    assert night.ends(at(6, 59), BERLIN) == at(7)
    assert night.ends(at(12), BERLIN) == at(12)


def test_the_nights_in_which_clocks_change() -> None:
    night = QuietHours.parse("22-2")
    forward = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)  # 01:30; there is no 02:00, so it is over at 03:00
    assert night.ends(forward, BERLIN) == datetime(2026, 3, 29, 1, tzinfo=UTC)
    nearly_always = QuietHours.parse("3-2")  # without a 02:00 it goes on until the next one
    assert nearly_always.ends(forward, BERLIN) == datetime(2026, 3, 30, 0, tzinfo=UTC)
    back = datetime(2026, 10, 24, 23, 30, tzinfo=UTC)  # 01:30; 02:00 comes twice, and the first one counts
    assert night.ends(back, BERLIN) == datetime(2026, 10, 25, 0, tzinfo=UTC)


@given(hours, moments, zones)
def test_what_is_quiet_stays_so_until_it_is_over(pair: tuple[int, int], moment: datetime, zone: ZoneInfo) -> None:
    quiet = QuietHours(*pair)
    assert QuietHours.parse(str(quiet)) == quiet
    end = quiet.ends(moment, zone)
    assert not quiet.quiet(end, zone)
    if end != moment:
        assert moment < end < moment + timedelta(hours=50)
        assert quiet.quiet(end - timedelta(microseconds=1), zone)
        assert quiet.quiet(moment + (end - moment) / 2, zone)


@given(hours, moments, zones)
def test_no_hour_is_quiet_for_both_halves_of_a_day(pair: tuple[int, int], moment: datetime, zone: ZoneInfo) -> None:
    there_and_back = QuietHours(*pair), QuietHours(pair[1], pair[0])
    assert sum(hours.quiet(moment, zone) for hours in there_and_back) == 1


# -- time zones -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["Europe/Berlin", " europe/berlin ", "EUROPE/BERLIN"])
def test_a_zone_by_its_name_in_any_case(typed: str) -> None:
    assert time_zone(typed).key == "Europe/Berlin"


def test_a_zone_with_blanks() -> None:
    assert time_zone("america/new york").key == "America/New_York"


@pytest.mark.parametrize(
    ("typed", "close"),
    [("Berlin", "Europe/Berlin"), ("Europe/Berln", "Europe/Berlin"), ("new york", "America/New_York"), ("q9", "UTC")],
)
def test_an_unknown_zone_is_answered_with_those_that_are_like_it(typed: str, close: str) -> None:
    with pytest.raises(BadOption) as refused:
        time_zone(typed)
    assert close in str(refused.value)
    assert typed in str(refused.value)


@pytest.mark.parametrize("typed", ["", "../../etc/passwd", "/etc/localtime", "x" * 1000, "Europe/Berlin\0"])
def test_what_is_no_zone_at_all_reads_no_file(typed: str) -> None:
    with pytest.raises(BadOption):
        time_zone(typed)


def test_zones_on_offer() -> None:
    assert zones_like("berl", 5) == ["Europe/Berlin"]
    assert zones_like("new y", 5) == ["America/New_York"]
    assert zones_like("europe/", 3) == ["Europe/Amsterdam", "Europe/Andorra", "Europe/Astrakhan"]
    assert "UTC" in zones_like("", 5)
    assert len(zones_like("a", 7)) == 7
    assert zones_like("no such place", 5) == []
