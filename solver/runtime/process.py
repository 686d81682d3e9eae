"""Work in a process of its own: a crash, a hang or Ctrl-C there cannot take the caller along."""

import gc
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from enum import Enum, auto
from importlib import import_module
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

import psutil

from solver.runtime.memory import free_large_arrays_at_once, give_back
from solver.runtime.messages import Finished, Task

if sys.platform == "linux":
    import fcntl
    from multiprocessing import resource_tracker

LEAVING = 10.0
"""Seconds a killed process gets to be gone."""

THREADS_TURN = 0.0005
"""Seconds after which a thread that computes lets another one go on, instead of 0.005: the threads of a search come back from compiled
code every few milliseconds, and waited for one another each time."""

HEARTBEAT = 0.1
"""Seconds between two looks whether the caller wants the end."""

_Outgoing: TypeAlias = "queue.Queue[tuple[int, Any]]"
"""Messages, each with the number of its task: a thread left behind by an earlier task may still talk."""


class Ended(Enum):
    """Why listening to a process ended."""

    TAKEN = auto()
    OUT_OF_TIME = auto()
    CANCELLED = auto()
    DIED = auto()


@dataclass(frozen=True, slots=True)
class Spawned:
    """A worker process, the pipe on which its messages arrive, the end of another by which it hangs on this one, and
    the same process as the system sees it."""

    process: BaseProcess
    pipe: Connection
    life: Connection
    seen: psutil.Process

    def alive(self) -> bool:
        """Whether it runs; one that was killed is none from then on, also while its threads still end."""
        try:
            return bool(self.seen.status() != psutil.STATUS_ZOMBIE)
        except psutil.NoSuchProcess:
            return False

    def end(self) -> None:
        """Kills the process and what it started."""
        self.pipe.close()
        self.process.kill()
        self.process.join(LEAVING)
        self.life.close()


class WarmProcess:
    """A process kept for several tasks, one at a time; it starts when it is first needed and imports ``preload`` then.

    A task that was cut leaves no process behind: the next one starts anew. One whose time is over may take a moment to come
    to its end: the process is ``unsettled`` until then, and asked for another task it waits for that.
    ``prepared``: whether it may use what takes long to prepare; its pool says so.
    """

    def __init__(self, preload: Sequence[str] = ()) -> None:
        """No process yet."""
        self.prepared = True
        self._preload = tuple(preload)
        self._spawned: Spawned | None = None
        self.unsettled = False

    @property
    def pid(self) -> int | None:
        """The id of the process, None while there is none."""
        spawned = self._spawned
        return None if spawned is None else spawned.process.pid

    def warm(self) -> bool:
        """Start the process, which imports its modules at once; False when it runs already."""
        before = self.pid
        return self._alive().process.pid != before

    def ask(self, task: Task) -> Connection:
        """Begin a task; gives the pipe its messages arrive on."""
        self.make_ready()
        pipe = self._alive().pipe
        try:
            pipe.send(task)
        except OSError:  # it ended just now, and the system has not told yet
            self.close()
            pipe = self._alive().pipe
            pipe.send(task)
        return pipe

    def make_ready(self) -> None:
        """Wait for the end of the task before, or end the process when it does not come."""
        if self.unsettled and not self.settle(LEAVING):
            self.close()

    def settle(self, seconds: float) -> bool:
        """Wait for the end of a task that nobody listens to any more; False when it does not come."""
        spawned, until = self._spawned, time.monotonic() + seconds
        try:
            while self.unsettled and spawned is not None and spawned.pipe.poll(max(0.0, until - time.monotonic())):
                self.unsettled = not isinstance(spawned.pipe.recv(), Finished)
        except (EOFError, OSError):
            pass
        return not self.unsettled

    def stopped(self) -> bool:
        """Whether somebody stopped the process, which then ends nothing."""
        try:
            return self._spawned is not None and self._spawned.seen.status() == psutil.STATUS_STOPPED
        except psutil.Error:
            return False

    def close(self) -> None:
        """Ends the process and closes its pipe."""
        self.unsettled = False
        if self._spawned is not None:
            self._spawned.end()
        self._spawned = None

    def _alive(self) -> Spawned:
        if self._spawned is None or not self._spawned.alive():
            self.close()
            self._spawned = _start(self._preload)
        return self._spawned


def lent_or_own(process: WarmProcess | None, preload: Sequence[str] = ()) -> AbstractContextManager[WarmProcess]:
    """The process that was lent, which stays; or one of one's own, which ends."""
    return closing(WarmProcess(preload)) if process is None else nullcontext(process)


