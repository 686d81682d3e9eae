"""The search in a process of its own: a crash, a hang or Ctrl-C there cannot take the caller along."""

import os
import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from models.theme_park.position import Position
from solver.operate.advice import Settings
from solver.operate.cpsat.extraction import Found, unfold
from solver.operate.news import Candidate, Finished

LEAVING = 1.0
"""Seconds a killed child gets to be gone."""


@contextmanager
def searching(position: Position, settings: Settings) -> Iterator[Connection]:
    """A spawned process searching ``position``: gives the pipe its messages arrive on, and ends it afterwards."""
    process, pipe = start_child(position, settings)
    try:
        yield pipe
    finally:
        pipe.close()
        process.kill()
        process.join(LEAVING)


def start_child(position: Position, settings: Settings) -> tuple[BaseProcess, Connection]:
    """A spawned process searching ``position``, and the pipe on which its messages arrive; closing that ends it."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(theirs, position, settings), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _run(pipe: Connection, position: Position, settings: Settings) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides what Ctrl-C means
    threading.Thread(target=_leave_with_parent, args=(pipe,), daemon=True).start()
    news: queue.SimpleQueue[Any] = queue.SimpleQueue()
    sender = threading.Thread(target=_send, args=(pipe, news))
    sender.start()
    try:
        from solver.operate.portfolio import search  # noqa: PLC0415 - only the child pays for the engines

        news.put(Finished(nodes=search(position, settings, news.put)))
    except BaseException as error:
        news.put(Finished(f"{type(error).__name__}: {error}"))
    sender.join()


def _leave_with_parent(pipe: Connection) -> None:
    """The caller never writes: reading ends only when it closes the pipe or dies."""
    try:
        pipe.recv()
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
