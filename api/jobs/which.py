"""Which jobs are meant: conditions on their rows."""

from sqlalchemy import ColumnElement, select, tuple_

from api.jobs.request import FORMAT
from api.jobs.states import State
from api.storage.tables import jobs

WHOLE = jobs.c.parent.is_(None)
"""The condition that somebody asked for a job; its parts do not count against what a client may ask for."""
OTHER = jobs.alias()
ALONE = (
    ~select(OTHER.c.id)
    .where(OTHER.c.request_digest == jobs.c.request_digest, OTHER.c.state == State.RUNNING.value)
    .correlate(jobs)
    .exists()
)
"""The condition that nobody searches what a job asks; otherwise it waits for that answer."""


def able() -> ColumnElement[bool]:
    """The condition that this program can carry a job out; those of a later version wait for one that can."""
    from api.jobs.kinds import carried_out  # noqa: PLC0415  the games' jobs know the store

    return tuple_(jobs.c.game, jobs.c.kind).in_(carried_out()) & (jobs.c.format <= FORMAT)
