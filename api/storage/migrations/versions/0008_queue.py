"""The queue of PostgreSQL: Procrastinate's own tables, as the installed version makes them."""

from typing import Any

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = depends_on = None


def upgrade() -> None:
    """Make them where they are not there yet, and a ticket for each job that waits; SQLite needs none."""
    connection: Any = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    from procrastinate.schema import SchemaManager  # noqa: PLC0415  of an extra

    from api.jobs.tickets import supply  # noqa: PLC0415

    if connection.exec_driver_sql("SELECT to_regclass('procrastinate_jobs')").scalar_one() is None:
        connection.connection.driver_connection.execute(SchemaManager.get_schema())
    supply(connection)


def downgrade() -> None:
    """Leave them: without jobs they are empty, and others may use them too."""
