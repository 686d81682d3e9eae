"""How the real server ends, and what is left: nothing that runs, and everything that was found."""

import contextlib
import json
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from api.app import SEARCH_SERVICE, close, start_searching
from tests.api.jobs.asking import HARD, park
from tests.api.jobs.test_cache import ASKED
from tests.service.serving import Served, make_app, serving
from tests.thorough import sampled
from tests.waiting import wait_for

PROMPT = 8.0
"""Seconds within which a server that is asked to end must have ended."""


def processes(served: Served) -> list[psutil.Process]:
    master = psutil.Process(served.process.pid)
    return [master, *master.children(recursive=True)]


def gone(every: list[psutil.Process]) -> bool:
    return not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in every)


def searching(served: Served, seed: int = 0) -> str:
    """A job that has found something, by path; another one waits behind it."""
    path: str = served.client.post("/v1/jobs", json={"position": park(HARD), "time_limit": 60, "seed": seed}).headers[
        "Location"
    ]
    wait_for(lambda: (served.client.get(path).json()["progress"] or {}).get("stars"))
    return path


def killed(served: Served) -> None:
    web = psutil.Process(served.process.pid).children()
    served.process.kill()
    for each in web:
        each.kill()
    served.process.wait()


def asked_to_end(served: Served) -> None:
    served.process.send_signal(signal.SIGTERM)
    served.process.wait(PROMPT)


@pytest.mark.parametrize(("end", "mishap"), sampled([(killed, "restart"), (asked_to_end, "shut-down")]))
def test_after_the_end_of_the_server_nothing_runs_and_the_next_one_searches_on_from_the_best_so_far(
    tmp_path: Path, end: Callable[[Served], None], mishap: str
) -> None:
    with serving(tmp_path) as served:
        path = searching(served)
        waiting = served.client.post("/v1/jobs", json={"position": park(HARD), "time_limit": 1, "seed": 1}).json()
        stars = served.client.get(path).json()["answer"]["stars"]
        followers = [threading.Thread(target=follow, args=(f"{served.url}{path}/events",)) for _ in range(4)]
        for each in followers:
            each.start()
        every = processes(served)
        assert len(every) >= 4  # the server's two and two that search
        end(served)
        wait_for(lambda: gone(every))
        for each in followers:
            each.join(PROMPT)
            assert not each.is_alive()
    app = make_app(tmp_path)
    try:
        job = app.test_client().get(path).json
        assert (job["state"], job["attempt"]) == ("queued", 2)
        assert job["answer"]["stars"] >= stars > 0
        assert f'"mishap": "{mishap}"' in json.dumps(
            [each.data for each in app.extensions[SEARCH_SERVICE].events(job["id"], 0)]
        )
        start_searching(app)
        again = wait_for(lambda: (now := app.test_client().get(path).json)["state"] == "running" and now)
        assert again["answer"]["stars"] >= stars
        assert app.test_client().delete(path).json["answer"]["stars"] >= stars
        wait_for(lambda: app.test_client().get(f"/v1/jobs/{waiting['id']}").json["state"] == "done")
    finally:
        close(app)


def follow(stream: str) -> None:
    with contextlib.suppress(httpx.TransportError), httpx.stream("GET", stream, timeout=60) as response:
        for _ in response.iter_lines():
            pass


@pytest.mark.thorough
def test_killed_processes_are_replaced_and_cost_no_more_than_the_search_in_them(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        path = searching(served)
        (web,) = psutil.Process(served.process.pid).children()
        for each in web.children():
            if "spawn_main" in " ".join(each.cmdline()):
                each.kill()
        job = wait_for(lambda: (job := answer(served, path))["attempt"] == 2 and job)
        assert job["answer"]["stars"] > 0
        assert web.is_running()

        served.client.delete(path)
        path = searching(served, seed=7)
        below = web.children(recursive=True)
        web.kill()
        wait_for(lambda: gone([web, *below]))
        job = wait_for(lambda: (job := answer(served, path)) and job["attempt"] == 2 and job)
        assert job["answer"]["stars"] > 0


def answer(served: Served, path: str) -> Any:
    try:
        return served.client.get(path).json()
    except httpx.TransportError:
        return None


def test_a_second_server_on_the_same_file_leaves_the_jobs_of_the_first_alone_until_that_is_gone(tmp_path: Path) -> None:
    first = make_app(tmp_path)
    store = first.extensions[SEARCH_SERVICE].store
    job = store.add(ASKED)[0].id
    assert store.claim("first") is not None

    def seen_by_another() -> tuple[str, int]:
        other = make_app(tmp_path)
        try:
            found = other.extensions[SEARCH_SERVICE].store.get(job)
            return found.state.value, found.attempt
        finally:
            close(other)

    assert seen_by_another() == ("running", 1)
    close(first)
    assert seen_by_another() == ("queued", 2)
