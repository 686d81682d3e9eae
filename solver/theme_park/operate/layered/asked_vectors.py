"""Cube vectors asked for one by one, first in parks in which skills and Mascot cards are relaxed."""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto

import numpy as np

from solver.theme_park.operate.layered.cube_vector_search import CubeVectorSearch, cube_vector_search_of
from solver.theme_park.operate.layered.park import Memo, exact_stages, new_memo
from solver.theme_park.operate.layered.pass_widths import LEAST_WIDTH
from solver.theme_park.operate.layered.path_questions import SharedPrices
from solver.theme_park.operate.layered.priced_park import priced_park
from solver.theme_park.operate.layered.search import Beam, Best, PassResult, Stopped
from solver.theme_park.operate.layered.vector_problems import VectorProblems
from solver.theme_park.operate.layered.vector_questions import Reached, Relaxation, VectorRound
from solver.theme_park.operate.relaxed_mascots import with_mascots_apart
from solver.theme_park.operate.relaxed_skills import with_skills_apart
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.shared_bounds import as_kernel
from solver.theme_park.operate.tables import Tables


class Seen(Enum):
    """What is known of a vector: nothing better comes of it, that is open, or in the relaxed parks something does."""

    CLOSED = auto()
    OPEN = auto()
    REACHED = auto()


Pass = Callable[[Beam], PassResult]


class RelaxedVectors:
    """The vectors of a park in which nothing less can be had, and what of them was reached there.

    ``exact``: how many stages are; ``narrowest``: the width from which on passes are worth their time. ``reached`` is shared by
    all who ask for them.
    """

    def __init__(self, relaxed: Relaxation, problems: VectorProblems, memo: Memo, exact: int, reached: Reached) -> None:
        """Nothing asked yet."""
        self._relaxed, self._problems, self._memo, self._exact = relaxed, problems, memo, exact
        self._reached, self.narrowest = reached, 0

    def seen(self, asked: VectorRound, number: int, width: int, ran: Pass, stop: Callable[[], bool]) -> Seen:
        """What a pass shows of a vector."""
        depth, best = asked.depth, as_kernel(asked.values)
        before = tuple(best[:depth].tolist())
        known = self._reached.get((self._relaxed, number, depth), ())
        if depth > self._exact or width < self.narrowest or known > before:
            return Seen.REACHED
        problem = self._problems.problem(number, depth)
        if problem is None:
            return Seen.CLOSED
        found = Best(best)
        found.values[depth:] = np.iinfo(np.int64).max  # only what is better in the stages asked for counts

        def reached() -> tuple[int, ...]:
            return tuple(found.values[:depth].tolist())

        problem = replace(problem, complete_only=asked.complete_only)
        beam = Beam(problem, self._memo, width, found, lambda _: None, lambda: reached() > before or stop())
        complete = False
        try:
            complete = ran(beam).complete
        except Stopped:
            if reached() == before:
                raise
        if reached() > before:
            self._reached[self._relaxed, number, depth] = reached()
            return Seen.REACHED
        return Seen.CLOSED if complete else Seen.OPEN


class AskedVectors:
    """The vectors of a park.

    ``real``: those of the park itself. ``weighed``: the same of the park with mascots apart, if there is one. There, and before
    that in one with skills apart, it is known which are closed: they have far fewer states, and what is not found there is
    nowhere.
    """

    def __init__(
        self, tables: Tables, settings: Settings, real: CubeVectorSearch, shared: SharedPrices, reached: Reached
    ) -> None:
        """Nothing asked yet; ``shared``: prices of paths, good for each of the parks, ``reached``: what is known of relaxed ones."""
        self.real = self.weighed = real
        self._relaxed: list[RelaxedVectors] = []
        self._reached = reached
        apart = with_mascots_apart(tables)
        exact = 0 if apart is None else exact_stages(apart, settings.objective)
        if apart is not None and exact:
            priced = priced_park(apart, settings)
            vectors = cube_vector_search_of(priced, shared)
            if vectors is not None:
                self.weighed = vectors
                self._relaxed.append(
                    RelaxedVectors(Relaxation.MASCOTS, vectors.problems, new_memo(priced.park), exact, reached)
                )
                tables = apart
        self._relax_skills(tables, settings)

    @property
    def settle_first(self) -> bool:
        """Whether a vector's cubes say what the first stage comes to, wherever it is asked for."""
        return self.real.settles_first and self.weighed.settles_first

    def seen_relaxed(self, asked: VectorRound, number: int, width: int, ran: Pass, stop: Callable[[], bool]) -> Seen:
        """What passes in the relaxed parks show of a vector; REACHED also where there are none."""
        for relaxed in self._relaxed:
            seen = relaxed.seen(asked, number, width, ran, stop)
            if seen is not Seen.REACHED:
                return seen
        return Seen.REACHED

    def _relax_skills(self, tables: Tables, settings: Settings) -> None:
        """Ask first in the park with skills apart; ``tables``: of the park with mascots apart, or that without Mascot cards."""
        apart = None if tables.per_mascot > 1 else with_skills_apart(tables)
        exact = 0 if apart is None else exact_stages(apart.tables, settings.objective)
        if apart is None or not exact:
            return
        priced = priced_park(apart.tables, settings)
        problems = self.weighed.relaxed(apart, priced)
        for slower in self._relaxed:
            slower.narrowest = LEAST_WIDTH + 1
        self._relaxed.insert(
            0, RelaxedVectors(Relaxation.SKILLS, problems, new_memo(priced.park), exact, self._reached)
        )
