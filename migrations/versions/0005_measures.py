"""More to rank by: moves in results; and in standings wins in a row, best times, fewest moves, and races."""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels: str | None = None
depends_on: str | None = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)
BEST, AVERAGE, WINS = sa.text("best DESC"), sa.text("average DESC"), sa.text("wins DESC")
WON, STREAK, RACES = sa.text("won DESC"), sa.text("streak DESC"), sa.text("races DESC")


def upgrade() -> None:
    """Add a column to results, and make standings anew; bot.store.migrate then works them out from the results."""
    # On SQLite a column that is added to a table as it is would be told differently from one that was made with it.
    recreate: Literal["always", "auto"] = "always" if op.get_bind().dialect.name == "sqlite" else "auto"
    with op.batch_alter_table("results", recreate=recreate) as batch:
        batch.add_column(sa.Column("moves", sa.BigInteger(), nullable=True))
    op.drop_table("standings")
    _make_standings(
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False),
        sa.Column("streak", sa.BigInteger(), nullable=True),
        sa.Column("quickest", sa.BigInteger(), nullable=True),
        sa.Column("quickest_at", TIME, nullable=True),
        sa.Column("shortest", sa.BigInteger(), nullable=True),
        sa.Column("shortest_seconds", sa.BigInteger(), nullable=True),
        sa.Column("shortest_at", TIME, nullable=True),
        sa.Column("raced", sa.BigInteger(), nullable=False),
        sa.Column("races", sa.BigInteger(), nullable=True),
    )
    op.create_index("standings_won", "standings", ["board_id", WON, "games", "user_id"])
    op.create_index("standings_streak", "standings", ["board_id", STREAK, "games", "user_id"])
    op.create_index("standings_time", "standings", ["board_id", "quickest", "quickest_at", "user_id"])
    op.create_index(
        "standings_moves", "standings", ["board_id", "shortest", "shortest_seconds", "shortest_at", "user_id"]
    )
    op.create_index("standings_races", "standings", ["board_id", RACES, "raced", "user_id"])


def downgrade() -> None:
    """Drop the column; the standings that are left are empty, and an older Parlour can work them out."""
    op.drop_table("standings")
    _make_standings()
    with op.batch_alter_table("results") as batch:
        batch.drop_column("moves")


def _make_standings(*columns: sa.Column[object]) -> None:
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
        *columns,
        sa.PrimaryKeyConstraint("board_id", "user_id", name="pk_standings"),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name="fk_standings_board_id"),
    )
    op.create_index("standings_best", "standings", ["board_id", BEST, "best_seconds", "best_at", "user_id"])
    op.create_index("standings_average", "standings", ["board_id", AVERAGE, sa.text("played DESC"), "user_id"])
    op.create_index("standings_wins", "standings", ["board_id", WINS, "played", "user_id"])
