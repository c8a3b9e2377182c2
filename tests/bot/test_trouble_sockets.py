"""Discord's trouble over real sockets, with discord.py's own retries: the game is kept, shown, and nothing storms."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from benchmarks.loopback import Fault
from benchmarks.loopback.faults import CALLBACK, MESSAGE, MESSAGES
from bot.ids import SessionId
from bot.ui import answer as answer_module
from bot.ui import presenter as presenter_module
from tests.bot.socketed import EPHEMERAL, House, opened
from tests.bot.test_faults import MAY_NOT, NEW_MESSAGE, NOTHING_LOST


@pytest_asyncio.fixture
async def house(tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    shutil.copy(empty_database, tmp_path / "sockets.db")
    async with opened(tmp_path / "sockets.db", monkeypatch) as house:
        await house.sit_down()
        yield house


@dataclass(frozen=True)
class Case:
    """What befalls the callback of one press; what its member is told; and how many requests that makes."""

    faults: tuple[Fault, ...]
    words: str | None = None
    callbacks: int = 1
    edits: int = 0
    posts: int = 0


def fault(status: int, code: int = 0, *, times: int = 1, via: bool = True) -> tuple[Fault, ...]:
    return (Fault(status=status, code=code, times=times, via=via),)


CASES = {
    # nothing can be told any more: the board is shown through the bot
    "10062": Case(fault(404, 10062), edits=1),
    "10015": Case(fault(404, 10015), edits=1),
    "50027": Case(fault(401, 50027), edits=1),
    "40060": Case(fault(400, 40060), edits=1),
    "429 without Via": Case(fault(429, via=False), edits=1),
    # a word gets through
    "50013": Case(fault(403, 50013), MAY_NOT, callbacks=2, edits=1),
    "50001": Case(fault(403, 50001), MAY_NOT, callbacks=2, edits=1),
    "500 again and again": Case(fault(500, times=5), NOTHING_LOST, callbacks=6, edits=1),
    "503 again and again": Case(fault(503, times=5), NOTHING_LOST, callbacks=6, edits=1),
    # the message takes no more edits
    "30046": Case(
        (*fault(400, 30046), Fault("PATCH", MESSAGE, 400, 30046)), NEW_MESSAGE, callbacks=2, edits=1, posts=1
    ),
    "10008": Case(
        (*fault(404, 10008), Fault("PATCH", MESSAGE, 404, 10008)), NEW_MESSAGE, callbacks=2, edits=1, posts=1
    ),
    "50083": Case(
        (*fault(400, 50083), Fault("PATCH", MESSAGE, 400, 50083)), NEW_MESSAGE, callbacks=2, edits=1, posts=1
    ),
    # discord.py, or the bot, tries again, and it is as if nothing had been
    "429 with Via": Case(fault(429), callbacks=2),
    "500": Case(fault(500), callbacks=2),
    "502": Case(fault(502), callbacks=2),
    "503": Case(fault(503), callbacks=2),
    "504": Case(fault(504), callbacks=2),
    "502 though Discord has the answer": Case((Fault(status=502, taken=True),), callbacks=2, edits=1),
    "a connection that breaks": Case((Fault(cut=True),), callbacks=2),
    "a connection that breaks when Discord has the answer": Case((Fault(cut=True, taken=True),), callbacks=2),
    "a connection that breaks and breaks": Case((Fault(cut=True, times=4),), callbacks=4, edits=1),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
async def test_an_answer_that_does_not_get_through(house: House, case: Case) -> None:
    house.plan(
        *[
            Fault(f.method, f.path, f.status, f.code, f.via, cut=f.cut, taken=f.taken, times=f.times)
            for f in case.faults
        ]
    )
    pressed = house.roll()
    await house.until(lambda: house.board.ply == 1)
    assert house.told(pressed) == case.words
    assert (await house.stored()).ply == 1
    assert house.count("POST", CALLBACK) == case.callbacks
    assert house.count("PATCH", MESSAGE) == case.edits
    assert house.count("POST", MESSAGES) == case.posts
    house.message = house.last
    house.roll()
    await house.until(lambda: house.board.ply == 2)
    assert house.count("POST", CALLBACK) == case.callbacks + 1, "all is as ever"


async def test_when_discord_is_down_one_board_is_tried_and_the_others_wait(house: House) -> None:
    """Ten presses whose answers are lost, and edits that fail: no more than a handful of requests by the bot itself."""
    house.plan(Fault(status=404, code=10062, times=10), Fault("PATCH", MESSAGE, 500, times=1000))
    for _ in range(10):
        house.roll()
    await house.until(lambda: house.count("POST", CALLBACK) == 10)
    assert (await house.stored()).ply == 1
    assert house.count("PATCH", MESSAGE) == 5, "discord.py's tries for one edit"
    assert house.bot._dispatcher is not None
    assert house.bot._dispatcher._services.presenter.retries.next() is not None, "and it is tried again later"


async def test_a_board_that_takes_too_long_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due elsewhere goes on; and a board that is shown so late may have replaced a newer one."""
    monkeypatch.setattr(presenter_module, "PATIENCE", 0.1)
    assert house.bot._dispatcher is not None
    services = house.bot._dispatcher._services
    held = asyncio.Event()
    house.plan(Fault("PATCH", MESSAGE, until=held))
    session = await services.arbiter.session(SessionId(1))
    async with asyncio.timeout(10):
        assert await services.presenter.show(session)
    assert services.presenter.retries.next() is not None, "it is behind"
    services.presenter.retries.shown(session.id)
    held.set()
    await house.until(lambda: services.presenter.retries.next() is not None)


