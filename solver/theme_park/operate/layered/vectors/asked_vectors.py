"""Cube vectors asked for one by one, first in parks in which skills and Mascot cards are relaxed."""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from functools import partial

import numpy as np

from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.park import Memo, exact_stages, new_memo
from solver.theme_park.operate.layered.encoding.priced_park import priced_park
from solver.theme_park.operate.layered.limits.path_questions import SharedPrices
from solver.theme_park.operate.layered.limits.reaching import Reaching
from solver.theme_park.operate.layered.pass_widths import LEAST_WIDTH, RECORDING_WIDTH, enough_for_vector
from solver.theme_park.operate.layered.plans.pass_result import Best, PassResult, Path, Stopped, as_kernel, made_enough
from solver.theme_park.operate.layered.vectors.cube_vector_search import CubeVectorSearch, cube_vector_search_of
from solver.theme_park.operate.layered.vectors.vector_problems import VectorProblems
from solver.theme_park.operate.layered.vectors.vector_questions import KnownOfRelaxed, Relaxation, VectorRound
from solver.theme_park.operate.relaxed.mascots import with_mascots_apart
from solver.theme_park.operate.relaxed.skills import with_skills_apart
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.tables import Tables

MOST_PUT_TOGETHER = 60
"""Paths of a relaxed park that reach a vector, of which it is looked whether the real park has such a sequence."""


class Seen(Enum):
    """What is known of a vector: nothing better comes of it, that is open, or in the relaxed parks something does."""

    CLOSED = auto()
    OPEN = auto()
    REACHED = auto()


Pass = Callable[[Beam], PassResult]


class RelaxedVectors:
    """The vectors of a park in which nothing less can be had, and what of them was reached there.

    ``exact``: how many stages are; ``narrowest``: the width from which on passes are worth their time. What is ``known`` is shared
    by all who ask for them.
    """

    def __init__(
        self,
        relaxed: Relaxation,
        problems: VectorProblems,
        memo: Memo,
        exact: int,
        known: KnownOfRelaxed,
        put_together: Callable[[Path], bool] | None = None,
    ) -> None:
        """Nothing asked yet; ``put_together``: whether a path that reaches a vector is a better sequence of the real park too."""
        self._relaxed, self._problems, self._memo, self._exact = relaxed, problems, memo, exact
        self._known, self.narrowest = known, 0
        self._put_together = put_together

    def seen(self, asked: VectorRound, number: int, width: int, ran: Pass, stop: Callable[[], bool]) -> Seen:
        """What a pass shows of a vector."""
        depth, before = asked.depth, asked.values[: asked.depth]
        known = self._known.reached.get((self._relaxed, number, depth), ())
        if depth > self._exact or width < self.narrowest or known > before:
            return Seen.REACHED
        problem = self._problems.problem(number, depth)
        if problem is None:
            return Seen.CLOSED
        found, reached, better = _more_than(before), before, False

        def look_at(best: Best) -> None:
            """Note what a path reaches, and go on for another one while the real park has no such sequence."""
            nonlocal reached, better
            reached, tried = max(reached, _values(best, depth)), next(left, None)
            if self._put_together is not None and tried is not None:
                better = self._put_together(best.path)
                if not better:
                    best.values[:depth] = before

        left = iter(range(MOST_PUT_TOGETHER))
        problem = replace(problem, complete_only=asked.complete_only(width), enough=enough_for_vector(width))
        beam = Beam(
            problem, self._memo, width, found, look_at, lambda: better or _values(found, depth) > before or stop()
        )
        complete = False
        try:
            complete = ran(beam).complete
        except Stopped:
            if reached == before:
                raise
        if reached > before:
            self._known.reached[self._relaxed, number, depth] = reached
            return Seen.REACHED
        if made_enough(beam.record):
            return Seen.REACHED  # a pass of the real park that looks at few uses may find what there is
        return Seen.CLOSED if complete else Seen.OPEN

    def reaching(
        self, asked: VectorRound, number: int, ran: Pass, stop: Callable[[], bool], meanwhile: Callable[[], object]
    ) -> Reaching | None:
        """The states that reach a vector, of a pass that leaves nothing out; None where there are too many.

        ``meanwhile`` is done while another looks for those of a vector.
        """
        depth = asked.depth
        problem = self._problems.problem(number, depth) if depth <= self._exact else None
        if problem is None:
            return None
        with self._known.looking(meanwhile):
            known = self._known.reaching.get((number, depth))
            if known is None or known[0] > asked.matters:
                problem = replace(problem, complete_only=True, records=True)
                beam = Beam(
                    problem, self._memo, RECORDING_WIDTH, _more_than(asked.values[:depth]), lambda _: None, stop
                )
                ran(beam)
                known = asked.matters, beam.recorded(self._problems.placed)
                self._known.reaching[number, depth] = known
            return known[1]


