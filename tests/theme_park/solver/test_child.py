"""The searching process: what it tells, in which order, and when it leaves."""

import queue
import threading
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

import pytest

from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver.theme_park.operate import portfolio, process
from solver.theme_park.operate.advice import Engine, Settings, Stage
from solver.theme_park.operate.messages import Candidate, Finished, Found, Limit
from solver.theme_park.operate.plan import EndPlan, Plan
from solver.theme_park.operate.process import start_child
from solver.theme_park.operate.warm_up import SMALL

SOON = 60.0
PARK = parse_position(SMALL)
STAYING = Plan((), tuple(EndPlan(guest.id, guest.value, 0, 0) for guest in PARK.guests))
"""Nobody operates, and no die is turned or moved."""
NO_SEARCH, END = 1_000, Finished("the end")


def found(rank: int = 0, engine: Engine = Engine.LAYERED, plan: Plan = STAYING, position: Position = PARK) -> Found:
    return Found(rank, position, (plan,), engine)


def sent(*news: tuple[int, Any]) -> list[Any]:
    """What is sent of this news, all of it at hand when the sending begins."""
    ours, theirs = Pipe()
    waiting: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
    for item in (*news, (NO_SEARCH, END)):
        waiting.put(item)

    def send() -> None:
        with suppress(OSError):  # the pipe is closed below: nothing is read any more
            process._send(theirs, waiting)

    sending = threading.Thread(target=send, daemon=True)
    sending.start()
    told = []
    while (message := received(ours)) != END:
        told.append(message)
    ours.close()
    waiting.put((NO_SEARCH + 1, END))
    sending.join(SOON)
    theirs.close()
    return told


def received(pipe: Connection) -> Any:
    assert pipe.poll(SOON), "nothing is told"
    return pipe.recv()


def test_of_layered_plans_at_hand_only_the_last_of_each_rank_is_sent() -> None:
    told = sent((1, found()), (1, found()), (1, found(rank=1)), (1, found(rank=1)), (1, Finished()))
    assert told == [Candidate(0, ((),), Engine.LAYERED), Candidate(1, ((),), Engine.LAYERED), Finished()]


def test_every_plan_of_cp_sat_is_sent_as_its_limits_follow_it() -> None:
    limit = Limit(0, Stage.STARS, 12)
    told = sent((1, found(engine=Engine.CPSAT)), (1, found(engine=Engine.CPSAT)), (1, limit), (1, Finished()))
    assert told == [Candidate(0, ((),)), Candidate(0, ((),)), limit, Finished()]


def test_what_an_ended_search_still_tells_reaches_nobody() -> None:
    late = (1, Limit(0, Stage.STARS, 3))
    assert sent((1, Finished()), late, (1, found()), (2, Finished(nodes=7))) == [Finished(), Finished(nodes=7)]


def test_a_plan_that_cannot_be_unfolded_ends_the_search_with_a_reason() -> None:
    nowhere = found(plan=Plan((), (EndPlan(PARK.guests[0].id, 6, 9, 0),)))
    (told,) = sent((1, nowhere))
    assert isinstance(told, Finished)
    assert told.failure is not None
    assert told.failure.startswith("a plan cannot be unfolded: ")


def test_a_search_tells_what_it_finds_and_then_how_long_its_proof_took() -> None:
    news: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
    process._search(3, news, PARK, Settings(workers=1))
    told = [news.get() for _ in range(news.qsize())]
    assert {number for number, _ in told} == {3}
    last = told[-1][1]
    assert isinstance(last, Finished)
    assert last.failure is None
    assert last.first_proven is not None
    assert any(isinstance(item, Found) for _, item in told)


def test_a_search_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(portfolio, "search", fail)
    news: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
    process._search(1, news, PARK, Settings())
    assert news.get() == (1, Finished("MemoryError: no room"))


def messages(pipe: Connection) -> list[Any]:
    told = [received(pipe)]
    while not isinstance(told[-1], Finished):
        told.append(received(pipe))
    return told


def test_a_process_serves_searches_until_its_caller_hangs_up_and_leaves_by_itself() -> None:
    spawned = start_child(PARK, Settings(workers=1))
    try:
        first = messages(spawned.pipe)
        spawned.pipe.send((PARK, Settings(workers=1)))
        again = messages(spawned.pipe)
        spawned.pipe.close()
        spawned.process.join(SOON)
        assert spawned.process.exitcode == 0
    finally:
        spawned.end()
    for told in (first, again):
        assert told[-1].failure is None
        assert any(isinstance(item, Candidate) for item in told)
