"""Draws pictures beside the event loop, one at a time, and only the newest of each board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass

Draw = Callable[[], bytes]
"""Draws a picture, in another thread: it uses values only."""


class TooManyPictures(Exception):
    """More boards wait for their picture than the drawer takes; nothing was drawn."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    draw: Draw
    answer: asyncio.Future[bytes | None]


class Drawer:
    """A short queue with one place a board. Its task lives only while there is something to draw.

    One thread is enough, since drawing is nearly all Python and C under one lock. A task that waited for work would
    never be at rest, and simulated Discord waits until the bot is.
    """

    def __init__(self, limit: int = 64) -> None:
        """`limit` is how many boards may wait."""
        self._limit = limit
        self._waiting: dict[Hashable, _Waiting] = {}
        self._task: asyncio.Task[None] | None = None

    async def draw(self, board: Hashable, draw: Draw) -> bytes | None:
        """The picture; None when a newer one of the same board was asked for before this one's turn came.

        Raises TooManyPictures, or what drawing raises.
        """
        if board not in self._waiting and len(self._waiting) >= self._limit:
            raise TooManyPictures(f"{len(self._waiting)} boards wait for their picture already")
        answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._take_in(board, _Waiting(draw, answer))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve(), name="picture drawer")
        return await answer

    def _take_in(self, board: Hashable, waiting: _Waiting) -> None:
        # The newer picture keeps the place in the queue: a board that changes often is not put off for ever.
        older = self._waiting.get(board)
        self._waiting[board] = waiting
        if older is not None and not older.answer.done():
            older.answer.set_result(None)

    async def _serve(self) -> None:
        try:
            while self._waiting:
                await self._draw(self._waiting.pop(next(iter(self._waiting))))
        finally:
            self._give_up_the_rest()

    async def _draw(self, waiting: _Waiting) -> None:
        answer = waiting.answer
        if answer.done():  # whoever asked was cancelled
            return
        try:
            picture = await asyncio.to_thread(waiting.draw)
        except asyncio.CancelledError:  # the loop is being torn down: nobody may wait for ever
            answer.cancel()
            raise
        except Exception as error:  # noqa: BLE001  whatever it was, who asked is told
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(picture)

    def _give_up_the_rest(self) -> None:
        while self._waiting:
            self._waiting.popitem()[1].answer.cancel()
