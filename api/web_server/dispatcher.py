"""Which request a thread takes next: clients take turns, and none has all threads."""

import logging
import threading
from collections import Counter, defaultdict, deque
from typing import Protocol

log = logging.getLogger(__name__)


class Task(Protocol):
    """A connection with a request that is wholly there."""

    client: str

    def service(self) -> None:
        """Answer the request."""

    def cancel(self) -> None:
        """Answer nothing any more."""


class FairDispatcher:
    """Threads for requests, in the place of waitress's own: those of a client with fewest under way go first.

    ``most``: how many threads one client may have while others wait.
    """

    def __init__(self, threads: int, most: int) -> None:
        """Start the threads."""
        self._most = most
        self._changed = threading.Condition()
        self._queues: dict[str, deque[Task]] = defaultdict(deque)
        self._running: Counter[str] = Counter()
        self._ending = False
        for number in range(threads):
            threading.Thread(target=self._serve, name=f"request-{number}", daemon=True).start()

    def add_task(self, task: Task) -> None:
        """A request is there; called by the thread that reads, and by those that answer."""
        with self._changed:
            self._queues[task.client].append(task)
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

    def _take(self) -> Task | None:
        with self._changed:
            while not self._ending:
                client = min(self._queues, key=self._running.__getitem__, default=None)
                if client is not None and (self._running[client] < self._most or len(self._queues) == 1):
                    queue = self._queues.pop(client)
                    task = queue.popleft()
                    if queue:
                        self._queues[client] = queue  # now the last of those with as many under way
                    self._running[client] += 1
                    return task
                self._changed.wait()
        return None

    def _serve(self) -> None:
        while (task := self._take()) is not None:
            client = task.client
            try:
                task.service()
            except BaseException:
                log.exception("a request could not be answered")
            with self._changed:
                self._running[client] -= 1
                if not self._running[client]:
                    del self._running[client]
                self._changed.notify()
