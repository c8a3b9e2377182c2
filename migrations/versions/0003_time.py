"""Time: when a session is due, who is away, and what a table settles beside the rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels: str | None = None
depends_on: str | None = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
IS_DUE = sa.text("due_at IS NOT NULL")
NOW = {
    "sqlite": "CAST(strftime('%s', 'now') AS INTEGER) * 1000",
    "postgresql": "CAST(EXTRACT(EPOCH FROM now()) AS BIGINT) * 1000",
}


def upgrade() -> None:
    """Make the tables; games that run already go on without a time for their turns."""
    _paces()
    _seat_paces()
    op.create_table(
        "awake",
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_awake"),
    )
    now = NOW[op.get_bind().dialect.name]
    untimed = """'{"turn_time": "off"}'"""
    # The clock looks at what is open, and works out when it is really due.
    op.execute(
        "INSERT INTO paces (session_id, table_options, turn_since, reminded, due_at) "  # noqa: S608
        f"SELECT id, {untimed}, {now}, false, {now} FROM sessions WHERE status != 'over'"
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("awake", "seat_paces", "paces"):
        op.drop_table(table)


def _paces() -> None:
    op.create_table(
        "paces",
        sa.Column("session_id", ID, nullable=False),
        sa.Column("table_options", sa.Text(), nullable=False),
        sa.Column("turn_since", sa.BigInteger(), nullable=True),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("all_away_since", sa.BigInteger(), nullable=True),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("quiet_until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("session_id", name="pk_paces"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_paces_session_id", ondelete="CASCADE"),
    )
    op.create_index("paces_due", "paces", ["due_at"], sqlite_where=IS_DUE, postgresql_where=IS_DUE)


def _seat_paces() -> None:
    op.create_table(
        "seat_paces",
        sa.Column("session_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.Column("gone", sa.Text(), nullable=True),
        sa.Column("spent", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_seat_paces"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_seat_paces_session_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
