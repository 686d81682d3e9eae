"""Jobs over the API and the real processes, within this one."""

import json
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import SEARCH_SERVICE
from api.jobs.search_service import SearchService
from api.problems.kinds import Problem
from api.storage.database import BUSY_SECONDS
from api.theme_park.answers import solve_document
from api.theme_park.schemas.loading import load_position
from solver import Settings, advise
from tests.api.jobs.asking import (
    EASY,
    HARD,
    JOBS,
    SEEDS,
    filled,
    in_state,
    park,
    received,
    received_last,
    searching,
    seen,
    send,
    submit,
)
from tests.waiting import SOON, wait_for


def test_a_quick_answer_is_the_document_of_solve(client: FlaskClient) -> None:
    asked = {"position": park(EASY), "time_limit": 60}  # long enough where nothing is compiled yet
    answer = client.post("/v1/operate/solve", json=asked).json
    own = json.loads(json.dumps(solve_document(advise(load_position(park(EASY)), Settings(time_limit=60.0)))))
    assert answer.pop("cached") is False
    for told in (*answer["stages"], *own["stages"], answer, own):
        assert told.pop("bound_by")  # whichever engine was first
    assert list(answer) == list(own)
    tied = ("moves", "texts", "park", "left", "cubes", "discarded", "seconds")  # of equal sequences either may be found
    assert [answer[name] for name in answer if name not in tied] == [own[name] for name in own if name not in tied]


def test_a_repeat_is_answered_at_once_and_says_so(client: FlaskClient, search_service: SearchService) -> None:
    asked = {"position": park(EASY, money=1), "time_limit": 20, "seed": 5}
    first = client.post("/v1/operate/solve", json=asked).json
    searched = search_service.start()[0].counts().served
    assert client.post("/v1/operate/solve", json=asked | {"time_limit": 1}).json == first | {"cached": True}
    job = seen(client, submit(client, EASY, **asked | {"time_limit": 10}))
    assert (job["state"], job["cached"], job["answer"]["stars"]) == ("done", True, first["stars"])
    assert search_service.start()[0].counts().served == searched


def test_a_longer_search_than_a_request_may_make_is_refused_with_the_way_to_a_job(client: FlaskClient) -> None:
    response = client.post("/v1/operate/solve", json={"position": park(EASY), "time_limit": 1000})
    assert response.status_code == 422
    (error,) = response.json["errors"]
    assert error["pointer"] == "/time_limit"
    assert JOBS in error["detail"]


def test_a_job_tells_its_events_in_order_and_a_stream_is_resumed_where_it_broke_off(client: FlaskClient) -> None:
    path = submit(client, time_limit=2)
    events = received(client.get(f"{path}/events"))
    assert [each["id"] for each in events] == [str(number) for number in range(1, len(events) + 1)]
    assert [each["data"]["state"] for each in events if each["event"] == "state"] == ["queued", "running"]
    assert events[-1]["event"] == "end"
    progress = [each["data"] for each in events if each["event"] == "progress"]
    assert progress[-1]["gap"] == progress[-1]["bound"] - progress[-1]["stars"]
    assert received(client.get(f"{path}/events", headers={"Last-Event-ID": "2"})) == events[2:]
    assert client.get(f"{path}/events", headers={"Last-Event-ID": events[-1]["id"]}).status_code == 204
    job = seen(client, path)
    assert (job["state"], job["answer"]["status"]) == ("done", "feasible")
    assert job["answer"]["stars"] == events[-1]["data"]["stars"] >= progress[-1]["stars"]


def test_streams_beyond_their_number_are_refused_and_an_ended_one_makes_room(
    client: FlaskClient, search_service: SearchService
) -> None:
    path = submit(client, EASY, position=park(EASY, money=5))
    for _ in range(search_service.limits.streams + 1):
        client.get(f"{path}/events").close()
    places = list[object]()
    try:
        with suppress(Problem):
            while True:
                places.append(search_service.streams.take(f"client {len(places)}", 9.5))
        assert places, "none of the ended streams made room"
        refused = client.get(f"{path}/events")
        assert refused.status_code == 503
        assert 0 < int(refused.headers["Retry-After"]) <= 600
    finally:
        for place in places:
            search_service.streams.give_back(place)


def test_an_event_that_is_no_number_is_refused(client: FlaskClient) -> None:
    path = submit(client, EASY)
    assert client.get(f"{path}/events", headers={"Last-Event-ID": "x"}).status_code == 422


