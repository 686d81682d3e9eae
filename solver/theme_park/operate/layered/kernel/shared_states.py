"""The states of a layer as two threads take them: who leads from the front, who helps from the back."""

import threading
from collections.abc import Callable
from functools import partial

FIRST_CHUNK, CHUNK, MANY_MADE = 16, 512, 60_000
"""States taken at once, at first and at most, and the children made of them after which there are to be fewer: about a fiftieth of a second's.
No clock tells, as answers must be repeatable: what comes of a pass that is stopped depends on how many states are taken at once."""

LEAST_SHARED = 1_000
"""States that must be left for one to begin to help: they take a hundredth of a second or more."""

Interval = tuple[int, int]

Part = Callable[[int, int], object]
"""Does something with the states from one number to another."""

Halved = Callable[[Part, int], None]
"""Does something with all of so many states, maybe in parts."""


def undivided(part: Part, count: int) -> None:
    """Do something with all of so many states."""
    part(0, count)


def next_chunk(chunk: int, made: int) -> int:
    """How many states to take at once after so many children were ``made`` of ``chunk``."""
    return max(1, chunk // 2) if made > MANY_MADE else min(CHUNK, 2 * chunk)


class SharedStates:
    """The states of one layer after the other, by their numbers; who leads has made all that the other needs before ``open``.

    What the one who helps comes to is gathered by the one who leads, while the other does not work: once it has ``enough``, and
    when nothing is left. Safe to call from both threads.
    """

    def __init__(self) -> None:
        """No layer yet, and nobody who helps."""
        self._changed = threading.Condition()
        self._left: list[Interval] = []
        self._helped = self._works = self._has_enough = self._over = self._waits = False
        self._half: Callable[[], object] | None = None
        self._error: BaseException | None = None

    @property
    def wants_help(self) -> bool:
        """Whether there is enough to do for one more who does not help yet."""
        return not self._helped and not self._over and sum(end - begin for begin, end in self._left) >= LEAST_SHARED

    def open(self, count: int) -> None:
        """Begin with a layer of so many states."""
        with self._changed:
            self._left = [(0, count)] if count else []
            self._changed.notify_all()

    def first(self, most: int) -> Interval | None:
        """States for the one who leads, ``most`` at most; None once all are expanded."""
        with self._changed:
            while not self._left:
                if not self._works:
                    return None
                self._changed.wait()
            begin, end = self._left.pop(0)
            return self._taken(0, (begin, min(end, begin + most)), (begin + most, end))

    def give_back(self, begin: int, end: int) -> None:
        """Take back states that were not expanded."""
        with self._changed:
            self._put(0, (begin, end))
            self._changed.notify_all()

    @property
    def waits_for_gathering(self) -> bool:
        """Whether the one who helps has enough, or nothing is left to do for it: it does not work then."""
        return not self._works and (self._has_enough or not self._left)

    def gathered(self) -> None:
        """Let the one who helps go on."""
        with self._changed:
            self._has_enough = False
            self._changed.notify_all()

    def end(self) -> None:
        """No layer follows; returns when nobody helps any more."""
        with self._changed:
            self._over = True
            self._left = []
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._works)

    def begin_to_help(self) -> bool:
        """Whether one may help, which no other does or did."""
        with self._changed:
            may, self._helped = not self._helped and not self._over, True
        return may

    def last(self, most: int) -> Interval | None:
        """States for the one who helps, once there are any and it has not enough; None when the pass is over."""
        while True:
            with self._changed:
                self._waits = True
                self._changed.wait_for(lambda: self._half or self._over or (self._left and not self._has_enough))
                self._waits = False
                half = self._half
                if half is None:
                    if self._over:
                        return None
                    self._works = True
                    begin, end = self._left.pop()
                    return self._taken(len(self._left), (max(begin, end - most), end), (begin, end - most))
            self._do(half)

    def halved(self, part: Part, count: int) -> None:
        """Do something with all of so many states, one half by the one who helps if it waits. Raises what went wrong there."""
        half = count // 2
        with self._changed:
            if not self._waits or self._half or count < LEAST_SHARED:
                half = count
            else:
                self._half = partial(part, half, count)
                self._changed.notify_all()
        try:
            part(0, half)
        finally:
            with self._changed:
                self._changed.wait_for(lambda: self._half is None)
        if self._error is not None:
            raise self._error

    def _do(self, half: Callable[[], object]) -> None:
        try:
            half()
        except BaseException as error:
            self._error = error
        finally:
            with self._changed:
                self._half = None
                self._changed.notify_all()

    def helped(self, done: int, end: int, *, enough: bool) -> None:
        """Take back from the one who helps what it did not expand of the states that it took last; whether it has ``enough``."""
        with self._changed:
            self._put(0, (done, end))
            self._works, self._has_enough = False, enough
            self._changed.notify_all()

    def _taken(self, place: int, taken: Interval, rest: Interval) -> Interval:
        self._put(place, rest)
        return taken

    def _put(self, place: int, interval: Interval) -> None:
        if interval[0] < interval[1] and not self._over:
            self._left.insert(place, interval)
