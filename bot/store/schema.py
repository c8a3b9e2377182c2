"""The tables. A change here needs a migration too: a test compares the two."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.columns import CleanText, Duration, Id, Moment, UtcTime

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

guild_options = sa.Table(
    "guild_options",
    metadata,
    sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
    sa.Column("scope", CleanText(), primary_key=True),
    sa.Column("option", CleanText(), primary_key=True),
    sa.Column("value", CleanText(), nullable=False),
)

member_options = sa.Table(
    "member_options",
    metadata,
    sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
    sa.Column("option", CleanText(), primary_key=True),
    sa.Column("value", CleanText(), nullable=False),
)

# An id is never given out twice, not even a dropped lobby's: old buttons carry it, and it names a stream of dice.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("guild_id", sa.BigInteger(), nullable=False),
    sa.Column("channel_id", sa.BigInteger(), nullable=False),
    sa.Column("message_id", sa.BigInteger()),
    sa.Column("host_id", sa.BigInteger(), nullable=False),
    sa.Column("game", CleanText(), nullable=False),
    sa.Column("options", CleanText(), nullable=False),
    sa.Column("status", CleanText(), nullable=False),
    sa.Column("solo", sa.Boolean(), nullable=False),
    sa.Column("secret", sa.LargeBinary(), nullable=False),
    sa.Column("nonce", CleanText()),
    sa.Column("created_at", UtcTime(), nullable=False),
    sa.Column("started_at", UtcTime()),
    sa.Column("ended_at", UtcTime()),
    sa.Column("ended", CleanText()),
    sa.Column("holds", sa.BigInteger(), nullable=False),
    sa.Column("rematch_of", sa.BigInteger()),
    sa.Column("race_id", sa.BigInteger()),
    sa.Column("racer", sa.Integer(), nullable=False, server_default=sa.text("0")),
    sa.Column("account", CleanText()),
    sqlite_autoincrement=True,
)

# Written out, not bound: a partial index serves only a query that repeats its condition word for word.
IS_OPEN = sessions.c.status != sa.literal_column("'over'")

# A channel has one open session, or the two of a race.
sa.Index(
    "sessions_open_channel",
    sessions.c.channel_id,
    sessions.c.racer,
    unique=True,
    sqlite_where=IS_OPEN,
    postgresql_where=IS_OPEN,
)
sa.Index("sessions_open_guild", sessions.c.guild_id, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)
sa.Index("sessions_ended", sessions.c.channel_id, sessions.c.ended_at)

IS_RACED = sessions.c.race_id.is_not(None)

sa.Index("sessions_race", sessions.c.race_id, sqlite_where=IS_RACED, postgresql_where=IS_RACED)

# Two sessions on one deal, and the message that tells of them; `told` when it says how the race ended.
races = sa.Table(
    "races",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("channel_id", sa.BigInteger(), nullable=False),
    sa.Column("message_id", sa.BigInteger()),
    sa.Column("told", sa.Boolean(), nullable=False),
)


seats = sa.Table(
    "seats",
    metadata,
    sa.Column("session_id", Id, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger()),
    sa.Column("name", CleanText(), nullable=False),
    sa.Column("computer", CleanText()),
    sa.Column("hints", sa.Integer(), nullable=False, server_default=sa.text("0")),
    sqlite_with_rowid=False,
)

# How a session stands with time, and what its table has settled; apart from sessions, as each turn changes it.
paces = sa.Table(
    "paces",
    metadata,
    sa.Column("session_id", Id, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table_options", CleanText(), nullable=False),
    sa.Column("turn_since", Moment()),
    sa.Column("reminded", sa.Boolean(), nullable=False),
    sa.Column("all_away_since", Moment()),
    sa.Column("due_at", Moment()),
    sa.Column("why", CleanText()),
    sa.Column("quiet_until", Moment()),
)

IS_DUE = paces.c.due_at.is_not(None)

sa.Index("paces_due", paces.c.due_at, sqlite_where=IS_DUE, postgresql_where=IS_DUE)

# A seat without a row has missed nothing, and its member is there.
seat_paces = sa.Table(
    "seat_paces",
    metadata,
    sa.Column("session_id", Id, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
    sa.Column("missed", sa.Integer(), nullable=False),
    sa.Column("left_at", Moment()),
    sa.Column("gone", CleanText()),
    sa.Column("spent", Duration(), nullable=False),
    sqlite_with_rowid=False,
)

# One row: when the bot was last known to be there. What passed until the next start is nobody's fault.
awake = sa.Table(
    "awake",
    metadata,
    sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
    sa.Column("at", Moment(), nullable=False),
)

moves = sa.Table(
    "moves",
    metadata,
    sa.Column("session_id", Id, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer(), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer()),
    sa.Column("move", CleanText(), nullable=False),
    sa.Column("drawn", CleanText(), nullable=False),
    sa.Column("actor_id", sa.BigInteger()),
    sa.Column("at", UtcTime(), nullable=False),
    sqlite_with_rowid=False,
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("session_id", Id, sa.ForeignKey("sessions.id"), primary_key=True),
    sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
    sa.Column("guild_id", sa.BigInteger(), nullable=False),
    sa.Column("user_id", sa.BigInteger()),
    sa.Column("name", CleanText(), nullable=False),
    sa.Column("game", CleanText(), nullable=False),
    sa.Column("rules", CleanText(), nullable=False),
    sa.Column("total", sa.BigInteger(), nullable=False),
    sa.Column("place", sa.Integer(), nullable=False),
    sa.Column("seats", sa.Integer(), nullable=False),
    sa.Column("won", sa.Boolean(), nullable=False),
    sa.Column("counted", CleanText(), nullable=False),
    sa.Column("seconds", sa.BigInteger(), nullable=False),
    sa.Column("ended_at", UtcTime(), nullable=False),
    sa.Column("moves", sa.BigInteger()),
    sa.Index("results_board", "guild_id", "game", "rules", "user_id"),
)

# A board's number stands for the three in standings, whose indexes would otherwise be mostly rules.
boards = sa.Table(
    "boards",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("guild_id", sa.BigInteger(), nullable=False),
    sa.Column("game", CleanText(), nullable=False),
    sa.Column("rules", CleanText(), nullable=False),
    sa.Index("boards_key", "guild_id", "game", "rules", unique=True),
)

# What a member has reached on a board: derived from results, so that a page of a leaderboard is one walk of an index.
# A measure is NULL where the member has no game that it looks at.
standings = sa.Table(
    "standings",
    metadata,
    sa.Column("board_id", Id, sa.ForeignKey("boards.id"), primary_key=True),
    sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
    sa.Column("name", CleanText(), nullable=False),
    sa.Column("scored", sa.BigInteger(), nullable=False),  # full cards and early ends
    sa.Column("played", sa.BigInteger(), nullable=False),  # full cards and lost games
    sa.Column("best", sa.BigInteger()),
    sa.Column("best_seconds", sa.BigInteger()),
    sa.Column("best_at", UtcTime()),
    sa.Column("best_early", sa.Boolean(), nullable=False),
    sa.Column("average", sa.Double()),
    sa.Column("wins", sa.BigInteger()),
    sa.Column("games", sa.BigInteger(), nullable=False),  # all of them
    sa.Column("won", sa.BigInteger(), nullable=False),
    sa.Column("streak", sa.BigInteger()),
    sa.Column("quickest", sa.BigInteger()),  # seconds of a game won
    sa.Column("quickest_at", UtcTime()),
    sa.Column("shortest", sa.BigInteger()),  # moves of a game won
    sa.Column("shortest_seconds", sa.BigInteger()),
    sa.Column("shortest_at", UtcTime()),
    sa.Column("raced", sa.BigInteger(), nullable=False),
    sa.Column("races", sa.BigInteger()),  # those won
)

BEST_ORDER = (standings.c.best.desc(), standings.c.best_seconds, standings.c.best_at, standings.c.user_id)
AVERAGE_ORDER = (standings.c.average.desc(), standings.c.played.desc(), standings.c.user_id)
WINS_ORDER = (standings.c.wins.desc(), standings.c.played, standings.c.user_id)
WON_ORDER = (standings.c.won.desc(), standings.c.games, standings.c.user_id)
STREAK_ORDER = (standings.c.streak.desc(), standings.c.games, standings.c.user_id)
TIME_ORDER = (standings.c.quickest, standings.c.quickest_at, standings.c.user_id)
MOVES_ORDER = (standings.c.shortest, standings.c.shortest_seconds, standings.c.shortest_at, standings.c.user_id)
RACES_ORDER = (standings.c.races.desc(), standings.c.raced, standings.c.user_id)

sa.Index("standings_best", standings.c.board_id, *BEST_ORDER)
sa.Index("standings_average", standings.c.board_id, *AVERAGE_ORDER)
sa.Index("standings_wins", standings.c.board_id, *WINS_ORDER)
sa.Index("standings_won", standings.c.board_id, *WON_ORDER)
sa.Index("standings_streak", standings.c.board_id, *STREAK_ORDER)
sa.Index("standings_time", standings.c.board_id, *TIME_ORDER)
sa.Index("standings_moves", standings.c.board_id, *MOVES_ORDER)
sa.Index("standings_races", standings.c.board_id, *RACES_ORDER)

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("guild_id", sa.BigInteger(), nullable=False),
    sa.Column("channel_id", sa.BigInteger(), nullable=False),
    sa.Column("message_id", sa.BigInteger()),
    sa.Column("challenger_id", sa.BigInteger(), nullable=False),
    sa.Column("challenger_name", CleanText(), nullable=False),
    sa.Column("opponent_id", sa.BigInteger(), nullable=False),
    sa.Column("opponent_name", CleanText(), nullable=False),
    sa.Column("game", CleanText(), nullable=False),
    sa.Column("options", CleanText(), nullable=False),
    sa.Column("status", CleanText(), nullable=False),
    sa.Column("created_at", UtcTime(), nullable=False),
    sa.Column("expires_at", UtcTime(), nullable=False),
    sqlite_autoincrement=True,
)

IS_PENDING = challenges.c.status == sa.literal_column("'open'")

sa.Index(
    "challenges_open",
    challenges.c.guild_id,
    challenges.c.challenger_id,
    challenges.c.opponent_id,
    unique=True,
    sqlite_where=IS_PENDING,
    postgresql_where=IS_PENDING,
)

# Deals that can be won; one that is taken is gone.
deals = sa.Table(
    "deals",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("rules", CleanText(), nullable=False),
    sa.Column("cards", CleanText(), nullable=False),
    sa.Index("deals_rules", "rules", "id"),
)
