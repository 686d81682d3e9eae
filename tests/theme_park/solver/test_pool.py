"""The pool of warm children; the park is one whose proof takes longer than these tests wait."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future

import psutil
import pytest

from models.shared.fault import Fault
from solver import NotSolvedYet, Progress, Settings, Status
from solver.runtime.mishaps import Mishap
from solver.runtime.pool import Length, PoolClosed, PoolFull, PoolLimits, ProcessPool
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.search_pool import Outcome, SearchOrder, search_pool, submit
from tests.theme_park.solver.test_advisor import EASY, HARD
from tests.theme_park.solver.test_bench_positions import bench_position
from tests.waiting import SOON, wait_for


@pytest.fixture(scope="module")
def shared() -> Iterator[ProcessPool]:
    pool = search_pool(PoolLimits(children=1, reserved=0, waiting=2))
    yield pool
    pool.close()


def hard(seconds: float = 60.0, **others: object) -> SearchOrder:
    return SearchOrder(bench_position(HARD), Settings(time_limit=seconds), **others)  # type: ignore[arg-type]


def started(pool: ProcessPool, seconds: float = 60.0) -> tuple["Future[Outcome]", threading.Event, list[Progress]]:
    """A search that has found something in its child, the event that cancels it, and its news."""
    stop, news = threading.Event(), list[Progress]()
    future = submit(pool, hard(seconds, cancelled=stop.is_set, on_progress=news.append))
    wait_for(lambda: any(each.engine != "greedy" for each in news))
    return future, stop, news


def test_searches_one_after_the_other_are_proven_by_the_same_child(shared: ProcessPool) -> None:
    order = SearchOrder(bench_position(EASY), Settings(time_limit=60))
    children = []
    for _ in range(2):
        assert submit(shared, order).result(SOON).advice.status is Status.OPTIMAL
        children.append(shared.pids())
    assert children[0] == children[1]


def test_a_search_that_comes_to_its_limit_leaves_its_child_warm(
    shared: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.theme_park.operate.advisor.LINGER", SOON)
    submit(shared, SearchOrder(bench_position(EASY), Settings(time_limit=60))).result(SOON)
    before = shared.pids()
    assert submit(shared, hard(1.0)).result(SOON).advice.status is Status.FEASIBLE
    assert shared.pids() == before


def test_searches_beyond_the_queue_are_refused_and_those_in_it_are_served(shared: ProcessPool) -> None:
    running, stop, _ = started(shared)
    waiting = [submit(shared, SearchOrder(bench_position(EASY), Settings(time_limit=60))) for _ in range(2)]
    with pytest.raises(PoolFull):
        submit(shared, hard())
    assert shared.counts().waiting == 2
    stop.set()
    assert running.result(SOON).advice.status is Status.CANCELLED
    assert [future.result(SOON).advice.status for future in waiting] == [Status.OPTIMAL] * 2


def test_a_search_taken_back_before_it_began_makes_room(shared: ProcessPool) -> None:
    running, stop, _ = started(shared)
    waiting = [submit(shared, hard()) for _ in range(2)]
    assert all(future.cancel() for future in waiting)
    assert shared.counts().waiting == 0
    submit(shared, hard()).cancel()
    stop.set()
    running.result(SOON)


def test_a_killed_child_is_told_and_replaced_and_its_search_keeps_the_best(shared: ProcessPool) -> None:
    future, _, news = started(shared)
    (before,) = shared.pids()
    os.kill(before, signal.SIGKILL)
    outcome = future.result(SOON)
    assert outcome.mishap is Mishap.CRASHED
    assert outcome.advice.verdict.stars >= news[-1].stars > 0
    assert any("crashed" in note for note in outcome.advice.notes)
    assert submit(shared, SearchOrder(bench_position(EASY), Settings(time_limit=60))).result(SOON).mishap is None
    assert shared.pids() != (before,)


def test_a_child_that_hangs_costs_its_search_no_more_than_the_limit_and_is_replaced(shared: ProcessPool) -> None:
    future, _, _ = started(shared, seconds=5)
    (before,) = shared.pids()
    os.kill(before, signal.SIGSTOP)
    outcome = future.result(SOON)
    assert (outcome.advice.status, outcome.mishap) == (Status.FEASIBLE, Mishap.OVERRUN)
    assert any("did not end with its time" in note for note in outcome.advice.notes)
    assert submit(shared, SearchOrder(bench_position(EASY), Settings(time_limit=60))).result(SOON).mishap is None
    assert shared.pids() != (before,)
    assert shared.counts().killed[Mishap.OVERRUN] >= 1


def test_a_child_that_died_idle_costs_the_next_search_nothing(shared: ProcessPool) -> None:
    submit(shared, SearchOrder(bench_position(EASY), Settings(time_limit=60))).result(SOON)
    (before,) = shared.pids()
    os.kill(before, signal.SIGKILL)
    wait_for(lambda: not lives(before))
    outcome = submit(shared, SearchOrder(bench_position(EASY), Settings(time_limit=60))).result(SOON)
    assert (outcome.advice.status, outcome.mishap) == (Status.OPTIMAL, None)


def test_a_child_lent_for_too_long_is_killed_and_replaced() -> None:
    pool = search_pool(PoolLimits(children=1, reserved=0, grace=0.1))

    def hold(child: WarmProcess) -> int:
        child.warm()
        assert child.pid is not None
        wait_for(lambda: not lives(child.pid))
        return child.pid

    try:
        killed = pool.lend(hold, 0.1).result(SOON)
        wait_for(lambda: pool.pids() not in ((), (killed,)))
        assert pool.counts().killed[Mishap.HUNG] == 1
    finally:
        pool.close()


def test_a_child_that_outgrows_its_memory_is_killed_and_its_search_keeps_the_best() -> None:
    pool = search_pool(PoolLimits(children=1, reserved=0, memory=60))
    try:
        outcome = submit(pool, hard()).result(SOON)
        assert outcome.mishap is Mishap.MEMORY
        assert outcome.advice.status is Status.FEASIBLE
        assert any("60 MiB" in note for note in outcome.advice.notes)
        assert pool.counts().killed[Mishap.MEMORY] == 1
    finally:
        pool.close()


def test_what_the_solver_does_not_weigh_is_refused_to_who_asked(
    shared: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_for(lambda: shared.counts().prepared)  # by a search, which would be refused as well
    monkeypatch.setattr("solver.theme_park.operate.supported.unsolved", lambda _position: (Fault("", "a part"),))
    with pytest.raises(NotSolvedYet):
        submit(shared, hard()).result(SOON)


def test_a_spent_child_is_replaced() -> None:
    pool = search_pool(PoolLimits(children=1, reserved=0, tasks=1))
    try:
        pids = pool.pids()
        submit(pool, SearchOrder(bench_position(EASY), Settings(time_limit=60))).result(SOON)
        wait_for(lambda: pool.pids() not in (pids, ()))
        assert pool.counts().recycled == 1
    finally:
        pool.close()


def test_a_short_search_does_not_wait_for_long_ones() -> None:
    pool = search_pool(PoolLimits(children=1, reserved=1))
    wait_for(lambda: pool.counts().prepared)
    try:
        long = [submit(pool, hard(length=Length.LONG)) for _ in range(2)]
        short = submit(pool, SearchOrder(bench_position(EASY), Settings(time_limit=60)))
        assert short.result(SOON).advice.status is Status.OPTIMAL
        assert not any(future.done() for future in long)
        assert long[1].cancel()
        pids = pool.pids()
    finally:
        pool.close()
    assert long[0].result(SOON).advice.status is Status.CANCELLED
    assert not any(lives(pid) for pid in pids)
    with pytest.raises(PoolClosed):
        submit(pool, hard())


def test_while_one_child_compiles_the_others_search_with_what_needs_no_compiling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared, release = ProcessPool._prepare, threading.Event()

    def prepare_later(pool: ProcessPool, child: WarmProcess) -> None:
        release.wait(SOON)
        prepared(pool, child)

    monkeypatch.setattr(ProcessPool, "_prepare", prepare_later)
    pool, news = search_pool(PoolLimits(children=1, reserved=1)), list[Progress]()
    order = SearchOrder(bench_position(EASY), Settings(time_limit=60), on_progress=news.append)
    try:
        assert submit(pool, order).result(SOON).advice.status is Status.OPTIMAL
        assert {each.engine for each in news} <= {"greedy", "cpsat"}
        release.set()
        wait_for(lambda: pool.counts().prepared)
        news.clear()
        assert submit(pool, order).result(SOON).advice.status is Status.OPTIMAL
        assert "layered" in {each.engine for each in news}
        assert len(pool.pids()) == 2, "compiling cost a child"
    finally:
        release.set()
        pool.close()


NEEDED = """
import sys
from numba.core.dispatcher import Dispatcher
from solver.theme_park.operate.warm_up import compile_ahead

