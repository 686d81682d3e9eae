"""How the queue of jobs stands, for whoever watches over it."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select, text

from api.jobs.states import State
from api.storage.database import now
from api.storage.tables import jobs

WORKERS = "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '30 seconds'"
"""Workers that said within three of their heartbeats that they live."""


@dataclass(frozen=True, slots=True)
class QueueStanding:
    """``waited``: seconds that the oldest job waits. Of the jobs kept, how often a search was ``cut_off`` and a write
    ``refused``. ``workers``: how many live; None where the server itself carries jobs out."""

    waited: float
    cut_off: int
    refused: int
    workers: int | None


def queue_standing(connection: Connection) -> QueueStanding:
    """How the queue stands now."""
    first = select(func.min(jobs.c.created)).where(jobs.c.state == State.QUEUED.value)
    sums = select(func.coalesce(func.sum(jobs.c.cut_off), 0), func.coalesce(func.sum(jobs.c.refused), 0))
    oldest = connection.execute(first).scalar_one()
    cut_off, refused = connection.execute(sums).one()
    shared = connection.dialect.name == "postgresql"
    workers = int(connection.execute(text(WORKERS)).scalar_one()) if shared else None
    return QueueStanding(
        0.0 if oldest is None else max(0.0, now(connection) - oldest), int(cut_off), int(refused), workers
    )
