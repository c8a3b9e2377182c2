"""The store: moves a second, and a leaderboard over a million results."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, get_args

import sqlalchemy as sa

from bot.ids import ChannelId, GuildId, SessionId, UserId
from bot.store import Measure, MoveRow, SeatRow, SessionRow, Store
from bot.store.schema import results, sessions

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
MOVES = 2000
CLIENTS = 32

RESULTS = 1_000_000
CROWDED_GUILD, CROWD = GuildId(1), 20_000
"""Half of all results are those of one board of one guild, with this many members."""
GUILDS = 5000
RULES = "five_equal_full_house=off joker=forced multiple_yahtzees=on"
QUESTIONS = 600
MEASURES: tuple[Measure, ...] = get_args(Measure)


def main() -> None:
    """Measure in a folder of its own, and print Markdown."""
    with TemporaryDirectory(prefix="parlour-bench-") as folder:
        moves_a_second(Path(folder))
        print()
        asyncio.run(leaderboards(Path(folder) / "results.db"))


# --- moves


@dataclass(frozen=True)
class Speed:
    """Seconds by the clock and of CPU for one move."""

    clock: float
    cpu: float


def moves_a_second(folder: Path) -> None:
    """One commit a move by the bare driver, the store for one player after another, and for many at once."""
    floor = bare(folder / "bare.db")
    arms = {
        f"floor: sqlite3 by itself, a commit for each of {MOVES} moves": floor,
        "the store, one move after another": asyncio.run(appended(folder / "one.db", clients=1)),
        f"the store, {CLIENTS} players at once (grouped)": asyncio.run(appended(folder / "many.db", clients=CLIENTS)),
    }
    print("| moves, synchronous FULL | moves/s | ÷ floor | CPU µs a move | ÷ floor |\n|---|---|---|---|---|")
    for name, speed in arms.items():
        print(
            f"| {name} | {1 / speed.clock:,.0f} | {floor.clock / speed.clock:.2f} "
            f"| {speed.cpu * 1e6:,.0f} | {speed.cpu / floor.cpu:.2f} |"
        )


def bare(file: Path) -> Speed:
    """The least that a stored move can cost: the same two statements by the driver alone."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, status TEXT, holds INTEGER)")
        connection.execute(
            "CREATE TABLE moves (game INTEGER REFERENCES games, ply INTEGER, seat INTEGER, move TEXT, drawn TEXT, "
            "actor INTEGER, at TEXT, PRIMARY KEY (game, ply)) WITHOUT ROWID"
        )
        connection.execute("INSERT INTO games VALUES (1, 'running', 0)")
        clock, cpu = time.perf_counter(), time.process_time()
        for ply in range(MOVES):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE games SET holds = ? WHERE id = ? AND status = 'running'", (ply % 32, 1))
            values = (1, ply, 0, "h_33__", "43351", 101, str(NOW))
            connection.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            connection.execute("COMMIT")
        return Speed((time.perf_counter() - clock) / MOVES, (time.process_time() - cpu) / MOVES)


async def appended(file: Path, *, clients: int) -> Speed:
    """The store with so many players, each of whom waits for their own move before the next."""
    store = await Store.open(str(file))
    keys = [await store.create_session(running_session(channel)) for channel in range(1, clients + 1)]
    each = MOVES * (1 if clients == 1 else 4) // clients
    clock, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(store, key, each) for key in keys))
    count = each * clients
    speed = Speed((time.perf_counter() - clock) / count, (time.process_time() - cpu) / count)
    await store.close()
    return speed


async def play(store: Store, key: SessionId, count: int) -> None:
    for ply in range(1, count + 1):
        await store.append(key, [MoveRow(ply, 0, "h_33__", "43351", UserId(101), NOW)], holds=ply % 32)


def running_session(channel: int) -> SessionRow:
    return SessionRow(
        id=SessionId(0),
        guild_id=GuildId(1),
        channel_id=ChannelId(channel),
        message_id=None,
        host_id=UserId(101),
        game="yatzy",
        options="{}",
        status="running",
        solo=True,
        secret=bytes(32),
        nonce=None,
        created_at=NOW,
        started_at=NOW,
        ended_at=None,
        ended=None,
        holds=0,
        rematch_of=None,
        seats=(SeatRow(0, UserId(101), "Ada", None),),
    )