compile_ahead()
parts = [name for name in sys.modules if name.startswith("solver.theme_park.operate.")]
compiled = {name: each for part in parts for name, each in vars(sys.modules[part]).items() if isinstance(each, Dispatcher)}
needed, met = [name for name, each in compiled.items() if each.signatures], set()
while needed:
    name = needed.pop()
    if name in compiled and name not in met:
        met.add(name)
        needed += compiled[name].py_func.__code__.co_names
print(len(compiled), *sorted(compiled.keys() - met))
"""


def test_the_small_search_needs_everything_that_is_compiled() -> None:
    told = subprocess.run([sys.executable, "-c", NEEDED], stdout=subprocess.PIPE, text=True, check=True)
    number, *left = told.stdout.split()
    assert int(number) > 5
    assert left == []


PARENT = f"""
import time
from solver import Settings
from solver.runtime.pool import PoolLimits
from solver.theme_park.operate.search_pool import SearchOrder, search_pool, submit
from tests.theme_park.solver.test_bench_positions import bench_position

def tell(news):
    if news.engine != "greedy":
        print(*pool.pids(), flush=True)
        time.sleep(60)

if __name__ == "__main__":
    pool = search_pool(PoolLimits(children=1, reserved=0))
    submit(pool, SearchOrder(bench_position("{HARD}"), Settings(time_limit=60), on_progress=tell)).result()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a stopped child outlives its parent")
def test_no_child_outlives_a_killed_parent_even_if_it_hangs() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        pids = [int(word) for word in parent.stdout.readline().split()]
    assert len(pids) == 1
    os.kill(pids[0], signal.SIGSTOP)
    parent.kill()
    parent.wait()
    wait_for(lambda: not any(lives(pid) for pid in pids))


STARTING = """
import time
from solver import search_process

if __name__ == "__main__":
    child = search_process()
    child.warm()
    print(child.pid, flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a stopped child outlives its parent")
@pytest.mark.parametrize("seconds", [0.0, 0.3])
@pytest.mark.parametrize("stopped", [True, False])
def test_no_child_outlives_a_parent_that_is_killed_while_it_starts(seconds: float, stopped: bool) -> None:
    parent = subprocess.Popen([sys.executable, "-c", STARTING], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        pid = int(parent.stdout.readline())
    time.sleep(seconds)
    assert lives(pid)
    if stopped:
        os.kill(pid, signal.SIGSTOP)
    parent.kill()
    parent.wait()
    wait_for(lambda: not lives(pid))


def lives(pid: int) -> bool:
    """Whether a process runs; a dead one whose new parent has not looked after it does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
