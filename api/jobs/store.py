"""Jobs and their events in the database. Every change of a state tells the state it starts from, so that of two
processes that want the same job only one gets it."""

import secrets
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from api.http.clients import NOBODY
from api.jobs.search_request import JobKind, JobRequest
from api.jobs.states import OPEN, Ending, Event, EventKind, Job, JobMishap, State
from api.jobs.turns import Turns, Waiting
from api.storage.database import Database
from api.storage.tables import events, jobs
from api.theme_park.schemas.dumping import Document

KEPT_SECONDS = 30 * 86_400.0
"""How long a job is kept after its end."""
MOST_KEPT = 20_000
"""Jobs that ended; beyond them the oldest are forgotten sooner."""
COLUMNS = [jobs.c[each.name] for each in fields(Job)]


MOST_ATTEMPTS = 2
"""How often a search is begun that is cut off by a crash or the end of a server."""
GONE = "gone"
"""Owner of a job between an owner that is gone and the queue."""
RESTARTED = "The server that ran it ended before the search did; this is the best sequence that was stored."
SHORTLY = 0.5
"""Seconds to wait for others where nothing is lost without the write."""


@dataclass(frozen=True, slots=True)
class Running:
    """A job that runs: who runs it, how often that one said so, for whom, since when, and how long it may."""

    id: str
    owner: str
    beat: int
    client: str
    started: float
    seconds: float


class KeyTaken(Exception):
    """The idempotency key stands for another request."""