@contextmanager
def running(task: Task) -> Iterator[Connection]:
    """A process of its own for one task: gives the pipe its messages arrive on, and ends the process afterwards."""
    spawned = start(task)
    try:
        yield spawned.pipe
    finally:
        spawned.end()


def start(task: Task) -> Spawned:
    """A process that runs ``task``, and others sent on its pipe."""
    spawned = _start()
    spawned.pipe.send(task)
    return spawned


def listen(
    pipe: Connection,
    take: Callable[[Any], bool],
    seconds_left: Callable[[], float],
    cancelled: Callable[[], bool] | None = None,
    beat: Callable[[], None] = lambda: None,
) -> Ended:
    """Hand each message to ``take`` until it says that one was the last, or until time is over or someone cancels.

    ``cancelled`` is asked and ``beat`` called after each message and at least ten times a second; ``seconds_left`` may be
    infinite.
    """
    while True:
        if cancelled is not None and cancelled():
            return Ended.CANCELLED
        left = seconds_left()
        if pipe.poll(max(0.0, min(HEARTBEAT, left))):
            try:
                message = pipe.recv()
            except (EOFError, OSError):
                return Ended.DIED
            if take(message):
                return Ended.TAKEN
        elif left <= 0:
            return Ended.OUT_OF_TIME
        beat()


def _start(preload: tuple[str, ...] = ()) -> Spawned:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    theirs_of_life, life = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, theirs_of_life, preload), daemon=True)
    process.start()
    if process.pid is not None:
        hang_on(process.pid, theirs_of_life.fileno())
    theirs_of_life.close()
    theirs.close()
    return Spawned(process, ours, life, psutil.Process(process.pid))


def hang_on(pid: int, life: int) -> None:
    """Have the kernel kill process ``pid`` when this one is gone, however it ended: from the first moment, and even while
    ``pid`` is stopped or hangs (Linux; elsewhere it ends itself when it finds its pipe closed).

    ``life`` is the reading end of a pipe that both have open and of which this process alone has the other end. Nothing
    is ever written to it, so its one signal comes when the kernel closes that end.
    """
    if sys.platform == "linux":
        fcntl.fcntl(life, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(life, fcntl.F_SETOWN, pid)
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)


def without_tracker() -> None:
    """Have Python start no tracker beside this program and its search processes (Linux).

    The tracker removes semaphores and shared memory that are left behind, of which there are none here. It would be the one process that
    outlives a program which was stopped and then killed. For programs that do nothing but serve and search: what others would have tracked
    is not.
    """
    if sys.platform == "linux":
        tracker: Any = resource_tracker._resource_tracker
        if tracker._fd is None:
            tracker._fd = os.open(os.devnull, os.O_WRONLY)


def _run(pipe: Connection, _life: Connection, preload: tuple[str, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides what Ctrl-C means
    asked: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_take_in, args=(pipe, asked), daemon=True).start()
    free_large_arrays_at_once()
    sys.setswitchinterval(THREADS_TURN)
    for module in preload:
        import_module(module)
    if preload:
        gc.freeze()  # what was loaded stays; looking through it after each task would take longer than many tasks
    outgoing: _Outgoing = queue.Queue()
    threading.Thread(target=_send, args=(pipe, outgoing), daemon=True).start()
    for number in count(1):
        _perform(number, outgoing, asked.get())
        outgoing.join()  # to look for garbage holds up all threads, and the caller waits for the answer
        give_back()


def _perform(number: int, outgoing: _Outgoing, task: Task) -> None:
    """Run a task; what it raises is told, as the process serves the next one all the same."""

    def tell(message: Any) -> None:
        outgoing.put((number, message))

    try:
        tell(Finished(result=task.run(tell)))
    except BaseException as error:
        tell(Finished(f"{type(error).__name__}: {error}"))


def _take_in(pipe: Connection, asked: "queue.SimpleQueue[Task]") -> None:
    """Tasks asked for; reading ends only when the caller closes the pipe or dies."""
    try:
        while True:
            asked.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(0)


def _send(pipe: Connection, outgoing: _Outgoing) -> None:
    """Send every message on, in order, but those of a task that has finished."""
    finished = 0
    while True:
        number, message = outgoing.get()
        if number > finished:
            pipe.send(message)
            if isinstance(message, Finished):
                finished = number
        outgoing.task_done()
