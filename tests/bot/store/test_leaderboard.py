from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, get_args

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ids import ChannelId, GuildId, SessionId, UserId
from bot.store import Finish, Line, Measure, Page, ResultRow, Store, results, standings
from bot.store.schema import metadata

Make = Callable[..., Any]
Record = Callable[..., Any]
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
MEASURES: tuple[Measure, ...] = get_args(Measure)


@pytest.fixture
def record(store: Store, session: Make, move: Make, result: Make) -> Record:
    """Plays a session to its end, with one result for each mapping of changes to the usual one."""

    async def play(*seats: dict[str, Any]) -> None:
        key = await store.create_session(session(status="running", channel_id=ChannelId(10)))
        rows = tuple(result(key, **{"seat": number} | changes) for number, changes in enumerate(seats))
        await store.append(key, [move(1)], holds=0, finish=Finish("complete", NOON, rows))

    return play


def seat(user_id: int, total: int, **changes: Any) -> dict[str, Any]:
    return {"user_id": UserId(user_id), "name": f"member {user_id}", "total": total, "won": False} | changes


async def board(store: Store, by: Any = "best", **where: Any) -> Page:
    usual: dict[str, Any] = {"guild_id": GuildId(1), "game": "yahtzee", "rules": "joker=forced"}
    return await store.leaderboard(**usual | where, by=by)


async def test_an_empty_board_has_one_empty_page(store: Store) -> None:
    assert await board(store) == Page((), 1, 1, 0)


async def test_equal_totals_share_a_place(store: Store, record: Record) -> None:
    await record(seat(1, 90), seat(2, 100), seat(3, 100), seat(4, 80))
    assert [(line.place, line.value) for line in (await board(store)).rows] == [(1, 100), (1, 100), (3, 90), (4, 80)]


async def test_among_equals_the_quicker_then_the_earlier_comes_first(store: Store, record: Record) -> None:
    later = NOON + timedelta(hours=1)
    await record(seat(1, 100, ended_at=later), seat(2, 100), seat(3, 100, seconds=599, ended_at=later))
    lines = (await board(store)).rows
    assert [(line.place, line.user_id) for line in lines] == [(1, 3), (1, 2), (1, 1)]


async def test_only_a_members_best_counts_and_all_games_are_told(store: Store, record: Record) -> None:
    for total in (120, 250, 180):
        await record(seat(1, total))
    assert (await board(store)).rows == (Line(1, UserId(1), "member 1", 250, 3, early=False),)


async def test_a_game_ended_early_is_marked_and_counts_for_the_best_alone(store: Store, record: Record) -> None:
    await record(seat(1, 150, counted="early"))
    assert (await board(store)).rows == (Line(1, UserId(1), "member 1", 150, 1, early=True),)
    assert (await board(store, "average")).total == 0
    assert (await board(store, "wins")).total == 0
    await record(seat(1, 170))
    assert (await board(store)).rows == (Line(1, UserId(1), "member 1", 170, 2, early=False),)
    assert (await board(store, "average")).rows == (Line(1, UserId(1), "member 1", 170.0, 1, early=False),)


async def test_a_resigned_seat_is_a_lost_game_without_a_total(store: Store, record: Record) -> None:
    await record(seat(1, 300, counted="lost"), seat(2, 100, won=True))
    await record(seat(2, 50, won=True), seat(1, 41))
    assert [(line.user_id, line.value) for line in (await board(store)).rows] == [(2, 100), (1, 41)]
    assert (await board(store, "average")).rows == (
        Line(1, UserId(2), "member 2", 75.0, 2, early=False),
        Line(2, UserId(1), "member 1", 41.0, 2, early=False),
    )
    assert (await board(store, "wins")).rows == (
        Line(1, UserId(2), "member 2", 2, 2, early=False),
        Line(2, UserId(1), "member 1", 0, 2, early=False),
    )


