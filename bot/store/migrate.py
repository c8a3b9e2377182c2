"""Bringing a database to this version's schema: all of it or nothing, and a file's old state is kept beside it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.pool import NullPool

import migrations
from bot.store import address, standings
from bot.store.address import Address
from bot.store.connections import BUSY_MILLISECONDS, open_server, prepare_sqlite
from bot.store.errors import StoreError
from bot.store.faults import explained

SCRIPTS = Path(migrations.__file__).parent
_VERSION_TABLE = "alembic_version"
_LOCK = 0x7061726C6F7572  # any number does, so long as every Parlour takes the same


@dataclass(frozen=True, slots=True)
class Plan:
    """What opening a database does: its revision (`None`: it is new), this version's, and what follows from them."""

    found: str | None
    wanted: str

    @property
    def action(self) -> Literal["create", "migrate", "nothing"]:
        if self.found is None:
            return "create"
        return "nothing" if self.found == self.wanted else "migrate"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What was done to a database; `copy` is the file that keeps its old state."""

    plan: Plan
    copy: Path | None = None


async def plan(database: str, *, scripts: Path = SCRIPTS) -> Plan:
    """Look at a database and change nothing. Raises `StoreError` if `upgrade` would refuse it."""
    place = address.parse(database)
    with explained(place.name):
        if place.file is not None:
            return await asyncio.to_thread(_plan_file, place, place.file, scripts)
        return await _plan_server(place, scripts)


async def upgrade(database: str, *, scripts: Path = SCRIPTS) -> Upgrade:
    """Make or migrate a database; a current one is left alone.

    An older SQLite file is copied to `FILE.before-REVISION` first; keeping a copy of a server is its owner's part.
    Raises `StoreError` if the database is newer than this version, another program's, or cannot be used.
    """
    place = address.parse(database)
    with explained(place.name):
        if place.file is not None:
            return await asyncio.to_thread(_upgrade_file, place, place.file, scripts)
        return await _upgrade_server(place, scripts)


def _plan_file(place: Address, file: Path, scripts: Path) -> Plan:
    _check_place(file)
    if not file.exists():
        return Plan(None, _head(scripts))
    engine = _engine(place)
    with engine.connect() as connection:
        return _plan(connection, place, scripts)


def _upgrade_file(place: Address, file: Path, scripts: Path) -> Upgrade:
    ahead = _plan_file(place, file, scripts)
    if ahead.action == "nothing":
        return Upgrade(ahead)
    copy = _keep_copy(file, ahead.wanted) if ahead.action == "migrate" else None
    with _engine(place).begin() as connection:
        _run(connection, scripts, ahead)
        _check_references(connection, place)
    return Upgrade(ahead, copy)


def _engine(place: Address) -> sa.Engine:
    # Foreign keys are off: to change a table a migration may have to rebuild it, and dropping the old one would
    # take along all that refers to it.
    engine = sa.create_engine(place.url, poolclass=NullPool)
    pragmas = ("synchronous=FULL", "foreign_keys=OFF", f"busy_timeout={BUSY_MILLISECONDS}")
    prepare_sqlite(engine, pragmas=pragmas, begin="BEGIN IMMEDIATE")
    return engine


async def _plan_server(place: Address, scripts: Path) -> Plan:
    engine = open_server(place, size=1)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_plan, place, scripts)
    finally:
        await engine.dispose()


async def _upgrade_server(place: Address, scripts: Path) -> Upgrade:
    engine = open_server(place, size=1)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(_upgrade_locked, place, scripts)
    finally:
        await engine.dispose()


def _upgrade_locked(connection: sa.Connection, place: Address, scripts: Path) -> Upgrade:
    """Several processes may start on one server at once: the first migrates, the others find it done."""
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    ahead = _plan(connection, place, scripts)
    if ahead.action != "nothing":
        _run(connection, scripts, ahead)
    return Upgrade(ahead)


def _check_place(file: Path) -> None:
    if file.is_dir():
        raise StoreError(f"{file} is a folder: name a file in it as the database.")
    if not file.parent.is_dir():
        raise StoreError(f"The folder {file.parent} for the database {file.name} does not exist: make it first.")
    if not os.access(file.parent, os.W_OK):
        raise StoreError(f"The folder {file.parent} may not be written, and the database {file.name} lies in it.")
    if file.exists() and not os.access(file, os.W_OK):
        raise StoreError(f"The database {file} cannot be used: it may not be written; check its permissions.")


def _plan(connection: sa.Connection, place: Address, scripts: Path) -> Plan:
    found, wanted = _revision(connection, place), _head(scripts)
    if found is not None and found not in _known(scripts):
        raise StoreError(
            f"The database {place.name} was written by a newer Parlour: its schema is {found}, this version knows "
            f"those up to {wanted}. Update Parlour, or choose another database."
        )
    return Plan(found, wanted)


def _revision(connection: sa.Connection, place: Address) -> str | None:
    tables = sa.inspect(connection).get_table_names()
    if not tables:
        return None
    if _VERSION_TABLE not in tables:
        raise StoreError(f"The database {place.name} is another program's: choose another one.")
    revision = connection.scalar(sa.select(sa.table(_VERSION_TABLE, sa.column("version_num", sa.Text())).c.version_num))
    return None if revision is None else str(revision)


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _head(scripts: Path) -> str:
    head = ScriptDirectory.from_config(_config(scripts)).get_current_head()
    assert head is not None, "there is a first migration"
    return head


def _known(scripts: Path) -> set[str]:
    return {script.revision for script in ScriptDirectory.from_config(_config(scripts)).walk_revisions()}


def _run(connection: sa.Connection, scripts: Path, ahead: Plan) -> None:
    """Take the steps; what is told of old results is then worked out anew, as a step may ask more of them."""
    config = _config(scripts)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if ahead.action == "migrate":
        standings.rebuild(connection)


def _check_references(connection: sa.Connection, place: Address) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise StoreError(f"The database {place.name} cannot be migrated: in {broken[0]}, row {broken[1]} hangs loose.")


def _keep_copy(file: Path, wanted: str) -> Path:
    """Copy by SQLite itself: what is still in the write-ahead log comes along, and a half-made copy is never seen."""
    copy = file.with_name(f"{file.name}.before-{wanted}")
    unfinished = file.with_name(f"{file.name}.copying")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    shutil.copymode(file, unfinished)
    with unfinished.open("rb+") as written:
        os.fsync(written.fileno())
    return unfinished.replace(copy)
