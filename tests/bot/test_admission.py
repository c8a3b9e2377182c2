"""Admission: which presses are worked on, which wait, and which can't be answered any more."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from bot.allowance import Allowance
from bot.ui.admission import Admission, RefusalGate, Skew

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


@dataclass
class Watch:
    """A clock that a test sets."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, number: float) -> None:
        self.now += seconds(number)


# -- room ---------------------------------------------------------------------------------------------------------


@dataclass
class Press:
    """A press that works until it is let go."""

    task: asyncio.Task[None]
    free: asyncio.Event
    admitted: bool | None = None


async def press(admission: Admission, created_at: datetime = NOON) -> Press:
    made = Press(asyncio.create_task(asyncio.sleep(0)), asyncio.Event())

    async def work() -> None:
        async with admission.enter(created_at) as admitted:
            made.admitted = admitted
            if admitted:
                await made.free.wait()

    made.task = asyncio.create_task(work())
    await settled()
    return made


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def done(one: Press) -> None:
    one.free.set()
    await one.task
    await settled()


async def test_so_many_are_worked_on_at_once_and_the_others_wait_their_turn() -> None:
    admission = Admission(2, 3, now=Watch())
    presses = [await press(admission) for _ in range(4)]
    assert [p.admitted for p in presses] == [True, True, None, None]
    await done(presses[1])
    assert [p.admitted for p in presses] == [True, True, True, None], "first come, first served"
    for one in (presses[0], presses[2], presses[3]):
        await done(one)
    assert all(p.admitted for p in presses)
    assert admission.turned_away == 0


async def test_a_full_waiting_room_lets_its_oldest_go() -> None:
    admission = Admission(1, 2, now=Watch())
    presses = [await press(admission) for _ in range(5)]
    assert [p.admitted for p in presses] == [True, False, False, None, None]
    assert admission.turned_away == 2
    for one in (presses[0], presses[3], presses[4]):
        await done(one)
    assert (await press(admission)).admitted, "every place is free again"


async def test_one_that_has_waited_too_long_is_not_begun() -> None:
    watch = Watch()
    admission = Admission(1, 5, now=watch)
    first, late = await press(admission), await press(admission)
    watch.pass_by(2.6)
    fresh = await press(admission, watch.now)
    await done(first)
    assert (late.admitted, fresh.admitted) == (False, True)
    await done(fresh)
    assert (await press(admission, watch.now)).admitted


async def test_a_press_that_is_cancelled_while_it_waits_keeps_no_place() -> None:
    admission = Admission(1, 5, now=Watch())
    first, waiting, last = [await press(admission) for _ in range(3)]
    waiting.task.cancel()
    await done(first)
    assert (waiting.admitted, last.admitted) == (None, True)


async def test_a_press_that_is_cancelled_just_as_it_is_let_in_passes_its_place_on() -> None:
    admission = Admission(1, 5, now=Watch())
    async with admission.enter(NOON):
        waiting, last = await press(admission), await press(admission)
    waiting.task.cancel()
    await settled()
    assert (waiting.admitted, last.admitted) == (None, True)


async def test_a_press_that_fails_gives_its_place_back() -> None:
    admission = Admission(1, 5, now=Watch())
    with pytest.raises(ZeroDivisionError):
        async with admission.enter(NOON):
            raise ZeroDivisionError
    assert (await press(admission)).admitted


@dataclass
class Aside:
    """A press that was let in and waits aside for what is being worked out."""

    task: asyncio.Task[None]
    worked_out: asyncio.Event
    free: asyncio.Event


async def aside(admission: Admission) -> Aside:
    worked_out, free = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        async with admission.enter(NOON) as admitted:
            assert admitted
            with admission.aside():
                await worked_out.wait()
            await free.wait()

    made = Aside(asyncio.create_task(work()), worked_out, free)
    await settled()
    return made


async def test_one_that_waits_aside_keeps_no_other_out_and_counts_again_when_it_goes_on() -> None:
    admission = Admission(1, 5, now=Watch())
    waiting = await aside(admission)
    first = await press(admission)
    assert first.admitted
    waiting.worked_out.set()
    await settled()
    second = await press(admission)
    await done(first)
    assert second.admitted is None, "the one from aside is worked on"
    waiting.free.set()
    await settled()
    assert second.admitted
    third = await press(admission)
    assert third.admitted is None, "there is one place, as before"
    await done(second)
    assert third.admitted
    await done(third)


