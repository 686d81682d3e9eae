"""Cube vectors asked for in the park whose Mascot cards are relaxed: far fewer states, and what is not found there is nowhere."""

from collections.abc import Callable
from enum import Enum, auto

from solver.theme_park.operate.flow.prices import Pricing
from solver.theme_park.operate.layered.cube_vector_search import CubeVectorSearch, cube_vector_search_of
from solver.theme_park.operate.layered.park import Array, ParkArrays, exact_stages, new_memo, park_arrays
from solver.theme_park.operate.layered.search import Beam, Best, PassResult, Stopped
from solver.theme_park.operate.layered.skills import skill_arrays
from solver.theme_park.operate.relaxed_mascots import with_mascots_apart
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.tables import Tables


def mascots_apart(tables: Tables, settings: Settings) -> "MascotsApart | None":
    """The park with Mascot cards relaxed; None where it has none or is not played whole."""
    apart = with_mascots_apart(tables)
    if apart is None or not exact_stages(apart, settings.objective):
        return None
    park = park_arrays(apart, settings)
    skills = skill_arrays(apart, park.kinds, park.colours, park.vips, park.travel)
    vectors = cube_vector_search_of(apart, park, skills, Pricing(apart, settings.weights), settings)
    return None if vectors is None else MascotsApart(apart, settings, vectors, park)


class Seen(Enum):
    """What a pass in the relaxed park has shown of a vector."""

    CLOSED = auto()
    OPEN = auto()
    REACHED = auto()


class MascotsApart:
    """Passes for single cube vectors in the relaxed park, whose ``vectors`` are those of the real one."""

    def __init__(self, tables: Tables, settings: Settings, vectors: CubeVectorSearch, park: ParkArrays) -> None:
        """Nothing asked yet."""
        self.exact = exact_stages(tables, settings.objective)
        self.vectors = vectors
        self._memo = new_memo(park)
        self._reached: dict[tuple[int, int], tuple[int, ...]] = {}

    def seen(
        self,
        number: int,
        width: int,
        depth: int,
        best: Array,
        ran: Callable[[Beam], PassResult],
        stop: Callable[[], bool],
    ) -> Seen:
        """Whether anything better than ``best`` is reached by way of a cube vector, or nothing is and nothing was left out."""
        before = tuple(best.tolist())
        if self._reached.get((number, depth)) == before:
            return Seen.REACHED
        problem = self.vectors.problem(number, depth)
        if problem is None:
            return Seen.CLOSED
        found = Best(best.copy())
        beam = Beam(problem, self._memo, width, found, lambda _: None, lambda: bool(found.path) or stop())
        try:
            complete = ran(beam).complete
        except Stopped:
            if not found.path:
                raise
        if found.path:
            self._reached[number, depth] = before
            return Seen.REACHED
        return Seen.CLOSED if complete else Seen.OPEN
