"""Whether a PostgreSQL can carry the jobs of several machines: asked at the start, told by name."""

from importlib.util import find_spec

from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import SQLAlchemyError

OLDEST = 14
"""The oldest PostgreSQL that Procrastinate supports."""
SECONDS = 5
RIGHTS = """
SELECT current_user,
       coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
       to_regclass('jobs') IS NULL OR has_table_privilege('jobs', 'SELECT, INSERT, UPDATE, DELETE')
"""


def cluster_faults(url: str) -> list[str]:
    """Why the PostgreSQL of ``url`` cannot be used, a sentence each; nothing for another database."""
    known = make_url(url)
    if known.get_backend_name() != "postgresql":
        return []
    if find_spec("procrastinate") is None or find_spec("psycopg") is None:
        return [
            "PostgreSQL needs the extra [cluster], which is not installed; accepted: pip install 'park-advisor[cluster]'."
        ]
    where = f"{known.host or 'localhost'}:{known.port or 5432}"
    engine = create_engine(known, connect_args={"connect_timeout": SECONDS})
    try:
        with engine.connect() as connection:
            version = int(connection.execute(text("SHOW server_version_num")).scalar_one()) // 10_000
            if version < OLDEST:
                return [f"Found PostgreSQL {version} at {where}; accepted: {OLDEST} or newer."]
            user, may_create, may_use = connection.execute(text(RIGHTS)).one()
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[-1]
        return [
            f"PostgreSQL at {where} cannot be used ({reason}); accepted: a server that answers and this user may enter."
        ]
    finally:
        engine.dispose()
    if may_create and may_use:
        return []
    return [
        f"User {user!r} has not the rights it needs in database {known.database!r} at {where}; accepted: one that may create "
        "tables in its schema, and read and change those that are there."
    ]
