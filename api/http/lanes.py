"""A lane for what computes long: few at once, so that what is brief hardly waits for them."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from flask import current_app

from api.http.clients import client_left, this_client
from api.http.waiting import waiting

LANE = "park-advisor lane"
"""Where the application keeps its ``Lane``."""
SLOTS = 2
LOOK = 0.25
"""Seconds between two looks whether a client that waits is still there."""


class Lane:
    """``slots`` computations at once; of those that wait, the first of a client that has fewest goes next."""

    def __init__(self, slots: int = SLOTS) -> None:
        """All are free."""
        self._free = slots
        self._changed = threading.Condition()
        self._waiting: list[tuple[object, str]] = []
        self._running = Counter[str]()

    def enter(self, client: str, seconds: float, left: Callable[[], bool] = bool) -> bool:
        """Wait for a slot; False when there was none in time, or the client has ``left``."""
        until, ticket = time.monotonic() + seconds, (object(), client)
        with self._changed:
            self._waiting.append(ticket)
            try:
                while not self._is_next(ticket):
                    if left() or time.monotonic() >= until:
                        return False
                    self._changed.wait(min(LOOK, max(0.0, until - time.monotonic())))
            finally:
                self._waiting.remove(ticket)
            self._free -= 1
            self._running[client] += 1
            self._changed.notify_all()
        return True

    def leave(self, client: str) -> None:
        """Gives back the slot of a request that ended."""
        with self._changed:
            self._free += 1
            self._running[client] -= 1
            self._changed.notify_all()

    def _is_next(self, ticket: tuple[object, str]) -> bool:
        return self._free > 0 and ticket is min(self._waiting, key=lambda each: self._running[each[1]])


@contextmanager
def slow_lane() -> Iterator[Callable[[float], bool]]:
    """Gives a function that a request calls once it turns out to compute long.

    It waits at most so many seconds for a slot, and tells whether the request may go on; the slot is given back at the end.
    """
    lane: Lane = current_app.extensions[LANE]
    client, left, entered = this_client(), client_left(), list[bool]()

    def enter(seconds: float) -> bool:
        if not entered:
            aside.enter_context(waiting())  # in the lane too: it has its own bound
            if lane.enter(client, seconds, left):
                aside.callback(lane.leave, client)
                entered.append(True)
        return bool(entered)

    with ExitStack() as aside:
        yield enter
