"""Jobs and their events in the database. Every change of a state tells the state it starts from, so that of two
processes that want the same job only one gets it."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Any

from sqlalchemy import URL, ColumnElement, Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from api.http.clients import NOBODY
from api.jobs import changes
from api.jobs.limits import KEPT_SECONDS, MOST_ATTEMPTS, MOST_KEPT
from api.jobs.news import STOPS, notify
from api.jobs.request import FORMAT, JobRequest
from api.jobs.standing import QueueStanding, queue_standing
from api.jobs.states import OPEN, Claim, Ending, Event, EventKind, Job, JobMishap, State
from api.jobs.turns import Turns, Waiting
from api.jobs.which import ALONE, able
from api.schemas.describing import Document
from api.storage.database import SHORTLY, Database, now
from api.storage.tables import events, jobs

COLUMNS = [jobs.c[each.name] for each in fields(Job)]
RESTARTED = "The server that ran it ended before the search did; this is the best sequence that was stored."
NEXT = 0.001
"""Seconds by which each part of a job is younger than the one before it, so that it comes after it."""


@dataclass(frozen=True, slots=True)
class Running:
    """A running job: its claim, its owner, how many signs of life that gave, its client, when it began, and the seconds it may take."""

    claim: Claim
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

    @property
    def url(self) -> URL:
        """The address of the database it is in."""
        return self._database.url

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
        digest = request.digest()
        key = _scoped(client, idempotency_key)
        row = _row(request, client) | {
            "idempotency_key": key,
            "request_id": request_id,
            "attached": attached,
        }
        known = self._by_key(key, digest)
        if known is not None:
            return known, False
        try:
            with self._database.write() as connection:
                connection.execute(insert(jobs).values(row | {"created": now(connection)}))
                changes.tell(connection, row["id"], EventKind.STATE, {"state": State.QUEUED.value})
                if ending is None:
                    changes.waits(connection, FORMAT)
                else:
                    changes.end_job(connection, row["id"], ending)
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
        """The job of an id, None where there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(*COLUMNS).where(jobs.c.id == job)).one_or_none()
        return None if row is None else _job(row)

    def waiting(self, *which: ColumnElement[bool]) -> list[Waiting]:
        """The jobs that wait, of ``which``, the oldest first."""
        query = select(jobs.c.id, jobs.c.client, jobs.c.created, jobs.c.seconds, jobs.c.spent)
        queued = query.where(jobs.c.state == State.QUEUED.value, *which).order_by(jobs.c.created)
        with self._database.read() as connection:
            rows = connection.execute(queued).all()
        return [Waiting(row.id, row.client or NOBODY, row.created, max(0.0, row.seconds - row.spent)) for row in rows]

    def counts(self) -> dict[State, int]:
        """How many jobs there are in each state."""
        with self._database.read() as connection:
            rows = connection.execute(select(jobs.c.state, func.count()).group_by(jobs.c.state)).all()
        known = {row[0]: row[1] for row in rows}
        return {state: known.get(state.value, 0) for state in State}

    def standing(self) -> QueueStanding:
        """How long the oldest job waits, what was cut off or refused, how many workers live."""
        with self._database.read() as connection:
            return queue_standing(connection)

    def queued(self) -> int:
        """Counts the jobs that wait."""
        with self._database.read() as connection:
            return connection.execute(select(func.count()).where(jobs.c.state == State.QUEUED.value)).scalar_one()

    def claim(self, owner: str, turns: Turns | None = None) -> Job | None:
        """The job whose turn it is, now running for ``owner``; None when none waits."""
        turns = turns or Turns()
        running = Counter(each.client for each in self.running())
        for waiting in turns.order(self.waiting(able(), ALONE), running):
            with self._database.write() as connection:
                changes.lock(connection, waiting.id)
                claimed = connection.execute(
                    update(jobs)
                    .where(jobs.c.id == waiting.id, jobs.c.state == State.QUEUED.value, ALONE)
                    .values(state=State.RUNNING.value, owner=owner, started=now(connection))
                ).rowcount
                if claimed:
                    changes.tell(connection, waiting.id, EventKind.STATE, {"state": State.RUNNING.value})
            if claimed:
                turns.took(waiting.client)
                return self.get(waiting.id)
        return None

    def share(self, claim: Claim, requests: Sequence[JobRequest], client: str) -> list[str]:
        """Let others take parts of a running job, the first ones first; gives their ids, none if it is another's by now."""
        rows = [_row(each, client) | {"parent": claim.job} for each in requests]
        with self._database.write() as connection:
            hold = update(jobs).where(*changes.under_claim(claim)).values(beat=jobs.c.beat + 1)
            if not rows or not connection.execute(hold).rowcount:
                return []
            began = now(connection)
            created = [{**row, "created": began + number * NEXT} for number, row in enumerate(rows)]
            connection.execute(insert(jobs), created)
            for row in rows:
                changes.tell(connection, row["id"], EventKind.STATE, {"state": State.QUEUED.value})
                changes.waits(connection, FORMAT)
        return [row["id"] for row in rows]

    def withdraw(self, part: str) -> bool:
        """Forget a part that nobody has begun; False when somebody has."""
        with self._database.write() as connection:
            nobody = (jobs.c.id == part, jobs.c.state == State.QUEUED.value)
            return bool(connection.execute(delete(jobs).where(*nobody)).rowcount)

    def progress(self, claim: Claim, news: Document, answer: Document | None) -> bool:
        """News of a running job, and the answer so far (None: as before); False when it is another's by now."""
        with self._database.write() as connection:
            values = {"progress": news} | ({} if answer is None else {"answer": answer})
            kept = bool(connection.execute(update(jobs).where(*changes.under_claim(claim)).values(values)).rowcount)
            if kept:
                changes.tell(connection, claim.job, EventKind.PROGRESS, news)
            else:
                changes.refuse(connection, claim)
        return kept

    def end(self, claim: Claim, ending: Ending) -> bool:
        """End a running job; False when it is another's by now, or over.

        What was cut off is searched again instead, once, unless someone wants it cancelled.
        """
        with self._database.write() as connection:
            hold = update(jobs).where(*changes.under_claim(claim)).values(beat=jobs.c.beat + 1)
            if not connection.execute(hold).rowcount:
                changes.refuse(connection, claim)
                return False
            return self._settle(connection, claim, ending)

    def _settle(self, connection: Connection, claim: Claim, ending: Ending) -> bool:
        """End a job that the transaction holds, or queue it again."""
        row = connection.execute(select(jobs.c.cut_off, jobs.c.cancel_asked).where(jobs.c.id == claim.job)).one()
        if row.cancel_asked and (ending.again or ending.state is State.QUEUED):
            ending = replace(ending, state=State.CANCELLED, mishap=None, detail="It was cancelled.")
        elif ending.state is State.QUEUED:
            return changes.again(connection, claim, ending, cut_off=False)
        elif ending.again and row.cut_off + 1 < MOST_ATTEMPTS:
            return changes.again(connection, claim, ending, cut_off=True)
        return changes.end_job(connection, claim.job, ending)

    def take_back(self, found: Running) -> bool:
        """End, or queue again, a running job whose owner is gone; False when that one, or another, was faster."""
        ending = Ending(State.FAILED, mishap=JobMishap.RESTART, detail=RESTARTED)
        with self._database.write() as connection:
            same = (*changes.under_claim(found.claim), jobs.c.beat == found.beat)
            still = (
                update(jobs).where(*same).values(beat=jobs.c.beat + 1)
            )  # ours from here on, unless its owner stirred
            if not connection.execute(still).rowcount:
                return False
            return self._settle(connection, found.claim, ending)

    def beat(self, owner: str, running: Sequence[str]) -> None:
        """Note that an owner lives and searches these jobs; one that it does not know of is not among them."""
        with self._database.write() as connection:
            mine = jobs.c.state == State.RUNNING.value, jobs.c.owner == owner, jobs.c.id.in_(running)
            connection.execute(update(jobs).where(*mine).values(beat=jobs.c.beat + 1))

    def ask_cancel(self, job: str) -> Job | None:
        """Cancel a waiting job at once, or ask whoever runs it; None when there is no such job."""
        with self._database.write() as connection:
            connection.execute(update(jobs).where(jobs.c.id == job, jobs.c.state.in_(OPEN)).values(cancel_asked=True))
            state = connection.execute(select(jobs.c.state).where(jobs.c.id == job)).scalar_one_or_none()
            if state == State.QUEUED.value:
                changes.end_job(connection, job, Ending(State.CANCELLED, detail="It was cancelled before it began."))
            elif state == State.RUNNING.value:
                notify(connection, STOPS, job)
        return self.get(job)

    def to_stop(self, claim: Claim) -> bool:
        """Whether someone wants it cancelled, or it is another's by now."""
        with self._database.read() as connection:
            query = select(jobs.c.cancel_asked).where(*changes.under_claim(claim))
            row = connection.execute(query).one_or_none()
        return row is None or bool(row.cancel_asked)

    def running(self) -> Sequence[Running]:
        """The jobs that run now, on whichever machine."""
        column = jobs.c
        query = select(
            column.id,
            column.attempt,
            column.owner,
            column.beat,
            column.client,
            column.started,
            column.seconds,
            column.spent,
        )
        with self._database.read() as connection:
            rows = connection.execute(query.where(jobs.c.state == State.RUNNING.value)).all()
        return [
            Running(
                Claim(row.id, row.attempt),
                row.owner,
                row.beat,
                row.client or NOBODY,
                row.started,
                row.seconds - row.spent,
            )
            for row in rows
        ]

    def others_wait(self, client: str) -> bool:
        """Whether a job of another client waits that has fewer running than ``client``, and could begin."""
        running, could = Counter(each.client for each in self.running()), self.waiting(able(), ALONE)
        return any(each.client != client and running[each.client] < running[client] for each in could)

    def attached(self) -> Sequence[tuple[str, int]]:
        """The open jobs that end when nobody listens: id, and how often it was heard that somebody does."""
        query = select(jobs.c.id, jobs.c.heard).where(jobs.c.state.in_(OPEN), jobs.c.attached, ~jobs.c.cancel_asked)
        with self._database.read() as connection:
            return [(row.id, row.heard) for row in connection.execute(query)]

    def hear(self, job: str) -> None:
        """Note that somebody listens to a job."""
        with self._database.write(busy_seconds=SHORTLY) as connection:
            connection.execute(update(jobs).where(jobs.c.id == job).values(heard=jobs.c.heard + 1))

    def give_back(self, claim: Claim) -> bool:
        """A running job waits again, as its search never began; False when it is another's by now."""
        return self.end(claim, Ending(State.QUEUED))

    def supply(self) -> None:
        """See that every job that waits has called a worker, whatever became of the queue."""
        if not self._database.sqlite:
            from api.jobs.tickets import supply  # noqa: PLC0415  of an extra

            with self._database.write() as connection:
                supply(connection)

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

    def forget(self, seconds: float = KEPT_SECONDS, most: int = MOST_KEPT) -> int:
        """Delete the jobs that ended so long ago, and all but the last ``most``; gives their number."""
        beyond = select(jobs.c.finished).where(jobs.c.finished.is_not(None)).order_by(jobs.c.finished.desc())
        with self._database.read() as connection:
            oldest = connection.execute(beyond.offset(most).limit(1)).scalar_one_or_none() or 0.0
            too_old = jobs.c.finished <= max(now(connection) - seconds, oldest)
            if not connection.execute(select(func.count()).where(too_old)).scalar_one():
                return 0
        with self._database.write() as connection:
            return connection.execute(delete(jobs).where(too_old)).rowcount


def _scoped(client: str, key: str | None) -> str | None:
    """An idempotency key as it is kept: it belongs to its client."""
    return None if key is None else sha256(f"{client}\n{key}".encode()).hexdigest()


def _row(request: JobRequest, client: str) -> dict[str, Any]:
    """A job that waits, as the database holds it, but for when it came."""
    return {
        "id": secrets.token_urlsafe(16),
        "game": request.game,
        "kind": request.kind,
        "format": FORMAT,
        "state": State.QUEUED.value,
        "request": request.document(),
        "seconds": request.seconds,
        "cache_key": request.cache_key(),
        "request_digest": request.digest(),
        "client": client,
    }


def _job(row: Row[Any]) -> Job:
    values = dict(row._mapping)
    mishap = values["mishap"]
    enums = {
        "state": State(values["state"]),
        "mishap": None if mishap is None else JobMishap(mishap),
    }
    return Job(**values | enums)
