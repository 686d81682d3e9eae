"""Searches within requests: what one client may have of them, and what becomes of them when it leaves."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import SEARCH_SERVICE, close
from api.jobs.search_service import SearchService
from api.theme_park.jobs.requests import SolveRequest
from api.theme_park.schemas.loading import load_position
from api.theme_park.searches import solved
from solver import Settings, advise
from solver.theme_park.operate.search_pool import Outcome
from tests.api.jobs.asking import EASY, HARD, park
from tests.service.serving import make_app
from tests.waiting import SOON, wait_for

OTHER = {"REMOTE_ADDR": "192.0.2.1"}
SEARCHES: dict[str, dict[str, Any]] = {
    "solve": {},
    "what-if": {},
    "review": {"moves": [], "total_limit": 9},
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = make_app(tmp_path_factory.mktemp("leaving"))
    yield made
    close(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def service(app: Flask) -> SearchService:
    kept: SearchService = app.extensions[SEARCH_SERVICE]
    return kept


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_search_whose_client_has_left_frees_its_process_and_its_place(
    client: FlaskClient, service: SearchService, kind: str
) -> None:
    pool, _ = service.start()
    gone = threading.Event()
    asked = {"position": park(HARD, money=len(kind)), "time_limit": 9, **SEARCHES[kind]}
    request = threading.Thread(
        target=client.post,
        args=(f"/v1/operate/{kind}",),
        kwargs={"json": asked, "environ_overrides": {"waitress.client_disconnected": gone.is_set}},
    )
    request.start()
    wait_for(lambda: pool.counts().running == 1)
    time.sleep(0.3)
    assert pool.counts().running == 1
    began = time.monotonic()
    gone.set()
    wait_for(lambda: pool.counts().running == 0)
    request.join(5)
    assert time.monotonic() - began < 4, "it searched on for nobody"
    assert not request.is_alive()
    assert not service.searches._taken


def test_a_search_whose_client_leaves_before_it_began_never_begins(client: FlaskClient, service: SearchService) -> None:
    pool, _ = service.start()
    searched = pool.counts().served
    with ExitStack() as held:
        for _ in range(2):  # every process is lent
            free = threading.Event()
            pool.lend(lambda _child, free=free: free.wait(SOON), SOON)
            held.callback(free.set)
        wait_for(lambda: pool.counts().running == 2)
        answer = client.post(
            "/v1/operate/solve",
            json={"position": park(HARD), "time_limit": 9},
            environ_overrides={"waitress.client_disconnected": lambda: True},
        )
        assert answer.status_code == 503
        assert pool.counts().waiting == 0
    wait_for(lambda: pool.counts().running == 0)
    assert pool.counts().served == searched + 2


def test_an_answer_that_was_ended_before_its_alternatives_is_kept_for_nobody(
    service: SearchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = SolveRequest(load_position(park(EASY)), Settings(time_limit=50.0, alternatives=3))
    proven = advise(asked.position, replace(asked.settings, alternatives=0))
    came: Future[Outcome] = Future()
    came.set_result(Outcome(proven))
    monkeypatch.setattr("api.theme_park.searches.submit", lambda *_: came)
    assert solved(service, asked, left=lambda: True)["status"] == "optimal"
    assert service.known(asked) is None
    solved(service, asked)
    assert service.known(asked) is not None, "with all of its time it found no more"


@pytest.mark.parametrize("kind", SEARCHES)
def test_searches_beyond_a_clients_share_and_beyond_all_are_refused_with_the_time_to_come_back(
    client: FlaskClient, service: SearchService, kind: str
) -> None:
    asked = {"position": park(HARD), "time_limit": 1, **SEARCHES[kind]}

    def ask(**environment: str) -> Any:
        return client.post(f"/v1/operate/{kind}", json=asked, environ_overrides=environment)

    with ExitStack() as held:
        for _ in range(service.searches.own):
            held.enter_context(service.searches.held("127.0.0.1", 40.0))
        refused = ask()
        assert (refused.status_code, refused.json["type"]) == (429, "/problems/too-many-requests")
        assert 35 < int(refused.headers["Retry-After"]) <= 40
        for _ in range(service.searches.total - service.searches.own):
            held.enter_context(service.searches.held("192.0.2.7", 20.0))
        full = ask(**OTHER)
        assert (full.status_code, full.json["type"]) == (503, "/problems/busy")
        assert 15 < int(full.headers["Retry-After"]) <= 20
        check = client.post("/v1/operate/check", json={"position": park(EASY), "moves": []})
        assert check.status_code == 200, "what searches nothing needs no place"