async def test_whoever_waits_gets_the_place_of_one_that_steps_aside() -> None:
    admission = Admission(1, 5, now=Watch())
    async with admission.enter(NOON):
        waiting = await press(admission)
        assert waiting.admitted is None
        with admission.aside():
            await settled()
            assert waiting.admitted
            await done(waiting)
    assert (await press(admission)).admitted


async def test_one_that_is_given_up_aside_leaves_every_place_free() -> None:
    admission = Admission(1, 5, now=Watch())
    waiting = await aside(admission)
    waiting.task.cancel()
    await settled()
    first, second = await press(admission), await press(admission)
    assert (first.admitted, second.admitted) == (True, None)
    await done(first)
    await done(second)


# -- age ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ahead", [-3600, -5, 0, 5, 3600])
def test_age_does_not_depend_on_whose_clock_is_right(ahead: float) -> None:
    skew = Skew()
    ours = NOON + seconds(ahead)
    assert skew.age(NOON, ours + seconds(0.1)) == seconds(0)
    assert skew.age(NOON, ours + seconds(3.1)) == seconds(3)
    assert skew.age(NOON + seconds(5), ours + seconds(5.1)) == seconds(0)


def test_a_clock_that_is_set_right_is_learnt() -> None:
    skew = Skew()
    at = NOON + seconds(60)
    assert skew.age(NOON, at) == seconds(0)
    ages = []
    for minutes in range(1, 60):
        created = NOON + timedelta(minutes=minutes)
        ages.append(skew.age(created, created + seconds(0.2 if minutes < 30 else 90)))
    assert ages[:29] == [seconds(0)] * 29
    assert ages[29] > seconds(80), "right after the clock has jumped every press seems old"
    assert ages[-1] == seconds(0), "after some minutes of presses that all seem to be old, it is our clock"


# -- patience -----------------------------------------------------------------------------------------------------


def asked(gate: RefusalGate, times: int, user: int = 1) -> dict[str, int]:
    answers = [gate.ask(user) for _ in range(times)]
    return {word: answers.count(word) for word in dict.fromkeys(answers)}


def test_a_few_sentences_then_silence_then_nothing() -> None:
    assert asked(RefusalGate(now=Watch()), 50) == {"sentence": 5, "silence": 3, "nothing": 42}


def test_patience_comes_back_slowly() -> None:
    watch = Watch()
    gate = RefusalGate(now=watch)
    asked(gate, 50)
    watch.pass_by(3)
    assert asked(gate, 10) == {"sentence": 1, "silence": 3, "nothing": 6}
    watch.pass_by(3600)
    assert asked(gate, 50) == {"sentence": 5, "silence": 3, "nothing": 42}, "but no more than at first"


def test_ten_seconds_of_clicking_get_few_answers() -> None:
    watch = Watch()
    gate = RefusalGate(now=watch)
    answered = 0
    for _ in range(200):
        answered += gate.ask(1) != "nothing"
        watch.pass_by(0.05)
    assert answered <= 28, "220 and more would be 429s"


def test_each_member_has_their_own_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RefusalGate, "MEMBERS", 3)
    gate = RefusalGate(now=Watch())
    asked(gate, 50, user=1)
    assert gate.ask(2) == "sentence"
    assert gate.ask(1) == "nothing"
    for other in range(3, 9):
        gate.ask(other)
    assert len(gate._sentences._keys) == 3, "and those who have gone are forgotten"


def test_a_clock_set_back_takes_no_patience() -> None:
    watch = Watch()
    gate = RefusalGate(now=watch)
    assert gate.ask(1) == "sentence"
    watch.pass_by(-3600)
    assert gate.ask(1) == "sentence"


# -- what is left of an allowance -----------------------------------------------------------------------------------


def test_an_allowance_fills_up_again_and_not_further() -> None:
    watch = Watch()
    allowance: Allowance[str] = Allowance(2, 10.0, now=watch)
    assert [allowance.take("a"), allowance.take("a")] == [0, 0]
    assert allowance.take("a") == 10
    watch.pass_by(4)
    assert allowance.take("a") == 6
    watch.pass_by(6)
    assert allowance.take("a") == 0
    watch.pass_by(1000)
    assert [allowance.take("a") for _ in range(3)] == [0, 0, 10]
    assert allowance.take("b") == 0, "each key has its own"


def test_a_clock_that_is_set_back_takes_nothing_away() -> None:
    watch = Watch()
    allowance: Allowance[str] = Allowance(1, 10.0, now=watch)
    allowance.take("a")
    watch.pass_by(-3600)
    assert allowance.take("a") == 10
    watch.pass_by(10)
    assert allowance.take("a") == 0
