"""Jobs and their events in the database. Every change of a state tells the state it starts from, so that of two
processes that want the same job only one gets it."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from api.jobs.request import SolveRequest
from api.jobs.states import OPEN, Ending, Event, EventKind, Job, JobMishap, State
from api.schemas.dumping import Document
from api.storage.database import Database
from api.storage.tables import events, jobs

KEPT_SECONDS = 30 * 86_400.0
"""How long a job is kept after its end."""
MOST_KEPT = 20_000
"""Jobs that ended; beyond them the oldest are forgotten sooner."""
COLUMNS = [jobs.c[each.name] for each in fields(Job)]


class KeyTaken(Exception):
    """The idempotency key stands for another request."""


class JobStore:
    """Jobs in ``database``; every method raises StorageUnavailable."""

    def __init__(self, database: Database) -> None:
        """Jobs in ``database``."""
        self._database = database

    def add(
        self,
        request: SolveRequest,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        ending: Ending | None = None,
    ) -> tuple[Job, bool]:
        """A new job and True, or the job that the idempotency key stands for and False; raises KeyTaken.

        ``ending``: how it has ended already, when its answer is known.
        """
        now, digest = time.time(), request.digest()
        row: dict[str, Any] = {
            "id": secrets.token_urlsafe(16),
            "state": State.QUEUED.value,
            "request": request.document(),
            "cache_key": request.cache_key(),
            "idempotency_key": idempotency_key,
            "request_digest": digest,
            "request_id": request_id,
            "created": now,
        }
        known = self.by_key(idempotency_key, digest)
        if known is not None:
            return known, False
        try:
            with self._database.write() as connection:
                connection.execute(insert(jobs).values(row))
                _tell(connection, row["id"], EventKind.STATE, {"state": State.QUEUED.value})
                if ending is not None:
                    _end(connection, row["id"], ending)
        except IntegrityError:  # the same key came twice at the same moment
            known = self.by_key(idempotency_key, digest)
            if known is None:
                raise
            return known, False
        job = self.get(row["id"])
        assert job is not None
        return job, True

    def by_key(self, idempotency_key: str | None, digest: str) -> Job | None:
        """The job that an idempotency key stands for; raises KeyTaken when it asks something else."""
        if idempotency_key is None:
            return None
        with self._database.read() as connection:
            row = connection.execute(select(*COLUMNS).where(jobs.c.idempotency_key == idempotency_key)).one_or_none()
        if row is None:
            return None
        if row.request_digest != digest:
            raise KeyTaken
        return _job(row)

    def get(self, job: str) -> Job | None:
        """A job by id."""
        with self._database.read() as connection:
            row = connection.execute(select(*COLUMNS).where(jobs.c.id == job)).one_or_none()
        return None if row is None else _job(row)

    def ahead(self, job: Job) -> int:
        """How many jobs wait before it."""
        with self._database.read() as connection:
            query = select(func.count()).where(jobs.c.state == State.QUEUED.value, jobs.c.created < job.created)
            return connection.execute(query).scalar_one()

    def counts(self) -> dict[State, int]:
        """How many jobs there are in each state."""
        with self._database.read() as connection:
            rows = connection.execute(select(jobs.c.state, func.count()).group_by(jobs.c.state)).all()
        known = {row[0]: row[1] for row in rows}
        return {state: known.get(state.value, 0) for state in State}

    def queued(self) -> int:
        """How many jobs wait."""
        with self._database.read() as connection:
            return connection.execute(select(func.count()).where(jobs.c.state == State.QUEUED.value)).scalar_one()

    def claim(self, owner: str) -> Job | None:
        """The job that waits longest, now running for ``owner``; None when none waits."""
        with self._database.read() as connection:
            waiting = connection.execute(
                select(jobs.c.id).where(jobs.c.state == State.QUEUED.value).order_by(jobs.c.created).limit(1)
            ).scalar_one_or_none()
        if waiting is None:
            return None
        with self._database.write() as connection:
            claimed = connection.execute(
                update(jobs)
                .where(jobs.c.id == waiting, jobs.c.state == State.QUEUED.value)
                .values(state=State.RUNNING.value, owner=owner, started=time.time())
            ).rowcount
            if claimed:
                _tell(connection, waiting, EventKind.STATE, {"state": State.RUNNING.value})
        return self.get(waiting) if claimed else None

    def progress(self, job: str, news: Document, answer: Document) -> None:
        """A better sequence or limit of a running job."""
        with self._database.write() as connection:
            kept = connection.execute(
                update(jobs)
                .where(jobs.c.id == job, jobs.c.state == State.RUNNING.value)
                .values(progress=news, answer=answer)
            ).rowcount
            if kept:
                _tell(connection, job, EventKind.PROGRESS, news)

    def end(self, job: str, ending: Ending) -> bool:
        """End an open job; False when it had ended before."""
        with self._database.write() as connection:
            return _end(connection, job, ending)

    def ask_cancel(self, job: str) -> Job | None:
        """Cancel a waiting job at once, or ask whoever runs it; None when there is no such job."""
        with self._database.write() as connection:
            connection.execute(update(jobs).where(jobs.c.id == job, jobs.c.state.in_(OPEN)).values(cancel_asked=True))
            state = connection.execute(select(jobs.c.state).where(jobs.c.id == job)).scalar_one_or_none()
            if state == State.QUEUED.value:
                _end(connection, job, Ending(State.CANCELLED, detail="It was cancelled before it began."))
        return self.get(job)

    def cancel_asked(self, job: str) -> bool:
        """Whether someone wants it cancelled."""
        with self._database.read() as connection:
            return bool(connection.execute(select(jobs.c.cancel_asked).where(jobs.c.id == job)).scalar_one_or_none())

    def running(self) -> Sequence[tuple[str, str, float]]:
        """The jobs that run: id, owner, and when their search should be over at the latest."""
        query = select(jobs.c.id, jobs.c.owner, jobs.c.started, jobs.c.request)
        with self._database.read() as connection:
            rows = connection.execute(query.where(jobs.c.state == State.RUNNING.value)).all()
        return [(row.id, row.owner, row.started + row.request["time_limit"]) for row in rows]

    def give_back(self, job: str) -> None:
        """A running job waits again, as its search never began."""
        with self._database.write() as connection:
            given = connection.execute(
                update(jobs)
                .where(jobs.c.id == job, jobs.c.state == State.RUNNING.value)
                .values(state=State.QUEUED.value, owner=None, started=None)
            ).rowcount
            if given:
                _tell(connection, job, EventKind.STATE, {"state": State.QUEUED.value})

    def events_after(self, job: str, number: int, most: int = 500) -> Sequence[Event]:
        """What happened to a job after event ``number``."""
        with self._database.read() as connection:
            rows = connection.execute(
                select(events)
                .where(events.c.job == job, events.c.number > number)
                .order_by(events.c.number)
                .limit(most)
            ).all()
        return [Event(row.number, EventKind(row.kind), row.data, row.at) for row in rows]

    def forget(self, before: float, most: int = MOST_KEPT) -> int:
        """Delete the jobs that ended before a time, and all but the last ``most``; gives their number."""
        beyond = select(jobs.c.finished).where(jobs.c.finished.is_not(None)).order_by(jobs.c.finished.desc())
        with self._database.read() as connection:
            oldest = connection.execute(beyond.offset(most).limit(1)).scalar_one_or_none() or 0.0
            too_old = jobs.c.finished <= max(before, oldest)
            if not connection.execute(select(func.count()).where(too_old)).scalar_one():
                return 0
        with self._database.write() as connection:
            return connection.execute(delete(jobs).where(too_old)).rowcount


def _job(row: Row[Any]) -> Job:
    values = dict(row._mapping)
    mishap = values["mishap"]
    return Job(**values | {"state": State(values["state"]), "mishap": None if mishap is None else JobMishap(mishap)})


def _end(connection: Connection, job: str, ending: Ending) -> bool:
    values: dict[str, Any] = {
        "state": ending.state.value,
        "finished": time.time(),
        "mishap": ending.mishap and ending.mishap.value,
        "detail": ending.detail,
        "cached": ending.cached,
    }
    if ending.answer is not None:
        values["answer"] = ending.answer
    ended = connection.execute(update(jobs).where(jobs.c.id == job, jobs.c.state.in_(OPEN)).values(values)).rowcount
    if ended:
        _tell(connection, job, EventKind.END, ending.document())
    return bool(ended)


def _tell(connection: Connection, job: str, kind: EventKind, data: Document) -> None:
    """Add an event; numbers have no gaps because the transaction holds the job."""
    last = connection.execute(select(func.max(events.c.number)).where(events.c.job == job)).scalar_one()
    connection.execute(
        insert(events).values(job=job, number=(last or 0) + 1, kind=kind.value, data=data, at=time.time())
    )
