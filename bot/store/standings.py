"""Standings: each member's results on a board summed up. They follow from the results alone."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from bot.ids import GuildId, UserId
from bot.store import numbered
from bot.store.schema import boards, results, standings

_BOARD = ("guild_id", "game", "rules")
_KEY = ("board_id", "user_id")
_RESULTS_ON_BOARDS = results.join(boards, sa.and_(*(results.c[name] == boards.c[name] for name in _BOARD)))


def find_board(connection: sa.Connection, guild_id: GuildId, game: str, rules: str) -> int | None:
    """The number of the board; `None` if nothing was ever played on it."""
    key = {"guild_id": guild_id, "game": game, "rules": rules}
    return connection.scalar(sa.select(boards.c.id).where(*(boards.c[name] == part for name, part in key.items())))


def open_board(connection: sa.Connection, guild_id: GuildId, game: str, rules: str) -> int:
    """The number of the board, given to it now if it had none."""
    board_id = find_board(connection, guild_id, game, rules)
    if board_id is None:
        numbered.insert(connection, boards, {"guild_id": guild_id, "game": game, "rules": rules})
        board_id = find_board(connection, guild_id, game, rules)  # ours, or another process's of this very moment
    assert board_id is not None
    return board_id


def renew(connection: sa.Connection, board_id: int, user_id: UserId) -> None:
    """Work out one member's standing again; call it after any change of their results."""
    connection.execute(standings.delete().where(standings.c.board_id == board_id, standings.c.user_id == user_id))
    _insert(connection, boards.c.id == board_id, results.c.user_id == user_id)


def rebuild(connection: sa.Connection) -> None:
    """Work out all standings again."""
    connection.execute(standings.delete())
    for board in connection.execute(sa.select(*(results.c[name] for name in _BOARD)).distinct()).all():
        open_board(connection, *board)
    _insert(connection, results.c.user_id.is_not(None))


def _insert(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> None:
    summed = _summed(*conditions)
    names = [column.name for column in summed.selected_columns]
    connection.execute(standings.insert().from_select(names, summed))


def _summed(*conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    ranked = _in_streaks(_ranked(*conditions))
    row = ranked.c
    return sa.select(
        *(row[name] for name in _KEY),
        sa.func.max(sa.case((row.age == 1, row.name))).label("name"),
        *_cards(row),
        *_wins(row),
    ).group_by(*(row[name] for name in _KEY))


def _cards(row: ReadOnlyColumnCollection[str, Any]) -> tuple[sa.ColumnElement[Any], ...]:
    """What is told of cards: totals, their average, and wins among those who filled one."""
    full, early, lost = (row.counted == counted for counted in ("full", "early", "lost"))
    best = sa.and_(row.merit == 1, ~lost)
    played = _how_many(~early)
    return (
        _how_many(~lost).label("scored"),
        played.label("played"),
        _of(best, row.total).label("best"),
        _of(best, row.seconds).label("best_seconds"),
        _of(best, row.ended_at).label("best_at"),
        (_how_many(sa.and_(best, early)) > 0).label("best_early"),
        (sa.cast(sa.func.sum(sa.case((full, row.total))), sa.Double()) / _how_many(full)).label("average"),
        sa.case((played > 0, _how_many(sa.and_(full, row.won)))).label("wins"),
    )


def _wins(row: ReadOnlyColumnCollection[str, Any]) -> tuple[sa.ColumnElement[Any], ...]:
    """What is told of games that are won or not, and of races."""
    quickest = sa.and_(row.haste == 1, row.won)
    shortest = sa.and_(row.thrift == 1, row.won, row.moves.is_not(None))
    raced = row.seats > 1
    return (
        sa.func.count().label("games"),
        _how_many(row.won).label("won"),
        sa.func.nullif(sa.func.max(row.in_a_row), 0).label("streak"),
        _of(quickest, row.seconds).label("quickest"),
        _of(quickest, row.ended_at).label("quickest_at"),
        _of(shortest, row.moves).label("shortest"),
        _of(shortest, row.seconds).label("shortest_seconds"),
        _of(shortest, row.ended_at).label("shortest_at"),
        _how_many(raced).label("raced"),
        sa.case((_how_many(raced) > 0, _how_many(sa.and_(raced, row.place == 1)))).label("races"),
    )


def _how_many(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.coalesce(sa.func.sum(sa.case((condition, 1), else_=0)), 0)


def _of(one: sa.ColumnElement[bool], value: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """The value of the one result for which the condition holds."""
    return sa.func.max(sa.case((one, value)))


def _in_streaks(ranked: sa.Subquery) -> sa.Subquery:
    """The ranked results with how many games were won in the streak that each one is in."""
    row = ranked.c
    won = sa.func.sum(sa.case((row.won, 1), else_=0))
    in_a_row = won.over(partition_by=(*(row[name] for name in _KEY), row.defeats))
    return sa.select(ranked, in_a_row.label("in_a_row")).subquery()


def _ranked(*conditions: sa.ColumnElement[bool]) -> sa.Subquery:
    """The results with their ranks: by merit (RULES.md, section 0: Leaderboard order), haste and thrift, and by age.

    The newest has age 1. With each comes how many games up to it were not won: the same all along a streak.
    """
    row = results.c
    lost = sa.case((row.counted == "lost", 1), else_=0)
    not_won = sa.case((row.won, 0), else_=1)
    uncounted = sa.case((sa.and_(row.won, row.moves.is_not(None)), 0), else_=1)
    age = (row.ended_at, row.session_id, row.seat)
    key = (boards.c.id, row.user_id)
    orders = {
        "merit": (lost, row.total.desc(), row.seconds, *age),
        "haste": (not_won, row.seconds, *age),
        "thrift": (uncounted, row.moves, row.seconds, *age),
        "age": tuple(part.desc() for part in age),
    }
    ranks = (sa.func.row_number().over(partition_by=key, order_by=order).label(name) for name, order in orders.items())
    defeats = sa.func.sum(not_won).over(partition_by=key, order_by=age).label("defeats")
    ranked = sa.select(boards.c.id.label("board_id"), results, *ranks, defeats)
    return ranked.select_from(_RESULTS_ON_BOARDS).where(*conditions).subquery()
