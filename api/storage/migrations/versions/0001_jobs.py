"""Jobs, their events, and finished answers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = depends_on = None


def upgrade() -> None:
    """Makes the tables of jobs, events and answers."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("request", sa.JSON, nullable=False),
        sa.Column("cache_key", sa.String(64), nullable=False),
        sa.Column("idempotency_key", sa.String(255)),
        sa.Column("request_digest", sa.String(64), nullable=False),
        sa.Column("request_id", sa.String(128)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("started", sa.Float),
        sa.Column("finished", sa.Float),
        sa.Column("owner", sa.String(200)),
        sa.Column("cancel_asked", sa.Boolean, nullable=False),
        sa.Column("cached", sa.Boolean, nullable=False),
        sa.Column("progress", sa.JSON),
        sa.Column("answer", sa.JSON),
        sa.Column("mishap", sa.String(32)),
        sa.Column("detail", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.UniqueConstraint("idempotency_key", name="uq_jobs_idempotency_key"),
    )
    op.create_index("ix_jobs_state_created", "jobs", ["state", "created"])
    op.create_table(
        "events",
        sa.Column("job", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("job", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["job"], ["jobs.id"], name="fk_events_job", ondelete="CASCADE"),
    )
    op.create_table(
        "answers",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("proven", sa.Boolean, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("time_limit", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_answers"),
    )
    op.create_index("ix_answers_used", "answers", ["used"])


def downgrade() -> None:
    """Drops the tables of jobs, events and answers."""
    for table in ("answers", "events", "jobs"):
        op.drop_table(table)