class JobStore:
    """Jobs in ``database``; every method raises StorageUnavailable."""

    def __init__(self, database: Database) -> None:
        """Jobs in ``database``."""
        self._database = database

    def add(
        self,
        request: JobRequest,
        *,
        client: str = NOBODY,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        ending: Ending | None = None,
        attached: bool = False,
    ) -> tuple[Job, bool]:
        """A new job and True, or the job that the client's idempotency key stands for and False; raises KeyTaken.

        ``ending``: how it has ended already, when its answer is known.
        """
        now, digest = time.time(), request.digest()
        key = _scoped(client, idempotency_key)
        row: dict[str, Any] = {
            "id": secrets.token_urlsafe(16),
            "kind": request.kind.value,
            "state": State.QUEUED.value,
            "request": request.document(),
            "seconds": request.seconds,
            "cache_key": request.cache_key(),
            "idempotency_key": key,
            "request_digest": digest,
            "request_id": request_id,
            "created": now,
            "client": client,
            "attached": attached,
        }
        known = self._by_key(key, digest)
        if known is not None:
            return known, False
        try:
            with self._database.write() as connection:
                connection.execute(insert(jobs).values(row))
                _tell(connection, row["id"], EventKind.STATE, {"state": State.QUEUED.value})
                if ending is not None:
                    _end(connection, row["id"], ending)
        except IntegrityError:  # the same key came twice at the same moment
            known = self._by_key(key, digest)
            if known is None:
                raise
            return known, False
        job = self.get(row["id"])
        assert job is not None
        return job, True

    def by_key(self, client: str, idempotency_key: str | None, digest: str) -> Job | None:
        """The job that a client's idempotency key stands for; raises KeyTaken when it asks something else."""
        return self._by_key(_scoped(client, idempotency_key), digest)

    def _by_key(self, key: str | None, digest: str) -> Job | None:
        if key is None:
            return None
        with self._database.read() as connection:
            row = connection.execute(select(*COLUMNS).where(jobs.c.idempotency_key == key)).one_or_none()
        if row is None:
            return None
        if row.request_digest != digest:
            raise KeyTaken
        return _job(row)

    def join(self, client: str, digest: str, *, attached: bool) -> Job | None:
        """The open job by which ``client`` asks the same already; it stays attached only if both requests are."""
        same = (jobs.c.client == client, jobs.c.request_digest == digest, jobs.c.state.in_(OPEN), ~jobs.c.cancel_asked)
        with self._database.read() as connection:
            row = connection.execute(select(*COLUMNS).where(*same).order_by(jobs.c.created).limit(1)).one_or_none()
        if row is None:
            return None
        if row.attached:
            with self._database.write() as connection:
                change = update(jobs).where(jobs.c.id == row.id, jobs.c.state.in_(OPEN))
                still = {"heard": jobs.c.heard + 1} | ({} if attached else {"attached": False})
                if not connection.execute(change.values(still)).rowcount:
                    return None
        return self.get(row.id)

    def get(self, job: str) -> Job | None:
        """A job by id."""
        with self._database.read() as connection:
            row = connection.execute(select(*COLUMNS).where(jobs.c.id == job)).one_or_none()
        return None if row is None else _job(row)

    def waiting(self) -> list[Waiting]:
        """The jobs that wait, the oldest first."""
        query = select(jobs.c.id, jobs.c.client, jobs.c.created, jobs.c.seconds, jobs.c.spent)
        with self._database.read() as connection:
            rows = connection.execute(query.where(jobs.c.state == State.QUEUED.value).order_by(jobs.c.created)).all()
        return [Waiting(row.id, row.client or NOBODY, row.created, max(0.0, row.seconds - row.spent)) for row in rows]

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

    def claim(self, owner: str, turns: Turns | None = None) -> Job | None:
        """The job whose turn it is, now running for ``owner``; None when none waits."""
        turns = turns or Turns()
        running = Counter(each.client for each in self.running())
        for waiting in turns.order(self.waiting(), running):
            with self._database.write() as connection:
                claimed = connection.execute(
                    update(jobs)
                    .where(jobs.c.id == waiting.id, jobs.c.state == State.QUEUED.value)
                    .values(state=State.RUNNING.value, owner=owner, started=time.time())
                ).rowcount
                if claimed:
                    _tell(connection, waiting.id, EventKind.STATE, {"state": State.RUNNING.value})
            if claimed:
                turns.took(waiting.client)
                return self.get(waiting.id)
        return None

    def progress(self, job: str, news: Document, answer: Document, owner: str | None = None) -> None:
        """A better sequence or limit of a running job, from its owner."""
        with self._database.write() as connection:
            kept = connection.execute(
                update(jobs).where(*_running(job, owner)).values(progress=news, answer=answer)
            ).rowcount
            if kept:
                _tell(connection, job, EventKind.PROGRESS, news)

    def end(self, job: str, ending: Ending, owner: str | None = None) -> bool:
        """End an open job; False when it had ended before, or is no longer its ``owner``'s.

        What was cut off is searched again instead, once, unless someone wants it cancelled.
        """
        with self._database.write() as connection:
            row = connection.execute(select(jobs.c.attempt, jobs.c.cancel_asked, jobs.c.owner).where(jobs.c.id == job))
            known = row.one_or_none()
            if known is None or (owner is not None and known.owner != owner):
                return False
            if known.cancel_asked and (ending.again or ending.state is State.QUEUED):
                ending = replace(ending, state=State.CANCELLED, mishap=None, detail="It was cancelled.")
            elif ending.state is State.QUEUED:
                return _again(connection, job, ending, known.attempt)
            elif ending.again and known.attempt < MOST_ATTEMPTS:
                return _again(connection, job, ending, known.attempt + 1)
            return _end(connection, job, ending)

    def take_back(self, found: Running) -> bool:
        """End, or queue again, a running job whose owner is gone; False when that one, or another, was faster."""
        ending = Ending(State.INTERRUPTED, mishap=JobMishap.RESTART, detail=RESTARTED)
        with self._database.write() as connection:  # from here on it is ours, unless its owner has stirred
            same = (*_running(found.id, found.owner), jobs.c.beat == found.beat)
            if not connection.execute(update(jobs).where(*same).values(owner=GONE)).rowcount:
                return False
        return self.end(found.id, ending, GONE)

    def beat(self, owner: str) -> None:
        """The owner of running jobs lives."""
        with self._database.write() as connection:
            mine = jobs.c.state == State.RUNNING.value, jobs.c.owner == owner
            connection.execute(update(jobs).where(*mine).values(beat=jobs.c.beat + 1))

    def ask_cancel(self, job: str) -> Job | None:
        """Cancel a waiting job at once, or ask whoever runs it; None when there is no such job."""
        with self._database.write() as connection:
            connection.execute(update(jobs).where(jobs.c.id == job, jobs.c.state.in_(OPEN)).values(cancel_asked=True))
            state = connection.execute(select(jobs.c.state).where(jobs.c.id == job)).scalar_one_or_none()
            if state == State.QUEUED.value:
                _end(connection, job, Ending(State.CANCELLED, detail="It was cancelled before it began."))
        return self.get(job)

    def to_stop(self, job: str, owner: str) -> bool:
        """Whether someone wants it cancelled, or it is no longer its owner's."""
        with self._database.read() as connection:
            query = select(jobs.c.cancel_asked, jobs.c.owner).where(jobs.c.id == job)
            row = connection.execute(query).one_or_none()
        return row is None or row.cancel_asked or row.owner != owner

    def running(self) -> Sequence[Running]:
        """The jobs that run."""
        query = select(
            jobs.c.id, jobs.c.owner, jobs.c.beat, jobs.c.client, jobs.c.started, jobs.c.seconds, jobs.c.spent
        )
        with self._database.read() as connection:
            rows = connection.execute(query.where(jobs.c.state == State.RUNNING.value)).all()
        return [
            Running(row.id, row.owner, row.beat, row.client or NOBODY, row.started, row.seconds - row.spent)
            for row in rows
        ]

    def others_wait(self, client: str) -> bool:
        """Whether a job of another client waits that has fewer running than ``client``."""
        running = Counter(each.client for each in self.running())
        return any(each.client != client and running[each.client] < running[client] for each in self.waiting())

    def attached(self) -> Sequence[tuple[str, int]]:
        """The open jobs that end when nobody listens: id, and how often it was heard that somebody does."""
        query = select(jobs.c.id, jobs.c.heard).where(jobs.c.state.in_(OPEN), jobs.c.attached, ~jobs.c.cancel_asked)
        with self._database.read() as connection:
            return [(row.id, row.heard) for row in connection.execute(query)]

    def hear(self, job: str) -> None:
        """Somebody listens to a job."""
        with self._database.write(busy_seconds=SHORTLY) as connection:
            connection.execute(update(jobs).where(jobs.c.id == job).values(heard=jobs.c.heard + 1))

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

    def last_event(self, job: str) -> int:
        """The number of the last event of a job; 0 when there is none."""
        with self._database.read() as connection:
            return connection.execute(select(func.max(events.c.number)).where(events.c.job == job)).scalar_one() or 0

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


