"""Jobs whose search is one function in a process, which knows nothing of jobs."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from api.jobs.cache import AnswerCache
from api.jobs.job_run import Workplace
from api.jobs.states import Ending, EventKind, JobMishap, State
from api.jobs.store import JobStore
from api.jobs.task_run import TaskRequest, TaskRun
from api.storage import Database
from api.theme_park.jobs.runs import SolveRun
from solver import advise
from solver.runtime.pool import PoolLimits, ProcessPool
from solver.theme_park.operate.search_pool import Outcome
from tests.api.jobs.test_cache import ASKED
from tests.waiting import wait_for

FIRST, LAST = {"status": "feasible", "value": 1}, {"status": "optimal", "value": 2}


@dataclass(frozen=True)
class Asked(TaskRequest):
    """A request of a game that there is not."""

    function: ClassVar[str] = "tests.shared.tasks:job"
    limit: float = 20.0
    sleep: float = 0.0
    fail: bool = False

    @property
    def seconds(self) -> float:
        return self.limit

    def document(self) -> dict[str, Any]:
        return {"sleep": self.sleep, "fail": self.fail}


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPool]:
    made = ProcessPool(PoolLimits(children=1, reserved=0, grace=0.5), ("tests.shared.tasks",))
    yield made
    made.close()


@pytest.fixture
def place(tmp_path: Path, pool: ProcessPool) -> Iterator[Workplace]:
    database = Database(f"sqlite:///{tmp_path}/db")
    database.migrate()
    store = JobStore(database)
    store.add(ASKED)
    job = store.claim("me")
    assert job is not None
    yield Workplace(job, store, AnswerCache(database), pool, threading.Event(), threading.Event(), shares=False)
    database.close()


def ended(place: Workplace, asked: Asked, meanwhile: Callable[[], None] = lambda: None) -> Ending:
    """How the job ends; ``meanwhile`` is done once its first answer is stored."""
    found: list[Ending | None] = []
    running = threading.Thread(target=lambda: found.append(TaskRun(asked, place).run()))
    running.start()
    if asked.sleep:
        wait_for(lambda: (job := place.store.get(place.job.id)) and job.answer == FIRST)
        meanwhile()
    running.join(30)
    (ending,) = found
    assert ending is not None
    return ending


def test_what_the_function_gives_is_the_answer(place: Workplace) -> None:
    assert ended(place, Asked()) == Ending(State.DONE, LAST)


def test_news_without_an_answer_keep_the_answer_before_them(place: Workplace) -> None:
    ending = ended(place, Asked(sleep=30), place.stop.set)
    assert (ending.state, ending.answer) == (State.CANCELLED, FIRST)
    job = place.store.get(place.job.id)
    assert job is not None
    assert (job.progress, job.answer) == ({"done": 2}, FIRST)
    kinds = [each.kind for each in place.store.events_after(job.id, 0)]
    assert kinds[-1] is EventKind.PROGRESS


def test_a_function_that_fails_fails_its_job_and_leaves_the_best_and_its_process(
    place: Workplace, pool: ProcessPool
) -> None:
    before = pool.pids()
    ending = ended(place, Asked(fail=True))
    assert (ending.state, ending.mishap, ending.answer) == (State.FAILED, JobMishap.INTERNAL, FIRST)
    assert "MemoryError" in (ending.detail or "")
    assert pool.pids() == before


def test_a_process_that_dies_is_told_and_the_search_may_be_made_again(place: Workplace, pool: ProcessPool) -> None:
    ending = ended(place, Asked(sleep=30), lambda: os.kill(pool.pids()[0], signal.SIGKILL))
    assert (ending.mishap, ending.answer, ending.again) == (JobMishap.CRASHED, FIRST, True)


def test_a_function_that_goes_on_beyond_its_time_costs_the_job_no_more_than_that(place: Workplace) -> None:
    began = time.monotonic()
    ending = ended(place, Asked(limit=0.6, sleep=30))
    assert (ending.state, ending.answer, ending.late) == (State.DONE, FIRST, True)
    assert time.monotonic() - began < 5


def test_a_search_that_the_server_ends_waits_for_the_next_one(place: Workplace) -> None:
    ending = ended(place, Asked(sleep=30), place.closing.set)
    assert (ending.state, ending.mishap, ending.again) == (State.INTERRUPTED, JobMishap.SHUT_DOWN, True)


@pytest.mark.parametrize("wanted", ["stop", "closing"])
def test_a_proven_answer_that_is_ended_before_its_alternatives_is_no_answer_to_others(
    place: Workplace, wanted: str
) -> None:
    asked = replace(ASKED, settings=replace(ASKED.settings, alternatives=3))
    outcome = Outcome(advise(ASKED.position, ASKED.settings))
    run = SolveRun(asked, place)
    assert not run._ending(outcome).late, "with all of its time it found no more"
    getattr(place, wanted).set()
    assert (run._ending(outcome).state, run._ending(outcome).late) == (State.DONE, True)
    assert not SolveRun(ASKED, place)._ending(outcome).late, "it was asked for none"
