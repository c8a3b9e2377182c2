"""What members choose for themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "member_options",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("option", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "option", name="pk_member_options"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("member_options")
