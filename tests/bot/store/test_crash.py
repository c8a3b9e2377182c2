"""The process is killed in the middle of its writing: what it has acknowledged is there, once."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.ids import SessionId
from bot.store import Store

KILLS = 6
ACKNOWLEDGED = 150
"""Moves acknowledged before each kill."""

WRITER = """
import asyncio, os, sys
from datetime import UTC, datetime
from bot.ids import SessionId
from bot.store import MoveRow, Store

async def play(store, key, ply):
    while True:
        ply += 1
        await store.append(SessionId(key), [MoveRow(ply, 0, "roll", "13566", 101, datetime.now(UTC))], holds=ply)
        os.write(1, b"%d %d\\n" % (key, ply))

async def main():
    store = await Store.open(sys.argv[1])
    loaded = [await store.load_session(row.id) for row in await store.open_sessions()]
    await asyncio.gather(*(play(store, row.id, len(moves)) for row, moves in loaded))

asyncio.run(main())
"""


async def write_until_killed(database: str) -> list[tuple[int, int]]:
    """Session and ply of each acknowledged move."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, database, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[3]
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(ACKNOWLEDGED)]
    process.kill()
    lines += (await process.stdout.read()).splitlines(keepends=True)
    await process.wait()
    told = [line.split() for line in lines if line.endswith(b"\n")]
    return [(int(key), int(ply)) for key, ply in told]


async def test_no_acknowledged_move_is_lost_or_doubled(tmp_path: Path, session: object) -> None:
    database = str(tmp_path / "parlour.db")
    store = await Store.open(database)
    for channel in range(1, 9):
        await store.create_session(session(status="running", channel_id=channel))  # type: ignore[operator]
    await store.close()
    acknowledged: list[tuple[int, int]] = []
    for _ in range(KILLS):
        acknowledged += await write_until_killed(database)
        store = await Store.open(database)
        stored: list[tuple[int, int]] = []
        for row in await store.open_sessions():
            loaded = await store.load_session(SessionId(row.id))
            assert loaded is not None
            plies = [move.ply for move in loaded[1]]
            assert plies == list(range(1, len(plies) + 1))
            assert loaded[0].holds == len(plies)  # the other half of each change
            stored += [(row.id, ply) for ply in plies]
        await store.close()
        assert set(acknowledged) <= set(stored)
    assert len(acknowledged) == len(set(acknowledged)) >= KILLS * ACKNOWLEDGED
