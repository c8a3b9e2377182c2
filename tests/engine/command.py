"""The command line `python -m engine`, run in this process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from engine.__main__ import main


@dataclass(frozen=True)
class Run:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


class Terminal(io.StringIO):
    """A terminal's screen."""

    def isatty(self) -> bool:
        return True


def run(*arguments: str | Path, err: io.StringIO | None = None) -> Run:
    """Run one command; an exit by argparse is its status."""
    out, err = io.StringIO(), io.StringIO() if err is None else err
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 1
    return Run(status, out.getvalue(), err.getvalue())
