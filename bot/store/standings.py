"""Standings: each member's results on a board summed up. They follow from the results alone."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

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
    row = _ranked(*conditions).c
    full, early, lost = (row.counted == counted for counted in ("full", "early", "lost"))
    best = sa.and_(row.merit == 1, ~lost)
    played = _how_many(~early)
    return sa.select(
        *(row[name] for name in _KEY),
        sa.func.max(sa.case((row.age == 1, row.name))).label("name"),
        _how_many(~lost).label("scored"),
        played.label("played"),
        sa.func.max(sa.case((best, row.total))).label("best"),
        sa.func.max(sa.case((best, row.seconds))).label("best_seconds"),
        sa.func.max(sa.case((best, row.ended_at))).label("best_at"),
        (_how_many(sa.and_(best, early)) > 0).label("best_early"),
        (sa.cast(sa.func.sum(sa.case((full, row.total))), sa.Double()) / _how_many(full)).label("average"),
        sa.case((played > 0, _how_many(sa.and_(full, row.won)))).label("wins"),
    ).group_by(*(row[name] for name in _KEY))


def _how_many(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.coalesce(sa.func.sum(sa.case((condition, 1), else_=0)), 0)


def _ranked(*conditions: sa.ColumnElement[bool]) -> sa.Subquery:
    """The results with each one's rank by merit (RULES.md, section 0: Leaderboard order) and by age, newest first."""
    row = results.c
    lost = sa.case((row.counted == "lost", 1), else_=0)
    by_merit = (lost, row.total.desc(), row.seconds, row.ended_at, row.session_id, row.seat)
    by_age = (row.ended_at.desc(), row.session_id.desc(), row.seat.desc())
    key = (boards.c.id, row.user_id)
    merit = sa.func.row_number().over(partition_by=key, order_by=by_merit).label("merit")
    age = sa.func.row_number().over(partition_by=key, order_by=by_age).label("age")
    ranked = sa.select(boards.c.id.label("board_id"), results, merit, age)
    return ranked.select_from(_RESULTS_ON_BOARDS).where(*conditions).subquery()
