"""The layered search once all is proven: the one answer among equals, and the next best plans."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Lock

from models.theme_park.operate.moves import Move
from solver.theme_park.operate.canonical import MOST_COMPARED, in_order, order
from solver.theme_park.operate.flow.prices import THRIFTY, Pricing
from solver.theme_park.operate.layered.answers.alternatives import Alternatives
from solver.theme_park.operate.layered.answers.canonical_passes import CanonicalPasses
from solver.theme_park.operate.layered.answers.equals import Equals
from solver.theme_park.operate.layered.beam.start_prices import HeldPrices, StartPrices
from solver.theme_park.operate.layered.encoding.codes import GUIDANCE
from solver.theme_park.operate.layered.engine import LayeredEngine
from solver.theme_park.operate.layered.plans.decode import plan_of
from solver.theme_park.operate.layered.plans.pass_result import Path, Stopped, as_kernel
from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions
from solver.theme_park.operate.messages import Candidate, Found, Message
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.settings import Engine, Settings
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.signature import signature_of
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.unfolding import unfold

MANY_NODES = 200_000
"""Where the search made fewer, counting alone mostly comes to an equal at once, and a second thread would only be in the way."""

AHEAD = 2
"""Passes that are made before all is proven: those by counting and a narrow one, after which a scout has more to do."""

Named = tuple[Plan, tuple[Move, ...]]
"""The one plan of those that come first among equals, and its moves."""


class Conclusion(LayeredEngine):
    """An engine to be asked when all stages are proven and it is exact in all of them."""

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        shared_bounds: SharedBounds,
        tell: Callable[[Message], None],
        questions: VectorQuestions,
        start_prices: StartPrices | None = None,
    ) -> None:
        """Ready to be asked, by two threads where one looks ahead."""
        super().__init__(tables, settings, shared_bounds, tell, questions, start_prices)
        self._prices_of_equals = HeldPrices(partial(Pricing, tables, settings.weights), self._stages, self._have)
        self._seeking = Lock()
        self._sought: tuple[tuple[int, ...], Equals[Named | None]] | None = None

    def look_ahead(self, stop: Callable[[], bool]) -> None:
        """Look for equals of the best there is so far, while it is: often it is the best of all, long before that is proven."""
        if self._shared_bounds.any_found:
            self._equals(self._shared_bounds.values, stop).look(AHEAD)
            self._prices_of_equals.begin_again()

    def first_of_equals(self, stop: Callable[[], bool]) -> None:
        """Tell the sequence that stands for all that are worth as much as the best."""
        equals = self._equals(self._shared_bounds.values, stop)
        many = self._shared_bounds.nodes >= MANY_NODES and not self._settings.reproducible
        if many:
            other = ThreadPoolExecutor(1)
            other.submit(equals.look)
            other.shutdown(wait=False)  # what it still makes when there is an answer ends by itself
        named = equals.answer(beside=many)
        if named is not None:
            self._shared_bounds.plan, moves = named
            self._tell(Candidate(0, (moves,), Engine.LAYERED, canonical=True))

    def _equals(self, values: tuple[int, ...], stop: Callable[[], bool]) -> Equals[Named | None]:
        """Looks for sequences worth so much, as long as that is the best: the same as long as it stays so."""
        with self._seeking:
            if self._sought is None or self._sought[0] != values:

                def over() -> bool:
                    return self._exhausted(stop) or self._shared_bounds.values != values

                self._sought = values, Equals(partial(self._line, values), self._name, over)
            return self._sought[1]

    def _line(self, values: tuple[int, ...], stop: Callable[[], bool]) -> CanonicalPasses:
        return CanonicalPasses(
            self._tables,
            self._settings,
            self._park,
            self._skills,
            self.start_prices,
            self._prices_of_equals,
            as_kernel(values),
            self._ran if self._settings.reproducible else self._ran_apart,
            stop,
        )

    def _name(self, paths: list[Path]) -> Named | None:
        plans = [plan_of(self._tables, path, self._goal) for path in sorted(set(paths))[:MOST_COMPARED]]
        position = self._tables.position
        written = [(plan, in_order(position, unfold(position, (plan,))[0])) for plan in plans]
        return min(written, key=lambda each: order(each[1]), default=None)

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
