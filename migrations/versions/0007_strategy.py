"""Strategy: the hints that each seat has used, and what became of a match by luck and by skill."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Say of every seat that it has used no hint; no match has been reviewed yet."""
    op.add_column("seats", sa.Column("hints", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.add_column("sessions", sa.Column("account", sa.Text(), nullable=True))


def downgrade() -> None:
    """Drop both."""
    op.drop_column("sessions", "account")
    op.drop_column("seats", "hints")
