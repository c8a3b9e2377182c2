"""Races: two sessions on one deal, side by side in a channel where they have no threads."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels: str | None = None
depends_on: str | None = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
IS_OPEN = sa.text("status != 'over'")
IS_RACED = sa.text("race_id IS NOT NULL")


def upgrade() -> None:
    """Make the table, and say of every session that it is no race."""
    op.create_table(
        "races",
        sa.Column("id", ID, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_races"),
    )
    op.add_column("sessions", sa.Column("race_id", sa.BigInteger(), nullable=True))
    op.add_column("sessions", sa.Column("racer", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.create_index("sessions_race", "sessions", ["race_id"], sqlite_where=IS_RACED, postgresql_where=IS_RACED)
    _open_in(["channel_id", "racer"])


def downgrade() -> None:
    """Drop it; of two racers in one channel the second one's session ends."""
    op.execute("UPDATE sessions SET status = 'over', ended = 'stopped' WHERE racer = 1 AND status != 'over'")
    _open_in(["channel_id"])
    op.drop_index("sessions_race", "sessions")
    op.drop_column("sessions", "racer")
    op.drop_column("sessions", "race_id")
    op.drop_table("races")


def _open_in(columns: list[str]) -> None:
    op.drop_index("sessions_open_channel", "sessions")
    op.create_index(
        "sessions_open_channel", "sessions", columns, unique=True, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN
    )
