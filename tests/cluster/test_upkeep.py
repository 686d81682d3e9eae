"""What the operator's notes promise: a dump that is restored works on, and workers leave what they do not know."""

import subprocess
from pathlib import Path

import pytest
from sqlalchemy import select, update

from api.jobs.request import FORMAT
from api.jobs.states import Ending, State
from api.storage.tables import jobs
from tests.cluster.workers import cluster
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
