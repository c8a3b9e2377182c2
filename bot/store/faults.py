"""What the database's own errors mean, as sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from bot.store.errors import StoreError

_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full; free some space",
    sqlite3.SQLITE_BUSY: "another program holds it locked",
    sqlite3.SQLITE_LOCKED: "another program holds it locked",
    sqlite3.SQLITE_READONLY: "it may not be written; check its permissions and its folder's",
    sqlite3.SQLITE_PERM: "it may not be opened; check its permissions",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; check that its folder exists and may be written",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_CORRUPT: "it is damaged; restore a copy",
    sqlite3.SQLITE_NOTADB: "it is not a database; choose another file",
}


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Turn trouble with the database called `name` into a `StoreError`; other errors pass."""
    try:
        yield
    except (exc.DBAPIError, exc.TimeoutError, sqlite3.Error, OSError, OverflowError) as error:
        raise StoreError(f"The database {name} cannot be used: {_reason(error)}.") from error


def strikes_all(error: Exception) -> bool:
    """Whether every other change would meet the same trouble: a full disk, a lock, a lost connection."""
    if isinstance(error, exc.DBAPIError):
        return error.connection_invalidated or isinstance(error, exc.OperationalError | exc.InterfaceError)
    return isinstance(error, OSError)


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    if isinstance(cause, OverflowError):
        return "a number is too large to be stored"
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in _REASONS:  # the low byte is the error, the rest its shade
        return _REASONS[code & 0xFF]
    first_line = next(iter(str(cause).splitlines()), "")
    return first_line.rstrip(".") or type(cause).__name__
