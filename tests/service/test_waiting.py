"""What waits, or computes where few at once may, tells the server so: another request may begin."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import SEARCH_SERVICE
from api.http.waiting import answer_with
from api.jobs.stream import stream
from models.shared import deadline
from tests.api.documents import MOVES, park
from tests.api.jobs.test_cache import ASKED
from tests.service.crowds import crowd
from tests.service.serving import post


@pytest.fixture
def told() -> Iterator[list[str]]:
    """Each beginning and end of a request's waiting."""
    heard: list[str] = []

    @contextmanager
    def aside() -> Iterator[None]:
        heard.append("waits")
        try:
            yield
        finally:
            heard.append("goes on")

    answer_with(aside)
    yield heard
    answer_with(nullcontext)


def test_a_list_that_takes_more_than_a_moment_counts_as_waiting(
    client: FlaskClient, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert post(client, "/v1/operate/check", {"position": park(), "moves": MOVES}).json["legal"] is True
    assert told == []
    monkeypatch.setattr(deadline, "BRIEF", 0.001)
    assert post(client, "/v1/operate/moves", {"position": crowd(), "most": 200}).json["more"] is True
    assert told == ["waits", "goes on"]


def test_a_request_waits_for_its_search(app: Flask, told: list[str]) -> None:
    found: Future[str] = Future()
    found.set_result("found")
    assert app.extensions[SEARCH_SERVICE]._awaited(found, 1.0, bool) == "found"
    assert told == ["waits", "goes on"]


def test_an_event_stream_waits_until_its_end(app: Flask, told: list[str]) -> None:
    service = app.extensions[SEARCH_SERVICE]
    job, _ = service.store.add(ASKED)
    told_events = stream(service, job, 0)
    next(told_events)
    next(told_events)
    assert told == ["waits"]
    told_events.close()
    assert told == ["waits", "goes on"]