async def test_an_answer_is_not_tried_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord holds the answer back for so long that it would not take it any more."""
    monkeypatch.setattr(answer_module, "GIVEN_UP", 0.2)
    held = asyncio.Event()
    house.plan(Fault(until=held, cut=True, times=5))
    pressed = house.roll()
    await house.until(lambda: house.board.ply == 1)
    held.set()
    assert house.told(pressed) is None
    assert house.count("POST", CALLBACK) == 1
    assert house.count("PATCH", MESSAGE) == 1


@pytest.mark.parametrize("fault", [Fault(cut=True, taken=True), Fault(status=502, taken=True)], ids=["broken", "502"])
async def test_play_that_discord_took_without_our_hearing_of_it(house: House, fault: Fault) -> None:
    other = house.discord.world.add_channel(house.channel.guild, "other")
    house.plan(replace(fault))
    house.discord.command(house.ada, other, "play", game="yatzy")
    await house.until(lambda: house.discord.world.in_channel(other))
    [lobby] = house.discord.world.in_channel(other)
    join = next(key for key in lobby.controls() if key.endswith(":join"))
    house.discord.press(house.bo, lobby, join)
    await house.until(lambda: "Bo" in lobby.text())
    assert (await house.stored(2)).message == lobby.id


async def test_play_that_another_process_has_answered_opens_nothing(house: House) -> None:
    """What it has told privately is no lobby."""
    other = house.discord.world.add_channel(house.channel.guild, "other")
    held = asyncio.Event()
    house.plan(Fault(until=held))
    command = house.discord.command(house.ada, other, "play", game="yatzy")
    await house.until_asked(lambda: house.count("POST", CALLBACK))
    address = f"{house.discord.api_base}/interactions/{command.id}/{command.token}/callback"
    private = {"type": 4, "data": {"content": "This channel has a game already.", "flags": EPHEMERAL}}
    async with aiohttp.ClientSession() as elsewhere, elsewhere.post(address, json=private) as answered:
        assert answered.status == 204
    held.set()
    await house.until(lambda: True)
    assert house.discord.world.in_channel(other) == []
    assert len(await house.open_sessions()) == 1, "the game in the other channel"


async def test_refusals_are_counted_where_they_come_in(house: House) -> None:
    """Also those that discord.py tries again, and each once; a limit that is shared with others is nobody's fault."""
    assert house.bot._dispatcher is not None
    circuit = house.bot._dispatcher._services.presenter.circuit
    before = circuit.invalid
    house.plan(Fault(status=429, times=2), Fault(status=403, code=50001), Fault(status=404, code=10062))
    house.roll()
    await house.until(lambda: house.board.ply == 1)
    assert circuit.invalid == before + 3
    house.plan(Fault(status=429, headers={"X-RateLimit-Scope": "shared"}))
    house.roll()
    await house.until(lambda: house.board.ply == 2)
    assert circuit.invalid == before + 3


# -- the gateway --------------------------------------------------------------------------------------------------


async def test_a_press_that_is_replayed_counts_once(house: House) -> None:
    first = house.roll()
    await house.until(lambda: house.board.ply == 1)
    house.discord.gateway.repeated = 20
    await house.discord.gateway.drop(4000)
    second = house.roll()
    await house.until(lambda: house.board.ply == 2)
    assert house.discord.gateway.resumes == 1
    assert house.discord.gateway.arrivals == 1
    for pressed in (first, second):
        assert house.count("POST", f"/interactions/{pressed.id}/*/callback") == 1
        assert house.told(pressed) is None
    assert (await house.stored()).ply == 2


async def test_a_command_that_is_replayed_runs_once(house: House) -> None:
    board = house.discord.command(house.bo, house.channel, "board")
    await house.until(lambda: house.last is not house.message)
    house.discord.gateway.repeated = 20
    await house.discord.gateway.drop(4000)
    house.message = house.last
    house.roll()
    await house.until(lambda: house.board.ply == 1)
    assert house.discord.gateway.resumes == 1
    assert house.count("POST", f"/interactions/{board.id}/*/callback") == 1
    assert len(house.discord.world.in_channel(house.channel)) == 2, "the old board and the new one"


async def test_after_an_invalid_session_the_buttons_work(house: House) -> None:
    house.discord.gateway.forget()
    await house.discord.gateway.drop(4000)
    await house.until(lambda: house.discord.gateway.arrivals == 2)
    assert house.discord.gateway.resumes == 0
    house.roll()
    await house.until(lambda: house.board.ply == 1)
    assert (await house.stored()).ply == 1
