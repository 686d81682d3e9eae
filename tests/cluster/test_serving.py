"""Web servers and workers together, as the recipe of many machines starts them."""

import json
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import psutil
import pytest

from api.jobs.states import State
from tests.api.jobs.asking import EASY, HARD, park
from tests.cluster.workers import LEASE, Cluster, orphans, until
from tests.postgresql import Server
from tests.release.readme import Kind, blocks
from tests.service.serving import Served, serving

pytestmark = pytest.mark.thorough

(RECIPE,) = (block.text for block in blocks(Kind.CLUSTER))
STARTED = [shlex.split(line, comments=True)[1:] for line in RECIPE.splitlines() if line.startswith("park-advisor ")]


@pytest.fixture(scope="module")
def made(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(postgres.fresh(), tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


@pytest.fixture(scope="module")
def servers(made: Cluster) -> Iterator[dict[str, Served]]:
    """A server with a worker of its own, and one without."""
    with ExitStack() as running:
        found = {}
        for words in STARTED:
            if words[0] == "serve":
                folder = made.folder / "-".join(words)
                folder.mkdir()
                command = (sys.executable, "-m", "api.cli", *words, "--port", "0")
                own = serving(folder, command=command, database_url=made.url, lease=str(LEASE))
                found[" ".join(words)] = running.enter_context(own)
        yield found


def ask(server: Served, name: str, **asked: Any) -> str:
    response = server.client.post("/v1/jobs", json={"position": park(name), **asked})
    assert response.status_code == 202, response.text
    return str(response.json()["id"])


def streamed(server: Served, job: str) -> list[dict[str, Any]]:
    with server.client.stream("GET", f"/v1/jobs/{job}/events") as response:
        lines = [line.partition(": ") for line in response.iter_lines()]
    return [json.loads(value) for name, _, value in lines if name == "data"]


def test_the_recipe_starts_servers_with_and_without_a_worker_and_a_worker() -> None:
    assert [words[0] for words in STARTED] == ["serve", "serve", "work"]


def test_a_job_asked_of_one_server_is_followed_and_cancelled_at_another(servers: dict[str, Served]) -> None:
    with_worker, without = servers["serve"], servers["serve --no-worker"]
    assert streamed(with_worker, ask(without, EASY, time_limit=20))[-1]["state"] == "done"
    job = ask(with_worker, HARD, time_limit=300)
    until(lambda: (without.client.get(f"/v1/jobs/{job}").json()["progress"] or {}).get("stars"))
    assert without.client.delete(f"/v1/jobs/{job}").json()["state"] == "cancelled"


def test_a_server_knows_of_the_queue_and_of_workers(servers: dict[str, Served]) -> None:
    client = servers["serve --no-worker"].client
    ready = until(lambda: (told := client.get("/readyz").json())["checks"]["workers"] and told)
    assert ready["checks"] == {"storage": True, "searches": True, "queue": True, "workers": True}
    figures = client.get("/metrics").text
    for name in ("job_wait_seconds", "job_retries", "job_lost_writes", "workers"):
        assert f"\npark_advisor_{name} " in figures


def test_equal_questions_at_two_servers_have_one_answer(servers: dict[str, Served]) -> None:
    with_worker, without = servers["serve"], servers["serve --no-worker"]
    first = with_worker.client.post(
        "/v1/operate/solve", json={"position": park(EASY, money=4), "time_limit": 20}
    ).json()
    again = without.client.post("/v1/operate/solve", json={"position": park(EASY, money=4), "time_limit": 20}).json()
    assert again == first | {"cached": True}


def test_a_killed_web_server_leaves_no_process_and_its_job_goes_on_elsewhere(
    servers: dict[str, Served], made: Cluster
) -> None:
    victim, other = servers["serve"], servers["serve --no-worker"]
    job = made.with_stars(ask(victim, HARD, time_limit=5, seed=4))
    (web,) = psutil.Process(victim.process.pid).children()
    below = web.children(recursive=True)
    for each in (psutil.Process(victim.process.pid), web):
        each.send_signal(signal.SIGKILL)
    assert orphans(below) == []
    made.start()
    assert streamed(other, job.id)[-1]["state"] == "done"
    over = made.over(job.id)
    assert (over.state, over.attempt) == (State.DONE, 2)
