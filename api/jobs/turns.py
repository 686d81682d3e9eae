"""Whose job is next: clients take turns, so that nobody waits for all that one of them asked for."""

import heapq
import math
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waiting:
    """A job that waits; ``created`` in seconds since 1970, ``seconds`` how long it may run."""

    id: str
    client: str
    created: float
    seconds: float


class Turns:
    """Remembers which client had its turn when; each process remembers its own."""

    def __init__(self) -> None:
        """Nobody had a turn yet."""
        self._last: dict[str, int] = {}
        self._count = 0

    def took(self, client: str) -> None:
        """A job of ``client`` has begun."""
        self._count += 1
        self._last[client] = self._count

    def order(self, waiting: Iterable[Waiting], running: Mapping[str, int]) -> list[Waiting]:
        """The jobs as they will begin if no other comes; ``running``: how many of each client run.

        Next is a client that has fewest running, of those who was not served longest, of those who came first. Of its own
        jobs that goes first which would be over first, had each begun when it was asked for: a short one passes long ones,
        and no long one waits for ever.
        """
        queues = defaultdict[str, deque[Waiting]](deque)
        for job in sorted(waiting, key=lambda each: each.created + each.seconds):
            queues[job.client].append(job)
        turns = [
            (running.get(client, 0), self._last.get(client, 0), queue[0].created, client)
            for client, queue in queues.items()
        ]
        heapq.heapify(turns)
        ordered: list[Waiting] = []
        while turns:
            taken, _, _, client = heapq.heappop(turns)
            queue = queues[client]
            ordered.append(queue.popleft())
            if queue:
                heapq.heappush(turns, (taken + 1, self._count + len(ordered), queue[0].created, client))
        return ordered


def latest_start(place: int, ordered: Sequence[Waiting], running: Sequence[float], processes: int) -> int:
    """Seconds after which the job at ``place`` (from 0) has begun at the latest.

    ``running``: seconds that those which run may still take; ``processes``: how many run at once.
    """
    free = sorted([*running, *[0.0] * (processes - len(running))])[: max(1, processes)]
    heapq.heapify(free)
    for job in ordered[:place]:
        heapq.heapreplace(free, free[0] + job.seconds)
    return math.ceil(free[0])
