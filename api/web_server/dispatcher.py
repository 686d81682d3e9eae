"""Which request a thread takes next: clients take turns, none has all threads, and few compute at once."""

import logging
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple, Protocol

from api.http.waiting import answer_with

log = logging.getLogger(__name__)

LONG = 0.5
"""Seconds after which a request counts as waiting, whatever it does: it must not keep brief ones of others from a thread."""


class Task(Protocol):
    """A connection with a request that is wholly there."""

    client: str

    def service(self) -> None:
        """Answers the request in a thread of its own."""

    def cancel(self) -> None:
        """Forgets the request, which needs no answer any more."""


class Shares(NamedTuple):
    """Of the requests under way: how many threads one client may have while others wait (``own_threads``), how many compute
    at once (``computing``), and of these how many of one client (``own_computing``).

    Python's threads take turns at computing, so more at once answer no more, and each of them, and the thread that reads,
    waits for its turn longer.
    """

    own_threads: int
    computing: int = 4
    own_computing: int = 2


class FairDispatcher:
    """Threads for requests, in the place of waitress's own: those of a client with fewest under way go first."""

    def __init__(self, threads: int, shares: Shares) -> None:
        """Start the threads."""
        self._shares = shares
        self._changed = threading.Condition()
        self._queues: dict[str, deque[Task]] = defaultdict(deque)
        self._running: Counter[str] = Counter()
        self._computing: dict[int, tuple[str, float]] = {}
        self._ending = False
        for number in range(threads):
            threading.Thread(target=self._serve, args=(number,), name=f"request-{number}", daemon=True).start()

    def add_task(self, task: Task) -> None:
        """A request is there; called by the thread that reads, and by those that answer."""
        with self._changed:
            self._queues[task.client].append(task)
            self._changed.notify()

    def tend(self) -> None:
        """Look whether a request has become ``LONG``; called now and then by the thread that reads."""
        with self._changed:
            if self._queues:
                self._changed.notify()

    def idle(self) -> bool:
        """Whether nothing is being answered and nothing waits."""
        with self._changed:
            return not self._queues and not self._running.total()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Take no more; those who wait are left without an answer. Threads end with what they are at."""
        with self._changed:
            self._ending = True
            waiting = [task for queue in self._queues.values() for task in queue]
            self._queues.clear()
            self._changed.notify_all()
        for task in waiting:
            task.cancel()
        return bool(waiting)

    def _take(self, thread: int) -> Task | None:
        with self._changed:
            while not self._ending:
                client = self._next()
                if client is not None:
                    queue = self._queues.pop(client)
                    task = queue.popleft()
                    if queue:
                        self._queues[client] = queue  # now the last of those with as many under way
                    self._running[client] += 1
                    self._computing[thread] = client, time.monotonic()
                    return task
                self._changed.wait()
        return None

    def _next(self) -> str | None:
        """The client whose request may begin now."""
        long_ago = time.monotonic() - LONG
        computing = Counter(client for client, since in self._computing.values() if since > long_ago)
        if computing.total() >= self._shares.computing:
            return None
        alone = len(self._queues) == 1
        may = (
            client
            for client in self._queues
            if computing[client] < self._shares.own_computing
            and (alone or self._running[client] < self._shares.own_threads)
        )
        return min(may, key=self._running.__getitem__, default=None)

    @contextmanager
    def _aside(self, thread: int, client: str) -> Iterator[None]:
        """The request in this thread waits and does not count as computing."""
        with self._changed:
            counted = self._computing.pop(thread, None) is not None
            self._changed.notify()
        try:
            yield
        finally:
            if counted:  # not where a request waits within its waiting
                with self._changed:
                    self._computing[thread] = client, time.monotonic()

    def _serve(self, thread: int) -> None:
        while (task := self._take(thread)) is not None:
            client = task.client
            answer_with(partial(self._aside, thread, client))
            try:
                task.service()
            except BaseException:
                log.exception("a request could not be answered")
            with self._changed:
                self._computing.pop(thread, None)
                self._running[client] -= 1
                if not self._running[client]:
                    del self._running[client]
                self._changed.notify()
