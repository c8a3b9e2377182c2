"""Where a store is: a SQLite file or a PostgreSQL server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from bot.store.errors import StoreError

_DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


@dataclass(frozen=True, slots=True)
class Address:
    """A database's URL, its file if it is one, and how it is called in sentences (without the password)."""

    url: sa.URL
    file: Path | None
    name: str


def parse(database: str) -> Address:
    """Read a path or an SQLAlchemy URL. Raises `StoreError` for anything but a SQLite file or PostgreSQL."""
    if "://" not in database:
        return _file(database)
    try:
        url = sa.make_url(database)
    except (sa.exc.ArgumentError, ValueError):
        raise StoreError("The database's URL cannot be read: write postgresql://USER@HOST/NAME, or a path.") from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise StoreError(f"A database of the kind {url.drivername!r} is not known: use a path, or postgresql://…")
    if driver == "sqlite":
        return _file(url.database or "")
    return Address(url.set(drivername=driver), None, url.set(drivername="postgresql").render_as_string())


def _file(path: str) -> Address:
    if path in ("", ":memory:"):
        raise StoreError("A database in memory would lose every game: give it a file.")
    if "\0" in path:
        raise StoreError(f"{path!r} cannot be a file's name.")
    file = Path(path).expanduser()
    return Address(sa.URL.create("sqlite", database=str(file)), file, str(file))
