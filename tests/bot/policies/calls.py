"""What the tests of files let a process do."""

from __future__ import annotations

import os
import resource
import signal
import sys
from pathlib import Path

from bot.policies import Unkept, Wanted
from bot.policies.process import build

LARGEST = 100_000


def build_and_be_killed(wanted: Wanted, folder: Path) -> None:
    """The process ends when the file is complete, just before it would be put in place."""
    sys.addaudithook(lambda event, _: os.kill(os.getpid(), signal.SIGKILL) if event == "os.rename" else None)
    build(wanted, folder, lambda _: None)


def build_on_a_full_disk(wanted: Wanted, folder: Path) -> Unkept | None:
    """No file can grow beyond some size, as if the disk were full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
    return build(wanted, folder, lambda _: None)
