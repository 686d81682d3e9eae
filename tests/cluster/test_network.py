"""A network between a worker and its database that holds or cuts what passes, is gone for a while, and tickets that come twice."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from api.cluster.searcher import ClusterSearcher
from api.jobs.cache import AnswerCache
from api.jobs.kinds import search_processes
from api.jobs.states import State
from api.jobs.store import JobStore
from api.jobs.tickets import issue
from api.storage import Database
from solver.runtime.pool import PoolLimits
from tests.cluster import namespaces
from tests.cluster.proxy import Proxy
from tests.cluster.workers import LEASE, Cluster, asked, cluster, until
from tests.postgresql import Server, missing, server
from tests.waiting import SOON

pytestmark = pytest.mark.thorough


@pytest.fixture
def proxy(postgres: Server) -> Iterator[Proxy]:
    made = Proxy(postgres.port)
    yield made
    made.close()


def behind(postgres: Server, proxy: Proxy, folder: Path) -> Iterator[Cluster]:
    url = postgres.fresh()
    with cluster(url, folder, 1, through=url.replace(f":{postgres.port}/", f":{proxy.port}/")) as made:
        yield made


@pytest.fixture
def far(postgres: Server, proxy: Proxy, tmp_path: Path) -> Iterator[Cluster]:
    """A machine that reaches its database through the proxy alone."""
    yield from behind(postgres, proxy, tmp_path)


@pytest.fixture
def cable() -> Iterator[namespaces.Namespace]:
    """A network of its own for one machine."""
    if why := missing() or namespaces.missing():
        pytest.skip(why)
    with namespaces.namespace() as place:
        yield place


@pytest.fixture
def reached(cable: namespaces.Namespace) -> Iterator[Server]:
    """A database that is reached from there too."""
    with server(cable.here) as made:
        yield made


def across(cable: namespaces.Namespace, url: str) -> str:
    """The address of a database from the other end."""
    return url.replace("127.0.0.1", cable.here)


def test_a_worker_whose_connections_are_held_and_cut_comes_back_by_itself(far: Cluster, proxy: Proxy) -> None:
    worker = far.machines[0].worker
    first = far.with_stars(far.add(1, 6))
    proxy.reset()
    assert far.over(first.id).state is State.DONE
    second = far.with_stars(far.add(2, 6))
    proxy.pause()
    time.sleep(2 * LEASE)
    proxy.go_on()
    over = far.over(second.id)
    assert (over.state, over.attempt) == (State.DONE, 1)
    assert far.machines[0].worker == worker


def test_a_machine_whose_network_is_gone_for_longer_than_a_lease_loses_its_job_and_works_on(
    cable: namespaces.Namespace, reached: Server, tmp_path: Path
) -> None:
    with cluster(url := reached.fresh(), tmp_path) as made:
        far = made.start_soon(across(cable, url), cable.within)
        made.begun(far)
        worker, job = far.worker, made.add(1)
        assert made.ran_on(made.in_state(job, State.RUNNING)) is far
        near = made.start_soon()
        made.with_stars(job)
        cable.pull()
        again = made.with_stars(job, 2)
        assert made.ran_on(again) is near
        cable.plug_in()
        until(lambda: made.refused() > 0)
        other = made.add(2, 1.0)  # for which the near machine has no process
        assert (made.over(other).state, made.job(other).attempt) == (State.DONE, 1)
        made.store.ask_cancel(job)
        ended = made.over(job)
        assert (ended.state, ended.attempt) == (State.CANCELLED, 2)
        assert far.worker == worker


def test_a_worker_whose_signs_of_life_do_not_come_through_takes_no_job(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connections come back one by one, and others would take the job back."""
    database = Database(url)
    database.migrate()
    store, through, taken = JobStore(database), threading.Event(), threading.Event()
    beat = store.beat
    monkeypatch.setattr(store, "beat", lambda *what: through.wait() and beat(*what))
    monkeypatch.setattr(ClusterSearcher, "carry_out", lambda *_: taken.set())
    store.add(asked(1))
    pool = search_processes(PoolLimits(children=1, reserved=0))
    searcher = ClusterSearcher(store, AnswerCache(database), pool, LEASE)
    with closing(database), closing(pool), closing(searcher):
        taking = threading.Thread(target=searcher.take, daemon=True)
        taking.start()
        assert not taken.wait(1.0)
        assert store.queued() == 1
        through.set()
        assert taken.wait(SOON)
        taking.join(SOON)
    assert not taking.is_alive()


