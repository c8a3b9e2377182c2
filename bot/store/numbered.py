"""Inserting a row that the database numbers, where a unique index may refuse it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

Insert = sqlite.Insert | postgresql.Insert
_INSERT: dict[str, Callable[[sa.Table], Insert]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_into(connection: sa.Connection, table: sa.Table) -> Insert:
    """An INSERT that can say what to do where the row is there already."""
    return _INSERT[connection.dialect.name](table)


def insert(connection: sa.Connection, table: sa.Table, values: Mapping[str, Any]) -> int | None:
    """Insert the values and give the new row's id, or `None` if a unique index has such a row already.

    No savepoint around a plain insert: on a full disk SQLite ends the whole transaction, savepoint and all.
    """
    statement = insert_into(connection, table).values(values).on_conflict_do_nothing()
    return connection.execute(statement.returning(table.c.id)).scalar_one_or_none()
