"""Work admitted by the cores: warm processes, watched, killed when they must be, and replaced."""

import logging
import math
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from solver.runtime.mishaps import Mishap
from solver.runtime.os_process import kill, mebibytes
from solver.runtime.process import WarmProcess

log = logging.getLogger(__name__)
T = TypeVar("T")
R = TypeVar("R")

TICK = 0.25
"""Seconds between two looks at the processes."""
MOST_KEPT = 0.5
"""Share of its memory that a process may still hold after its work to serve the next caller."""


class PoolFull(Exception):
    """As many tasks wait as may; try again later."""


class PoolClosed(Exception):
    """The pool takes and finishes no more tasks."""


class Length(StrEnum):
    """Which queue a task waits in: a short one never waits for a long one."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """``children`` take any work, ``reserved`` ones besides them only what is short.

    ``waiting``: tasks of each length that may wait. ``memory``: MiB that a process may hold.
    ``grace``: seconds beyond its own limit after which a task is ended from outside.
    ``tasks``: how many a process does before it is replaced by a fresh one.
    """

    children: int = max(1, (os.cpu_count() or 1) // 2)
    reserved: int = 1
    waiting: int = 256
    memory: int = 2048
    grace: float = 5.0
    tasks: int = 200


@dataclass(frozen=True, slots=True)
class Served(Generic[T]):
    """What came of a task, and what befell its process, if anything did; ``late``: its own end was not waited for."""

    result: T
    mishap: Mishap | None = None
    late: bool = False


class Prepare(Protocol):
    """Does in a fresh process, in its own time, what every later task would otherwise wait for."""

    def __call__(self, process: WarmProcess, *, again: bool, cancelled: Callable[[], bool]) -> None:
        """``again``: another process of the pool was prepared before; ``cancelled`` says that the pool closes."""


@dataclass(frozen=True, slots=True)
class PoolCounts:
    """How things stand, and what happened since the start; ``prepared``: whether the first process is."""

    waiting: int
    running: int
    served: int
    killed: dict[Mishap, int]
    recycled: int
    prepared: bool


class _Slot:
    """A process, the task in it, and what the watch found wrong last; ``killed``: the process that it killed then, in the place of which
    a task of several searches may have another by now."""

    def __init__(self, preload: Sequence[str], *, reserved: bool) -> None:
        self.reserved = reserved
        self.process = WarmProcess(preload)
        self.done = 0
        self.ends: float | None = None
        self.mishap: Mishap | None = None
        self.killed: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Task(Generic[T]):
    """Work for a slot, at most ``seconds`` of it, and where its result goes."""

    length: Length
    seconds: float | None
    work: Callable[[_Slot], T]
    client: str = ""
    future: "Future[T]" = field(default_factory=Future)


class ProcessPool:
    """Processes that do one task each; beyond them tasks wait, and beyond the queue they are refused."""

    def __init__(
        self, limits: PoolLimits | None = None, preload: Sequence[str] = (), prepare: Prepare | None = None
    ) -> None:
        """Start the processes, which import the modules of ``preload`` at once.

        ``prepare`` is called with the first process, which takes no task before it returns; the others are not
        ``prepared`` until then. It is called with every later fresh process too, unless a task waits.
        """
        self.limits = limits or PoolLimits()
        self._prepare_process = prepare
        self._queues: dict[Length, deque[_Task[Any]]] = {length: deque() for length in Length}
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._prepared = threading.Event()
        self._killed = dict.fromkeys(Mishap, 0)
        self._recycled = self._served = 0
        self._slots = [
            _Slot(preload, reserved=number >= self.limits.children)
            for number in range(self.limits.children + self.limits.reserved)
        ]
        self._threads = [
            threading.Thread(target=self._serve, args=(slot,), name=f"process-{number}", daemon=True)
            for number, slot in enumerate(self._slots)
        ]
        self._threads.append(threading.Thread(target=self._watch, name="process-watch", daemon=True))
        if prepare is None:
            self._prepared.set()
        for thread in self._threads:
            thread.start()

    def lend(
        self, use: Callable[[WarmProcess], T], seconds: float | None, length: Length = Length.SHORT, client: str = ""
    ) -> "Future[T]":
        """What ``use`` makes of a process in at most ``seconds``; raises PoolFull and PoolClosed.

        ``use`` is called in a thread of the pool, and the future raises what it raises. Cancelling the future takes a task
        out that has not begun. Clients take turns.
        """
        return self._queue(_Task(length, seconds, lambda slot: _used(slot, use), client))

    def lend_watched(
        self,
        use: Callable[[WarmProcess], T],
        failed: Callable[[T], bool],
        outcome: Callable[[Served[T]], R],
        seconds: float | None,
        length: Length = Length.SHORT,
        client: str = "",
        on_start: Callable[[], None] | None = None,
    ) -> "Future[R]":
        """As ``lend``, for a ``use`` that answers even when its process dies: tells with the answer what befell the process.

        ``failed`` says of an answer that the process failed; ``outcome`` makes the future's result; ``on_start`` is called when a process is free for the task,
        whose ``seconds`` begin then.
        """

        def work(slot: _Slot) -> R:
            if on_start is not None:
                on_start()
            return outcome(self._watched(slot, use, failed, seconds))

        return self._queue(_Task(length, seconds, work, client))

    def _queue(self, task: "_Task[T]") -> "Future[T]":
        with self._changed:
            if self._closing.is_set():
                raise PoolClosed
            queue = self._queues[task.length]
            for given_up in [waiting for waiting in queue if waiting.future.cancelled()]:
                queue.remove(given_up)
            if len(queue) >= self.limits.waiting + self._idle(task.length):
                raise PoolFull(f"{len(queue)} tasks are waiting")
            queue.insert(self._place(task), task)
            self._changed.notify_all()
        return task.future

    def _place(self, task: "_Task[Any]") -> int:
        """Where in its queue a task goes: the nth of its client stands behind the nth of every other one's."""
        seen = Counter[str]()
        nth = sum(other.client == task.client for other in self._queues[task.length])
        for place, other in enumerate(self._queues[task.length]):
            if seen[other.client] > nth:
                return place
            seen[other.client] += 1
        return len(self._queues[task.length])

    def free_in(self) -> float:
        """Seconds after which a process is free for a short task at the latest, if nothing else waits."""
        with self._changed:
            now = time.monotonic()
            return max(0.0, min((slot.ends or now for slot in self._slots), default=now) - now)

    def counts(self) -> PoolCounts:
        """Counts the processes that work and the tasks that wait."""
        with self._changed:
            waiting = sum(not task.future.cancelled() for queue in self._queues.values() for task in queue)
            running = sum(slot.ends is not None for slot in self._slots)
            return PoolCounts(
                waiting, running, self._served, dict(self._killed), self._recycled, self._prepared.is_set()
            )

    def pids(self) -> tuple[int, ...]:
        """The ids of the processes."""
        return tuple(pid for slot in self._slots if (pid := slot.process.pid) is not None)

    def close(self, seconds: float = 5.0) -> None:
        """End the tasks, then the processes; waiting tasks raise PoolClosed."""
        with self._changed:
            self._closing.set()
            waiting = [task.future for queue in self._queues.values() for task in queue]
            for queue in self._queues.values():
                queue.clear()
            self._changed.notify_all()
        for future in waiting:
            if future.set_running_or_notify_cancel():
                future.set_exception(PoolClosed())
        until = time.monotonic() + seconds
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, until - time.monotonic()))
        for slot in self._slots:
            slot.process.close()

    def _idle(self, length: Length) -> int:
        return sum(slot.ends is None and not (slot.reserved and length is Length.LONG) for slot in self._slots)

    def _take(self, slot: _Slot) -> "_Task[Any] | None":
        """The next task for a slot, None when the pool closes; a shared slot prefers what is long."""
        lengths = (Length.SHORT,) if slot.reserved else (Length.LONG, Length.SHORT)
        with self._changed:
            while not self._closing.is_set():
                for queue in (self._queues[length] for length in lengths):
                    while queue:
                        task = queue.popleft()
                        if task.future.set_running_or_notify_cancel():
                            slot.mishap, slot.ends = None, self._end_of(task.seconds)
                            return task
                self._changed.wait()
        return None

    def _end_of(self, seconds: float | None) -> float:
        return math.inf if seconds is None else time.monotonic() + seconds + self.limits.grace

    def _serve(self, slot: _Slot) -> None:
        """Serve one task after another in a slot, until the pool closes."""
        while not self._closing.is_set():
            self._warm(slot)
            task = self._take(slot)
            if task is None:
                break
            slot.process.prepared = self._prepared.is_set()
            try:
                outcome = task.work(slot)
            except BaseException as error:
                self._rest(slot)
                task.future.set_exception(error)
            else:
                self._rest(slot)
                task.future.set_result(outcome)
                self._settle(slot)
        slot.process.close()

    def _settle(self, slot: _Slot) -> None:
        """Give a task whose time is over, and whose answer is given, the time to come to its own end."""
        if not slot.process.unsettled:
            return
        with self._changed:
            slot.ends = time.monotonic() + self.limits.grace
        ended = slot.process.settle(self.limits.grace + TICK)
        with self._changed:
            slot.ends = None
            self._killed[Mishap.OVERRUN] += not ended
        if not ended:
            log.warning("process %s did not end with its time and is replaced", slot.process.pid)
            slot.process.close()
            slot.done = 0

    @property
    def closing(self) -> bool:
        """Whether the pool closes: what runs in it is to end."""
        return self._closing.is_set()

    def _watched(
        self, slot: _Slot, use: Callable[[WarmProcess], T], failed: Callable[[T], bool], seconds: float | None
    ) -> Served[T]:
        def timed(process: WarmProcess) -> T:
            slot.ends = self._end_of(seconds)
            return use(process)

        result = _used(slot, timed)
        if slot.mishap is None and failed(result):
            slot.mishap = Mishap.CRASHED
        if slot.mishap is None and slot.process.unsettled and slot.process.stopped():
            slot.mishap = Mishap.OVERRUN
        return Served(result, slot.mishap, late=slot.process.unsettled)

    def _rest(self, slot: _Slot) -> None:
        """Count the task, and replace a process that is spent or suspect."""
        with self._changed:
            slot.ends = None
            slot.done += 1
            self._served += 1
            if slot.mishap is not None:
                self._killed[slot.mishap] += 1
        if slot.mishap is not None:
            slot.process.close()
            slot.done = 0
        elif slot.done >= self.limits.tasks or mebibytes(slot.process.pid) > self.limits.memory * MOST_KEPT:
            slot.process.close()
            slot.done = 0
            with self._changed:
                self._recycled += 1

    def _warm(self, slot: _Slot) -> None:
        """Start a process where there is none, and prepare it in its own time.

        While the first process is prepared, tasks go to the others, which are told that they are not; one that starts
        later takes a task at once if any waits.
        """
        try:
            fresh = slot.process.warm()
            if fresh and (slot is self._slots[0] if not self._prepared.is_set() else self._nothing_waits()):
                self._prepare(slot.process)
        except Exception:  # a slot must outlive whatever its process suffers: the next task will try again
            log.exception("no process can be prepared")

    def _prepare(self, process: WarmProcess) -> None:
        if self._prepare_process is None:
            return
        process.prepared = True
        self._prepare_process(process, again=self._prepared.is_set(), cancelled=self._closing.is_set)
        if process.unsettled:
            process.close()
        self._prepared.set()

    def _nothing_waits(self) -> bool:
        with self._changed:
            return not any(self._queues.values())

    def _watch(self) -> None:
        """Look at every process now and then; one that is too large or too late is killed, and its task ends."""
        while not self._closing.wait(TICK):
            for slot in self._slots:
                pid, mishap = slot.process.pid, self._wrong(slot)
                if mishap is not None:
                    slot.mishap, slot.killed = mishap, pid
                    log.warning("process %s is killed: %s", pid, mishap)
                    kill(pid)

    def _wrong(self, slot: _Slot) -> Mishap | None:
        ends, pid = slot.ends, slot.process.pid
        if ends is None or pid in {None, slot.killed} or slot.mishap in {Mishap.CRASHED, Mishap.OVERRUN}:
            return None
        if time.monotonic() > ends and slot.mishap is not Mishap.HUNG:
            return Mishap.HUNG
        return Mishap.MEMORY if mebibytes(pid) > self.limits.memory else None


def _used(slot: _Slot, use: Callable[[WarmProcess], T]) -> T:
    try:
        return use(slot.process)
    except OSError:  # the idle process died just now
        slot.process.close()
        return use(slot.process)
