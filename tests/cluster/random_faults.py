"""Faults in any order: workers killed, stopped and replaced, the database gone and back, jobs asked for and cancelled meanwhile.

Real processes and a real PostgreSQL. After every step no event is missing or told twice, and what has ended stays as it is. In
the end every job that was accepted has ended once, and nothing is left of what was killed.
"""

import json
import logging
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from sqlalchemy import text

from api.dice_manor.jobs.requests import SolveRequest
from api.jobs.request import JobRequest
from api.storage.database import StorageUnavailable
from models.shared.data import read_json
from tests.cluster.keeping import FAULTS, keep, machine_told
from tests.cluster.workers import LEASE, Cluster, Machine, asked, cluster, orphans, until
from tests.commands import reader
from tests.postgresql import Server, missing, server

MANOR = read_json("dice_manor/examples/position.json")
DRAIN = 240.0
"""Seconds after the last fault within which everything has ended."""
ROUNDS = 3
"""Rounds that are drawn at a time; the first of them is always the plainest."""
NO_DATABASE = 2
"""The exit code of a worker that finds no database when it starts; later it waits for it."""
LONGEST = 1.5
"""Seconds of the longest search."""
GAPS = """
SELECT job FROM events GROUP BY job
HAVING count(*) <> max(number) OR count(*) FILTER (WHERE kind = 'end') > 1
    OR max(number) FILTER (WHERE kind = 'end') < max(number)
"""
ENDED = "SELECT id, state, finished, md5(answer::text) FROM jobs WHERE finished IS NOT NULL AND parent IS NULL"
TOLD = "SELECT count(*) FROM jobs WHERE NOT EXISTS (SELECT 1 FROM events WHERE job = id AND kind = 'end')"
OPEN = "SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')"
SUMS = """
SELECT coalesce(sum(cut_off), 0), coalesce(sum(refused), 0), coalesce(max(attempt), 0),
    coalesce(max(finished - created), 0) FROM jobs
"""


class Trial:
    """Machines on a database, what was done to them, and what came of it."""

    def __init__(self, machines: Cluster, postgres: Server) -> None:
        self.machines, self.postgres = machines, postgres
        self.workers = len(machines.machines)
        self.accepted: set[str] = set()
        self.seen: dict[str, tuple[Any, ...]] = {}
        self.steps: list[str] = []
        self.done = Counter[str]()
        self.slowest = 0.0
        self.number = 0
        self.away = False

    def note(self, step: str, *more: object) -> None:
        """A step, for whoever asks what led to a failure."""
        self.done[step] += 1
        self.steps.append(f"{time.strftime('%H:%M:%S')} {step} {' '.join(map(str, more))}")

    def rows(self, query: str) -> list[Any]:
        with self.machines.database.read() as connection:
            return list(connection.execute(text(query)).all())

    def quick(self) -> JobRequest:
        """A question of some milliseconds that nobody asked before."""
        return SolveRequest({"position": MANOR, "target": None, "seed": self.number}, 20.0)

    def submit(self, request: JobRequest) -> None:
        self.number += 1
        with suppress(StorageUnavailable):
            self.accepted.add(self.machines.store.add(request, client=f"client {self.number % 5}")[0].id)

    def check(self) -> None:
        """What is true at any moment."""
        if self.away:
            return
        with suppress(StorageUnavailable):
            assert self.rows(GAPS) == [], "events are missing, told twice or after the end"
            ended = {row[0]: tuple(row[1:]) for row in self.rows(ENDED)}
            for job, how in self.seen.items():
                assert ended.get(job) == how, f"{job} had ended as {how} and is {ended.get(job)}"
            self.seen = ended

    def revive(self) -> None:
        """Start anew the machines that found no database when they started, as whoever looks after them would."""
        there = self.machines.machines
        for machine in [each for each in there if each.supervisor.poll() is not None]:
            code = machine.supervisor.returncode
            assert code == NO_DATABASE, f"a machine ended with {code}: {machine.log.read_text()[-2000:]}"
            self.note("start again")
            there.remove(machine)
            self.machines.start_soon()

    def drained(self) -> None:
        """What is true once everything came to rest."""
        began = time.monotonic()

        def at_rest() -> bool:
            self.revive()
            return bool(self.rows(OPEN)[0][0] == 0)

        until(at_rest, DRAIN)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.check()
        assert self.accepted <= set(self.seen), "a job that was accepted is gone"
        assert self.rows(TOLD)[0][0] == 0, "a job ended without a word"

    def figures(self) -> dict[str, Any]:
        """What happened."""
        cut_off, refused, attempts, longest = self.rows(SUMS)[0]
        return {
            "workers": self.workers,
            "jobs": len(self.accepted),
            "states": dict(Counter(how[0] for how in self.seen.values())),
            "faults": dict(sorted(self.done.items())),
            "cut_off": int(cut_off),
            "most_attempts": int(attempts),
            "refused_writes": int(refused),
            "longest_seconds": round(float(longest), 1),
            "slowest_rest_seconds": round(self.slowest, 1),
        }