def _more_than(values: tuple[int, ...]) -> Best:
    """A best of which only what is better in the stages of ``values`` counts as better."""
    best = Best(as_kernel(values))
    best.values[len(values) :] = np.iinfo(np.int64).max
    return best


def _values(best: Best, depth: int) -> tuple[int, ...]:
    return tuple(best.values[:depth].tolist())


class AskedVectors:
    """The vectors of a park.

    ``real``: those of the park itself. ``weighed``: the same of the park with mascots apart, if there is one. There, and before
    that in one with skills apart, it is known which are closed: they have far fewer states, and what is not found there is
    nowhere.
    """

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        real: CubeVectorSearch,
        shared: SharedPrices,
        known: KnownOfRelaxed,
        put_together: Callable[[Tables, Path], bool],
    ) -> None:
        """Nothing asked yet; ``shared``: prices of paths, good for each of the parks, ``known``: what is known of relaxed ones.

        ``put_together``: takes a path through the park of these tables, with mascots apart, and tells whether the real park has such a
        sequence, and a better one than was known.
        """
        self.real = self.weighed = real
        self._relaxed: list[RelaxedVectors] = []
        self._known = known
        self._apart: RelaxedVectors | None = None
        apart = with_mascots_apart(tables)
        exact = 0 if apart is None else exact_stages(apart, settings.objective)
        if apart is not None and exact:
            priced = priced_park(apart, settings, real.guidance_weights)
            vectors = cube_vector_search_of(priced, shared)
            if vectors is not None:
                self.weighed = vectors
                memo = new_memo(priced.park)
                plain = not apart.skills and not apart.chance
                found = partial(put_together, apart) if plain else None
                relaxed = RelaxedVectors(Relaxation.MASCOTS, vectors.problems, memo, exact, known, found)
                self._relaxed.append(relaxed)
                if plain:
                    self._apart = relaxed
                tables = apart
        self._relax_skills(tables, settings)

    @property
    def settle_first(self) -> bool:
        """Whether a vector's cubes say what the first stage comes to, wherever it is asked for."""
        return self.real.settles_first and self.weighed.settles_first

    @property
    def puts_together(self) -> bool:
        """Whether what is found with mascots apart is put together into sequences of the park."""
        return self._apart is not None

    def seen_relaxed(self, asked: VectorRound, number: int, width: int, ran: Pass, stop: Callable[[], bool]) -> Seen:
        """What passes in the relaxed parks show of a vector; REACHED also where there are none."""
        for relaxed in self._relaxed:
            seen = relaxed.seen(asked, number, width, ran, stop)
            if seen is not Seen.REACHED:
                return seen
        return Seen.REACHED

    def reaching(
        self,
        asked: VectorRound,
        number: int,
        width: int,
        ran: Pass,
        stop: Callable[[], bool],
        meanwhile: Callable[[], object],
    ) -> Reaching | None:
        """Of a vector that is reached with mascots apart: the states there that reach it, where it pays to know them."""
        if self._apart is None or width <= LEAST_WIDTH:
            return None
        return self._apart.reaching(asked, number, ran, stop, meanwhile)

    def too_many_reach(self, asked: VectorRound, number: int) -> bool:
        """Whether there were too many states with mascots apart to know which reach a vector: the real park has more."""
        known = self._known.reaching.get((number, asked.depth))
        return known is not None and known[1] is None

    def _relax_skills(self, tables: Tables, settings: Settings) -> None:
        """Ask first in the park with skills apart; ``tables``: of the park with mascots apart, or that without Mascot cards."""
        apart = None if tables.per_mascot > 1 else with_skills_apart(tables)
        exact = 0 if apart is None else exact_stages(apart.tables, settings.objective)
        if apart is None or not exact:
            return
        priced = priced_park(apart.tables, settings, self.real.guidance_weights)
        problems = self.weighed.relaxed(apart, priced)
        for slower in self._relaxed:
            slower.narrowest = LEAST_WIDTH + 1
        self._relaxed.insert(0, RelaxedVectors(Relaxation.SKILLS, problems, new_memo(priced.park), exact, self._known))
