"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)
IS_OPEN = sa.text("status != 'over'")
IS_PENDING = sa.text("status = 'open'")


def upgrade() -> None:
    """Make all tables."""
    _guild_options()
    _sessions()
    _seats()
    _moves()
    _results()
    _boards()
    _standings()
    _challenges()


def downgrade() -> None:
    """Drop them."""
    for table in ("challenges", "standings", "boards", "results", "moves", "seats", "sessions", "guild_options"):
        op.drop_table(table)


def _guild_options() -> None:
    op.create_table(
        "guild_options",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("option", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "scope", "option", name="pk_guild_options"),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("solo", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("started_at", TIME, nullable=True),
        sa.Column("ended_at", TIME, nullable=True),
        sa.Column("ended", sa.Text(), nullable=True),
        sa.Column("holds", sa.BigInteger(), nullable=False),
        sa.Column("rematch_of", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sqlite_autoincrement=True,
    )
    _partial_index("sessions_open_channel", "sessions", ["channel_id"], IS_OPEN, unique=True)
    _partial_index("sessions_open_guild", "sessions", ["guild_id"], IS_OPEN, unique=False)
    op.create_index("sessions_ended", "sessions", ["channel_id", "ended_at"])


def _partial_index(name: str, table: str, columns: list[str], where: sa.TextClause, *, unique: bool) -> None:
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("session_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("computer", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_seats_session_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def _moves() -> None:
    op.create_table(
        "moves",
        sa.Column("session_id", ID, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("drawn", sa.Text(), nullable=False),
        sa.Column("actor_id", sa.BigInteger(), nullable=True),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "ply", name="pk_moves"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_moves_session_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("session_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("counted", sa.Text(), nullable=False),
        sa.Column("seconds", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_results_session_id"),
    )
    op.create_index("results_board", "results", ["guild_id", "game", "rules", "user_id"])


def _boards() -> None:
    op.create_table(
        "boards",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
    )
    op.create_index("boards_key", "boards", ["guild_id", "game", "rules"], unique=True)


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("board_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scored", sa.BigInteger(), nullable=False),
        sa.Column("played", sa.BigInteger(), nullable=False),
        sa.Column("best", sa.BigInteger(), nullable=True),
        sa.Column("best_seconds", sa.BigInteger(), nullable=True),
        sa.Column("best_at", TIME, nullable=True),
        sa.Column("best_early", sa.Boolean(), nullable=False),
        sa.Column("average", sa.Double(), nullable=True),
        sa.Column("wins", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("board_id", "user_id", name="pk_standings"),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name="fk_standings_board_id"),
    )
    best, average, wins = sa.text("best DESC"), sa.text("average DESC"), sa.text("wins DESC")
    op.create_index("standings_best", "standings", ["board_id", best, "best_seconds", "best_at", "user_id"])
    op.create_index("standings_average", "standings", ["board_id", average, sa.text("played DESC"), "user_id"])
    op.create_index("standings_wins", "standings", ["board_id", wins, "played", "user_id"])


def _challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("challenger_name", sa.Text(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), nullable=False),
        sa.Column("opponent_name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sqlite_autoincrement=True,
    )
    pair = ["guild_id", "challenger_id", "opponent_id"]
    _partial_index("challenges_open", "challenges", pair, IS_PENDING, unique=True)
