"""The bot as a process of its own, connected to simulated Discord."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import Process
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from benchmarks.loopback.server import Loopback

ROOT = Path(__file__).parents[2]
RUN = (sys.executable, "-m", "bot", "run")
START_SECONDS = 60
STOP_SECONDS = 20
CPUCLOCK_SCHED = 2


class NotReady(Exception):
    """The bot ended, or hung, before it was connected; carries the end of its log."""


def bot_environment(discord: Loopback, database: Path) -> dict[str, str]:
    """The environment in which the bot talks to `discord` and keeps its games in `database`."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": token(discord.world.application_id),
        "PARLOUR_DISCORD_API_BASE": discord.api_base,
        "PARLOUR_DISCORD_GATEWAY": discord.gateway_url,
        "PARLOUR_STORE_DATABASE": str(database),
    }


def token(application_id: int) -> str:
    """A text of a token's shape, for this application."""
    return f"{b64encode(str(application_id).encode()).decode().rstrip('=')}.Loopba.{'x' * 27}"


class BotProcess:
    """A running bot; what it prints goes to `log`."""

    def __init__(self, process: Process, log: Path) -> None:
        self._process = process
        self._log = log

    @classmethod
    async def start(
        cls, discord: Loopback, environment: Mapping[str, str], folder: Path, command: Sequence[str] = RUN
    ) -> Self:
        """Start `command` in `folder` and wait until it has connected. Raises NotReady."""
        log = folder / "bot.log"
        arrival = discord.gateway.arrival
        with log.open("ab") as output:
            process = await asyncio.create_subprocess_exec(
                *command, cwd=folder, env=dict(environment), stdout=output, stderr=output
            )
        started = cls(process, log)
        await started._connected(arrival)
        return started

    async def _connected(self, arrival: asyncio.Event) -> None:
        ends = asyncio.create_task(self._process.wait())
        arrives = asyncio.create_task(arrival.wait())
        await asyncio.wait({ends, arrives}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        ends.cancel()
        arrives.cancel()
        if not arrival.is_set():
            await self.end()
            raise NotReady(self.log_end())

    def log_end(self) -> str:
        """The last 4,000 characters that it wrote."""
        return self._log.read_text(errors="replace")[-4000:]

    def cpu_seconds(self) -> float:
        """The CPU time, user and system, of all its threads so far, to the nanosecond (Linux)."""
        clock = ~self._process.pid << 3 | CPUCLOCK_SCHED  # what clock_getcpuclockid(3) returns
        return time.clock_gettime(clock)

    def memory_bytes(self) -> int:
        """Its resident memory (Linux)."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def kill(self) -> None:
        """SIGKILL, without waiting: nothing in the process gets a chance to run."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)  # asyncio's own kill() would reap a dead child unnoticed

    async def end(self) -> None:
        """SIGKILL, and wait until it is gone."""
        self.kill()
        await self._process.wait()

    async def stop(self) -> int:
        """Ask it to end, as an operator's Ctrl-C does; its exit status. Raises TimeoutError after 20 seconds."""
        self._process.send_signal(signal.SIGINT)
        return await asyncio.wait_for(self._process.wait(), STOP_SECONDS)
