"""The real server, as its users start it."""

import http.client
import json
import signal
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.api.documents import MOVES, park, spoilt
from tests.service.serving import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_one_command_serves_api_page_and_docs(served: Served) -> None:
    answer = served.client.post("/v1/operate/check", json={"position": park(), "moves": MOVES})
    assert answer.json()["legal"] is True
    for path in ("/", "/docs", "/openapi.json", "/healthz", "/readyz", "/metrics"):
        assert served.client.get(path).status_code == 200, path


def test_the_first_search_is_answered(served: Served) -> None:
    answer = served.client.post("/v1/operate/solve", json={"position": park(), "time_limit": 60})
    assert answer.json()["status"] == "optimal"
    figures = served.client.get("/metrics").text
    assert "park_advisor_searches_total 1.0" in figures
    assert "park_advisor_search_seconds_count 1.0" in figures
    assert 'park_advisor_killed_total{mishap="crashed"} 0.0' in figures
    assert "park_advisor_compiled " in figures


def test_every_line_of_the_log_is_json(served: Served) -> None:
    lines = [json.loads(line) for line in served.log.read_text(encoding="utf-8").splitlines()]
    assert any("Listening at" in line["event"] for line in lines)
    assert all({"level", "logger", "timestamp"} <= line.keys() for line in lines)


def test_each_request_leaves_a_line_with_its_id(served: Served) -> None:
    served.client.get("/v1/rules/nothing", headers={"X-Request-ID": "from-the-table"})
    lines = [line for line in served.logged() if line.get("request_id") == "from-the-table"]
    assert [(line["event"], line["path"], line["status"]) for line in lines] == [("request", "/v1/rules/nothing", 404)]


def test_each_job_leaves_lines_with_its_id_and_that_of_its_request(served: Served) -> None:
    headers = {"X-Request-ID": "the-job-of-table-7"}
    asked = {"position": spoilt(("money", 3)), "time_limit": 20}
    job = served.client.post("/v1/jobs", json=asked, headers=headers).json()["id"]
    until = time.monotonic() + 60
    while served.client.get(f"/v1/jobs/{job}").json()["finished"] is None and time.monotonic() < until:
        time.sleep(0.1)
    lines = [line for line in served.logged() if line.get("job") == job]
    assert lines
    assert {line["request_id"] for line in lines} == {"the-job-of-table-7"}


def test_errors_over_the_wire_have_one_shape(served: Served) -> None:
    check = "/v1/operate/check"
    headers = {"Content-Type": "application/json"}
    answers = {
        400: served.client.post(check, content=b"{", headers=headers),
        404: served.client.get("/v1/parks/nothing"),
        405: served.client.delete(check),
        413: served.client.post(check, content=b" " * 100_000, headers=headers | {"Connection": "close"}),
        415: served.client.post(check, content=b"{}", headers={"Content-Type": "text/xml"}),
        422: served.client.post(check, json={}),
    }
    for status, answer in answers.items():
        assert answer.status_code == status
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["status"] == status


def test_a_body_in_chunks_is_read_and_bounded(served: Served) -> None:
    body = json.dumps({"position": park(), "moves": []}).encode()
    headers = {"Content-Type": "application/json"}

    def ask(data: bytes) -> int:
        pieces = (data[at : at + 1000] for at in range(0, len(data), 1000))
        return served.client.post("/v1/operate/check", content=pieces, headers=headers).status_code

    assert ask(body) == 200
    assert ask(b" " * 100_000) == 413


def test_a_refused_body_does_not_spoil_the_connection(served: Served) -> None:
    parts = urlsplit(served.url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=20)
    for path, body in (("/v1/nothing", b"x" * 50_000), ("/v1/operate/check", b"{"), ("/v1/operate/check", b"{}")):
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert answer.status in (400, 404, 422)
        answer.read()
    connection.close()


def test_a_client_that_sends_nothing_holds_nobody_up(served: Served) -> None:
    parts = urlsplit(served.url)
    address = (str(parts.hostname), parts.port)
    silent = [socket.create_connection(address) for _ in range(40)]
    assert served.client.get("/healthz").status_code == 200
    for each in silent:
        each.close()


def test_clients_that_stop_in_the_midst_of_a_request_are_left(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("slow"), threads="2") as running:
        parts = urlsplit(running.url)
        slow = [socket.create_connection((str(parts.hostname), parts.port)) for _ in range(2)]  # one for each thread
        slow[0].sendall(b"POST /v1/operate/check HTTP/1.1\r\nHost: x\r\nContent-Ty")
        slow[1].sendall(
            b"POST /v1/operate/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
        )
        assert running.client.get("/healthz", timeout=60).status_code == 200
        for each in slow:
            each.close()
        assert not [line for line in running.logged() if line.get("status", 0) >= 500]


def test_sigterm_ends_it_in_order(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("ending")) as running:
        running.client.get("/healthz")
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(20) == 0
        assert "Traceback" not in running.log.read_text()


def test_parks_and_tiles_outlive_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("restart")
    with serving(folder) as first:
        saved = first.client.post("/v1/parks", json={"position": park()})
    with serving(folder) as second:
        assert second.client.get(saved.headers["Location"]).json()["position"] == saved.json()["position"]
