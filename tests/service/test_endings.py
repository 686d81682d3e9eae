"""How the real server ends, and what is left: nothing that runs, and everything that was found."""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from tests.api.jobs.asking import HARD, park, wait_for
from tests.service.serving import Served, serving

PROMPT = 8.0
"""Seconds within which a server that is asked to end must have ended."""


def processes(served: Served) -> list[psutil.Process]:
    master = psutil.Process(served.process.pid)
    return [master, *master.children(recursive=True)]


def gone(every: list[psutil.Process]) -> bool:
    return not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in every)


def searching(served: Served) -> str:
    """A job that has found something, by path; another one waits behind it."""
    path: str = served.client.post("/v1/jobs", json={"position": park(HARD), "time_limit": 60}).headers["Location"]
    wait_for(lambda: (served.client.get(path).json()["progress"] or {}).get("stars"))
    return path


def kill_all(served: Served) -> None:
    served.process.kill()
    served.process.wait()


def end_politely(served: Served) -> None:
    served.process.terminate()
    served.process.wait(PROMPT)


@pytest.mark.parametrize(("end", "mishap"), [(kill_all, "restart"), (end_politely, "shut-down")])
def test_after_the_end_of_the_server_nothing_runs_and_a_restart_tells_the_best_so_far(
    tmp_path: Path, end: Callable[[Served], None], mishap: str
) -> None:
    with serving(tmp_path) as served:
        path = searching(served)
        waiting = served.client.post("/v1/jobs", json={"position": park(HARD), "time_limit": 1, "seed": 1}).json()
        stars = served.client.get(path).json()["answer"]["stars"]
        every = processes(served)
        assert len(every) >= 4  # the server's two and two that search
        end(served)
        wait_for(lambda: gone(every))
    with serving(tmp_path) as served:
        job = served.client.get(path).json()
        assert (job["state"], job["mishap"]) == ("interrupted", mishap)
        assert job["answer"]["stars"] >= stars > 0
        wait_for(lambda: served.client.get(f"/v1/jobs/{waiting['id']}").json()["state"] == "done")


def test_a_killed_web_process_is_replaced_and_its_job_interrupted(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        path = searching(served)
        (web,) = psutil.Process(served.process.pid).children()
        below = web.children(recursive=True)
        web.kill()
        wait_for(lambda: gone([web, *below]))
        job = wait_for(lambda: _answer(served, path))
        assert (job["state"], job["mishap"]) == ("interrupted", "restart")
        assert job["answer"]["stars"] > 0


def _answer(served: Served, path: str) -> Any:
    try:
        return served.client.get(path).json()
    except httpx.TransportError:
        return None


def test_open_streams_end_at_once_when_the_server_is_asked_to_end(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        path = searching(served)
        ended: list[float] = []

        def follow() -> None:
            with httpx.stream("GET", f"{served.url}{path}/events", timeout=60) as stream:
                for _ in stream.iter_lines():
                    pass
            ended.append(time.monotonic())

        followers = [threading.Thread(target=follow) for _ in range(4)]
        for each in followers:
            each.start()
        time.sleep(0.5)
        began = time.monotonic()
        served.process.send_signal(signal.SIGTERM)
        served.process.wait(PROMPT)
        for each in followers:
            each.join(PROMPT)
        assert len(ended) == 4
        assert max(ended) - began < PROMPT


def test_a_killed_search_process_costs_neither_the_server_nor_the_best_so_far(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        path = searching(served)
        (web,) = psutil.Process(served.process.pid).children()
        for each in web.children():
            if "spawn_main" in " ".join(each.cmdline()):
                os.kill(each.pid, signal.SIGKILL)
        job = wait_for(lambda: (job := served.client.get(path).json())["state"] == "failed" and job)
        assert (job["mishap"], job["answer"]["stars"] > 0) == ("crashed", True)
        assert (
            served.client.post("/v1/operate/solve", json={"position": park(HARD), "time_limit": 1}).status_code == 200
        )
        assert web.is_running()
