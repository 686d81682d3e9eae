"""Searches admitted by the cores: warm child processes, watched, killed when they must be, and replaced."""

import logging
import math
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

import psutil

from models.theme_park.operate.moves import Move
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver.theme_park.operate.advice import SEARCHING, Advice, Progress, Settings, Status
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.process import WarmChild
from solver.theme_park.operate.warm_up import SETTINGS, SMALL, UNCOMPILED

log = logging.getLogger(__name__)
T = TypeVar("T")

TICK = 0.25
"""Seconds between two looks at the children."""
MEBIBYTE = 1 << 20
MOST_KEPT = 0.5
"""Share of its memory that a child may still hold after a search to serve the next one."""
RELOADING = 30.0
"""Seconds that a later child gets to load what is compiled, before it is replaced."""


class PoolFull(Exception):
    """As many searches wait as may; try again later."""


class PoolClosed(Exception):
    """The pool takes and finishes no more searches."""


class Mishap(StrEnum):
    """What befell the process of a search."""

    CRASHED = "crashed"
    MEMORY = "memory"
    HUNG = "hung"
    OVERRUN = "overrun"


class Length(StrEnum):
    """Which queue a search waits in: a short one never waits for a long one."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """``children`` search anything, ``reserved`` ones besides them only what is short.

    ``waiting``: searches of each length that may wait. ``memory``: MiB that a child may hold.
    ``grace``: seconds beyond its own limit after which a search is ended from outside.
    ``searches``: how many a child does before it is replaced by a fresh one.
    """

    children: int = max(1, (os.cpu_count() or 1) // 2)
    reserved: int = 1
    waiting: int = 256
    memory: int = 2048
    grace: float = 5.0
    searches: int = 200


@dataclass(frozen=True, slots=True)
class SearchOrder:
    """A search to make. Progress is told, and ``cancelled`` asked, in a thread of the pool. Clients take turns."""

    position: Position
    settings: Settings
    length: Length = Length.SHORT
    on_progress: Callable[[Progress], None] | None = None
    cancelled: Callable[[], bool] | None = None
    on_start: Callable[[], None] | None = None
    client: str = ""
    known: tuple[tuple[Move, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The best that was found, and what befell the process, if anything did; ``late``: its own end was not waited for."""

    advice: Advice
    mishap: Mishap | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class PoolCounts:
    """How things stand, and what happened since the start; ``compiled``: searches need not wait for numba."""

    waiting: int
    running: int
    searched: int
    killed: dict[Mishap, int]
    recycled: int
    compiled: bool


class _Slot:
    """A child, the search in it, and what the watch found wrong."""

    def __init__(self, *, reserved: bool) -> None:
        self.reserved = reserved
        self.child = WarmChild()
        self.done = 0
        self.ends: float | None = None
        self.mishap: Mishap | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Task(Generic[T]):
    """Work for a slot, at most ``seconds`` of it, and where its result goes."""

    length: Length
    seconds: float | None
    work: Callable[[_Slot], T]
    client: str = ""
    future: "Future[T]" = field(default_factory=Future)


