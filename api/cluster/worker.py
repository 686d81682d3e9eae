"""A worker: one process that takes jobs from the queue and searches them in a warm pool; its supervisor starts it."""

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from procrastinate import App
from procrastinate.jobs import Status

from api.cluster.connector import PatientConnector, watch
from api.cluster.searcher import ClusterSearcher
from api.config import Config
from api.http.logs import configure_logs
from api.jobs.cache import AnswerCache
from api.jobs.kinds import search_processes
from api.jobs.store import JobStore
from api.jobs.tickets import QUEUES, TASK
from api.storage.database import LIVELINESS, Database, conninfo
from solver.runtime.pool import PoolLimits

log = logging.getLogger(__name__)

SIGN = 1.0
"""Seconds between two signs to the supervisor."""
SWEEP = 60.0
"""Seconds between two looks for tickets of workers that are gone, and their least age: nothing waits for them."""
ENDING = 8.0
"""Seconds that searches get to store their best when the worker is told to end."""
POLL = 2.0
"""Seconds between two looks at the queue, should a call be missed."""


def work(config: Config, signs: int) -> None:
    """Take jobs until SIGTERM; a byte a second goes to ``signs`` while this process answers."""
    configure_logs(config)
    database = Database(config.database_url)
    limits = PoolLimits(children=config.children, reserved=0, waiting=config.children, memory=config.child_memory)
    pool = search_processes(limits)
    searcher = ClusterSearcher(JobStore(database), AnswerCache(database), pool, config.lease)
    try:
        asyncio.run(_serve(config, database, searcher, signs))
    finally:
        searcher.close()
        pool.close()
        database.close()


async def _serve(config: Config, database: Database, searcher: ClusterSearcher, signs: int) -> None:
    """Take tickets until told to end."""
    loop = asyncio.get_running_loop()
    reached = conninfo(database.url)
    connector = PatientConnector(conninfo=reached, kwargs=LIVELINESS, configure=watch, min_size=2, max_size=8)
    app = App(connector=connector)
    with ThreadPoolExecutor(config.children, "job") as threads:

        @app.task(name=TASK)
        async def take(format_: int) -> None:
            await loop.run_in_executor(threads, searcher.take)

        taking = asyncio.ensure_future(_take_tickets(app, config))
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, _end, searcher, taking)
        async with _beside(_tell(signs), _sweep(app)):
            with contextlib.suppress(asyncio.CancelledError):
                await taking
        searcher.close()


def _end(searcher: ClusterSearcher, taking: "asyncio.Future[None]") -> None:
    """Let searches end at their next look and store their best; the queue waits for them."""
    searcher.stop_soon()
    taking.cancel()


async def _take_tickets(app: App, config: Config) -> None:
    async with app.open_async():
        log.info("worker started", extra={"queues": QUEUES, "children": config.children})
        await app.run_worker_async(
            queues=list(QUEUES),
            concurrency=config.children,
            fetch_job_polling_interval=POLL,
            abort_job_polling_interval=SWEEP,
            update_heartbeat_interval=SWEEP / 6,
            stalled_worker_timeout=SWEEP,
            shutdown_graceful_timeout=ENDING,
            delete_jobs="always",
            install_signal_handlers=False,
        )


async def _tell(signs: int) -> None:
    """Say that this process lives; without a supervisor it ends."""
    while True:
        try:
            os.write(signs, b".")
        except BlockingIOError:
            pass
        except OSError:
            os.kill(os.getpid(), signal.SIGTERM)
            return
        await asyncio.sleep(SIGN)


async def _sweep(app: App) -> None:
    """Remove the tickets of workers that are gone; their jobs have been taken back long before."""
    while True:
        await asyncio.sleep(SWEEP)
        manager = app.job_manager
        try:
            for ticket in await manager.get_stalled_jobs(seconds_since_heartbeat=SWEEP):
                await manager.finish_job(ticket, Status.FAILED, delete_job=True)
            await manager.prune_stalled_workers(SWEEP)
        except Exception:
            log.exception("old tickets cannot be removed")


@contextlib.asynccontextmanager
async def _beside(*running: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """These run meanwhile."""
    tasks = [asyncio.create_task(each) for each in running]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
