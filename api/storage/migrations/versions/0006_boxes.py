"""A club's own boxes with their printed facts."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = depends_on = None


def upgrade() -> None:
    """Makes the table of boxes."""
    op.create_table(
        "boxes",
        sa.Column("slug", sa.String(40), nullable=False),
        sa.Column("printed", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("slug", name="pk_boxes"),
    )


def downgrade() -> None:
    """Drops the table of boxes."""
    op.drop_table("boxes")