class SearchPool:
    """Children that search one position each; beyond them searches wait, and beyond the queue they are refused."""

    def __init__(self, limits: PoolLimits | None = None) -> None:
        """Start the children, which load the engines at once."""
        self.limits = limits or PoolLimits()
        self._queues: dict[Length, deque[_Task[Any]]] = {length: deque() for length in Length}
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._compiled = threading.Event()
        self._killed = dict.fromkeys(Mishap, 0)
        self._recycled = self._searched = 0
        self._slots = [
            _Slot(reserved=number >= self.limits.children)
            for number in range(self.limits.children + self.limits.reserved)
        ]
        self._threads = [
            threading.Thread(target=self._serve, args=(slot,), name=f"search-{number}", daemon=True)
            for number, slot in enumerate(self._slots)
        ]
        self._threads.append(threading.Thread(target=self._watch, name="search-watch", daemon=True))
        for thread in self._threads:
            thread.start()

    def submit(self, order: SearchOrder) -> "Future[Outcome]":
        """The search's outcome to come; raises PoolFull and PoolClosed.

        The future raises what ``advise`` raises. Cancelling it takes a search out that has not begun.
        """
        seconds = order.settings.time_limit
        return self._queue(_Task(order.length, seconds, lambda slot: self._search(slot, order), order.client))

    def lend(
        self, use: Callable[[WarmChild], T], seconds: float, length: Length = Length.SHORT, client: str = ""
    ) -> "Future[T]":
        """What ``use`` makes of a child in at most ``seconds``; otherwise as ``submit``."""
        return self._queue(_Task(length, seconds, lambda slot: _used(slot, use), client))

    def _queue(self, task: "_Task[T]") -> "Future[T]":
        with self._changed:
            if self._closing.is_set():
                raise PoolClosed
            queue = self._queues[task.length]
            for given_up in [waiting for waiting in queue if waiting.future.cancelled()]:
                queue.remove(given_up)
            if len(queue) >= self.limits.waiting + self._idle(task.length):
                raise PoolFull(f"{len(queue)} searches are waiting")
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
        """Seconds after which a process is free for a short search at the latest, if nothing else waits."""
        with self._changed:
            now = time.monotonic()
            return max(0.0, min((slot.ends or now for slot in self._slots), default=now) - now)

    def counts(self) -> PoolCounts:
        """How things stand."""
        with self._changed:
            waiting = sum(not task.future.cancelled() for queue in self._queues.values() for task in queue)
            running = sum(slot.ends is not None for slot in self._slots)
            return PoolCounts(
                waiting, running, self._searched, dict(self._killed), self._recycled, self._compiled.is_set()
            )

    def pids(self) -> tuple[int, ...]:
        """The children's process ids."""
        return tuple(pid for slot in self._slots if (pid := slot.child.pid) is not None)

    def close(self, seconds: float = 5.0) -> None:
        """End the searches with the best so far, then the children; waiting searches raise PoolClosed."""
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
            slot.child.close()

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
        """One slot's life."""
        while not self._closing.is_set():
            self._warm(slot)
            task = self._take(slot)
            if task is None:
                break
            slot.child.engines = SEARCHING if self._compiled.is_set() else UNCOMPILED
            try:
                outcome = task.work(slot)
            except BaseException as error:
                self._rest(slot)
                task.future.set_exception(error)
            else:
                self._rest(slot)
                task.future.set_result(outcome)
                self._settle(slot)
        slot.child.close()

    def _settle(self, slot: _Slot) -> None:
        """Give a search whose time is over, and whose answer is given, the time to come to its own end."""
        if not slot.child.unsettled:
            return
        with self._changed:
            slot.ends = time.monotonic() + self.limits.grace
        ended = slot.child.settle(self.limits.grace + TICK)
        with self._changed:
            slot.ends = None
            self._killed[Mishap.OVERRUN] += not ended
        if not ended:
            log.warning("search process %s did not end with its time and is replaced", slot.child.pid)
            slot.child.close()
            slot.done = 0

    def _search(self, slot: _Slot, order: SearchOrder) -> Outcome:
        if order.on_start is not None:
            order.on_start()
        advice = _used(slot, lambda _child: self._advise(slot, order))
        if slot.mishap is None and advice.failure is not None:
            slot.mishap = Mishap.CRASHED
        if slot.mishap is None and slot.child.unsettled and slot.child.stopped():
            slot.mishap = Mishap.OVERRUN
        if slot.mishap is not None:
            advice = replace(advice, notes=(*advice.notes, self._told(slot.mishap)))
        return Outcome(advice, slot.mishap, late=slot.child.unsettled)

    def _advise(self, slot: _Slot, order: SearchOrder) -> Advice:
        slot.ends = self._end_of(order.settings.time_limit)
        return advise(
            order.position,
            order.settings,
            on_progress=order.on_progress,
            cancelled=lambda: self._closing.is_set() or (order.cancelled is not None and order.cancelled()),
            child=slot.child,
            known=order.known,
        )

    def _told(self, mishap: Mishap) -> str:
        match mishap:
            case Mishap.MEMORY:
                why = f"needed more than the {self.limits.memory} MiB it may use"
            case Mishap.HUNG:
                why = "gave no sign after its time was over"
            case Mishap.CRASHED:
                why = "crashed"
            case Mishap.OVERRUN:
                why = "did not end with its time"
        return f"The searching process {why}; it was replaced, and this is the best it had found."

    def _rest(self, slot: _Slot) -> None:
        """Count the search, and replace a child that is spent or suspect."""
        with self._changed:
            slot.ends = None
            slot.done += 1
            self._searched += 1
            if slot.mishap is not None:
                self._killed[slot.mishap] += 1
        if slot.mishap is not None:
            slot.child.close()
            slot.done = 0
        elif slot.done >= self.limits.searches or _mebibytes(slot.child.pid) > self.limits.memory * MOST_KEPT:
            slot.child.close()
            slot.done = 0
            with self._changed:
                self._recycled += 1

    def _warm(self, slot: _Slot) -> None:
        """Start a child where there is none, and let it make a small search in its own time.

        While the pool's first child compiles, or loads what was compiled before, searches go to the others and do
        without what is compiled; a child that starts later is admitted at once if a search waits.
        """
        try:
            fresh = slot.child.warm()
            if fresh and (slot is self._slots[0] if not self._compiled.is_set() else self._nothing_waits()):
                self._compile(slot.child)
        except Exception:  # a slot must outlive whatever its child suffers: the next search will try again
            log.exception("no process can be prepared")

    def _compile(self, child: WarmChild) -> None:
        child.engines = SEARCHING
        settings = replace(SETTINGS, time_limit=RELOADING) if self._compiled.is_set() else SETTINGS
        advice = advise(parse_position(SMALL), settings, cancelled=self._closing.is_set, child=child)
        if advice.status is not Status.OPTIMAL and not self._closing.is_set():
            log.warning("the compiled search could not be prepared: %s", advice.failure or "it took too long")
        if child.unsettled:
            child.close()
        self._compiled.set()

    def _nothing_waits(self) -> bool:
        with self._changed:
            return not any(self._queues.values())

    def _watch(self) -> None:
        """Look at every child now and then; one that is too large or too late is killed, and its search ends."""
        while not self._closing.wait(TICK):
            for slot in self._slots:
                pid, mishap = slot.child.pid, self._wrong(slot)
                if mishap is not None:
                    slot.mishap = mishap
                    log.warning("search process %s is killed: %s", pid, mishap)
                    _kill(pid)

    def _wrong(self, slot: _Slot) -> Mishap | None:
        ends, pid = slot.ends, slot.child.pid
        if ends is None or pid is None or slot.mishap is not None:
            return None
        if time.monotonic() > ends:
            return Mishap.HUNG
        return Mishap.MEMORY if _mebibytes(pid) > self.limits.memory else None


def _used(slot: _Slot, use: Callable[[WarmChild], T]) -> T:
    try:
        return use(slot.child)
    except OSError:  # the idle child died just now
        slot.child.close()
        return use(slot.child)


def _mebibytes(pid: int | None) -> int:
    try:
        return 0 if pid is None else int(psutil.Process(pid).memory_info().rss) // MEBIBYTE
    except psutil.Error:
        return 0


def _kill(pid: int | None) -> None:
    try:
        if pid is not None:
            psutil.Process(pid).kill()
    except psutil.Error:
        pass