# --- leaderboards


async def leaderboards(file: Path) -> None:
    """Pages of boards over `RESULTS` results, against the cheapest question that the store is ever asked."""
    await (await Store.open(str(file))).close()
    fill(file)
    store = await Store.open(str(file))
    await store.rebuild_standings()
    chance = Random(1)
    floor = await timed(lambda: store.guild_options(GuildId(chance.randint(1, GUILDS))))
    arms: dict[str, list[float]] = {f"floor: the options of a guild, {QUESTIONS} times": floor}
    for name, guild, pages in (
        ("any guild's board, first page", None, 1),
        (f"one board with {CROWD:,} members and {RESULTS // 2:,} results, first page", CROWDED_GUILD, 1),
        ("that board, any page", CROWDED_GUILD, CROWD // 10),
    ):
        arms[name] = await timed(partial(look_up, store, chance, guild, pages))
    await store.close()
    print_latencies(arms, floor)


def print_latencies(arms: dict[str, list[float]], floor: list[float]) -> None:
    print(f"| leaderboard over {RESULTS:,} results | p50 ms | p99 ms | p99 ÷ floor |\n|---|---|---|---|")
    for name, seconds in arms.items():
        ratio = p99(seconds) / p99(floor)
        print(f"| {name} | {median(seconds) * 1000:.2f} | {p99(seconds) * 1000:.2f} | {ratio:.1f} |")


def p99(seconds: list[float]) -> float:
    return quantiles(seconds, n=100)[98]


async def timed(ask: Callable[[], Awaitable[object]]) -> list[float]:
    """Seconds of each of many questions, asked one after another."""
    seconds = []
    for _ in range(QUESTIONS):
        start = time.perf_counter()
        await ask()
        seconds.append(time.perf_counter() - start)
    return seconds


async def look_up(store: Store, chance: Random, guild: GuildId | None, pages: int) -> None:
    where = guild or GuildId(chance.randint(2, GUILDS))
    by = chance.choice(MEASURES)
    page = await store.leaderboard(where, "yahtzee", RULES, by, page=chance.randint(1, pages))
    assert page.rows, "every guild has a board"


def fill(file: Path) -> None:
    """Write a session and a result for each game of one member; through the store it would take an hour."""
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        made = made_results(Random(2))
        while chunk := list(islice(made, 20_000)):
            connection.execute(sessions.insert(), [session_of(row) for row in chunk])
            connection.execute(results.insert(), chunk)
    engine.dispose()


def session_of(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": row["session_id"],
        "guild_id": row["guild_id"],
        "channel_id": row["guild_id"],
        "host_id": row["user_id"],
        "game": row["game"],
        "options": "{}",
        "status": "over",
        "solo": True,
        "secret": bytes(32),
        "created_at": NOW,
        "ended_at": row["ended_at"],
        "ended": "complete",
        "holds": 0,
    }


def made_results(chance: Random) -> Iterator[dict[str, Any]]:
    for number in range(1, RESULTS + 1):
        crowded = number % 2 == 0
        guild = CROWDED_GUILD if crowded else chance.randint(2, GUILDS)
        user = chance.randint(1, CROWD if crowded else 20)
        yield {
            "session_id": number,
            "seat": 0,
            "guild_id": guild,
            "user_id": guild * 1_000_000 + user,
            "name": f"Member {user}",
            "game": "yahtzee",
            "rules": RULES,
            "total": int(chance.gauss(210, 50)),
            "place": chance.randint(1, 2),
            "seats": 2,
            "won": chance.random() < 0.5,
            "counted": chance.choices(("full", "early", "lost"), (90, 5, 5))[0],
            "seconds": chance.randint(200, 2000),
            "ended_at": NOW + timedelta(seconds=number),
            "moves": chance.randint(90, 400),
        }


if __name__ == "__main__":
    main()
