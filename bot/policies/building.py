"""Whoever builds policies: a process that steps back behind the bot, and ends when there is nothing to build."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from bot.policies.process import Unkept, build
from bot.policies.wanted import Wanted
from bot.worker import Worker
from engine.strategy.progress import Tell

__all__ = ["Builder", "BuilderProcess", "Unkept"]

NICENESS = 10


class Builder(Protocol):
    """Whoever builds policies, one at a time."""

    def build(self, wanted: Wanted, folder: Path, told: Tell) -> Unkept | None:
        """Build one and write it into the folder, or return what couldn't be written; raises WorkerError, Unsupported.

        `told` hears how far it has come. To be called where one may wait for a minute.
        """

    def rest(self) -> None:
        """Nothing is to be built for now."""

    async def close(self) -> None:
        """Build no more; a build under way is given up at once."""


class BuilderProcess:
    """Builds in a process, which holds some hundred MB while it lives."""

    def __init__(self) -> None:
        self.worker = Worker("the builder of strategies", niceness=NICENESS)

    def build(self, wanted: Wanted, folder: Path, told: Tell) -> Unkept | None:
        """Build one."""
        return self.worker.call(build, wanted, folder, told=told)

    def rest(self) -> None:
        """End the process."""
        self.worker.rest()

    async def close(self) -> None:
        """End it for good."""
        await self.worker.close()
