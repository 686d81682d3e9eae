"""The layered search once all is proven: the one answer among equals, and the next best plans."""

from collections.abc import Callable
from dataclasses import replace

from solver.theme_park.operate.flow.prices import THRIFTY
from solver.theme_park.operate.layered.alternatives import Alternatives
from solver.theme_park.operate.layered.canonical_pass import CanonicalPass
from solver.theme_park.operate.layered.codes import GUIDANCE
from solver.theme_park.operate.layered.engine import LayeredEngine
from solver.theme_park.operate.layered.pass_result import Stopped, as_kernel
from solver.theme_park.operate.messages import Candidate, Found
from solver.theme_park.operate.settings import Engine
from solver.theme_park.operate.signature import signature_of


class Conclusion(LayeredEngine):
    """An engine to be asked when all stages are proven and it is exact in all of them."""

    def first_of_equals(self, stop: Callable[[], bool]) -> None:
        """Tell the sequence that stands for all that are worth as much as the best."""
        equals = CanonicalPass(
            self._tables,
            self._settings,
            self._park,
            self._skills,
            as_kernel(self._shared_bounds.values),
            self._ran,
            lambda: self._exhausted(stop),
        )
        first = equals.first()
        if first is not None:
            self._shared_bounds.plan = first[0]
            self._tell(Candidate(0, (first[1],), Engine.LAYERED, canonical=True))

    def alternatives(self, most: int, stop: Callable[[], bool]) -> bool:
        """Tell the next best plans that differ from the best in what a player sees; True when they are just those."""
        assert self._shared_bounds.plan is not None
        prices = [(0, self._first), (GUIDANCE, self._guide(THRIFTY))]
        problem = self._problem([(stage, each) for stage, each in prices if each is not None], 1, adds_bounds=True)
        # alternatives may differ in nothing but guests that serve no more, or in what a skill pays
        problem = replace(problem, sets_idle_apart=False, collects=True, drops_dominated=False)
        found = Alternatives(
            problem,
            self._memo,
            self._shared_bounds.values[0],
            signature_of(self._tables.position, self._shared_bounds.plan),
            self._goal,
            self._ran,
            lambda: self._exhausted(stop),
        )
        try:
            return found.complete(most)
        except Stopped:
            return False
        finally:
            for rank, plan in enumerate(found.plans, start=1):
                self._tell(Found(rank, self._tables.position, (plan,), Engine.LAYERED))
