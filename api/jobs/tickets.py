"""Tickets in Procrastinate's queue: each lets one worker take the job whose turn it is.

A ticket is written in the transaction that lets a job wait, so that both are there or neither. It names no job: who goes
next is decided when a worker is free, so that clients take turns and short searches go first. A ticket too many finds
nothing to do; where one is missing, as after a queue was restored without the jobs, ``supply`` writes it.
"""

from typing import Any

from procrastinate import App, SyncPsycopgConnector
from sqlalchemy import Connection, func, select, text

from api.jobs.request import FORMAT
from api.jobs.states import State
from api.storage.tables import jobs

TASK = "take_a_job"
COUNT = "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo' AND queue_name = :queue"

_asking = App(connector=SyncPsycopgConnector())
"""Only writes tickets, over the connections of others."""


def queue_of(format_: int) -> str:
    """The queue of the jobs whose requests are of a format: a worker listens to those that it can read."""
    return f"jobs-{format_}"


QUEUES = tuple(queue_of(number) for number in range(1, FORMAT + 1))


def issue(connection: Connection, format_: int = FORMAT) -> None:
    """Write a ticket within the transaction of ``connection``, for a job that waits from then on."""
    driver: Any = connection.connection.driver_connection
    _asking.configure_task(TASK, queue=queue_of(format_), connection=driver, allow_unknown=True).defer(format_=format_)


def supply(connection: Connection) -> int:
    """Write the tickets that are missing, for jobs that wait without one; gives their number."""
    waits = select(jobs.c.format, func.count()).where(jobs.c.state == State.QUEUED.value).group_by(jobs.c.format)
    missing = 0
    for format_, number in connection.execute(waits).all():
        there = connection.execute(text(COUNT), {"queue": queue_of(format_)}).scalar_one()
        for _ in range(number - there):
            issue(connection, format_)
            missing += 1
    return missing
