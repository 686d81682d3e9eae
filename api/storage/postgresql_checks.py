"""Whether a PostgreSQL can carry the jobs of several machines: asked at the start, told by name."""

from collections.abc import Iterator
from importlib.util import find_spec

from sqlalchemy import Connection, create_engine, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from api.storage.tables import metadata

OLDEST = 14
"""The oldest PostgreSQL that Procrastinate supports."""
DRIVER = "psycopg"
SECONDS = 5
RIGHTS = """
WITH ours AS (
    SELECT oid, relkind FROM pg_class
    WHERE relnamespace = to_regnamespace(current_schema()) AND (relname = ANY(CAST(:tables AS text[])) OR relname LIKE 'procrastinate%')
)
SELECT current_setting('transaction_read_only') = 'on', current_user,
       coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
       coalesce((SELECT bool_and(has_table_privilege(oid, asked)) FROM ours, unnest(CAST(:rights AS text[])) AS asked WHERE relkind = 'r'), true),
       coalesce((SELECT bool_and(has_sequence_privilege(oid, 'USAGE')) FROM ours WHERE relkind = 'S'), true)
"""
ASKED = {"tables": [*metadata.tables, "alembic_version"], "rights": ["SELECT", "INSERT", "UPDATE", "DELETE"]}
"""Each right is asked for by itself: of several PostgreSQL is content with one."""


def cluster_faults(url: str) -> list[str]:
    """Why the PostgreSQL of ``url`` cannot be used, a sentence each; nothing for another database."""
    known = make_url(url)
    if known.get_backend_name() != "postgresql":
        return []
    if find_spec("procrastinate") is None or find_spec("psycopg") is None:
        return [
            "PostgreSQL needs the extra [cluster], which is not installed; accepted: pip install --editable '.[cluster]' in a clone."
        ]
    if known.get_driver_name() != DRIVER:
        return [f"Found {known.drivername} as the driver of PostgreSQL; accepted: postgresql+{DRIVER}."]
    where = f"{known.host or 'localhost'}:{known.port or 5432}"
    engine = create_engine(known, connect_args={"connect_timeout": SECONDS})
    try:
        with engine.connect() as connection:
            return list(_faults_of(connection, f"database {known.database!r} at {where}"))
    except SQLAlchemyError as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        return [
            f"PostgreSQL at {where} cannot be used ({reason}); accepted: a server that answers and this user may enter."
        ]
    finally:
        engine.dispose()


def _faults_of(connection: Connection, which: str) -> Iterator[str]:
    """The first thing wrong with a server that answers."""
    version = int(connection.execute(text("SHOW server_version_num")).scalar_one()) // 10_000
    if version < OLDEST:
        yield f"Found PostgreSQL {version} for {which}; accepted: {OLDEST} or newer."
        return
    only_read, user, *may = connection.execute(text(RIGHTS), ASKED).one()
    if only_read:
        yield f"Found {which}, which can only be read, as a replica can; accepted: one that is written to."
    elif not all(may):
        yield (
            f"User {user!r} has not the rights it needs in {which}; accepted: one that may create "
            "tables in its schema, and read and change those that are there with their sequences."
        )