def test_a_job_cancelled_before_it_begins_never_begins(client: FlaskClient) -> None:
    searching(client)
    path = submit(client)
    assert seen(client, path)["ahead"] == 0
    assert client.delete(path).json["state"] == "cancelled"
    job = seen(client, path)
    assert (job["state"], job["started"], job["answer"]) == ("cancelled", None, None)


def test_a_job_cancelled_during_its_search_keeps_the_best(client: FlaskClient) -> None:
    path = searching(client)
    response = client.delete(path)
    assert (response.status_code, response.json["state"]) == (200, "cancelled")
    assert response.json["answer"]["status"] == "cancelled"
    assert response.json["answer"]["stars"] >= response.json["progress"]["stars"] > 0


def test_a_job_that_waits_for_a_process_is_cancelled_at_once(
    client: FlaskClient, search_service: SearchService
) -> None:
    release, pool = threading.Event(), search_service.start()[0]
    lent = [pool.lend(lambda _child: release.wait(SOON), SOON) for _ in range(2)]
    try:
        wait_for(lambda: pool.counts().running == 2)
        path = submit(client)
        in_state(client, path, "running")
        began = time.monotonic()
        job = client.delete(path).json
        assert (job["state"], job["answer"]) == ("cancelled", None)
        assert time.monotonic() - began < SOON / 10
    finally:
        release.set()
        for each in lent:
            each.result(SOON)


def test_a_stream_tells_that_its_job_was_cancelled_with_the_best(client: FlaskClient) -> None:
    path, heard = searching(client), list[dict[str, Any]]()
    stream = client.application.test_client().get(f"{path}/events")
    listener = threading.Thread(target=lambda: heard.extend(received(stream)))
    listener.start()
    best = client.delete(path).json["answer"]
    listener.join(SOON)
    assert [each["event"] for each in heard][-1] == "end"
    told = heard[-1]["data"]
    assert (told["state"], told["status"], told["stars"]) == ("cancelled", "cancelled", best["stars"])
    assert best["stars"] > 0


def test_cancelling_again_or_after_the_end_changes_nothing(client: FlaskClient) -> None:
    path = submit(client, EASY, time_limit=20)
    done = in_state(client, path, "done")
    for _ in range(2):
        response = client.delete(path)
        assert (response.status_code, response.json) == (200, done)


def test_the_same_key_is_the_same_job_and_stands_for_one_request(client: FlaskClient) -> None:
    key = {"Idempotency-Key": "one"}
    path = submit(client, headers=key, seed=1)
    assert submit(client, headers=key, seed=1) == path
    assert client.post(JOBS, json={"position": park(EASY)}, headers=key).status_code == 409
    elsewhere = {"REMOTE_ADDR": "192.0.2.1"}  # where the key is another client's
    other = client.post(JOBS, json={"position": park(EASY)}, headers=key, environ_overrides=elsewhere)
    assert (other.status_code, other.headers["Location"] != path) == (202, True)
    assert client.post(JOBS, json={"position": park(EASY)}, headers={"Idempotency-Key": "a b"}).status_code == 422


def test_equal_requests_of_one_client_are_one_job_while_it_is_open(client: FlaskClient) -> None:
    asked = {"position": park(HARD), "time_limit": 60, "seed": next(SEEDS)}

    def ask(address: str = "127.0.0.1", **more: Any) -> Any:
        told = client.post(JOBS, json=asked | more, environ_overrides={"REMOTE_ADDR": address})
        client.open_jobs.append(told.headers["Location"])  # type: ignore[attr-defined]
        return told.json

    first = ask()
    assert (first["joined"], ask()["id"], ask()["joined"]) == (False, first["id"], True)
    assert ask(time_limit=59)["id"] != first["id"]
    assert ask("192.0.2.1")["id"] != first["id"]
    client.delete(f"{JOBS}/{first['id']}")
    again = ask()
    assert (again["joined"], again["id"] != first["id"]) == (False, True)