async def test_computers_are_not_listed(store: Store, record: Record) -> None:
    await record(seat(1, 90), {"user_id": None, "name": "Computer", "total": 300})
    assert [line.user_id for line in (await board(store)).rows] == [1]


async def test_boards_are_apart_by_guild_game_and_rules(store: Store, record: Record) -> None:
    await record(seat(1, 100), seat(2, 200, rules="joker=free_choice"), seat(3, 300, game="yatzy"))
    await record(seat(4, 400, guild_id=GuildId(2)))
    assert [line.user_id for line in (await board(store)).rows] == [1]
    assert [line.user_id for line in (await board(store, rules="joker=free_choice")).rows] == [2]
    assert [line.user_id for line in (await board(store, game="yatzy")).rows] == [3]
    assert [line.user_id for line in (await board(store, guild_id=GuildId(2))).rows] == [4]


async def test_a_member_is_called_as_in_their_newest_game(store: Store, record: Record) -> None:
    await record(seat(1, 100, name="Bea", ended_at=NOON + timedelta(days=1)))
    await record(seat(1, 200, name="Ada", ended_at=NOON))
    assert [line.name for line in (await board(store)).rows] == ["Bea"]


async def test_places_go_on_over_pages(store: Store, record: Record) -> None:
    await record(*(seat(user, total) for user, total in enumerate((50, 40, 40, 40, 30, 20), 1)))

    async def places(page: int) -> tuple[int, list[int]]:
        got = await store.leaderboard(GuildId(1), "yahtzee", "joker=forced", "best", page=page, per_page=2)
        assert (got.pages, got.total) == (3, 6)
        return got.page, [line.place for line in got.rows]

    assert await places(1) == (1, [1, 2])
    assert await places(2) == (2, [2, 2])
    assert await places(3) == (3, [5, 6])
    assert await places(0) == await places(-9) == await places(1)
    assert await places(4) == await places(10**30) == await places(3)


async def test_standings_can_be_worked_out_again(store: Store, record: Record) -> None:
    await record(seat(1, 100, won=True), seat(2, 90), seat(3, 80, counted="lost"))
    await record(seat(1, 70), seat(4, 60, counted="early"))
    before = [await board(store, by) for by in MEASURES]
    await store.rebuild_standings()
    assert [await board(store, by) for by in MEASURES] == before


# --- games that are won or not


def game(user_id: int, *, won: bool = True, **changes: Any) -> dict[str, Any]:
    """A game alone: won in 100 moves and 600 seconds, or given up."""
    counted = "full" if won else "early"
    return seat(user_id, 52, seats=1, won=won, counted=counted, moves=100) | changes


async def test_of_games_won_all_games_are_told(store: Store, record: Record) -> None:
    for won in (True, False, True, False):
        await record(game(1, won=won), game(2), game(3, won=False))
    assert [(line.place, line.user_id, line.value, line.games) for line in (await board(store, "won")).rows] == [
        (1, 2, 4, 4),
        (2, 1, 2, 4),
        (3, 3, 0, 4),
    ]


async def test_a_streak_is_the_longest_row_of_wins_by_when_they_ended(store: Store, record: Record) -> None:
    # as they are stored: two in a row; as they ended: won, won, given up, won, won, won
    for minute, won in ((5, True), (2, False), (0, True), (3, True), (1, True), (4, True)):
        await record(game(1, won=won, ended_at=NOON + timedelta(minutes=minute)))
    await record(game(2))
    await record(game(3, won=False))
    assert [(line.place, line.user_id, line.value, line.games) for line in (await board(store, "streak")).rows] == [
        (1, 1, 3, 6),
        (2, 2, 1, 1),
    ]


async def test_a_streak_goes_on_under_the_same_rules_only(store: Store, record: Record) -> None:
    await record(game(1, ended_at=NOON))
    await record(game(1, ended_at=NOON + timedelta(minutes=1), won=False, rules="draw=3"))
    await record(game(1, ended_at=NOON + timedelta(minutes=2)))
    assert [line.value for line in (await board(store, "streak")).rows] == [2]
    assert (await board(store, "streak", rules="draw=3")).total == 0


