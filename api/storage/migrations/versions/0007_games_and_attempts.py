"""Which game a job is about, how often it was cut off, who could run it, and how many writes came too late."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = depends_on = None

COLUMNS = ("game", "format", "cut_off", "refused")


def upgrade() -> None:
    """Earlier jobs are all of one game; until now a job's second attempt was always one after it was cut off."""
    op.add_column("jobs", sa.Column("game", sa.String(40), nullable=False, server_default="theme-park"))
    op.add_column("jobs", sa.Column("format", sa.Integer, nullable=False, server_default="1"))
    op.add_column("jobs", sa.Column("cut_off", sa.Integer, nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("refused", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE jobs SET cut_off = attempt - 1")


def downgrade() -> None:
    """Drops the columns that came."""
    for column in COLUMNS:
        op.drop_column("jobs", column)
