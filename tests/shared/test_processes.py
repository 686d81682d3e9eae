"""Worker processes know no game: they run a function by its name, stream what it tells, and are watched."""

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from multiprocessing import Pipe
from typing import Any

import pytest

from solver.runtime import process
from solver.runtime.messages import Finished, Task
from solver.runtime.mishaps import Mishap
from solver.runtime.pool import PoolLimits, ProcessPool, Served
from solver.runtime.process import Ended, WarmProcess, listen, start

SOON = 60.0
NO_TASK, END = 1_000, Finished("the end")


def task(name: str, payload: Any) -> Task:
    return Task(f"tests.shared.tasks:{name}", payload)


def told(process: WarmProcess, asked: Task, seconds: float = SOON) -> tuple[list[Any], Ended]:
    """What a task tells until it finishes or its time is over, and why that ended."""
    messages: list[Any] = []

    def take(message: Any) -> bool:
        messages.append(message)
        return isinstance(message, Finished)

    ends = time.monotonic() + seconds
    return messages, listen(process.ask(asked), take, lambda: ends - time.monotonic())


@pytest.fixture(scope="module")
def worker() -> Iterator[WarmProcess]:
    with closing(WarmProcess(("tests.shared.tasks",))) as made:
        yield made


def test_messages_come_in_order_and_the_result_last(worker: WarmProcess) -> None:
    assert told(worker, task("count_to", 3)) == ([1, 2, 3, Finished(result="counted to 3")], Ended.TAKEN)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (task("fail", "no room"), "MemoryError: no room"),
        (task("nothing", 0), "AttributeError: "),
        (Task("no.such.module:run", 0), "ModuleNotFoundError: "),
    ],
)
def test_a_task_that_fails_says_why_and_the_process_serves_the_next(worker: WarmProcess, asked: Task, why: str) -> None:
    worker.warm()
    before = worker.pid
    (finished,), _ = told(worker, asked)
    assert finished.failure.startswith(why)
    assert told(worker, task("count_to", 1))[0][-1].failure is None
    assert worker.pid == before


def test_a_task_whose_time_is_over_is_left_to_its_end_and_the_next_one_waits_for_it(worker: WarmProcess) -> None:
    assert told(worker, task("sleep", 0.5), seconds=0.3)[1] is Ended.OUT_OF_TIME
    worker.unsettled = True
    before = worker.pid
    assert told(worker, task("count_to", 1))[0] == [1, Finished(result="counted to 1")]
    assert worker.pid == before


def test_listening_ends_when_someone_cancels_or_the_process_dies(worker: WarmProcess) -> None:
    pipe = worker.ask(task("sleep", SOON))
    assert listen(pipe, lambda _: False, lambda: math.inf, cancelled=lambda: True) is Ended.CANCELLED
    assert pipe.recv() == "asleep"
    spawned = start(task("sleep", SOON))
    try:
        assert spawned.pipe.recv() == "asleep"
        spawned.process.kill()
        assert listen(spawned.pipe, lambda _: False, lambda: SOON) is Ended.DIED
    finally:
        spawned.end()
        worker.close()


def test_the_answer_is_sent_before_a_process_looks_for_garbage() -> None:
    spawned = start(task("end_at_the_first_garbage", 0))
    try:
        assert spawned.pipe.recv() == Finished(result="answered")
        spawned.process.join(SOON)
        assert spawned.process.exitcode == 0
    finally:
        spawned.end()


def test_a_process_leaves_by_itself_when_its_caller_hangs_up() -> None:
    spawned = start(task("count_to", 1))
    try:
        while not isinstance(spawned.pipe.recv(), Finished):
            pass
        spawned.pipe.close()
        spawned.process.join(SOON)
        assert spawned.process.exitcode == 0
    finally:
        spawned.end()


def test_what_a_finished_task_still_tells_reaches_nobody() -> None:
    ours, theirs = Pipe()
    outgoing: queue.Queue[tuple[int, Any]] = queue.Queue()
    for message in ((1, Finished()), (1, "late"), (2, "in time"), (2, Finished(result=7)), (NO_TASK, END)):
        outgoing.put(message)

    def send() -> None:
        with suppress(OSError):  # the pipe is closed below: nothing is read any more
            process._send(theirs, outgoing)

    sending = threading.Thread(target=send, daemon=True)
    sending.start()
    received = []
    while not received or received[-1] != END:
        assert ours.poll(SOON), "nothing is told"
        received.append(ours.recv())
    ours.close()
    outgoing.put((NO_TASK + 1, END))
    sending.join(SOON)
    theirs.close()
    assert received == [Finished(), "in time", Finished(result=7), END]


def last_of(asked: Task) -> Callable[[WarmProcess], Any]:
    return lambda process: told(process, asked)[0][-1:]


def served(pool: ProcessPool, asked: Task, seconds: float) -> "Served[Any]":
    """What the pool serves of a task; an answer without a last word comes of a process that died."""
    future = pool.lend_watched(
        last_of(asked), lambda last: not isinstance(last[0], Finished), lambda outcome: outcome, seconds
    )
    return future.result(SOON)


def test_a_pool_runs_functions_by_name_and_kills_what_outgrows_its_memory_or_its_time() -> None:
    pool = ProcessPool(PoolLimits(children=1, reserved=0, memory=150, grace=0.5), ("tests.shared.tasks",))
    try:
        assert pool.counts().prepared, "there is nothing to prepare"
        assert served(pool, task("count_to", 2), SOON) == Served([Finished(result="counted to 2")])
        assert served(pool, task("fill", 300), SOON).mishap is Mishap.MEMORY
        assert served(pool, task("sleep", SOON), 0.5).mishap is Mishap.HUNG
        assert served(pool, task("count_to", 2), SOON).mishap is None
        assert pool.counts().killed == {**dict.fromkeys(Mishap, 0), Mishap.MEMORY: 1, Mishap.HUNG: 1}
    finally:
        pool.close()


def test_a_process_that_ended_a_moment_ago_is_replaced_when_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(WarmProcess(("tests.shared.tasks",))) as made:
        told(made, task("count_to", 1))
        spawned = made._spawned
        assert spawned is not None
        before = made.pid
        spawned.process.kill()
        assert spawned.pipe.poll(SOON)  # its end is closed
        monkeypatch.setattr(process.Spawned, "alive", lambda _: True)  # as long as the system has not told
        assert told(made, task("count_to", 1))[0][-1].failure is None
        assert made.pid != before


def test_a_use_of_many_tasks_is_watched_also_after_one_of_its_processes_was_killed() -> None:
    """A review goes on with its next state; what that one took was bounded by nothing."""
    pool = ProcessPool(PoolLimits(children=1, reserved=0, memory=150, grace=0.5), ("tests.shared.tasks",))

    def use(process: WarmProcess) -> list[Ended]:
        return [told(process, task("fill", 300))[1] for _ in range(2)]

    try:
        assert pool.lend(use, SOON).result(2 * SOON) == [Ended.DIED] * 2
    finally:
        pool.close()