def _scoped(client: str, key: str | None) -> str | None:
    """An idempotency key as it is kept: it belongs to its client."""
    return None if key is None else sha256(f"{client}\n{key}".encode()).hexdigest()


def _job(row: Row[Any]) -> Job:
    values = dict(row._mapping)
    mishap = values["mishap"]
    enums = {
        "kind": JobKind(values["kind"]),
        "state": State(values["state"]),
        "mishap": None if mishap is None else JobMishap(mishap),
    }
    return Job(**values | enums)


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


def _running(job: str, owner: str | None) -> tuple[ColumnElement[bool], ...]:
    mine = () if owner is None else (jobs.c.owner == owner,)
    return (jobs.c.id == job, jobs.c.state == State.RUNNING.value, *mine)


def _again(connection: Connection, job: str, ending: Ending, attempt: int) -> bool:
    """A running job waits again, with the best so far, and says why."""
    best = {} if ending.answer is None else {"answer": ending.answer}
    values: dict[str, Any] = {"state": State.QUEUED.value, "owner": None, "started": None, "attempt": attempt, **best}
    values["spent"] = jobs.c.spent + ending.spent
    queued = connection.execute(update(jobs).where(*_running(job, None)).values(values)).rowcount
    if queued:
        told: Document = {
            "state": State.QUEUED.value,
            "attempt": attempt,
            "mishap": ending.mishap and ending.mishap.value,
        }
        told["gave_way"] = ending.state is State.QUEUED
        _tell(connection, job, EventKind.STATE, told)
    return bool(queued)


def _tell(connection: Connection, job: str, kind: EventKind, data: Document) -> None:
    """Add an event; numbers have no gaps because the transaction holds the job."""
    last = connection.execute(select(func.max(events.c.number)).where(events.c.job == job)).scalar_one()
    connection.execute(
        insert(events).values(job=job, number=(last or 0) + 1, kind=kind.value, data=data, at=time.time())
    )
