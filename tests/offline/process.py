"""`python -m bot play` as a real process, as `make play` starts it."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

import pytest

ROOT = Path(__file__).parents[2]
START_SECONDS = 60.0
STOP_SECONDS = 20.0
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/#\S+")


class PlayProcess:
    """The page's process; `said` is what it wrote on stdout until it was ready."""

    def __init__(self, database: Path, *, port: int = 0) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bot", "play", "--port", str(port), "--no-browser", "--database", str(database)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = self._until_ready()
        found = ADDRESS.search(self.said)
        if found is None:
            self._process.kill()
            pytest.fail(f"the page did not open: {self.said}{self._process.communicate()[1]}")
        self.address, self.port = found[0], int(found[1])

    def _until_ready(self) -> str:
        """Everything up to the last line of the greeting; the process is ended if it takes too long."""
        assert self._process.stdout
        alarm = threading.Timer(START_SECONDS, self._process.kill)
        alarm.start()
        lines = []
        for line in self._process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        alarm.cancel()
        return "".join(lines)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.communicate()

    def stop(self, signal: int) -> tuple[int, str]:
        """End it as asked; returns the exit status and what it wrote on stderr."""
        self._process.send_signal(signal)
        return self.ended()

    def ended(self) -> tuple[int, str]:
        """Wait until it has ended; returns the exit status and what it wrote on stderr."""
        _, errors = self._process.communicate(timeout=STOP_SECONDS)
        return self._process.returncode, errors

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.returncode is None:
            self.kill()
