"""Alembic's entry: runs the steps on the connection, and in the transaction, that bot.store.migrate has opened.

There the BEGIN is a real one. Alembic by itself leaves it to SQLite's driver, which commits each table at once: a step
that fails halfway would leave half its tables behind.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import context

from bot.store.schema import metadata


def run() -> None:
    """Migrate. Raises `RuntimeError` outside bot.store.migrate."""
    connection = context.config.attributes.get("connection")
    if not isinstance(connection, sa.Connection):
        raise RuntimeError("migrations run within bot.store.migrate.upgrade: use python -m bot migrate")
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


run()
