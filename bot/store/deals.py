"""Deals that can be won, by the rules they were found for; whoever takes one takes it away."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.schema import deals


def count(connection: sa.Connection, rules: str) -> int:
    """How many deals there are for these rules."""
    return connection.scalar(sa.select(sa.func.count()).select_from(deals).where(deals.c.rules == rules)) or 0


def add(connection: sa.Connection, rules: str, cards: str) -> None:
    """Put a deal in."""
    connection.execute(deals.insert().values(rules=rules, cards=cards))


def take(connection: sa.Connection, rules: str) -> str | None:
    """The deal that has been there longest; `None` if there is none."""
    first = sa.select(sa.func.min(deals.c.id)).where(deals.c.rules == rules).scalar_subquery()
    taken = deals.delete().where(deals.c.id == first).returning(deals.c.cards)
    return connection.execute(taken).scalar_one_or_none()
