"""Saved parks, and a club's own tiles."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = depends_on = None


def upgrade() -> None:
    """Makes the tables of parks and tiles."""
    op.create_table(
        "parks",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("token_digest", sa.String(64), nullable=False),
        sa.Column("position", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_parks"),
    )
    op.create_table(
        "tiles",
        sa.Column("slug", sa.String(40), nullable=False),
        sa.Column("attraction", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("slug", name="pk_tiles"),
    )


def downgrade() -> None:
    """Drops the tables of parks and tiles."""
    for table in ("tiles", "parks"):
        op.drop_table(table)