class RandomFaults(RuleBasedStateMachine):
    """Steps in any order; ``trial`` is set by who runs them."""

    trial: Trial

    def __init__(self) -> None:
        super().__init__()
        self.trial.away = False

    def machine(self, which: int) -> Machine:
        there = self.trial.machines.machines
        return there[which % len(there)]

    @precondition(lambda self: not self.trial.away)
    @rule(number=st.integers(1, 40))
    def ask_quick_questions(self, number: int) -> None:
        self.trial.note("quick jobs", number)
        for _ in range(number):
            self.trial.submit(self.trial.quick())
        self.trial.check()

    @precondition(lambda self: not self.trial.away)
    @rule(number=st.integers(1, 3), seconds=st.floats(0.3, LONGEST))
    def ask_long_questions(self, number: int, seconds: float) -> None:
        self.trial.note("long jobs", number)
        for _ in range(number):
            self.trial.submit(asked(1000 + self.trial.number, seconds))
        self.trial.check()

    @rule(seconds=st.floats(0.1, 1.5))
    def let_time_pass(self, seconds: float) -> None:
        time.sleep(seconds)
        self.trial.submit(self.trial.quick())
        self.trial.check()

    @precondition(lambda self: not self.trial.away)
    @rule(which=st.integers(0, 99))
    def cancel(self, which: int) -> None:
        with suppress(StorageUnavailable):
            rows = self.trial.rows("SELECT id FROM jobs WHERE finished IS NULL AND parent IS NULL ORDER BY created")
            if rows:
                self.trial.note("cancel")
                self.trial.machines.store.ask_cancel(rows[which % len(rows)][0])
        self.trial.check()

    @rule(which=st.integers(0, 9))
    def kill_a_worker(self, which: int) -> None:
        machine = self.machine(which)
        with suppress(psutil.Error):
            worker, below = machine.worker, machine.children
            if worker is not None:
                self.trial.note("kill worker", worker.pid)
                worker.kill()
                assert orphans(below) == [], "a search outlives its worker"
        self.trial.check()

    @rule(which=st.integers(0, 9))
    def kill_a_search(self, which: int) -> None:
        machine = self.machine(which)
        self.trial.note("kill search process")
        machine.send(signal.SIGKILL, machine.children)
        self.trial.check()

    @rule(which=st.integers(0, 9))
    def stop_a_machine(self, which: int) -> None:
        self.trial.note("stop machine")
        machine = self.machine(which)
        machine.send(signal.SIGSTOP)
        self.trial.check()

    @rule(which=st.integers(0, 9))
    def continue_a_machine(self, which: int) -> None:
        self.machine(which).send(signal.SIGCONT)
        self.trial.check()

    @rule(which=st.integers(0, 9), politely=st.booleans())
    def replace_a_machine(self, which: int, politely: bool) -> None:
        old = self.machine(which)
        everything = old.processes()
        self.trial.note("end machine" if politely else "kill machine")
        with suppress(psutil.Error):
            if politely:
                old.send(signal.SIGCONT)
                old.supervisor.terminate()
            else:
                old.supervisor.kill()
        left = orphans(everything, 30.0)
        assert left == [], f"these outlive their supervisor: {[each.cmdline() for each in left]}"
        old.supervisor.wait(10)
        self.trial.machines.machines.remove(old)
        self.trial.machines.start_soon()
        self.trial.check()

    @precondition(lambda self: not self.trial.away)
    @rule()
    def stop_the_database(self) -> None:
        self.trial.note("stop database")
        self.trial.postgres.stop()
        self.trial.away = True

    @precondition(lambda self: self.trial.away)
    @rule(after=st.floats(0.0, 2 * LEASE))
    def start_the_database(self, after: float) -> None:
        time.sleep(after)
        self.trial.postgres.start()
        self.trial.away = False
        self.trial.check()

    @precondition(lambda self: self.trial.away)
    @rule()
    def start_the_database_at_once(self) -> None:
        self.trial.postgres.start()
        self.trial.away = False
        self.trial.check()

    def teardown(self) -> None:
        """The faults end, and everything comes to rest."""
        if self.trial.away:
            self.trial.postgres.start()
            self.trial.away = False
        for each in self.trial.machines.machines:
            each.send(signal.SIGCONT)
        self.trial.drained()


def tried(trial: Trial, rounds: int, steps: int) -> None:
    """So many rounds of at most so many steps; raises what is not true."""
    machine = type("RandomFaultsOfATrial", (RandomFaults,), {"trial": trial})
    asked_for = settings(
        max_examples=rounds,
        stateful_step_count=steps,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
    )
    run_state_machine_as_test(machine, settings=asked_for)


@contextmanager
def machines(number: int) -> Iterator[tuple[Cluster, Server]]:
    """So many workers on a database of their own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        server() as postgres,
        cluster(postgres.fresh(), Path(folder), number) as made,
    ):
        yield made, postgres


def main(told: Callable[[str], None] = print) -> None:
    """The command."""
    parser = reader("tests.cluster.random_faults", __doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="after which no round begins")
    parser.add_argument("--jobs", type=int, default=1000, help="accepted, after which no round begins")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--steps", type=int, default=30, help="of a round, after which everything comes to rest")
    parser.add_argument("--keep", action="store_true", help="keep the figures, also in api/jobs/README.md")
    words = parser.parse_args()
    load = os.getloadavg()[0]
    logging.disable()  # each second without the database would be told
    if why := missing():
        parser.error(why)
    with machines(words.workers) as (made, postgres):
        trial, began = Trial(made, postgres), time.monotonic()
        try:
            while time.monotonic() < began + 60 * words.minutes and len(trial.accepted) < words.jobs:
                tried(trial, ROUNDS, words.steps)
        except BaseException:
            told("\n".join(trial.steps[-60:]))
            raise
        found = {"machine": machine_told(load), "seconds": round(time.monotonic() - began)} | trial.figures()
        told(json.dumps(found))
        if words.keep:
            keep(FAULTS, found)


if __name__ == "__main__":
    main()
