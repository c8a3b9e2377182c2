"""The only SQL: sessions, moves, results, options and challenges, kept in SQLite or PostgreSQL."""

from bot.store.errors import ChannelTaken, DuplicatePly, GuildFull, OpenChallenge, StoreError, WrongStatus
from bot.store.rows import (
    ChallengeRow,
    ChallengeStatus,
    Counted,
    Finish,
    Line,
    Measure,
    MoveRow,
    OpenSession,
    PaceRow,
    Page,
    ResultRow,
    SeatPaceRow,
    SeatRow,
    SessionRow,
    SessionStatus,
)
from bot.store.store import Store

__all__ = [
    "ChallengeRow",
    "ChallengeStatus",
    "ChannelTaken",
    "Counted",
    "DuplicatePly",
    "Finish",
    "GuildFull",
    "Line",
    "Measure",
    "MoveRow",
    "OpenChallenge",
    "OpenSession",
    "PaceRow",
    "Page",
    "ResultRow",
    "SeatPaceRow",
    "SeatRow",
    "SessionRow",
    "SessionStatus",
    "Store",
    "StoreError",
    "WrongStatus",
]