HOLD = """
import sys
from sqlalchemy import text
from api.storage.database import Database, StorageUnavailable
change = text("UPDATE jobs SET beat = beat + 1 WHERE id = :job")
database = Database(sys.argv[1])
try:
    with database.write() as connection:
        connection.execute(change, {"job": sys.argv[2]})
        print("held", flush=True)
        sys.stdin.readline()
        connection.execute(change, {"job": sys.argv[2]})
except StorageUnavailable:
    with database.write() as connection:
        print(connection.execute(change, {"job": sys.argv[2]}).rowcount)
"""
"""A program that is in the middle of changing a job until it is told to go on."""


@contextmanager
def held(made: Cluster, job: str, where: str, within: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    """A process that holds a job."""
    words = [*within, sys.executable, "-c", HOLD, where, job]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holding:
        try:
            assert holding.stdout is not None
            assert holding.stdout.readline() == "held\n"
            assert not free(made, job)
            yield holding
        finally:
            holding.kill()


def free(made: Cluster, job: str) -> bool:
    """Whether nobody is in the middle of changing a job."""
    return (
        made.counted(f"SELECT count(*) FROM (SELECT id FROM jobs WHERE id = '{job}' FOR UPDATE SKIP LOCKED) AS free")
        == 1
    )


def test_what_a_machine_held_when_its_network_went_is_free_before_long(
    cable: namespaces.Namespace, reached: Server, tmp_path: Path
) -> None:
    with (
        cluster(url := reached.fresh(), tmp_path) as made,
        held(made, job := made.add(1), across(cable, url), cable.within),
    ):
        cable.pull()
        until(lambda: free(made, job))


def test_what_a_stopped_machine_held_is_free_before_long_and_it_works_on(url: str, tmp_path: Path) -> None:
    with cluster(url, tmp_path) as made, held(made, job := made.add(1), url) as holding:
        holding.send_signal(signal.SIGSTOP)
        until(lambda: free(made, job))
        holding.send_signal(signal.SIGCONT)
        assert holding.communicate("\n")[0] == "1\n"


LISTEN = """
import sys, time
from sqlalchemy import make_url
from api.jobs.listener import JobListener
listener = JobListener(make_url(sys.argv[1]))
with listener.of("a job"):
    for live in (True, False, True):
        while listener.live is not live:
            time.sleep(0.05)
        print(live, flush=True)
"""
"""A program that tells when it hears what happens, when it no longer does, and when it does again."""


def test_who_waits_for_news_knows_before_long_that_the_network_is_gone(
    cable: namespaces.Namespace, reached: Server, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    words = [*cable.within, sys.executable, "-c", LISTEN, across(cable, reached.url())]
    with told.open("w") as writes, subprocess.Popen(words, stdout=writes) as listening:
        try:
            until(lambda: told.read_text() == "True\n")
            cable.pull()
            until(lambda: told.read_text() == "True\nFalse\n")
            cable.plug_in()
            until(lambda: told.read_text() == "True\nFalse\nTrue\n")
        finally:
            listening.kill()


def test_a_worker_reaches_its_database_however_the_address_is_written(postgres: Server, tmp_path: Path) -> None:
    """By a list of hosts, of which the first is away, and with settings and a password that hold spaces."""
    url = postgres.fresh()
    hosts = f"host=127.0.0.1:1&host=127.0.0.1:{postgres.port}"
    name = url.rpartition("/")[2]
    far = f"postgresql+psycopg://tests:pass%20word@/{name}?{hosts}&options=-c%20search_path%3Dpublic"
    with cluster(url, tmp_path, 1, through=far) as made:
        job = made.with_stars(made.add(1, 30))
        made.store.ask_cancel(job.id)
        assert made.over(job.id).state is State.CANCELLED


def test_a_job_whose_ticket_comes_many_times_is_searched_once(two: Cluster) -> None:
    job = two.add(90, 2)
    with two.database.write() as connection:
        for _ in range(5):
            issue(connection)
    over = two.over(job)
    assert (over.state, over.attempt) == (State.DONE, 1)
