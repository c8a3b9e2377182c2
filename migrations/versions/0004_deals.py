"""Deals that can be won, found ahead."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels: str | None = None
depends_on: str | None = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "deals",
        sa.Column("id", ID, nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deals"),
    )
    op.create_index("deals_rules", "deals", ["rules", "id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("deals")
