"""Places for what holds a thread for long: so many in all, and of these so many for one client."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from api.problems.kinds import Kind, Problem


class Places:
    """``total`` places, ``own`` of them for one client; ``what`` names what takes them, in the plural."""

    def __init__(self, total: int, own: int, what: str) -> None:
        """All are free."""
        self.total, self.own, self._what = total, own, what
        self._lock = threading.Lock()
        self._taken: dict[object, tuple[str, float]] = {}

    def take(self, client: str, seconds: float) -> object:
        """A place that will be given back after ``seconds`` at the latest; raises Problem when there is none."""
        now, place = time.monotonic(), object()
        with self._lock:
            mine = [until for owner, until in self._taken.values() if owner == client]
            if len(mine) >= self.own:
                detail = f"Accepted from one client: {self.own} {self._what} at once."
                raise Problem(Kind.TOO_MANY, detail, retry=_seconds(min(mine) - now))
            if len(self._taken) >= self.total:
                detail = f"This server holds {self.total} {self._what} at once, and all places are taken."
                raise Problem(Kind.BUSY, detail, retry=_seconds(min(until for _, until in self._taken.values()) - now))
            self._taken[place] = (client, now + seconds)
        return place

    def give_back(self, place: object) -> None:
        """Frees the place of what has ended."""
        with self._lock:
            self._taken.pop(place, None)

    @contextmanager
    def held(self, client: str, seconds: float) -> Iterator[None]:
        """A place for the time of a ``with``; raises Problem as ``take``."""
        place = self.take(client, seconds)
        try:
            yield
        finally:
            self.give_back(place)


def _seconds(left: float) -> int:
    return max(1, math.ceil(left))
