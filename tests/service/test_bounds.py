"""What may be endless is cut, and ends when nobody waits any more."""

import threading
import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.http.lanes import Lane
from api.theme_park.answers import MOST_MOVES_LISTED, moves_document
from api.theme_park.schemas.loading import load_position
from models.shared.deadline import Patience, TimeOver, spend, within
from models.theme_park.operate.disputes import judge
from models.theme_park.operate.moves import OperateMove
from tests.api.documents import park
from tests.service.crowds import crowd, superset_crowd
from tests.service.serving import post
from tests.waiting import wait_for


def work() -> None:
    while True:
        spend()


CROWDS = [crowd(), crowd(24, mascots=0, cards=0), superset_crowd()]
BRIEF = Patience(work=0.1, seconds=20.0)


@pytest.mark.parametrize("position", CROWDS, ids=["mascots", "guests", "superset"])
def test_a_list_of_moves_is_cut_and_says_so(position: Any) -> None:
    began = time.thread_time()
    told = moves_document(load_position(position), patience=BRIEF)
    assert told["more"]
    assert time.thread_time() - began < 5


def test_a_list_of_moves_is_cut_at_its_count() -> None:
    told = moves_document(load_position(crowd(24, mascots=0, cards=0)), most=20)
    assert (len(told["moves"]), told["more"]) == (20, True)


def test_the_list_of_an_ordinary_park_is_whole_however_it_is_asked(client: FlaskClient) -> None:
    told = post(client, "/v1/operate/moves", {"position": park()}).json
    assert told["more"] is False
    assert len(told["moves"]) < MOST_MOVES_LISTED
    assert post(client, "/v1/operate/moves", {"position": park(), "most": 1000}).json == told


MANY_NAMES = [f"Number {number} of a park" for number in range(400)]


@pytest.mark.parametrize(
    ("path", "asked", "told"),
    [
        ("tiles", {"text": "Wheel b5 o\n" * 201}, ["201 tiles are here; accepted: at most 200 at once."]),
        ("tiles", {"text": "of a\n" * 8_000, "names": MANY_NAMES}, ["8000 tiles are here;"]),
        ("tiles", {"text": ("Wheel b5 o: " + "g3" * 10 + "\n") * 7}, ["Found 70; accepted: at most 63 guests in all"]),
        ("tiles", {"text": "Wheel b5 zz\n" * 200}, [f"Line {line}, column 10: " for line in range(1, 101)]),
        ("guests", {"text": "g3" * 30_000}, ["Column 127: here is one guest too many"]),
    ],
    ids=["tiles", "names", "guests on tiles", "faults", "guests"],
)
def test_what_is_written_is_bounded_in_tiles_guests_and_faults(
    client: FlaskClient, path: str, asked: Any, told: list[str]
) -> None:
    began = time.thread_time()
    answer = post(client, f"/v1/shorthand/{path}", asked)
    assert time.thread_time() - began < 1
    assert answer.status_code == 422
    assert {error["pointer"] for error in answer.json["errors"]} == {"/text"}
    assert len(answer.json["errors"]) == len(told)
    for error, begins in zip(answer.json["errors"], told, strict=True):
        assert error["detail"].startswith(begins)


def test_a_list_ends_when_its_client_has_left(client: FlaskClient) -> None:
    asked: list[int] = []

    def left() -> bool:
        asked.append(1)
        return len(asked) > 3

    answer = client.post(
        "/v1/operate/moves",
        json={"position": crowd()},
        environ_overrides={"waitress.client_disconnected": left},
    )
    assert answer.json["more"] is True
    assert len(asked) == 4


def test_what_a_dispute_needs_is_cut_and_the_verdict_is_not() -> None:
    position = load_position(superset_crowd())
    refused = OperateMove("t0", ("g0", "g1"), mover="g0", to="t1")
    whole, cut = (judge(position, [refused], patience) for patience in (None, Patience(work=0.0, seconds=20.0)))
    assert (whole.cut, cut.cut) == (False, True)
    assert cut.verdict == whole.verdict
    assert cut.verdict.violation is not None


def test_a_patience_ends_by_work_by_the_clock_and_by_who_waits() -> None:
    for patience in (Patience(0.01, 60), Patience(60, 0.01), Patience(60, 60, lambda: True)):
        with pytest.raises(TimeOver), within(patience):
            work()
    with within(None):
        spend()


def test_who_computes_long_is_asked_to_wait_once_and_who_does_not_never(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[float]()

    def longer(seconds: float) -> bool:
        asked.append(seconds)
        return True

    with within(Patience(60, 60, longer=longer)):
        for _ in range(64):
            spend()
    assert asked == []
    monkeypatch.setattr("models.shared.deadline.BRIEF", 0.0)
    with within(Patience(60, 60, longer=longer)):
        for _ in range(640):
            spend()
    assert len(asked) == 1
    assert 50 < asked[0] <= 60


def test_who_finds_no_room_for_long_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.shared.deadline.BRIEF", 0.0)
    with pytest.raises(TimeOver), within(Patience(60, 60, longer=lambda _seconds: False)):
        work()


def test_in_the_lane_a_client_that_has_nothing_goes_before_one_that_has() -> None:
    lane, order, threads = Lane(1), list[str](), list[threading.Thread]()
    assert lane.enter("a", 1)
    for client in "aab":

        def enter(client: str = client) -> None:
            assert lane.enter(client, 20)
            order.append(client)
            lane.leave(client)

        threads.append(threading.Thread(target=enter))
        threads[-1].start()
        wait_for(lambda: len(lane._waiting) == len(threads))
    assert not lane.enter("c", 0.01)
    lane._running["a"] += 1  # it has another one elsewhere
    lane.leave("a")
    for each in threads:
        each.join(20)
    assert order == ["b", "a", "a"]
