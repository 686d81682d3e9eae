"""What must hold before anything starts: a database that can be used, with today's tables."""

from contextlib import closing

from sqlalchemy import make_url

from api.config import BadConfiguration, Config, variable
from api.storage.database import Database, StorageUnavailable
from api.storage.postgresql_checks import cluster_faults


def prepare(config: Config, *, needs_cluster: bool = False) -> None:
    """Bring the database up to date; raises BadConfiguration with every reason why it cannot be used.

    ``needs_cluster``: only one that several machines can share will do.
    """
    if needs_cluster and make_url(config.database_url).get_backend_name() != "postgresql":
        reason = "found a database that workers cannot share; accepted: postgresql+psycopg://USER@HOST/DATABASE"
        raise BadConfiguration([f"{variable('database_url')}: {reason}."])
    faults = cluster_faults(config.database_url)
    if faults:
        raise BadConfiguration(faults)
    try:
        with closing(Database(config.database_url)) as database:
            database.migrate()
    except (StorageUnavailable, ValueError, ImportError) as bad:
        raise BadConfiguration([f"The database cannot be used: {bad}."]) from bad
