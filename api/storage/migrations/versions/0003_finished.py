"""An index by which the oldest jobs are found."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = depends_on = None


def upgrade() -> None:
    """Makes the index of finished jobs."""
    op.create_index("ix_jobs_finished", "jobs", ["finished"])


def downgrade() -> None:
    """Drops the index of finished jobs."""
    op.drop_index("ix_jobs_finished", "jobs")
