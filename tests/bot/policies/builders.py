"""Builders for tests: they build in this process, and only rules whose table takes a moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from bot.policies import Unkept, Wanted
from bot.policies.process import build
from bot.worker import WorkerDied
from engine.game import OptionValue
from engine.games import catalogue

Tell = Callable[[float], None]


def wanted(game_id: str = "yahtzee", **options: OptionValue) -> Wanted:
    """What is wanted for a game whose boxes have an order: there are few states then."""
    game = catalogue[game_id]
    return Wanted.of(game, game.complete({"order": "top_down", **options}))


class BuilderHere:
    """Builds where it is called, and notes what."""

    def __init__(self) -> None:
        self.built: list[Wanted] = []
        self.rests = 0

    def build(self, wanted: Wanted, folder: Path, told: Tell) -> Unkept | None:
        self.built.append(wanted)
        return build(wanted, folder, told)

    def rest(self) -> None:
        self.rests += 1

    async def close(self) -> None:
        """There is nothing to end."""


class HeldBuilder(BuilderHere):
    """Waits for leave before it builds; closing it is the death of a build under way."""

    def __init__(self) -> None:
        super().__init__()
        self.leave = threading.Event()
        self.closed = False

    def build(self, wanted: Wanted, folder: Path, told: Tell) -> Unkept | None:
        self.leave.wait()
        if self.closed:
            raise WorkerDied
        return super().build(wanted, folder, told)

    async def close(self) -> None:
        self.closed = True
        self.leave.set()


class DyingBuilder(BuilderHere):
    """Dies over the first builds, so many times."""

    def __init__(self, deaths: int) -> None:
        super().__init__()
        self.deaths = deaths

    def build(self, wanted: Wanted, folder: Path, told: Tell) -> Unkept | None:
        if len(self.built) < self.deaths:
            self.built.append(wanted)
            raise WorkerDied("the builder")
        return super().build(wanted, folder, told)
