"""The search in a process of its own: a crash, a hang or Ctrl-C there cannot take the caller along."""

import gc
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

import psutil

from models.theme_park.operate.position import Position
from solver.theme_park.operate.advice import SEARCHING, Engine, Settings
from solver.theme_park.operate.canonical import in_order
from solver.theme_park.operate.messages import Candidate, Finished, Found
from solver.theme_park.operate.unfolding import unfold

if sys.platform == "linux":
    import fcntl

LEAVING = 10.0
"""Seconds a killed child gets to be gone."""


_News: TypeAlias = "queue.SimpleQueue[tuple[int, Any]]"
"""What searches tell, each with its search's number: a thread left behind by an earlier one may still talk."""


@dataclass(frozen=True, slots=True)
class Spawned:
    """A searching process, the pipe on which its messages arrive, the end of another by which it hangs on this one, and
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
        """Kill it."""
        self.pipe.close()
        self.process.kill()
        self.process.join(LEAVING)
        self.life.close()


class WarmChild:
    """A searching process kept for several searches, one at a time; it starts when it is first needed.

    A search that was cut leaves no process behind: the next one starts anew. One whose time is over may take a moment to come
    to its end: the process is ``unsettled`` until then, and asked for another search it waits for that.
    ``engines``: which of those asked for it may use.
    """

    def __init__(self) -> None:
        """No process yet."""
        self.engines: frozenset[Engine] = SEARCHING
        self._spawned: Spawned | None = None
        self.unsettled = False

    @property
    def pid(self) -> int | None:
        """The id of the process, None while there is none."""
        spawned = self._spawned
        return None if spawned is None else spawned.process.pid

    def warm(self) -> bool:
        """Start the process, which loads the engines at once; False when it runs already."""
        before = self.pid
        return self._alive().process.pid != before

    def ask(self, position: Position, settings: Settings) -> Connection:
        """Begin a search; gives the pipe its messages arrive on."""
        self.make_ready()
        pipe = self._alive().pipe
        pipe.send((position, replace(settings, engines=settings.engines & self.engines)))
        return pipe

    def make_ready(self) -> None:
        """Wait for the end of the search before, or end the process when it does not come."""
        if self.unsettled and not self.settle(LEAVING):
            self.close()

    def settle(self, seconds: float) -> bool:
        """Wait for the end of a search that nobody listens to any more; False when it does not come."""
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
        """End the process."""
        self.unsettled = False
        if self._spawned is not None:
            self._spawned.end()
        self._spawned = None

    def _alive(self) -> Spawned:
        if self._spawned is None or not self._spawned.alive():
            self.close()
            self._spawned = _start(warm=True)
        return self._spawned


def lent_or_own(child: WarmChild | None) -> AbstractContextManager[WarmChild]:
    """The process that was lent, which stays; or one of one's own, which ends."""
    return closing(WarmChild()) if child is None else nullcontext(child)


@contextmanager
def searching(position: Position, settings: Settings) -> Iterator[Connection]:
    """A spawned process searching ``position``: gives the pipe its messages arrive on, and ends it afterwards."""
    spawned = start_child(position, settings)
    try:
        yield spawned.pipe
    finally:
        spawned.end()


def start_child(position: Position, settings: Settings) -> Spawned:
    """A spawned process searching ``position``."""
    spawned = _start(warm=False)
    spawned.pipe.send((position, settings))
    return spawned


def _start(*, warm: bool) -> Spawned:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    theirs_of_life, life = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, theirs_of_life, warm), daemon=True)
    process.start()
    _bind(process, theirs_of_life)
    theirs_of_life.close()
    theirs.close()
    return Spawned(process, ours, life, psutil.Process(process.pid))


def _bind(process: BaseProcess, life: Connection) -> None:
    """Have the kernel kill ``process`` when this one is gone, however it ended: from the first moment, and even while
    ``process`` is stopped or hangs (Linux; elsewhere it ends itself when it finds its pipe closed).

    Nothing is ever written to ``life``, so its one signal comes when the kernel closes the other end.
    """
    if sys.platform == "linux" and process.pid is not None:
        fcntl.fcntl(life.fileno(), fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(life.fileno(), fcntl.F_SETOWN, process.pid)
        fcntl.fcntl(life.fileno(), fcntl.F_SETFL, fcntl.fcntl(life.fileno(), fcntl.F_GETFL) | os.O_ASYNC)


def _run(pipe: Connection, _life: Connection, warm: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides what Ctrl-C means
    asked: queue.SimpleQueue[tuple[Position, Settings]] = queue.SimpleQueue()
    threading.Thread(target=_take_in, args=(pipe, asked), daemon=True).start()
    if warm:
        import solver.theme_park.operate.cpsat.search  # noqa: PLC0415 - loaded before it is asked for
        import solver.theme_park.operate.layered.engine  # noqa: F401, PLC0415

        gc.freeze()  # what was loaded stays; looking through it after each search would take longer than many searches
    news: _News = queue.SimpleQueue()
    threading.Thread(target=_send, args=(pipe, news), daemon=True).start()
    for number in count(1):
        _search(number, news, *asked.get())
        gc.collect()  # models and arrays of a search hold each other, and would stay for many more searches


def _search(number: int, news: _News, position: Position, settings: Settings) -> None:
    def tell(item: Any) -> None:
        news.put((number, item))

    try:
        from solver.theme_park.operate.portfolio import search  # noqa: PLC0415 - only the child pays for the engines

        known = search(position, settings, tell)
        tell(Finished(nodes=known.nodes, first_proven=known.first_proven))
    except BaseException as error:
        tell(Finished(f"{type(error).__name__}: {error}"))


def _take_in(pipe: Connection, asked: "queue.SimpleQueue[tuple[Position, Settings]]") -> None:
    """Searches asked for; reading ends only when the caller closes the pipe or dies."""
    try:
        while True:
            asked.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(0)


def _send(pipe: Connection, news: _News) -> None:
    """Unfold the plans the searches find and send everything on, in order; of layered plans at hand only the last, the best."""
    finished = 0
    following: list[tuple[int, Any]] = []
    while True:
        number, item = following.pop() if following else news.get()
        if number <= finished:
            continue
        while _layered(item) and not following and not news.empty():
            following = [news.get()]
            if following[0][0] == number and _layered(following[0][1]) and following[0][1].rank == item.rank:
                _, item = following.pop()
        if isinstance(item, Found):
            try:
                item = _unfolded(item)
            except Exception as error:
                item = Finished(f"a plan cannot be unfolded: {error}")
        pipe.send(item)
        if isinstance(item, Finished):
            finished = number


def _unfolded(found: Found) -> Candidate:
    sequences = unfold(found.position, found.plans)
    if found.canonical and len(sequences) == 1:
        sequences = (in_order(found.position, sequences[0]),)
    return Candidate(found.rank, sequences, found.engine, found.canonical)


def _layered(item: Any) -> bool:
    return isinstance(item, Found) and item.engine is Engine.LAYERED
