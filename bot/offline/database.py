"""The file that keeps the page's games from one run to the next."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def reserved(database: str) -> Iterator[str]:
    """The database to use: `database`, or the next free file beside it while another page holds that one.

    Two bots on one database would not know of each other's moves. The hold ends with the process, however it ends.
    A database that is no file (an URL) is used as it is. Raises `OSError` if the file's folder cannot be made.
    """
    if "://" in database:
        yield database
        return
    path, hold = _hold_first_free(Path(database))
    try:
        yield str(path)
    finally:
        os.close(hold)


def _hold_first_free(path: Path) -> tuple[Path, int]:
    path.parent.mkdir(parents=True, exist_ok=True)
    candidate, number = path, 1
    while (hold := _hold(candidate)) is None:
        number += 1
        candidate = path.with_stem(f"{path.stem}-{number}")
    return candidate, hold


def _hold(path: Path) -> int | None:
    """Lock a file beside the database, not the database: closing that would drop SQLite's own locks on it."""
    hold = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(hold)
    except OSError:
        os.close(hold)
        return None
    return hold


try:
    import fcntl

    def _lock(hold: int) -> None:
        fcntl.flock(hold, fcntl.LOCK_EX | fcntl.LOCK_NB)

except ModuleNotFoundError:  # Windows has no flock

    def _lock(hold: int) -> None:
        del hold
