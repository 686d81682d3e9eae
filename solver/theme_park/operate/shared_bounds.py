"""What the engines of one search know together: the best values so far and the limits on them."""

import threading
import time

from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.settings import Stage

NOTHING = -1
"""A value before any sequence is known, or of a stage not looked at yet."""


class SharedBounds:
    """Best stage values and proven limits of one search; safe to use from several threads.

    A limit on a stage holds for sequences whose earlier stages keep their best, and is taken in only
    when those are proven.
    """

    def __init__(self, stages: tuple[Stage, ...]) -> None:
        """Nothing known."""
        self.stages = stages
        self._lock = threading.Lock()
        self._values: tuple[int, ...] = (NOTHING,) * len(stages)
        self._limits: list[float] = [float("inf")] * len(stages)
        self._began = time.monotonic()
        self.nodes = 0
        self.first_proven: float | None = None
        """Seconds after which the first stage was proven."""
        self.plan: Plan | None = None

    @property
    def values(self) -> tuple[int, ...]:
        """The best stage values found."""
        return self._values

    @property
    def any_found(self) -> bool:
        """Whether a sequence is known."""
        return self._values[0] != NOTHING

    def found(self, values: tuple[int, ...], plan: Plan | None = None) -> bool:
        """Note a sequence with these stage values; True when it is the best so far."""
        with self._lock:
            better = values > self._values
            if better:
                if values[0] > self._values[0]:
                    self._limits[1:] = [float("inf")] * (len(self._limits) - 1)
                self._values = values
                self.plan = plan or self.plan
                self._look_at_first()
        return better

    def limit(self, stage: int, bound: float) -> bool:
        """Note a limit on a stage; True when it says something new."""
        with self._lock:
            news = bound < self._limits[stage] and self._proven(stage)
            if news:
                self._limits[stage] = bound
                self._look_at_first()
        return news

    def count(self, nodes: int) -> None:
        """Add states that a pass has made, or branches."""
        with self._lock:
            self.nodes += nodes

    def bound(self, stage: int) -> float:
        """The limit on a stage, infinite when none is known."""
        return self._limits[stage]

    def proven(self, stages: int) -> bool:
        """Whether the first ``stages`` stages are proven."""
        with self._lock:
            return self._proven(stages)

    def _look_at_first(self) -> None:
        if self.first_proven is None and self._proven(1):
            self.first_proven = time.monotonic() - self._began

    def _proven(self, stages: int) -> bool:
        return all(self._values[stage] >= self._limits[stage] for stage in range(stages))