async def test_the_least_time_and_the_fewest_moves_of_a_game_won_come_first(store: Store, record: Record) -> None:
    for one in (
        game(1, seconds=300, moves=140),
        game(1, seconds=500, moves=110),
        game(2, seconds=300, moves=130),
        game(3, seconds=10, moves=1, won=False),
        game(4, seconds=200, moves=None),  # from before moves were kept
    ):
        await record(one)
    assert [(line.place, line.user_id, line.value, line.games) for line in (await board(store, "time")).rows] == [
        (1, 4, 200, 1),
        (2, 1, 300, 2),
        (2, 2, 300, 1),
    ]
    assert [(line.place, line.user_id, line.value, line.games) for line in (await board(store, "moves")).rows] == [
        (1, 1, 110, 2),
        (2, 2, 130, 1),
    ]


async def test_among_equal_moves_the_quicker_then_the_earlier_comes_first(store: Store, record: Record) -> None:
    later = NOON + timedelta(hours=1)
    await record(game(1, ended_at=later), game(2, ended_at=NOON), game(3, seconds=599, ended_at=later))
    assert [(line.place, line.user_id) for line in (await board(store, "moves")).rows] == [(1, 3), (1, 2), (1, 1)]
    assert [(line.place, line.user_id) for line in (await board(store, "time")).rows] == [(1, 3), (2, 2), (2, 1)]


async def test_a_race_is_won_by_who_came_first_even_where_nobody_got_to_the_end(store: Store, record: Record) -> None:
    def race(user_id: int, place: int, **changes: Any) -> dict[str, Any]:
        return game(user_id, seats=2, place=place, **changes)

    await record(race(1, 1, won=False), race(2, 2, won=False))
    await record(race(1, 1), race(2, 2))
    await record(game(3))
    assert [(line.place, line.user_id, line.value, line.games) for line in (await board(store, "races")).rows] == [
        (1, 1, 2, 2),
        (2, 2, 0, 2),
    ]


@pytest.mark.parametrize("by", ["time", "moves"])
async def test_where_less_is_better_places_go_on_over_pages_too(store: Store, record: Record, by: Any) -> None:
    await record(*(game(user, seconds=n, moves=n) for user, n in enumerate((50, 40, 40, 40, 30, 20), 1)))
    found = []
    for page in (1, 2, 3):
        got = await store.leaderboard(GuildId(1), "yahtzee", "joker=forced", by, page=page, per_page=2)
        found += [(line.place, line.value) for line in got.rows]
    assert found == [(1, 20), (2, 30), (3, 40), (3, 40), (3, 40), (6, 50)]


# --- against a second, plain reckoning

SOME_RESULTS = st.lists(
    st.fixed_dictionaries(
        {
            "user_id": st.sampled_from([None, 1, 2, 3]),
            "total": st.integers(0, 3),
            "seconds": st.integers(1, 2),
            "moves": st.sampled_from([None, 1, 2]),
            "seats": st.integers(1, 2),
            "place": st.integers(1, 2),
            "won": st.booleans(),
            "counted": st.sampled_from(["full", "early", "lost"]),
            "rules": st.sampled_from(["a", "b"]),
            "minute": st.integers(0, 3),
        }
    ),
    max_size=12,
)


def rows_of(drawn: Sequence[dict[str, Any]]) -> list[ResultRow]:
    return [
        ResultRow(
            session_id=SessionId(number),
            seat=0,
            guild_id=GuildId(1),
            user_id=one["user_id"],
            name=f"name {number}",
            game="yatzy",
            rules=one["rules"],
            total=one["total"],
            place=one["place"],
            seats=one["seats"],
            won=one["won"],
            counted=one["counted"],
            seconds=one["seconds"],
            ended_at=NOON + timedelta(minutes=one["minute"]),
            moves=one["moves"],
        )
        for number, one in enumerate(drawn, 1)
    ]


