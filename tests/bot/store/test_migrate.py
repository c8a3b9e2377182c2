from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from bot.ids import GuildId, UserId
from bot.store import Measure, Store, StoreError, address, migrate
from bot.store.connections import connect
from bot.store.schema import metadata

HEAD, NEXT = "0007", "0008"
ADDS_A_COLUMN = 'op.add_column("sessions", sa.Column("mood", sa.Text()))'
ADDS_A_TABLE = 'op.create_table("tables", sa.Column("legs", sa.Integer()))'


def _all_but(first: int) -> Callable[[Any, list[str]], set[str]]:
    """What a copy of the migrations leaves out, so that only so many are there."""
    return shutil.ignore_patterns(*(f"{number:04}*" for number in range(first + 1, int(HEAD) + 1)))


@pytest.fixture
def scripts(tmp_path: Path) -> Callable[..., Path]:
    """Makes the migrations of a later Parlour, whose next step does what is given."""

    def make(*steps: str) -> Path:
        later = tmp_path / "later 100%"
        shutil.copytree(migrate.SCRIPTS, later)
        body = "\n".join(f"    {step}" for step in steps)
        numbers = f'revision = "{NEXT}"\ndown_revision = "{HEAD}"\n\n\n'
        text = f"import sqlalchemy as sa\nfrom alembic import op\n{numbers}"
        (later / "versions" / f"{NEXT}_next.py").write_text(f"{text}def upgrade():\n{body}\n")
        return later

    return make


@pytest.fixture
async def old(tmp_path: Path, session: Callable[..., Any]) -> Path:
    """A file of this version with a game in it, whose last changes are still in the write-ahead log."""
    made, file = tmp_path / "made.db", tmp_path / "parlour.db"
    store = await Store.open(str(made))
    await store.create_session(session())
    await store.set_option(GuildId(1), "", "pings", "off")
    for end in ("", "-wal"):
        shutil.copy(f"{made}{end}", f"{file}{end}")
    await store.close()
    return file


def tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def version(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def options(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM guild_options").fetchone()[0])


async def test_the_migrations_lead_to_the_tables(database: str) -> None:
    await migrate.upgrade(database)

    def compare(connection: sa.Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, metadata))

    connections = connect(address.parse(database))
    try:
        assert await connections.read(compare) == []
    finally:
        await connections.close()


async def test_on_sqlite_they_are_the_very_same(tmp_path: Path) -> None:
    migrated, made = tmp_path / "migrated.db", tmp_path / "made.db"
    await migrate.upgrade(str(migrated))
    engine = sa.create_engine(f"sqlite:///{made}")
    metadata.create_all(engine)
    engine.dispose()

    def schema(file: Path) -> dict[str, list[str]]:
        with closing(sqlite3.connect(file)) as connection:
            found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            # SQLite quotes the name of a table that was made anew, and adds columns on the line of the last bracket.
            parts = {name: re.split(r",|\n|\)$", sql.replace('"', "")) for name, sql in found}
            parts = {name: [part.strip() for part in lines if part.strip()] for name, lines in parts.items()}
        return {name: sorted(lines) for name, lines in parts.items() if name != "alembic_version"}

    assert schema(migrated) == schema(made)


async def test_a_new_database_is_made_and_a_current_one_left_alone(database: str) -> None:
    assert (await migrate.plan(database)).action == "create"
    assert (await migrate.upgrade(database)).plan.action == "create"
    assert (await migrate.plan(database)).action == "nothing"
    again = await migrate.upgrade(database)
    assert (again.plan.action, again.copy) == ("nothing", None)


def test_looking_ahead_makes_no_file(tmp_path: Path) -> None:
    asyncio.run(migrate.plan(str(tmp_path / "parlour.db")))
    assert list(tmp_path.iterdir()) == []


async def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    file.touch()
    await (await Store.open(str(file))).close()
    assert "sessions" in tables(file)


async def test_an_older_file_is_migrated_and_a_copy_kept(old: Path, scripts: Callable[..., Path]) -> None:
    later = scripts(ADDS_A_COLUMN, ADDS_A_TABLE)
    assert (await migrate.plan(str(old), scripts=later)).action == "migrate"
    done = await migrate.upgrade(str(old), scripts=later)
    assert done.copy == old.with_name(f"parlour.db.before-{NEXT}")
    assert (version(old), options(old), "tables" in tables(old)) == (NEXT, 1, True)
    assert (version(done.copy), options(done.copy), "tables" in tables(done.copy)) == (HEAD, 1, False)


async def test_a_file_of_the_first_version_gets_room_for_members_options(tmp_path: Path) -> None:
    first, file = tmp_path / "first", tmp_path / "parlour.db"
    shutil.copytree(migrate.SCRIPTS, first, ignore=_all_but(1))
    await migrate.upgrade(str(file), scripts=first)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO guild_options VALUES (1, '', 'pings', 'off')")
    assert (version(file), "member_options" in tables(file)) == ("0001", False)

    store = await Store.open(str(file))
    await store.set_member_option(UserId(101), "card", "text")
    assert await store.member_options(UserId(101)) == {"card": "text"}
    assert await store.guild_options(GuildId(1)) == {("", "pings"): "off"}
    await store.close()
    copy = file.with_name(f"parlour.db.before-{HEAD}")
    assert (version(copy), options(copy), "member_options" in tables(copy)) == ("0001", 1, False)


async def test_results_from_before_are_on_every_board_that_can_tell_of_them(tmp_path: Path) -> None:
    """The fourth version kept no moves, and had no standings for games that are won or not."""
    fourth, file = tmp_path / "fourth", tmp_path / "parlour.db"
    shutil.copytree(migrate.SCRIPTS, fourth, ignore=_all_but(4))
    await migrate.upgrade(str(file), scripts=fourth)
    with closing(sqlite3.connect(file)) as connection, connection:
        for number, won in enumerate((True, True, False), 1):
            connection.execute(
                "INSERT INTO sessions (id, guild_id, channel_id, host_id, game, options, status, solo, secret, "
                "created_at, holds) VALUES (?, 1, 10, 101, 'klondike', '{}', 'over', 1, x'00', '2026-05-01', 0)",
                [number],
            )
            connection.execute(
                "INSERT INTO results VALUES (?, 0, 1, 101, 'Ada', 'klondike', '', 52, 1, 1, ?, 'full', 600, ?)",
                [number, won, f"2026-05-01 12:0{number}:00.000000"],
            )

    store = await Store.open(str(file))
    found = {by: await store.leaderboard(GuildId(1), "klondike", "", by) for by in get_args(Measure)}
    await store.close()
    values = {by: [line.value for line in page.rows] for by, page in found.items()}
    assert (values["won"], values["streak"], values["time"], values["moves"]) == ([2], [2], [600], [])
    assert (values["best"], values["wins"]) == ([52], [2])


async def test_the_copy_is_a_whole_database_by_itself(old: Path, scripts: Callable[..., Path], tmp_path: Path) -> None:
    done = await migrate.upgrade(str(old), scripts=scripts(ADDS_A_TABLE))
    assert done.copy is not None
    store = await Store.open(str(shutil.copy(done.copy, tmp_path / "restored.db")))
    assert [row.status for row in await store.open_sessions()] == ["lobby"]
    await store.close()


async def test_a_step_that_fails_leaves_nothing_behind(old: Path, scripts: Callable[..., Path]) -> None:
    later = scripts(ADDS_A_TABLE, ADDS_A_COLUMN, 'op.execute("DELETE FROM guild_options")', 'op.execute("SELEC 1")')
    before = tables(old)
    with pytest.raises(StoreError, match=r'parlour.db cannot be used: near "SELEC": syntax error'):
        await migrate.upgrade(str(old), scripts=later)
    assert (version(old), options(old), tables(old)) == (HEAD, 1, before)
    store = await Store.open(str(old))
    assert len(await store.open_sessions()) == 1
    await store.close()


async def test_rebuilding_a_table_keeps_what_refers_to_it(old: Path, scripts: Callable[..., Path]) -> None:
    later = scripts(
        'with op.batch_alter_table("sessions", recreate="always") as batch:',
        '    batch.alter_column("nonce", new_column_name="salt")',
    )
    await migrate.upgrade(str(old), scripts=later)
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("SELECT count(*) FROM seats").fetchone() == (2,)


async def test_a_step_that_breaks_references_is_refused(old: Path, scripts: Callable[..., Path]) -> None:
    with pytest.raises(StoreError, match=r"in (seats|paces)"):
        await migrate.upgrade(str(old), scripts=scripts('op.execute("DELETE FROM sessions")'))
    assert version(old) == HEAD


async def test_a_newer_file_is_refused_with_a_sentence(old: Path, scripts: Callable[..., Path]) -> None:
    await migrate.upgrade(str(old), scripts=scripts(ADDS_A_TABLE))
    for look in (migrate.plan, migrate.upgrade, Store.open):
        with pytest.raises(StoreError) as refused:
            await look(str(old))
        assert str(refused.value) == (
            f"The database {old} was written by a newer Parlour: its schema is {NEXT}, this version knows those up to "
            f"{HEAD}. Update Parlour, or choose another database."
        )
    assert version(old) == NEXT


async def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "recipes.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (dish TEXT)")
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"recipes.db is another program's"):
        await Store.open(str(file))
    assert file.read_bytes() == before


async def test_the_steps_run_only_within_parlour() -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrate.SCRIPTS))
    config.set_main_option("path_separator", "os")
    with pytest.raises(RuntimeError, match="python -m bot migrate"):
        command.upgrade(config, "head")


async def test_the_way_back_leaves_no_table(tmp_path: Path) -> None:
    from alembic import command

    file = tmp_path / "parlour.db"
    await migrate.upgrade(str(file))
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = migrate._config(migrate.SCRIPTS)
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    engine.dispose()
    assert tables(file) <= {"alembic_version", "sqlite_sequence"}
    assert (await migrate.upgrade(str(file))).plan.action == "create"
