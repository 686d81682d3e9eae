"""What kind of question a job asks, and how long it may take."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = depends_on = None


def upgrade() -> None:
    """Earlier jobs are all of one kind and took an hour at most, unless configured otherwise."""
    with op.batch_alter_table("jobs") as table:
        table.add_column(sa.Column("kind", sa.String(16), nullable=False, server_default="solve"))
        table.add_column(sa.Column("seconds", sa.Float, nullable=False, server_default="3600"))


def downgrade() -> None:
    """Drops the kind and the seconds of jobs."""
    with op.batch_alter_table("jobs") as table:
        table.drop_column("seconds")
        table.drop_column("kind")
