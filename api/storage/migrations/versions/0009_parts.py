"""Which job a search is a part of."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = depends_on = None


def upgrade() -> None:
    """Earlier jobs are part of none."""
    op.add_column("jobs", sa.Column("parent", sa.String(40)))
    op.create_index("ix_jobs_parent", "jobs", ["parent"])
    op.create_index("ix_jobs_request_digest", "jobs", ["request_digest"])


def downgrade() -> None:
    """Drops the parent of jobs and both indices."""
    op.drop_index("ix_jobs_request_digest", "jobs")
    op.drop_index("ix_jobs_parent", "jobs")
    op.drop_column("jobs", "parent")
