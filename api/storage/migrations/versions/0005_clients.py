"""Whose a job or a park is, how often a job was begun, who listens to it, and answers to repeated requests."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = depends_on = None

JOBS = ("client", "attempt", "beat", "attached", "heard", "spent")
PARKS = ("client", "used")


def upgrade() -> None:
    """Add the columns and the table; each column alone, so that SQLite need not copy a table that others refer to."""
    op.add_column("jobs", sa.Column("client", sa.String(64)))
    op.add_column("jobs", sa.Column("attempt", sa.Integer, nullable=False, server_default="1"))
    op.add_column("jobs", sa.Column("beat", sa.Integer, nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("attached", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("jobs", sa.Column("heard", sa.Integer, nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("spent", sa.Float, nullable=False, server_default="0"))
    op.add_column("parks", sa.Column("client", sa.String(64)))
    op.add_column("parks", sa.Column("used", sa.Float))
    op.create_index("ix_parks_client", "parks", ["client"])
    op.create_index("ix_parks_used", "parks", ["used"])
    op.create_table(
        "replies",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("request_digest", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("document", sa.JSON),
        sa.Column("location", sa.Text),
        sa.Column("sealed", sa.String(64)),
        sa.PrimaryKeyConstraint("key", name="pk_replies"),
    )
    op.create_index("ix_replies_created", "replies", ["created"])


def downgrade() -> None:
    """Drops the table, its indices and the columns."""
    op.drop_table("replies")
    op.drop_index("ix_parks_used", "parks")
    op.drop_index("ix_parks_client", "parks")
    for table, columns in (("parks", PARKS), ("jobs", JOBS)):
        for column in columns:
            op.drop_column(table, column)
