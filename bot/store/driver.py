"""A press's whole work in the store, handed to SQLite's driver itself.

The driver takes a microsecond for what takes SQLAlchemy twenty. What it is given is SQLAlchemy's all the same: the
SQL, and how values are converted, worked out once. A server is a round trip away, and SQLAlchemy talks to it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import pysqlite

_SQLITE = pysqlite.dialect()


class Prepared:
    """A statement that changes rows; every value that differs from call to call is bound by a name."""

    def __init__(self, statement: sa.Insert | sa.Update | sa.Delete) -> None:
        self._statement = statement
        compiled = statement.compile(dialect=_SQLITE)
        self._sql = str(compiled)
        self._constants = {name: value for name, value in compiled.params.items() if value is not None}
        self._order = tuple(
            (name, compiled.binds[name].type.dialect_impl(_SQLITE).bind_processor(_SQLITE))
            for name in compiled.positiontup or ()
        )

    def run(self, connection: sa.Connection, values: Mapping[str, Any]) -> int:
        """Execute it, and count the rows that it changed. Raises `IntegrityError` where a key is taken."""
        if connection.dialect.name != _SQLITE.name:
            return connection.execute(self._statement, values).rowcount
        every = {**self._constants, **values}
        row = [every[name] if convert is None else convert(every[name]) for name, convert in self._order]
        return _drive(connection, self._sql, row)


@contextmanager
def transaction(connection: sa.Connection) -> Iterator[None]:
    """Commit what is done within, or undo it if that fails."""
    if connection.dialect.name != _SQLITE.name:
        with connection.begin():
            yield
        return
    _drive(connection, "BEGIN IMMEDIATE")
    try:
        yield
        _drive(connection, "COMMIT")
    finally:
        connection.rollback()  # after a commit there is nothing to undo, but SQLAlchemy learns that it is over
        connection.connection.rollback()  # and of what only the driver was told, SQLAlchemy does not know


def _drive(connection: sa.Connection, sql: str, row: Sequence[Any] = ()) -> int:
    try:
        cursor = connection.connection.cursor()
        cursor.execute(sql, row)
        return cursor.rowcount
    except sqlite3.Error as error:
        raise sa.exc.DBAPIError.instance(sql, None, error, sqlite3.Error, dialect=_SQLITE) from error
