"""Which cube vectors near that of the best sequence are worth asking for: better sequences are mostly a few cubes away."""

import math
import time

from solver.theme_park.operate.layered.vectors.cube_vector_search import CubeVectorSearch
from solver.theme_park.operate.shared_bounds import SharedBounds

MOST_IN_VAIN = 2.5
"""Seconds without anything better after which the best sequence is taken to have none near it."""


class NearbyVectors:
    """One after the other, the nearest first, and anew from each better sequence; none is given twice."""

    def __init__(self) -> None:
        """None given yet."""
        self._given: set[int] = set()
        self._best, self._ends = -1, math.inf

    def next(self, vectors: CubeVectorSearch, known: SharedBounds) -> int | None:
        """The next of the open vectors; None where so many were given in vain, or none is left near the best sequence."""
        plan, best = known.plan, known.values[0]
        if best > self._best:
            self._best, self._ends = best, time.monotonic() + MOST_IN_VAIN
        if plan is None or time.monotonic() > self._ends:
            return None
        number = next((each for each in vectors.near(plan, best) if each not in self._given), None)
        if number is not None:
            self._given.add(number)
        return number
