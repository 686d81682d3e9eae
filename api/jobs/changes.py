"""What changes a job, within a transaction of the store.

A running job is changed by whoever has its claim: every change says whose it is, and changes nothing when the job has been
handed on since.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from api.jobs.news import CHANNEL, STOPS, notify
from api.jobs.states import OPEN, Claim, Ending, EventKind, State
from api.jobs.which import OTHER
from api.schemas.describing import Document
from api.storage.database import now
from api.storage.tables import events, jobs


def under_claim(claim: Claim) -> tuple[ColumnElement[bool], ...]:
    """The conditions that a job runs, and under this claim."""
    return (jobs.c.id == claim.job, jobs.c.state == State.RUNNING.value, jobs.c.attempt == claim.attempt)


def refuse(connection: Connection, claim: Claim) -> None:
    """Count a change that came too late."""
    connection.execute(update(jobs).where(jobs.c.id == claim.job).values(refused=jobs.c.refused + 1))


def lock(connection: Connection, job: str) -> None:
    """Of those that ask what ``job`` asks only one may begin at a time; on SQLite only one transaction writes anyway."""
    if connection.dialect.name == "postgresql":
        digest = select(jobs.c.request_digest).where(jobs.c.id == job).scalar_subquery()
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(digest))))


def tell(connection: Connection, job: str, kind: EventKind, data: Document) -> None:
    """Add an event; numbers have no gaps because the transaction holds the job."""
    last = connection.execute(select(func.max(events.c.number)).where(events.c.job == job)).scalar_one()
    connection.execute(
        insert(events).values(job=job, number=(last or 0) + 1, kind=kind.value, data=data, at=time.time())
    )
    notify(connection, CHANNEL, job)


def waits(connection: Connection, format_: int) -> None:
    """Call a worker for a job that waits from now on; on SQLite they look by themselves."""
    if connection.dialect.name == "postgresql":
        from api.jobs.tickets import issue  # noqa: PLC0415  of an extra

        issue(connection, format_)


def end_job(connection: Connection, job: str, ending: Ending) -> bool:
    """End an open job that the transaction holds; False when it had ended before."""
    if not _end(connection, job, ending):
        return False
    _hand_on(connection, job, ending)
    return True


def _end(connection: Connection, job: str, ending: Ending, **more: Any) -> bool:
    """End a job alone; ``more``: further columns of it."""
    values: dict[str, Any] = {
        "state": ending.state.value,
        "finished": now(connection),
        "mishap": ending.mishap and ending.mishap.value,
        "detail": ending.detail,
        "cached": ending.cached,
        **more,
    }
    if ending.answer is not None:
        values["answer"] = ending.answer
    ended = connection.execute(update(jobs).where(jobs.c.id == job, jobs.c.state.in_(OPEN)).values(values)).rowcount
    if ended:
        tell(connection, job, EventKind.END, ending.document())
        _end_parts(connection, job)
    return bool(ended)


def _hand_on(connection: Connection, job: str, ending: Ending) -> None:
    """Give its twins the answer, or its best to begin from when it ended before its time."""
    digest = select(jobs.c.request_digest).where(jobs.c.id == job).scalar_subquery()
    same = (jobs.c.request_digest == digest, jobs.c.state == State.QUEUED.value)
    twins: Sequence[str] = connection.execute(select(jobs.c.id).where(*same)).scalars().all()
    shared = ending.state is State.DONE and ending.mishap is None and ending.answer is not None and not ending.late
    if not shared:
        _share_best(connection, job)
    for twin in twins:
        if shared:
            _end(connection, twin, replace(ending, cached=True), started=now(connection))
        else:
            waits(connection, connection.execute(select(jobs.c.format).where(jobs.c.id == twin)).scalar_one())


def _share_best(connection: Connection, job: str) -> None:
    """Let those of its twins that know nothing begin from what is stored of it."""
    digest, answer = (
        select(column).where(OTHER.c.id == job).scalar_subquery() for column in (OTHER.c.request_digest, OTHER.c.answer)
    )
    unknown = (jobs.c.request_digest == digest, jobs.c.state == State.QUEUED.value, jobs.c.answer.is_(None))
    connection.execute(update(jobs).where(jobs.c.id != job, *unknown).values(answer=answer))


def _end_parts(connection: Connection, job: str) -> None:
    """Forget the parts of a job, and end those that are searched."""
    part = jobs.c.parent == job
    connection.execute(delete(jobs).where(part, jobs.c.state != State.RUNNING.value))
    for each in connection.execute(select(jobs.c.id).where(part)).scalars().all():
        connection.execute(update(jobs).where(jobs.c.id == each).values(cancel_asked=True))
        notify(connection, STOPS, each)


def again(connection: Connection, claim: Claim, ending: Ending, *, cut_off: bool) -> bool:
    """A running job waits again, with the best so far, and says why; False when it was handed on before."""
    best = {} if ending.answer is None else {"answer": ending.answer}
    values: dict[str, Any] = {
        "state": State.QUEUED.value,
        "owner": None,
        "started": None,
        "attempt": claim.attempt + 1,
        "cut_off": jobs.c.cut_off + int(cut_off),
        "spent": jobs.c.spent + ending.spent,
        **best,
    }
    queued = connection.execute(update(jobs).where(*under_claim(claim)).values(values)).rowcount
    if queued:
        told: Document = {
            "state": State.QUEUED.value,
            "attempt": claim.attempt + 1,
            "mishap": ending.mishap and ending.mishap.value,
            "gave_way": ending.spent > 0,
        }
        tell(connection, claim.job, EventKind.STATE, told)
        _end_parts(connection, claim.job)
        _share_best(connection, claim.job)
        waits(connection, connection.execute(select(jobs.c.format).where(jobs.c.id == claim.job)).scalar_one())
    return bool(queued)