def test_an_attached_job_ends_when_nobody_listens_and_others_never_do(
    client: FlaskClient, search_service: SearchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = search_service.start()[1]
    attached, other = submit(client, attached=True), submit(client)
    assert seen(client, attached)["attached"]
    monkeypatch.setattr("api.jobs.searcher.UNHEARD", 0.2)
    monkeypatch.setattr("api.jobs.search_service.HEAR", 0.0)

    def look() -> None:
        runner._end_unheard()  # type: ignore[attr-defined]

    for _ in range(5):
        look()
        time.sleep(0.1)
        in_state(client, attached, "queued", "running")  # which is listening
    look()
    time.sleep(0.3)
    look()
    assert in_state(client, attached, "cancelled")
    assert seen(client, other)["state"] in ("queued", "running")


def test_a_request_that_is_not_attached_keeps_the_job_that_it_joins(client: FlaskClient) -> None:
    seed = next(SEEDS)
    path = submit(client, attached=True, seed=seed)
    assert submit(client, attached=True, seed=seed) == path
    assert seen(client, path)["attached"]
    assert submit(client, seed=seed) == path
    assert not seen(client, path)["attached"]


def test_a_stream_resumed_from_a_number_of_the_future_ends_with_its_job(client: FlaskClient) -> None:
    ahead = {"Last-Event-ID": "999999999"}
    path = submit(client, time_limit=2)
    assert received(client.get(f"{path}/events", headers=ahead))[-1]["event"] == "end"
    assert client.get(f"{path}/events", headers=ahead).status_code == 204


def test_one_client_does_not_fill_the_queue_and_one_that_waits_for_nothing_finds_room(
    client: FlaskClient, search_service: SearchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_service, "limits", replace(search_service.limits, waiting_jobs=4))
    searching(client, time_limit=900)

    def ask(address: str = "127.0.0.1") -> TestResponse:
        asked = {"position": park(HARD), "time_limit": 900, "seed": next(SEEDS)}
        told = client.post(JOBS, json=asked, environ_overrides={"REMOTE_ADDR": address})
        client.open_jobs.append(told.headers.get("Location", f"{JOBS}/x"))  # type: ignore[attr-defined]
        return told

    assert [ask().status_code for _ in range(4)] == [202, 202, 202, 429]
    assert 800 < int(ask().headers["Retry-After"]) <= 900  # when the one that runs has ended
    others = [ask(f"192.0.2.{number}") for number in range(5)]
    assert [each.status_code for each in others] == [202] * 5
    assert others[0].json["ahead"] == 0
    assert [ask("192.0.2.77").status_code, ask("192.0.2.1").status_code] == [503, 503]


def test_a_long_job_gives_way_to_another_client_and_goes_on_with_its_best(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.jobs.job_run.FIRST_TURN", 1.0)
    long = searching(client, time_limit=60)
    stars = seen(client, long)["progress"]["stars"]
    asked = {"position": park(HARD), "time_limit": 1, "seed": next(SEEDS)}
    short = client.post(JOBS, json=asked, environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).headers["Location"]
    assert in_state(client, short, "done")
    job = in_state(client, long, "running")
    assert (job["attempt"], job["answer"]["stars"] >= stars) == (2, True)
    kept: SearchService = client.application.extensions[SEARCH_SERVICE]
    assert any(each.data.get("gave_way") for each in kept.events(job["id"], 0))
    remaining = kept.store.get(job["id"])
    assert remaining is not None
    assert 1 <= remaining.spent < 60


def test_a_job_keeps_its_process_while_only_its_own_client_waits(
    client: FlaskClient, search_service: SearchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.jobs.job_run.FIRST_TURN", 0.5)
    long = searching(client, time_limit=60)
    submit(client)
    time.sleep(1.5)
    assert seen(client, long)["state"] == "running"
    assert not any(each.data.get("gave_way") for each in search_service.events(long.rpartition("/")[2], 0))


def test_jobs_beyond_the_queue_are_refused_with_the_time_to_come_back(client: FlaskClient) -> None:
    searching(client)
    for _ in range(3):
        submit(client)
    response = client.post(JOBS, json={"position": park(HARD), "time_limit": 60})
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) > 0
    assert response.mimetype == "application/problem+json"


def test_a_request_that_finds_every_process_busy_for_too_long_is_refused(
    client: FlaskClient, search_service: SearchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    searching(client)
    long = {"position": park(HARD), "time_limit": 2, "seed": next(SEEDS)}
    other = threading.Thread(
        target=client.application.test_client().post, args=("/v1/operate/solve",), kwargs={"json": long}
    )
    other.start()
    wait_for(lambda: search_service.start()[0].counts().running == 2)
    monkeypatch.setattr(search_service, "limits", replace(search_service.limits, patience=0.2))
    response = client.post("/v1/operate/solve", json={"position": park(HARD), "time_limit": 1})
    other.join()
    assert (response.status_code, response.json["type"]) == (503, "/problems/busy")
    assert int(response.headers["Retry-After"]) > 0


def test_a_job_whose_process_is_killed_is_searched_again_once_and_keeps_the_best(
    client: FlaskClient, search_service: SearchService
) -> None:
    path = searching(client)
    first = seen(client, path)["progress"]["stars"]
    send(signal.SIGKILL, search_service.start()[0].pids())
    again = wait_for(lambda: (job := seen(client, path))["attempt"] == 2 and job["state"] == "running" and job)
    assert again["answer"]["stars"] >= first
    wait_for(lambda: received_last(client, path)["event"] == "progress")
    send(signal.SIGKILL, search_service.start()[0].pids())
    job = in_state(client, path, "failed")
    assert job["mishap"] == "crashed"
    assert "crashed" in job["detail"]
    assert job["answer"]["stars"] >= job["progress"]["stars"] > 0
    assert in_state(client, submit(client, EASY, position=park(EASY, money=2), time_limit=20), "done")


def test_a_job_whose_process_does_not_end_with_its_time_is_done_and_tells_so(
    client: FlaskClient, search_service: SearchService
) -> None:
    path = searching(client, time_limit=3, seed=77)
    children = search_service.start()[0].pids()
    send(signal.SIGSTOP, children)
    job = in_state(client, path, "done")
    send(signal.SIGCONT, children)  # all but the one that searched had nothing to do
    assert (job["mishap"], job["answer"]["status"]) == ("overrun", "feasible")
    assert "did not end with its time" in job["detail"]
    assert job["detail"] in job["answer"]["notes"]
    assert job["answer"]["stars"] >= job["progress"]["stars"] > 0
    last = received(client.get(f"{path}/events"))[-1]["data"]
    assert (last["state"], last["mishap"], last["detail"]) == ("done", "overrun", job["detail"])
    again = seen(client, submit(client, time_limit=3, seed=77))
    assert (again["state"], again["cached"]) != ("done", True), "it was kept as if it were a whole search"


def test_while_the_database_is_locked_jobs_are_refused_and_nothing_is_lost(
    client: FlaskClient, search_service: SearchService
) -> None:
    path = searching(client, time_limit=3)
    database = search_service.store._database
    database.busy_seconds = 0.3
    other = sqlite3.connect(str(database.url.database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        response = client.post(JOBS, json={"position": park(EASY)})
        assert (response.status_code, response.mimetype) == (503, "application/problem+json")
        assert response.headers["Retry-After"]
        assert client.post("/v1/operate/solve", json={"position": park(EASY, money=3)}).status_code == 200
        assert seen(client, path)["state"] == "running"
        wait_for(lambda: search_service.start()[0].counts().running == 0)
    finally:
        other.execute("ROLLBACK")
        other.close()
        database.busy_seconds = BUSY_SECONDS
    assert in_state(client, path, "done")["answer"]["stars"] > 0


@pytest.fixture
def full(search_service: SearchService) -> Iterator[Callable[[], None]]:
    """Leaves the database no room; it gets room again at the end, or when the fixture's value is called."""
    with filled(search_service.store._database) as free:
        yield free


@pytest.fixture
def long_job(client: FlaskClient) -> str:
    """A job that searches for some seconds."""
    return searching(client, time_limit=3)


def test_while_the_disk_is_full_jobs_are_refused_and_nothing_is_lost(
    client: FlaskClient, search_service: SearchService, long_job: str, full: Callable[[], None]
) -> None:
    told = [client.post(JOBS, json={"position": park(EASY, money=20 + turn), "time_limit": 10}) for turn in range(3)]
    assert {each.status_code for each in told} <= {202, 503}  # a page may have had room left
    assert told[-1].status_code == 503
    assert told[-1].json["type"] == "/problems/storage-unavailable"
    assert client.post("/v1/operate/solve", json={"position": park(EASY, money=4)}).status_code == 200
    wait_for(lambda: search_service.start()[0].counts().running == 0)
    assert seen(client, long_job)["answer"]["stars"] > 0
    full()
    assert in_state(client, long_job, "done")["answer"]["stars"] > 0
    for each in told:
        assert each.status_code == 503 or in_state(client, each.headers["Location"], "done")
