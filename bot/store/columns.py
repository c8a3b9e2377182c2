"""Column types that hold the same on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A key that the database numbers: only SQLite's INTEGER does that."""


class CleanText(sa.types.TypeDecorator[str]):
    """Text without what a database refuses: NUL (PostgreSQL) and lone surrogates (both)."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:
        if value is None:
            return None
        if value.isascii() and "\0" not in value:  # nearly all of it, and the check is cheap
            return value
        return value.replace("\0", "").encode(errors="replace").decode()


class UtcTime(sa.types.TypeDecorator[datetime]):
    """An aware time in UTC, both ways. SQLite's own type would drop the zone without a word."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        assert isinstance(value, datetime)
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


class Moment(sa.types.TypeDecorator[datetime]):
    """An aware time as milliseconds since 1970, so that any database can move it on by adding to it."""

    impl = sa.BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> int | None:
        return None if value is None else (value - EPOCH) // MILLISECOND

    def process_result_value(self, value: int | None, dialect: sa.Dialect) -> datetime | None:
        return None if value is None else EPOCH + value * MILLISECOND


class Duration(sa.types.TypeDecorator[timedelta]):
    """A length of time in milliseconds."""

    impl = sa.BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: sa.Dialect) -> int | None:
        return None if value is None else value // MILLISECOND

    def process_result_value(self, value: int | None, dialect: sa.Dialect) -> timedelta | None:
        return None if value is None else value * MILLISECOND
