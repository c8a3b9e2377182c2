"""Results, and the leaderboards that are read from their standings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from operator import gt, lt
from typing import Any

import sqlalchemy as sa

from bot.ids import GuildId, UserId
from bot.store import standings as derived
from bot.store.rows import Line, Measure, Page, ResultRow
from bot.store.schema import (
    AVERAGE_ORDER,
    BEST_ORDER,
    MOVES_ORDER,
    RACES_ORDER,
    STREAK_ORDER,
    TIME_ORDER,
    WINS_ORDER,
    WON_ORDER,
    results,
    standings,
)

_FIELDS = tuple(field.name for field in fields(ResultRow))


def add(connection: sa.Connection, rows: Sequence[ResultRow]) -> None:
    """Insert the results and bring their members' standings up to date."""
    if not rows:
        return
    connection.execute(results.insert(), [{name: getattr(row, name) for name in _FIELDS} for row in rows])
    for row in rows:
        if row.user_id is not None:
            board_id = derived.open_board(connection, row.guild_id, row.game, row.rules)
            derived.renew(connection, board_id, row.user_id)


@dataclass(frozen=True)
class _Board:
    """How a measure is read: its value, the order of its lines, the games that it looks at, and which value is better.

    The order begins with the better value.
    """

    value: sa.Column[Any]
    order: tuple[Any, ...]
    games: sa.Column[int]
    better: Callable[[Any, Any], Any] = gt


_BOARDS: dict[Measure, _Board] = {
    "best": _Board(standings.c.best, BEST_ORDER, standings.c.scored),
    "average": _Board(standings.c.average, AVERAGE_ORDER, standings.c.played),
    "wins": _Board(standings.c.wins, WINS_ORDER, standings.c.played),
    "won": _Board(standings.c.won, WON_ORDER, standings.c.games),
    "streak": _Board(standings.c.streak, STREAK_ORDER, standings.c.games),
    "time": _Board(standings.c.quickest, TIME_ORDER, standings.c.games, better=lt),
    "moves": _Board(standings.c.shortest, MOVES_ORDER, standings.c.games, better=lt),
    "races": _Board(standings.c.races, RACES_ORDER, standings.c.raced),
}


def leaderboard(
    connection: sa.Connection, guild_id: GuildId, game: str, rules: str, *, by: Measure, page: int, per_page: int
) -> Page:
    """One page, from 1; see `Store.leaderboard`."""
    board = _BOARDS[by]
    listed = (standings.c.board_id == derived.find_board(connection, guild_id, game, rules), board.value.is_not(None))
    total = _count(connection, *listed)
    pages = max(1, -(-total // per_page))
    page = min(max(page, 1), pages)
    skipped = (page - 1) * per_page
    columns = (standings.c.user_id, standings.c.name, board.value, board.games, standings.c.best_early)
    found = connection.execute(
        sa.select(*columns).where(*listed).order_by(*board.order).limit(per_page).offset(skipped)
    ).all()
    better = _count(connection, *listed, board.better(board.value, found[0][2])) if skipped and found else 0
    return Page(_lines(found, by, first=better + 1, skipped=skipped), page, pages, total)


def _count(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(standings).where(*conditions)) or 0


def _lines(found: Sequence[Any], by: Measure, *, first: int, skipped: int) -> tuple[Line, ...]:
    """Number the lines: equal values share a place (1, 1, 3), also across pages."""
    lines: list[Line] = []
    for index, (user_id, name, value, games, early) in enumerate(found):
        if not lines:
            place = first
        elif value == lines[-1].value:
            place = lines[-1].place
        else:
            place = skipped + index + 1
        lines.append(Line(place, UserId(user_id), name, value, games, by == "best" and early))
    return tuple(lines)