Reckoned = tuple[float, int] | None
"""A member's value and games; None where they are not on the board."""


def of_cards(mine: Sequence[ResultRow], by: str) -> Reckoned:
    cards = [row for row in mine if row.counted == "full"]
    scored = [row for row in mine if row.counted != "lost"]
    played = [row for row in mine if row.counted != "early"]
    if by == "best" and scored:
        return top(scored).total, len(scored)
    if by == "average" and cards:
        return sum(row.total for row in cards) / len(cards), len(played)
    if by == "wins" and played:
        return sum(row.won for row in cards), len(played)
    return None


def of_wins(mine: Sequence[ResultRow], by: str) -> Reckoned:
    won = [row for row in mine if row.won]
    if by == "won":
        return len(won), len(mine)
    if by == "races":
        raced = [row for row in mine if row.seats > 1]
        return (sum(row.place == 1 for row in raced), len(raced)) if raced else None
    if by == "streak":
        in_order = sorted(mine, key=lambda row: (row.ended_at, row.session_id))
        values = [sum(1 for _ in run) for is_won, run in groupby(in_order, key=lambda row: row.won) if is_won]
        return (max(values), len(mine)) if values else None
    least = [row.seconds if by == "time" else row.moves for row in won]
    return min(((value, len(mine)) for value in least if value is not None), default=None)


def top(scored: Sequence[ResultRow]) -> ResultRow:
    return min(scored, key=lambda row: (-row.total, row.seconds, row.ended_at, row.session_id))


def reckon(rows: Sequence[ResultRow], by: str) -> list[tuple[int, float, int, str, bool]]:
    """User, value, games, name and early mark of each line, by user."""
    lines: list[tuple[int, float, int, str, bool]] = []
    for user in sorted({row.user_id for row in rows if row.user_id is not None}):
        mine = [row for row in rows if row.user_id == user]
        name = max(mine, key=lambda row: (row.ended_at, row.session_id)).name
        found = (of_cards if by in {"best", "average", "wins"} else of_wins)(mine, by)
        if found is not None:
            early = by == "best" and top([row for row in mine if row.counted != "lost"]).counted == "early"
            lines.append((user, *found, name, early))
    return lines


def read(connection: sa.Connection, rules: str, by: Any) -> list[Line]:
    page = results.leaderboard(connection, GuildId(1), "yatzy", rules, by=by, page=1, per_page=99)
    return list(page.rows)


@pytest.fixture(scope="module")
def tables() -> Iterator[sa.Connection]:
    engine = sa.create_engine("sqlite://")
    with engine.connect() as connection:
        metadata.create_all(connection)
        connection.commit()
        yield connection
    engine.dispose()


@settings(max_examples=60, deadline=None)
@given(drawn=SOME_RESULTS)
def test_boards_agree_with_a_plain_reckoning_and_with_a_rebuild(
    tables: sa.Connection, drawn: list[dict[str, Any]]
) -> None:
    rows, connection = rows_of(drawn), tables
    with connection.begin() as changes:
        for row in rows:
            results.add(connection, [row])
        keys = [(rules, by) for rules in "ab" for by in MEASURES]
        kept = {key: read(connection, *key) for key in keys}
        standings.rebuild(connection)
        assert {key: read(connection, *key) for key in keys} == kept
        changes.rollback()
    for (rules, by), lines in kept.items():
        expected = reckon([row for row in rows if row.rules == rules], by)
        shown = [(line.user_id, line.value, line.games, line.name, line.early) for line in lines]
        assert sorted(shown) == expected
        values = [line.value for line in lines]
        assert values == sorted(values, reverse=by not in {"time", "moves"})
        assert [line.place for line in lines] == [1 + values.index(value) for value in values]
