"""When the bot sends nothing by itself, and when it tries again: by a clock of the test's own."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from bot.ids import ChannelId, SessionId
from bot.ui.circuit import CALM, MOST_INVALID, NEW_TRY, PAUSE, TOLD_AGAIN, WINDOW, Circuit
from bot.ui.retries import GAPS, Retries
from tests.bot.seated import NOON

HERE, THERE = ChannelId(1), ChannelId(2)
MOMENT = timedelta(microseconds=1)


@dataclass
class Watch:
    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, time: timedelta) -> None:
        self.now += time


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def circuit(watch: Watch) -> Circuit:
    return Circuit(now=watch)


# -- a channel ----------------------------------------------------------------------------------------------------


def test_a_channel_that_refuses_gets_nothing_and_the_others_do(circuit: Circuit) -> None:
    assert circuit.allows(HERE)
    circuit.shut(HERE)
    assert not circuit.allows(HERE)
    assert circuit.allows(THERE)


def test_one_thing_is_tried_every_ten_minutes(circuit: Circuit, watch: Watch) -> None:
    circuit.shut(HERE)
    for _ in range(3):
        assert circuit.allowed_from(HERE) == watch.now + NEW_TRY
        watch.pass_by(NEW_TRY - MOMENT)
        assert not circuit.allows(HERE)
        watch.pass_by(MOMENT)
        assert [circuit.allows(HERE) for _ in range(4)] == [True, False, False, False]
        assert circuit.is_shut(HERE), "until it has come through"


def test_what_comes_through_opens_the_channel(circuit: Circuit) -> None:
    circuit.shut(HERE)
    circuit.open(HERE)
    assert circuit.allows(HERE)
    assert not circuit.is_shut(HERE)
    assert not circuit.is_shut(THERE)


def test_somebody_is_told_once_an_hour_for_each_channel(circuit: Circuit, watch: Watch) -> None:
    circuit.shut(HERE)
    circuit.shut(THERE)
    assert [circuit.may_tell(HERE) for _ in range(3)] == [True, False, False]
    assert circuit.may_tell(THERE)
    watch.pass_by(TOLD_AGAIN)
    assert circuit.may_tell(HERE)
    circuit.open(HERE)
    circuit.shut(HERE)
    assert circuit.may_tell(HERE), "this is something new"


# -- Discord as a whole -------------------------------------------------------------------------------------------


def test_after_a_failure_of_discords_own_there_is_a_pause(circuit: Circuit, watch: Watch) -> None:
    circuit.pause()
    assert not circuit.allows(HERE)
    assert circuit.allowed_from(HERE) == watch.now + PAUSE
    watch.pass_by(PAUSE)
    assert circuit.allows(HERE)


def test_a_thousand_invalid_requests_in_ten_minutes_stop_everything(
    circuit: Circuit, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    """Well under the 10,000 at which Discord bans; it is said once, and goes on when half of them are forgotten."""
    for number in range(MOST_INVALID):
        assert circuit.allows(HERE)
        circuit.count(403 if number % 2 else 429)
        watch.pass_by(WINDOW / 2 / MOST_INVALID)
    for _ in range(50):
        circuit.count(401)
    assert not circuit.allows(HERE)
    assert not circuit.allows(THERE)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    watch.pass_by(WINDOW / 2)
    while circuit.invalid >= CALM:
        assert not circuit.allows(HERE)
        watch.pass_by(timedelta(seconds=1))
    assert circuit.allows(HERE)
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]


def test_what_is_no_invalid_request_is_not_counted(circuit: Circuit) -> None:
    for status in (200, 204, 400, 404, 413, 500, 503):
        circuit.count(status)
    circuit.count(429, shared=True)
    assert circuit.invalid == 0


def test_a_thousand_over_a_longer_time_stop_nothing(circuit: Circuit, watch: Watch) -> None:
    for _ in range(3 * MOST_INVALID):
        circuit.count(403)
        watch.pass_by(WINDOW / (MOST_INVALID - 1))
        assert circuit.allows(HERE)


# -- boards that are behind ---------------------------------------------------------------------------------------

BOARD, OTHER = SessionId(1), SessionId(2)


@pytest.fixture
def retries(watch: Watch) -> Retries:
    return Retries(now=watch)


def test_a_board_is_tried_again_a_few_times_with_growing_gaps(retries: Retries, watch: Watch) -> None:
    assert retries.next() is None
    retries.failed(BOARD)
    assert list(GAPS) == sorted(set(GAPS))
    for gap in GAPS:
        due = watch.now + gap
        assert retries.next() == due
        assert retries.take(due - MOMENT) == []
        watch.now = due
        assert retries.take(due) == [BOARD]
        retries.failed(BOARD)
    assert retries.next() is None
    watch.pass_by(timedelta(days=1))
    assert retries.take(watch.now) == [], "and then it is left alone"


def test_a_board_that_is_shown_is_not_tried_again(retries: Retries) -> None:
    retries.failed(BOARD)
    retries.failed(OTHER)
    retries.shown(BOARD)
    due = retries.next()
    assert due is not None
    assert retries.take(due) == [OTHER]


def test_failing_again_does_not_put_it_off(retries: Retries, watch: Watch) -> None:
    retries.failed(BOARD)
    due = retries.next()
    assert due is not None
    watch.now = due
    retries.failed(BOARD)
    assert retries.take(due) == [BOARD]


def test_it_is_not_tried_before_it_can_work(retries: Retries, watch: Watch) -> None:
    retries.failed(BOARD, not_before=watch.now + NEW_TRY)
    assert retries.next() == watch.now + NEW_TRY


def test_whoever_wakes_it_is_told_when(retries: Retries, watch: Watch) -> None:
    told: list[datetime] = []
    retries.expect = told.append
    retries.failed(BOARD)
    assert told == [watch.now + GAPS[0]]


def test_logging_is_quiet_otherwise(circuit: Circuit, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        circuit.shut(HERE)
        circuit.pause()
        circuit.count(403)
    assert caplog.records == []
