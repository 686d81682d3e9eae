"""Which request, and which search, is next: clients take turns, and none has all threads."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from api.http.waiting import waiting
from api.web_server import dispatcher
from api.web_server.dispatcher import FairDispatcher, Shares
from solver.runtime.pool import Length, PoolLimits
from solver.theme_park.operate.search_pool import search_pool


@dataclass
class Asked:
    """A request that is answered until it is told to end."""

    client: str
    order: list["Asked"]
    ends: threading.Event = field(default_factory=threading.Event)
    waits: threading.Event = field(default_factory=threading.Event)
    waited: threading.Event = field(default_factory=threading.Event)
    goes_on: threading.Event = field(default_factory=threading.Event)
    cancelled: bool = False

    def service(self) -> None:
        self.order.append(self)
        while not self.ends.wait(0.005):
            if self.waits.is_set():
                with waiting(), waiting():
                    assert self.waited.wait(20)
                self.waits.clear()
                self.goes_on.set()

    def cancel(self) -> None:
        self.cancelled = True


class Desk:
    """A dispatcher and what it began, in order."""

    def __init__(self, threads: int, *shares: int) -> None:
        given = Shares(*shares) if len(shares) > 1 else Shares(*shares, computing=threads, own_computing=threads)
        self.dispatcher, self.order, self.every = FairDispatcher(threads, given), list[Asked](), list[Asked]()

    def ask(self, clients: str) -> None:
        for client in clients:
            self.every.append(Asked(client, self.order))
            self.dispatcher.add_task(self.every[-1])

    def begun(self, number: int) -> str:
        """The clients in the order they were served, once they are so many."""
        until = time.monotonic() + 10
        while len(self.order) < number and time.monotonic() < until:
            time.sleep(0.005)
        time.sleep(0.02)  # one more than there should be would begin now
        return "".join(each.client for each in self.order)

    def end(self, place: int) -> None:
        """End the request that was served at this place."""
        self.order[place].ends.set()


@pytest.fixture(autouse=True)
def no_request_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine what takes a moment may take longer than that."""
    monkeypatch.setattr(dispatcher, "LONG", 60.0)


@pytest.fixture
def desks() -> Iterator[list[Desk]]:
    made: list[Desk] = []
    yield made
    for each in made:
        each.dispatcher.shutdown()
        for asked in each.every:
            asked.ends.set()
            asked.waited.set()


@pytest.fixture
def desk(desks: list[Desk], request: pytest.FixtureRequest) -> Desk:
    desks.append(Desk(*request.param))
    return desks[-1]


@pytest.mark.parametrize("desk", [(1, 1)], indirect=True)
def test_a_client_with_many_requests_takes_turns_with_others(desk: Desk) -> None:
    desk.ask("a")
    assert desk.begun(1) == "a"
    desk.ask("aaabbc")
    for served in range(6):
        desk.end(served)
        desk.begun(served + 2)
    assert desk.begun(7) == "aabcaba"


@pytest.mark.parametrize("desk", [(3, 3)], indirect=True)
def test_who_has_fewest_under_way_is_next(desk: Desk) -> None:
    desk.ask("ab")
    assert sorted(desk.begun(2)) == ["a", "b"]
    desk.ask("a")
    desk.begun(3)
    desk.ask("aaab")  # of a two run, of b one
    desk.end(2)  # now one of each: a waits longer
    assert desk.begun(4)[3:] == "a"
    desk.end(3)
    assert desk.begun(5)[4:] == "b"  # a was served last
    desk.end(0)


@pytest.mark.parametrize("desk", [(3, 1)], indirect=True)
def test_while_others_wait_no_client_has_more_than_its_most_and_a_thread_stays_free(desk: Desk) -> None:
    desk.ask("ab")
    desk.begun(2)
    desk.ask("aabb")
    assert sorted(desk.begun(2)) == ["a", "b"]
    desk.ask("c")
    assert desk.begun(3)[2:] == "c"


@pytest.mark.parametrize("desk", [(3, 1)], indirect=True)
def test_a_client_that_is_alone_has_every_thread(desk: Desk) -> None:
    desk.ask("aaaa")
    assert desk.begun(3) == "aaa"


@pytest.mark.parametrize("desk", [(9, 9, 4, 2)], indirect=True)
def test_four_requests_compute_at_once_and_two_of_one_client(desk: Desk) -> None:
    desk.ask("aaa")
    assert desk.begun(2) == "aa"
    desk.ask("b")
    assert desk.begun(3) == "aab"
    desk.ask("cd")
    assert desk.begun(4) == "aabc"
    desk.end(0)
    assert desk.begun(5) == "aabcd"  # of a one is under way, of d none


@pytest.mark.parametrize("desk", [(9, 9, 4, 2)], indirect=True)
def test_while_a_request_waits_another_computes_and_then_it_counts_again(desk: Desk) -> None:
    desk.ask("aaaa")
    desk.begun(2)
    desk.order[0].waits.set()
    assert desk.begun(3) == "aaa"
    desk.order[0].waited.set()
    assert desk.order[0].goes_on.wait(10)
    desk.end(1)
    assert desk.begun(3) == "aaa"
    desk.end(2)
    assert desk.begun(4) == "aaaa"


@pytest.mark.parametrize("desk", [(9, 9, 4, 2)], indirect=True)
def test_a_request_that_is_long_under_way_counts_as_waiting(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.ask("aaa")
    assert desk.begun(2) == "aa"
    monkeypatch.setattr(dispatcher, "LONG", 0.0)
    desk.dispatcher.tend()
    assert desk.begun(3) == "aaa"


@pytest.mark.parametrize("desk", [(1, 1)], indirect=True)
def test_at_the_end_those_who_wait_are_left_and_nothing_more_begins(desk: Desk) -> None:
    desk.ask("a")
    desk.begun(1)
    assert not desk.dispatcher.idle()
    desk.ask("ab")
    assert desk.dispatcher.shutdown()
    assert [each.cancelled for each in desk.every] == [False, True, True]
    desk.end(0)
    assert desk.begun(1) == "a"
    assert desk.dispatcher.idle()


def test_searches_that_wait_stand_behind_as_many_of_every_other_client() -> None:
    pool = search_pool(PoolLimits(children=0, reserved=0))
    try:
        for number, client in enumerate("aaabcab"):
            pool.lend(lambda _child: None, float(number), client=client)
        pool.lend(lambda _child: None, 9.0, Length.LONG, client="a")
        waiting = [(task.client, task.seconds) for task in pool._queues[Length.SHORT]]
    finally:
        pool.close()
    assert waiting == [("a", 0), ("b", 3), ("c", 4), ("a", 1), ("b", 6), ("a", 2), ("a", 5)]
