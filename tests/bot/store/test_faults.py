from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.ids import ChannelId, GuildId
from bot.store import Store, StoreError, address, connections

Make = Callable[..., Any]


DIARY = b"Dear diary, " * 1000


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    file = tmp_path / "diary.txt"
    file.write_bytes(DIARY)
    return file


def pages(file: Path) -> int:
    return file.stat().st_size // 4096


@pytest.fixture
async def full(file: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """A store on a disk with room for a few pages more."""
    await (await Store.open(str(file))).close()
    room = f"max_page_count={pages(file) + 4}"
    monkeypatch.setattr(connections, "_WRITING", (*connections._WRITING, room))
    store = await Store.open(str(file))
    yield store
    await store.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "parlour.db"


async def refusal(database: object) -> str:
    with pytest.raises(StoreError) as refused:
        await Store.open(str(database))
    return str(refused.value)


def test_a_file_that_is_no_database(diary: Path) -> None:
    told = asyncio.run(refusal(diary))
    assert told == f"The database {diary} cannot be used: it is not a database; choose another file."
    assert diary.read_bytes() == DIARY


async def test_a_folder(tmp_path: Path) -> None:
    assert await refusal(tmp_path) == f"{tmp_path} is a folder: name a file in it as the database."


async def test_a_missing_folder(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    expected = f"The folder {missing} for the database parlour.db does not exist: make it first."
    assert await refusal(missing / "parlour.db") == expected


async def test_a_place_where_nobody_may_write() -> None:
    assert "be written" in await refusal("/proc/parlour.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
async def test_a_file_that_may_not_be_written(file: Path) -> None:
    await (await Store.open(str(file))).close()
    await asyncio.to_thread(file.chmod, 0o400)
    assert "it may not be written" in await refusal(file)


@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        ("", "in memory"),
        (":memory:", "in memory"),
        ("sqlite://", "in memory"),
        ("mysql://host/parlour", "'mysql' is not known"),
        ("post gres://", "cannot be read"),
        ("postgresql://host:port/parlour", "cannot be read"),
        ("a\0b", "cannot be a file's name"),
    ],
)
async def test_an_address_that_leads_nowhere(database: str, sentence: str) -> None:
    assert sentence in await refusal(database)


async def test_a_password_is_not_told() -> None:
    pytest.importorskip("asyncpg")
    sentence = await refusal("postgresql://ada:hunter2@127.0.0.1:1/parlour")
    assert "postgresql://ada:***@127.0.0.1:1/parlour" in sentence
    assert "hunter2" not in sentence


async def test_a_full_disk_is_told_and_passes(full: Store, file: Path, session: Make) -> None:
    async def fill() -> None:
        for channel in range(1, 1000):
            await full.create_session(session(channel_id=ChannelId(channel), options="x" * 2000))

    with pytest.raises(StoreError) as refused:
        await fill()
    assert str(refused.value) == f"The database {file} cannot be used: the disk is full; free some space."
    stored = await full.open_sessions()
    assert 0 < len(stored) < 999
    for row in stored:
        assert await full.drop_session(row.id)  # and so there is room again
    await full.create_session(session())
    assert len(await full.open_sessions()) == 1


async def test_a_move_for_which_there_is_no_room_is_told_and_the_game_stays(
    full: Store, session: Make, move: Make
) -> None:
    key = await full.create_session(session(status="running"))
    stored: list[int] = []

    async def play() -> None:
        for ply in range(1, 1000):
            await full.append(key, [move(ply, drawn="6" * 1000)], holds=ply)
            stored.append(ply)

    with pytest.raises(StoreError, match="disk is full"):
        await play()
    found = await full.load_session(key)
    assert found is not None
    assert [row.ply for row in found[1]] == stored
    assert found[0].holds == len(stored) > 0
    assert await full.save_holds(key, len(stored), 1)


async def test_on_a_full_disk_a_group_fails_as_one(full: Store, session: Make) -> None:
    presses = [full.create_session(session(channel_id=ChannelId(n), options="x" * 2000)) for n in range(1, 100)]
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    stored = {row.id for row in await full.open_sessions()}
    assert {outcome for outcome in outcomes if isinstance(outcome, int)} == stored
    assert sum(isinstance(outcome, StoreError) for outcome in outcomes) == 99 - len(stored) > 0


async def test_a_locked_database_is_told_to_all_at_once_and_passes(
    file: Path, session: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_WRITING", (*connections._WRITING, "busy_timeout=1"))
    store = await Store.open(str(file))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        presses = [store.create_session(session(channel_id=ChannelId(n))) for n in range(1, 51)]
        outcomes = await asyncio.gather(*presses, return_exceptions=True)
        sentence = f"The database {file} cannot be used: another program holds it locked."
        assert {str(outcome) for outcome in outcomes} == {sentence}
        assert await store.open_sessions() == []
        other.execute("ROLLBACK")
    await store.create_session(session())
    await store.close()


async def test_a_number_beyond_all_bounds_is_told(file: Path) -> None:
    store = await Store.open(str(file))
    with pytest.raises(StoreError, match="too large"):
        await store.set_option(GuildId(10**30), "", "pings", "off")
    await store.set_option(GuildId(1), "", "pings", "off")
    await store.close()


async def test_the_file_alone_is_the_whole_database_after_closing(file: Path, session: Make) -> None:
    store = await Store.open(str(file))
    await store.create_session(session())
    await store.close()
    assert [path.name for path in file.parent.iterdir()] == ["parlour.db"]


async def test_commits_reach_the_disk(file: Path) -> None:
    place = connections.connect(address.parse(str(file)))

    def pragmas(connection: sa.Connection) -> tuple[object, ...]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return tuple(connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names)

    assert await asyncio.to_thread(place.write, pragmas) == ("wal", 2, 1)
    await place.close()
