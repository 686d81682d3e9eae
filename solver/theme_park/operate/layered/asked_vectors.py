"""Cube vectors asked for one by one, where there are Mascot cards first in the park in which those are relaxed."""

from collections.abc import Callable
from enum import Enum, auto

import numpy as np

from solver.theme_park.operate.flow.prices import Pricing
from solver.theme_park.operate.layered.cube_vector_search import CubeVectorSearch, cube_vector_search_of
from solver.theme_park.operate.layered.park import Array, exact_stages, new_memo, park_arrays
from solver.theme_park.operate.layered.path_questions import SharedPrices
from solver.theme_park.operate.layered.search import Beam, Best, PassResult, Stopped
from solver.theme_park.operate.layered.skills import skill_arrays
from solver.theme_park.operate.relaxed_mascots import with_mascots_apart
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.tables import Tables


class Seen(Enum):
    """What is known of a vector: nothing better comes of it, that is open, or in the relaxed park something does."""

    CLOSED = auto()
    OPEN = auto()
    REACHED = auto()


class AskedVectors:
    """The vectors of a park.

    ``real``: those of the park itself. ``weighed``: the same of the park with mascots apart, if there is one; there it is
    known which are closed, as it has far fewer states, and what is not found there is nowhere.
    """

    def __init__(self, tables: Tables, settings: Settings, real: CubeVectorSearch, shared: SharedPrices) -> None:
        """Nothing asked yet; ``shared``: prices of paths, good for either park."""
        self.real = self.weighed = real
        self._exact_apart = 0
        self._reached: dict[tuple[int, int], tuple[int, ...]] = {}
        apart = with_mascots_apart(tables)
        if apart is None or not exact_stages(apart, settings.objective):
            return
        park = park_arrays(apart, settings)
        skills = skill_arrays(apart, park.kinds, park.colours, park.vips, park.travel)
        vectors = cube_vector_search_of(apart, park, skills, Pricing(apart, settings.weights), settings, shared)
        if vectors is not None:
            self.weighed, self._memo = vectors, new_memo(park)
            self._exact_apart = exact_stages(apart, settings.objective)

    def seen_apart(
        self,
        number: int,
        width: int,
        depth: int,
        best: Array,
        ran: Callable[[Beam], PassResult],
        stop: Callable[[], bool],
    ) -> Seen:
        """What a pass in the park with mascots apart shows of a vector; REACHED also where that park is none of its own."""
        before = tuple(best[:depth].tolist())
        if depth > self._exact_apart or self._reached.get((number, depth), ()) > before:
            return Seen.REACHED
        problem = self.weighed.problem(number, depth)
        if problem is None:
            return Seen.CLOSED
        found = Best(best.copy())
        found.values[depth:] = np.iinfo(np.int64).max  # only what is better in the stages asked for counts
        beam = Beam(problem, self._memo, width, found, lambda _: None, lambda: bool(found.path) or stop())
        complete = False
        try:
            complete = ran(beam).complete
        except Stopped:
            if not found.path:
                raise
        if found.path:
            self._reached[number, depth] = tuple(found.values[:depth].tolist())
            return Seen.REACHED
        return Seen.CLOSED if complete else Seen.OPEN
