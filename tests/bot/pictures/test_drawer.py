"""Drawing beside the event loop: one at a time, the newest of each board, never without an answer."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from bot.pictures.drawer import Drawer, TooManyPictures


class Easel:
    """Pictures that are finished when a test says so."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.threads: set[int] = set()
        self._begun = threading.Semaphore(0)
        self._allowed = threading.Semaphore(0)

    def picture(self, name: str) -> Callable[[], bytes]:
        def draw() -> bytes:
            self.threads.add(threading.get_ident())
            self._begun.release()
            self._allowed.acquire()
            self.drawn.append(name)
            return name.encode()

        return draw

    async def begun(self) -> None:
        """Wait until a picture is being drawn."""
        await asyncio.to_thread(self._begun.acquire)

    def finish(self, pictures: int = 100) -> None:
        self._allowed.release(pictures)


async def asked(drawer: Drawer, board: str, draw: Callable[[], bytes]) -> "asyncio.Task[bytes | None]":
    """A picture asked for: it waits, or is being drawn."""
    task = asyncio.create_task(drawer.draw(board, draw))
    await asyncio.sleep(0)
    return task


async def test_a_picture_is_drawn_in_another_thread() -> None:
    easel = Easel()
    easel.finish()
    assert await Drawer().draw("board", easel.picture("one")) == b"one"
    assert threading.get_ident() not in easel.threads


async def test_only_the_newest_waiting_picture_of_a_board_is_drawn() -> None:
    drawer, easel = Drawer(), Easel()
    first = await asked(drawer, "board", easel.picture("first"))
    await easel.begun()
    waiting = [await asked(drawer, "board", easel.picture(name)) for name in ("second", "third", "fourth")]
    easel.finish()
    assert await first == b"first"
    assert [await task for task in waiting] == [None, None, b"fourth"]
    assert easel.drawn == ["first", "fourth"]


async def test_a_newer_picture_keeps_its_boards_place() -> None:
    drawer, easel = Drawer(), Easel()
    first = await asked(drawer, "first", easel.picture("first"))
    await easel.begun()
    tasks = [await asked(drawer, board, easel.picture(board + name)) for board, name in ("a1", "b1", "a2")]
    easel.finish()
    await asyncio.gather(first, *tasks)
    assert easel.drawn == ["first", "a2", "b1"]


async def test_more_boards_than_may_wait_are_refused() -> None:
    drawer, easel = Drawer(limit=2), Easel()
    tasks = [await asked(drawer, "first", easel.picture("first"))]
    await easel.begun()
    tasks += [await asked(drawer, board, easel.picture(board)) for board in "ab"]
    with pytest.raises(TooManyPictures, match="2 boards wait"):
        await drawer.draw("c", easel.picture("c"))
    tasks.append(await asked(drawer, "a", easel.picture("newer a")))
    easel.finish()
    assert await asyncio.gather(*tasks) == [b"first", None, b"b", b"newer a"]


async def test_trouble_reaches_who_asked_and_nobody_else() -> None:
    def spoiled() -> bytes:
        raise OSError("no font")

    drawer, easel = Drawer(), Easel()
    easel.finish()
    bad = await asked(drawer, "bad", spoiled)
    good = await asked(drawer, "good", easel.picture("good"))
    with pytest.raises(OSError, match="no font"):
        await bad
    assert await good == b"good"


async def test_a_cancelled_request_is_not_drawn() -> None:
    drawer, easel = Drawer(), Easel()
    first = await asked(drawer, "first", easel.picture("first"))
    await easel.begun()
    gone = await asked(drawer, "gone", easel.picture("gone"))
    last = await asked(drawer, "last", easel.picture("last"))
    gone.cancel()
    easel.finish()
    assert await last == b"last"
    assert await first == b"first"
    assert easel.drawn == ["first", "last"]


async def test_one_cancelled_while_it_is_drawn_stops_nobody() -> None:
    drawer, easel = Drawer(), Easel()
    first = await asked(drawer, "first", easel.picture("first"))
    await easel.begun()
    last = await asked(drawer, "last", easel.picture("last"))
    first.cancel()
    easel.finish()
    assert await last == b"last"
    assert first.cancelled()


async def test_no_task_is_left_when_there_is_nothing_to_draw() -> None:
    easel = Easel()
    easel.finish()
    drawer = Drawer()
    await drawer.draw("board", easel.picture("one"))
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert await drawer.draw("board", easel.picture("two")) == b"two"


async def test_nobody_waits_for_ever_when_the_loop_is_torn_down() -> None:
    drawer, easel = Drawer(), Easel()
    tasks = [await asked(drawer, "first", easel.picture("first"))]
    await easel.begun()
    tasks.append(await asked(drawer, "second", easel.picture("second")))
    serving = next(task for task in asyncio.all_tasks() if task.get_name() == "picture drawer")
    serving.cancel()
    await asyncio.wait(tasks)
    easel.finish()
    assert all(task.cancelled() for task in tasks)
