"""Real workers on a real database: what is killed, stopped or cut off loses no job, and ends none twice."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from api.jobs.states import JobMishap, State
from tests.cluster.workers import LEASE, Cluster, Machine, orphans, until
from tests.postgresql import Server
from tests.waiting import SOON

pytestmark = pytest.mark.thorough

SEARCH, STARTS = 8.0, SOON
"""Seconds of a search that is cut off, and that a worker or search process takes to start on a busy machine."""


@pytest.mark.parametrize("victim", ["worker", "supervisor", "search process"])
def test_what_is_killed_leaves_its_job_to_another_search_that_starts_from_its_best(two: Cluster, victim: str) -> None:
    job = two.with_stars(two.add(1, SEARCH))
    machine = two.ran_on(job)
    everything = machine.processes()
    assert job.answer is not None
    best = job.answer["stars"]
    if victim == "supervisor":
        machine.supervisor.kill()
        assert orphans(everything) == []
        machine.supervisor.wait()
        two.machines.remove(machine)
    elif victim == "worker":
        worker, children = machine.worker, machine.children
        assert worker is not None
        worker.kill()
        assert orphans(children) == []
    else:
        machine.send(signal.SIGKILL, machine.children)
    killed = time.monotonic()
    again = two.in_state(job.id, State.RUNNING, State.DONE) if victim == "search process" else two.with_stars(job.id, 2)
    assert again.answer is not None
    assert again.answer["stars"] >= best
    over = two.over(job.id, LEASE + SEARCH + STARTS)
    assert over.answer is not None
    assert (over.state, over.attempt, over.cut_off) == (State.DONE, 2, 1)
    assert over.answer["stars"] >= best
    assert time.monotonic() - killed < LEASE + SEARCH + STARTS
    if victim == "supervisor":
        two.start()


def at_rest(machine: Machine) -> bool:
    """Whether none of its search processes searches."""
    try:
        return all(each.cpu_percent(0.3) < 20 for each in machine.children)
    except psutil.NoSuchProcess:  # it was replaced just now
        return False


def test_a_machine_that_slept_is_refused_and_its_search_ends(two: Cluster) -> None:
    job = two.with_stars(two.add(2, 40))
    machine, refused = two.ran_on(job), two.refused()
    machine.send(signal.SIGSTOP)
    again = two.with_stars(job.id, 2)
    assert two.ran_on(again) is not machine
    machine.send(signal.SIGCONT)
    until(lambda: two.refused() > refused)
    until(lambda: at_rest(machine))
    two.store.ask_cancel(job.id)
    over = two.over(job.id)
    assert (over.state, over.attempt) == (State.CANCELLED, 2)


def test_a_machine_that_is_stopped_and_loses_its_supervisor_leaves_no_process(two: Cluster) -> None:
    """Python's tracker of shared resources was left behind, stopped."""
    machine = two.machines[0]
    everything = until(lambda: machine.children) and machine.processes()
    machine.send(signal.SIGSTOP)
    machine.supervisor.kill()
    assert orphans(everything) == []
    machine.supervisor.wait()
    two.machines.remove(machine)
    two.start()


def test_a_job_that_always_crashes_fails_after_two_attempts_with_its_best(two: Cluster) -> None:
    job = two.with_stars(two.add(3, 60))
    two.ran_on(job).send(signal.SIGKILL, two.ran_on(job).children)
    again = two.with_stars(job.id, 2)
    two.ran_on(again).send(signal.SIGKILL, two.ran_on(again).children)
    over = two.over(job.id)
    assert (over.state, over.mishap, over.cut_off) == (State.FAILED, JobMishap.CRASHED, 1)
    assert again.answer is not None
    assert over.answer is not None
    assert over.answer["stars"] >= again.answer["stars"]


def test_a_job_whose_workers_are_killed_each_time_fails_after_two_attempts(two: Cluster) -> None:
    job = two.add(4, 60)
    for attempt in (1, 2):
        machine = two.ran_on(two.with_stars(job, attempt))
        assert machine.worker is not None
        machine.worker.kill()
    over = two.over(job)
    assert (over.state, over.mishap) == (State.FAILED, JobMishap.RESTART)
    assert over.answer is not None


def test_a_worker_told_to_end_hands_its_job_on_at_once(two: Cluster) -> None:
    job = two.with_stars(two.add(5, 60))
    machine = two.ran_on(job)
    machine.supervisor.terminate()
    again = two.with_stars(job.id, 2)
    assert two.ran_on(again) is not machine
    assert machine.supervisor.wait(SOON) == 0
    two.machines.remove(machine)
    two.store.ask_cancel(job.id)
    two.over(job.id)
    two.start()


def test_a_short_search_passes_two_hundred_long_ones(two: Cluster) -> None:
    first = two.add(10, 3600)
    two.with_stars(first)
    long = two.add_many(200, first)
    two.with_stars(long[0])
    short = two.add(9, 1)
    two.store.ask_cancel(first)
    assert two.over(short).state is State.DONE
    begun = sorted((started, job) for job in long if (started := two.job(job).started) is not None)
    assert len(begun) <= 2
    two.forget_waiting()


def test_a_stopped_search_process_is_replaced_and_its_job_ends(two: Cluster) -> None:
    job = two.with_stars(two.add(6, 6))
    two.ran_on(job).send(signal.SIGSTOP, two.ran_on(job).children)
    assert two.over(job.id).state in {State.DONE, State.FAILED}


def test_a_database_that_stops_at_once_and_starts_again_ends_nothing(two: Cluster, postgres: Server) -> None:
    runs, waits = two.with_stars(two.add(7, 8)), two.add(8, 2)
    other = two.with_stars(two.add(70, 8))
    before = [each.worker for each in two.machines]
    postgres.stop()
    time.sleep(2 * LEASE)
    until(lambda: any("psycopg" in each.log.read_text() for each in two.machines))
    postgres.start()
    for job in (runs.id, other.id, waits):
        over = two.over(job)
        assert (over.state, over.attempt) == (State.DONE, 1)
    assert [each.worker for each in two.machines] == before
    lines = [line for each in two.machines for line in each.log.read_text().splitlines()]
    assert any("psycopg" in line for line in lines), "libraries warn of it too"
    assert all(line.startswith("{") for line in lines), "not every line of the log is JSON"


def test_a_database_that_can_only_be_read_for_a_while_ends_nothing(two: Cluster, postgres: Server) -> None:
    """As one whose disk is full, or that is about to be another server's replica."""
    runs, waits = two.with_stars(two.add(71, 12)), two.add(72, 2)
    other = two.with_stars(two.add(73, 12))
    before = [each.worker for each in two.machines]
    with only_read(postgres):
        time.sleep(2 * LEASE)
    for job in (runs.id, other.id, waits):
        over = two.over(job)
        assert (over.state, over.attempt) == (State.DONE, 1)
    assert [each.worker for each in two.machines] == before


@contextmanager
def only_read(postgres: Server) -> Iterator[None]:
    """The server takes no changes meanwhile, over whichever connection."""

    def is_on(wanted: str) -> bool:
        return postgres.sql("SHOW default_transaction_read_only") == [(wanted,)]

    postgres.sql("ALTER SYSTEM SET default_transaction_read_only = on")
    postgres.sql("SELECT pg_reload_conf()")
    try:
        until(lambda: is_on("on"))
        yield
    finally:
        postgres.sql("ALTER SYSTEM RESET default_transaction_read_only")
        postgres.sql("SELECT pg_reload_conf()")
        until(lambda: is_on("off"))
