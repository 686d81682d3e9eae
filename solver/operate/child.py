"""The search in a process of its own: a crash, a hang or Ctrl-C there cannot take the caller along."""

import ctypes
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from models.theme_park.position import Position
from solver.operate.advice import Settings
from solver.operate.cpsat.extraction import Found, unfold
from solver.operate.news import Candidate, Finished

LEAVING = 10.0
"""Seconds a killed child gets to be gone."""
PR_SET_PDEATHSIG = 1
"""Linux's prctl option: the signal this process gets when the thread that started it is gone."""


class WarmChild:
    """A searching process kept for several searches, one at a time; it starts when it is first needed.

    A search that did not come to its end leaves no process behind: the next one starts anew.
    ``bound_to_thread``: the process is killed with the thread that starts it, even if it hangs (Linux).
    """

    def __init__(self, *, bound_to_thread: bool = False) -> None:
        """No process yet."""
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._bound = bound_to_thread

    @property
    def pid(self) -> int | None:
        """The id of the process, None while there is none."""
        return None if self._process is None else self._process.pid

    def warm(self) -> None:
        """Start the process, which loads the engines at once."""
        if self._process is None or not self._process.is_alive():
            self.close()
            self._process, self._pipe = _start(warm=True, bound=self._bound)

    def ask(self, position: Position, settings: Settings) -> Connection:
        """Begin a search; gives the pipe its messages arrive on."""
        self.warm()
        assert self._pipe is not None
        self._pipe.send((position, settings))
        return self._pipe

    def close(self) -> None:
        """End the process."""
        if self._process is not None and self._pipe is not None:
            _end(self._process, self._pipe)
        self._process = self._pipe = None


def lent_or_own(child: WarmChild | None) -> AbstractContextManager[WarmChild]:
    """The process that was lent, which stays; or one of one's own, which ends."""
    return closing(WarmChild()) if child is None else nullcontext(child)


@contextmanager
def searching(position: Position, settings: Settings) -> Iterator[Connection]:
    """A spawned process searching ``position``: gives the pipe its messages arrive on, and ends it afterwards."""
    process, pipe = start_child(position, settings)
    try:
        yield pipe
    finally:
        _end(process, pipe)


def start_child(position: Position, settings: Settings) -> tuple[BaseProcess, Connection]:
    """A spawned process searching ``position``, and the pipe on which its messages arrive; closing that ends it."""
    process, pipe = _start(warm=False)
    pipe.send((position, settings))
    return process, pipe


def _start(*, warm: bool, bound: bool = False) -> tuple[BaseProcess, Connection]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(theirs, warm, os.getpid() if bound else None), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _end(process: BaseProcess, pipe: Connection) -> None:
    pipe.close()
    process.kill()
    process.join(LEAVING)


def _run(pipe: Connection, warm: bool, parent: int | None) -> None:
    if parent is not None:
        _die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides what Ctrl-C means
    asked: queue.SimpleQueue[tuple[Position, Settings]] = queue.SimpleQueue()
    threading.Thread(target=_take_in, args=(pipe, asked), daemon=True).start()
    if warm:
        import solver.operate.cpsat.search  # noqa: PLC0415 - loaded before it is asked for
        import solver.operate.layered.engine  # noqa: F401, PLC0415
    while True:
        _search(pipe, *asked.get())


def _die_with(parent: int) -> None:
    """Ask the kernel to kill this process with its parent; elsewhere the closing of the pipe has to do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


def _search(pipe: Connection, position: Position, settings: Settings) -> None:
    news: queue.SimpleQueue[Any] = queue.SimpleQueue()
    sender = threading.Thread(target=_send, args=(pipe, news))
    sender.start()
    try:
        from solver.operate.portfolio import search  # noqa: PLC0415 - only the child pays for the engines

        news.put(Finished(nodes=search(position, settings, news.put)))
    except BaseException as error:
        news.put(Finished(f"{type(error).__name__}: {error}"))
    sender.join()


def _take_in(pipe: Connection, asked: "queue.SimpleQueue[tuple[Position, Settings]]") -> None:
    """Searches asked for; reading ends only when the caller closes the pipe or dies."""
    try:
        while True:
            asked.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(0)


def _send(pipe: Connection, news: "queue.SimpleQueue[Any]") -> None:
    """Unfold the plans the search finds and send everything on, in order."""
    while True:
        item = news.get()
        if isinstance(item, Found):
            try:
                item = Candidate(item.rank, unfold(item.position, item.plans), item.engine)
            except (ValueError, AssertionError) as error:
                item = Finished(f"a plan cannot be unfolded: {error}")
        pipe.send(item)
        if isinstance(item, Finished):
            return
