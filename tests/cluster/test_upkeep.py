"""What the operator's notes promise: a dump that is restored works on, old tables are brought up to date with their jobs, and
workers leave what they do not know."""

import json
import subprocess
import threading
from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from api.config import Config
from api.jobs.request import FORMAT
from api.jobs.states import Ending, State
from api.storage import Database
from api.storage.start import prepare
from api.storage.tables import jobs
from tests.cluster.workers import asked, cluster
from tests.postgresql import Server, program

pytestmark = pytest.mark.thorough
ANSWER = {"stars": 4, "status": "optimal", "bound": 4}


def restored(postgres: Server, url: str, *options: str) -> str:
    """The URL of another database with what ``pg_dump`` tells of the one of ``url``."""
    fresh = postgres.fresh()
    dump, read = (str(program(name)) for name in ("pg_dump", "psql"))
    told = subprocess.run([dump, *options, _plain(url)], check=True, capture_output=True)
    words = [read, "--quiet", "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-d", _plain(fresh)]
    subprocess.run(words, input=told.stdout, check=True, capture_output=True)
    return fresh


def _plain(url: str) -> str:
    return url.replace("+psycopg", "")


@pytest.mark.parametrize("options", [(), ("--exclude-table-data=procrastinate_*",)], ids=["whole", "without the queue"])
def test_a_restored_dump_has_every_answer_and_its_jobs_are_carried_out(
    postgres: Server, tmp_path: Path, options: tuple[str, ...]
) -> None:
    with cluster(postgres.fresh(), tmp_path) as before:
        done, running, waiting = (before.add(seed, 1.0) for seed in (1, 2, 3))
        for job in (done, running):
            claim = before.store.claim("a worker of before")
            assert claim is not None
            assert claim.id == job
        before.store.end(before.job(done).claim, Ending(State.DONE, answer=ANSWER))
        url = restored(postgres, before.url, *options)
        told = before.store.events_after(done, 0)
    with cluster(url, tmp_path) as after:
        assert (after.job(done).state, after.job(done).answer) == (State.DONE, ANSWER)
        assert after.store.events_after(done, 0) == told
        assert after.job(running).state is State.RUNNING
        after.start()
        assert after.over(waiting).state is State.DONE
        over = after.over(running)
        assert (over.state, over.attempt) == (State.DONE, 2)


def test_a_worker_of_another_version_leaves_what_it_does_not_know_to_those_that_do(
    postgres: Server, tmp_path: Path
) -> None:
    with cluster(postgres.fresh(), tmp_path) as made:
        newer, other, known = (made.add(seed, 1.0) for seed in (1, 2, 3))

        def write(job: str, **values: object) -> None:
            with made.database.write() as connection:
                connection.execute(update(jobs).where(jobs.c.id == job).values(values))

        write(newer, format=FORMAT + 1)
        write(other, kind="sums")
        made.start()
        assert made.over(known).state is State.DONE
        with made.database.read() as connection:
            left = connection.execute(select(jobs.c.state).where(jobs.c.id.in_([newer, other]))).scalars().all()
        assert left == [State.QUEUED.value] * 2
        write(newer, format=FORMAT)
        write(other, kind="solve")
        assert [made.over(job).attempt for job in (newer, other)] == [1, 1]


OLD_JOB = """
INSERT INTO jobs (id, state, request, cache_key, request_digest, created, cancel_asked, cached, owner, answer)
VALUES (:id, :state, :request, :id, :id, :created, false, false, :owner, :answer)
"""
OLD_EVENT = "INSERT INTO events (job, number, kind, data, at) VALUES (:job, :number, :kind, '{}', 0)"
OLD = {
    "over": ("done", None, ("state", "state", "end")),
    "cut off": ("running", "1/a server of before", ("state", "state", "progress")),
    "waits": ("queued", None, ("state",)),
}
"""Jobs as earlier programs stored them: state, owner, kinds of their events."""


def store_as_before(url: str, version: str) -> None:
    """Tables of an earlier program, with jobs in them."""
    made = Database(url)
    made.migrate(to=version)
    with made.write() as connection:
        for number, (job, (state, owner, told)) in enumerate(OLD.items()):
            row = {"id": job, "state": state, "owner": owner, "created": float(number)}
            row["request"] = json.dumps(asked(number, 1.0).document())
            row["answer"] = json.dumps(ANSWER) if state == "done" else None
            connection.execute(text(OLD_JOB), row)
            for event, kind in enumerate(told, 1):
                connection.execute(text(OLD_EVENT), {"job": job, "number": event, "kind": kind})
    made.close()


@pytest.mark.parametrize("version", ["0001", "0006"])
def test_old_tables_are_brought_up_to_date_by_one_of_several_starts_and_their_jobs_go_on(
    postgres: Server, tmp_path: Path, version: str
) -> None:
    url = postgres.fresh()
    store_as_before(url, version)
    starts = [threading.Thread(target=prepare, args=(Config(database_url=url),)) for _ in range(4)]
    for each in starts:
        each.start()
    for each in starts:
        each.join()
    assert postgres.sql("SELECT count(*) FROM procrastinate_jobs", url.rpartition("/")[2]) == [(1,)]
    with cluster(url, tmp_path) as made:
        assert [made.job(each).state for each in OLD] == [State.DONE, State.RUNNING, State.QUEUED]
        assert made.job("over").answer == ANSWER
        (abandoned,) = made.store.running()
        assert made.store.take_back(abandoned)
        for job, attempt in (("cut off", 2), ("waits", 1)):
            claimed = made.store.claim("a worker of today")
            assert claimed is not None
            assert (claimed.id, claimed.attempt, claimed.cut_off) == (job, attempt, attempt - 1)
            assert made.store.end(claimed.claim, Ending(State.DONE, answer=ANSWER))
        for job in OLD:
            made.whole(job)
