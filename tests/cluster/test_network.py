"""A network between a worker and its database that holds or cuts what passes, and tickets that come twice."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.jobs.states import State
from api.jobs.tickets import issue
from tests.cluster.proxy import Proxy
from tests.cluster.workers import LEASE, Cluster, cluster
from tests.postgresql import Server

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


def test_a_job_whose_ticket_comes_many_times_is_searched_once(two: Cluster) -> None:
    job = two.add(90, 2)
    with two.database.write() as connection:
        for _ in range(5):
            issue(connection)
    over = two.over(job)
    assert (over.state, over.attempt) == (State.DONE, 1)
