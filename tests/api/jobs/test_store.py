"""Jobs in the database; on PostgreSQL too when POSTGRESQL_URL names one that tests may empty."""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from api.jobs.runner import interrupt_abandoned, owner_of
from api.jobs.states import Ending, EventKind, State
from api.jobs.store import JobStore, KeyTaken
from api.storage import Database
from api.storage.tables import jobs
from tests.api.jobs.test_cache import ASKED, found

ME = owner_of(os.getpid())
POSTGRESQL = os.environ.get("POSTGRESQL_URL")


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.skipif(not POSTGRESQL, reason="no URL"))]
)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    made = Database(f"sqlite:///{tmp_path}/db" if request.param == "sqlite" else str(POSTGRESQL))
    made.migrate()
    with made.write() as connection:
        connection.execute(delete(jobs))
    yield made
    made.close()


@pytest.fixture
def store(database: Database) -> JobStore:
    return JobStore(database)


def test_jobs_are_claimed_in_the_order_they_came_and_each_once(store: JobStore) -> None:
    ids = [store.add(ASKED)[0].id for _ in range(8)]
    claimed: list[str] = []

    def claim() -> None:
        while store.queued():
            job = store.claim(ME)
            if job is not None:
                claimed.append(job.id)

    threads = [threading.Thread(target=claim) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(claimed) == sorted(ids)
    assert claimed[0] in ids[:4]
    assert store.counts()[State.RUNNING] == 8


def test_a_job_ends_once_and_what_comes_later_changes_nothing(store: JobStore) -> None:
    store.add(ASKED)
    job = store.claim(ME)
    assert job is not None
    store.progress(job.id, {"stars": 3}, found(3))
    assert store.end(job.id, Ending(State.DONE, found(4)))
    assert not store.end(job.id, Ending(State.FAILED))
    store.progress(job.id, {"stars": 9}, found(9))
    store.give_back(job.id)
    ended = store.ask_cancel(job.id)
    assert ended is not None
    assert (ended.state, ended.answer, ended.progress) == (State.DONE, found(4), {"stars": 3})
    kinds = [each.kind for each in store.events_after(job.id, 0)]
    assert kinds == [EventKind.STATE, EventKind.STATE, EventKind.PROGRESS, EventKind.END]
    assert [each.number for each in store.events_after(job.id, 2)] == [3, 4]


def test_a_job_given_back_waits_again(store: JobStore) -> None:
    store.add(ASKED)
    job = store.claim(ME)
    assert job is not None
    store.give_back(job.id)
    again = store.claim(ME)
    assert again is not None
    assert again.id == job.id


def test_the_same_key_sent_by_many_at_once_is_one_job(store: JobStore) -> None:
    made: list[tuple[str, bool]] = []

    def add() -> None:
        job, fresh = store.add(ASKED, idempotency_key="key")
        made.append((job.id, fresh))

    threads = [threading.Thread(target=add) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len({job for job, _ in made}) == 1
    assert sum(fresh for _, fresh in made) == 1
    with pytest.raises(KeyTaken):
        store.add(replace(ASKED, position=replace(ASKED.position, money=9)), idempotency_key="key")


@pytest.mark.parametrize(
    ("owner", "alone", "interrupted"),
    [
        (ME, True, False),
        (ME.rsplit("/", 1)[0] + "/0.00", True, True),  # an earlier process with the same id
        ("elsewhere/1/0.00", False, False),
        ("elsewhere/1/0.00", True, True),
    ],
    ids=["its own", "an earlier one's", "another's", "another's, alone"],
)
def test_a_job_is_interrupted_when_its_process_is_gone(
    store: JobStore, owner: str, alone: bool, interrupted: bool
) -> None:
    store.add(ASKED)
    job = store.claim(owner)
    assert job is not None
    store.progress(job.id, {"stars": 3}, found(3))
    assert interrupt_abandoned(store, alone=alone) == interrupted
    now = store.get(job.id)
    assert now is not None
    assert now.state is (State.INTERRUPTED if interrupted else State.RUNNING)
    assert now.answer == found(3)


def test_a_job_far_beyond_its_limit_is_abandoned_whoever_runs_it(store: JobStore, database: Database) -> None:
    store.add(ASKED)
    job = store.claim("elsewhere/1/0.00")
    assert job is not None
    with database.write() as connection:
        connection.execute(update(jobs).values(started=time.time() - 500))
    assert interrupt_abandoned(store, alone=False) == 1


def test_old_jobs_are_forgotten_with_their_events_and_open_ones_never(store: JobStore) -> None:
    ids = [store.add(ASKED)[0].id for _ in range(4)]
    for job in ids[:3]:
        store.end(job, Ending(State.CANCELLED))
        time.sleep(0.002)
    assert store.forget(0.0, most=1) == 2
    assert [store.get(job) is not None for job in ids] == [False, False, True, True]
    assert store.forget(time.time() + 1) == 1
    assert [len(store.events_after(job, 0)) for job in ids] == [0, 0, 0, 1]
