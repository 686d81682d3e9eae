"""The real server, as its users start it."""

import gc
import http.client
import json
import signal
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import psutil
import pytest

from api.http.logs import short
from models.theme_park.shorthand import Unreadable, read_list
from tests.api.documents import MOVES, park, spoilt
from tests.service.serving import Served, serving
from tests.waiting import wait_for


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


def test_the_log_warns_of_open_tiles_and_tells_who_was_refused_without_what_opens(served: Served) -> None:
    assert any("PARK_ADVISOR_CLUB_TOKEN" in line["event"] for line in served.logged() if line["level"] == "warning")
    made = served.client.post("/v1/parks", json={"position": park()}).json()
    path = f"/v1/parks/{made['id']}"
    assert served.client.delete(path, headers={"Authorization": "Bearer guess"}).status_code == 403
    text = served.log.read_text(encoding="utf-8")
    refused = [line for line in served.logged() if line["event"] == "token refused"]
    assert [(line["client"], line["problem"]) for line in refused] == [("127.0.0.1", "forbidden")]
    assert not any(secret in text for secret in (made["id"], made["edit_token"], "guess"))


def test_another_host_than_ours_is_answered_nothing(served: Served) -> None:
    told = served.client.get("/v1/tiles", headers={"Host": "evil.example"})
    assert (told.status_code, told.headers["Content-Type"]) == (421, "application/problem+json")


def test_each_request_leaves_a_line_with_its_id(served: Served) -> None:
    served.client.get("/v1/rules/nothing", headers={"X-Request-ID": "from-the-table"})
    lines = [line for line in served.logged() if line.get("request_id") == "from-the-table"]
    assert [(line["event"], line["path"], line["status"]) for line in lines] == [("request", "/v1/rules/nothing", 404)]


def test_each_job_leaves_lines_with_its_id_and_that_of_its_request(served: Served) -> None:
    headers = {"X-Request-ID": "the-job-of-table-7"}
    asked = {"position": spoilt(("money", 3)), "time_limit": 20}
    job = served.client.post("/v1/jobs", json=asked, headers=headers).json()["id"]
    wait_for(lambda: served.client.get(f"/v1/jobs/{job}").json()["finished"])
    assert job not in served.log.read_text(encoding="utf-8"), "who reads the log may cancel it"
    lines = [line for line in served.logged() if line.get("job") == short(job)]
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


def test_what_was_loaded_at_the_start_is_not_looked_through_for_garbage(served: Served) -> None:
    """Texts that make thousands of values once set that off at every other request, a tenth of a second for all threads."""
    body = {"text": "of a\n" * 8_000}
    (web,) = psutil.Process(served.process.pid).children()

    def spent() -> float:
        return sum(web.cpu_times()[:2])

    def ask() -> None:
        assert served.client.post("/v1/shorthand/tiles", json=body).status_code == 422

    ask()
    before = spent()
    for _ in range(40):
        ask()
    gc.disable()
    try:
        began = time.thread_time()
        for _ in range(40):
            with pytest.raises(Unreadable, match="8000 tiles"):
                read_list(body["text"], most=200)
        alone = time.thread_time() - began
    finally:
        gc.enable()
    assert spent() - before < 3 * alone + 0.2


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


def connected(served: Served, number: int) -> list[socket.socket]:
    parts = urlsplit(served.url)
    return [socket.create_connection((str(parts.hostname), parts.port), timeout=60) for _ in range(number)]


HEAD = b"POST /v1/operate/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
MANY = 80
"""More than there are threads."""


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        HEAD,
        HEAD + b"Content-Length: 9\r\n\r\n{",
        b"GET /docs/files/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8,
    ],
    ids=["nothing", "a header slowly", "a body slowly", "and read slowly"],
)
def test_clients_that_send_hold_nobody_up(served: Served, sent: bytes) -> None:
    slow = connected(served, MANY)
    for each in slow:
        each.sendall(sent)
    answer = served.client.post("/v1/operate/check", json={"position": park(), "moves": MOVES}, timeout=20)
    assert answer.status_code == 200
    for each in slow:
        each.close()


def test_a_client_that_ends_its_side_is_answered(served: Served) -> None:
    (half,) = connected(served, 1)
    half.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    half.shutdown(socket.SHUT_WR)
    assert half.recv(100).startswith(b"HTTP/1.1 200")
    half.close()


def test_pipelined_requests_are_answered_in_order(served: Served) -> None:
    (one,) = connected(served, 1)
    last = b"GET /v1/rules/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    one.sendall(b"GET /v1/catalogue HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5 + last)
    whole = b"".join(iter(lambda: one.recv(65536), b""))
    assert [whole.count(b"HTTP/1.1 200"), whole.count(b"HTTP/1.1 404")] == [5, 1]
    assert whole.rindex(b"HTTP/1.1 404") > whole.rindex(b"HTTP/1.1 200")
    one.close()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40_000 + b"\r\n\r\n", 431),
        (HEAD + b"Content-Length: 10000000\r\n\r\n" + b"x" * 1_000_000, 413),
    ],
)
def test_broken_http_is_told_as_a_problem(served: Served, sent: bytes, status: int) -> None:
    (one,) = connected(served, 1)
    one.sendall(sent)
    head, _, body = b"".join(iter(lambda: one.recv(65536), b"")).partition(b"\r\n\r\n")
    assert head.split()[1] == str(status).encode()
    assert b"application/problem+json" in head
    document = json.loads(body)
    assert document["status"] == status
    assert document["request_id"].encode() in head
    one.close()


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
