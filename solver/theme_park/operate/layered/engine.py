"""The layered search as an engine: passes of growing width until every stage is proven."""

import math
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial

from solver.theme_park.operate.flow.counting import Counting, counts
from solver.theme_park.operate.flow.prices import GuidanceWeights, Prices, supplies
from solver.theme_park.operate.flow.relaxed_cards import covers
from solver.theme_park.operate.layered.asked_vectors import AskedVectors, Seen
from solver.theme_park.operate.layered.bound_pool import BoundPool
from solver.theme_park.operate.layered.codes import CHILDREN, GUIDANCE, SAFETY
from solver.theme_park.operate.layered.cube_vector_search import CubeVectorSearch, cube_vector_search_of
from solver.theme_park.operate.layered.decode import plan_of
from solver.theme_park.operate.layered.endgame import goal_at_the_end
from solver.theme_park.operate.layered.park import Array, exact_stages, new_memo
from solver.theme_park.operate.layered.pass_widths import (
    BRIEF_NODES,
    BRIEF_WIDTH,
    CROWD,
    FEW,
    FEW_USES,
    LEAST_WIDTH,
    MOST_LIMITED,
    NARROW_USES,
    NODES_A_SECOND,
    OPENING,
    OPENING_NODES,
    OPENING_USES,
    SLIM,
    VECTOR_SHARE,
    WIDTHS,
)
from solver.theme_park.operate.layered.priced_park import priced_park
from solver.theme_park.operate.layered.search import (
    NARROW,
    Beam,
    Best,
    PassProblem,
    PassResult,
    Stopped,
    problem_from_start,
)
from solver.theme_park.operate.layered.vector_questions import VectorQuestions, VectorRound
from solver.theme_park.operate.messages import Found, Limit, Message
from solver.theme_park.operate.settings import Engine, Settings, Stage
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import Tables


class LayeredEngine:
    """Passes over one position that fits; what it finds and proves goes to ``shared_bounds`` and ``tell``.

    ``exact``: how many stages it can prove.
    """

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        shared_bounds: SharedBounds,
        tell: Callable[[Message], None],
        guidance_weights: GuidanceWeights,
        questions: VectorQuestions,
    ) -> None:
        """The park as arrays; prices of the relaxation are made when they are first needed."""
        self._questions = questions
        self._tables, self._settings, self._shared_bounds, self._tell = tables, settings, shared_bounds, tell
        self._guidance_weights = guidance_weights
        self._stages = shared_bounds.stages
        self._goal = goal_at_the_end(settings)
        self._counting = Counting(tables, settings.weights)
        self._have = supplies(tables)
        self._covers, self._counts = covers(tables), counts(tables)
        self.exact = exact_stages(tables, settings.objective)
        self._priced = priced_park(tables, settings)
        self._park, self._skills, self._pricing = self._priced.park, self._priced.skills, self._priced.pricing
        self._memo = new_memo(self._park)
        self._bound_pool = BoundPool(tables, self._pricing, self._stages, settings.seed, completing=False)
        self._open: float = math.inf
        self._beam: Beam | None = None
        self._nodes = 0
        self._small = True  # a brief pass may leave nothing out

    @cached_property
    def _counted(self) -> list[Prices]:
        return self._counting.limits(self._stages[0], self._have, {})

    @cached_property
    def _first(self) -> Prices | None:
        return self._pricing.prices(self._stages[0], self._have)

    @cached_property
    def _guide(self) -> Prices | None:
        return self._pricing.guidance(self._stages[0], self._have, self._guidance_weights)

    @cached_property
    def _vectors(self) -> AskedVectors | None:
        if not self.exact:
            return None
        paths, reached = self._questions.paths, self._questions.reached
        real = cube_vector_search_of(self._priced, paths)
        return None if real is None else AskedVectors(self._tables, self._settings, real, paths, reached)

    @property
    def _weighed(self) -> CubeVectorSearch | None:
        return None if self._vectors is None else self._vectors.weighed

    def passes(self) -> list[int]:
        """The widths to try: one after the other when the engine searches, none when it only bounds."""
        if Engine.LAYERED not in self._settings.engines:
            return []
        return [SLIM, *WIDTHS] if self._crowded else list(WIDTHS)

    @property
    def _crowded(self) -> bool:
        return len(self._tables.position.guests) >= CROWD

    def bound(self) -> None:
        """Tell what the relaxation proves of the first stage."""
        if self._covers and not self._shared_bounds.proven(1) and self._first is not None:
            self._limit(0, self._first.limit, Engine.RELAXATION)

    def open(self, stop: Callable[[], bool], *, briefly: bool = False) -> None:
        """Passes limited by counting alone: small parks need no linear program, the others get a sequence to beat.

        ``briefly``: only the first of them.
        """

        def enough() -> bool:
            return self._spent() > OPENING_NODES or self._over(stop)

        try:
            widths = (SLIM,) if self._crowded else OPENING[:1] if briefly else OPENING
            for width in widths if Engine.LAYERED in self._settings.engines else ():
                for depth in sorted({1, len(self._stages)}):
                    if self._shared_bounds.proven(min(1, depth - 1)) and not self._shared_bounds.proven(depth):
                        self._open_pass(width, depth, enough)
        except Stopped:
            pass

    def _open_pass(self, width: int, depth: int, stop: Callable[[], bool]) -> None:
        later = [self._counting.limits(self._stages[each], self._have, self._held(each)) for each in range(1, depth)]
        limits = [self._counted, *later]

        def tell_limits() -> None:
            for stage, least in enumerate(limits[: self.exact] if self._counts else ()):
                self._limit(stage, least[0].limit, Engine.COUNTING)

        if self._shared_bounds.any_found:  # the first sequence is worth more to the player than a limit
            tell_limits()
        if not self._shared_bounds.proven(depth):
            prices = [(stage, each) for stage, least in enumerate(limits) for each in least]
            prices.append((GUIDANCE, self._counting.guidance(self._stages[0])))
            problem = self._problem(prices, depth, adds_bounds=False, uses=OPENING_USES)
            self._conclude(*self._search(problem, width, stop), depth)
        tell_limits()

    def run(self, widths: Sequence[int], stop: Callable[[], bool]) -> bool:
        """Passes of these widths; True when all is proven."""
        with suppress(Stopped):
            for width in widths:
                self._settle_first(width, stop)
                if self._shared_bounds.proven(1):
                    self._bound_later_stages()
                    self._settle_later(width, stop)
                if self._shared_bounds.proven(len(self._stages)):
                    return True
        return self._shared_bounds.proven(len(self._stages))

    def _settle_first(self, width: int, stop: Callable[[], bool]) -> None:
        """Look for more in the first stage: in all sequences, then by way of each cube vector above the best."""
        begun = self._nodes
        if self._open > FEW:
            self._passes(width, 1, stop)
        if self._weighed is None or width < LEAST_WIDTH:
            return
        if width == LEAST_WIDTH:
            self._small &= self._nodes - begun <= BRIEF_NODES // 2
            self._passed_briefly(1, stop)
        asking = True
        while asking and not self._shared_bounds.proven(1):
            best = self._shared_bounds.as_array()
            crossed = self._weighed.above(best, lambda: self._over(stop))
            if crossed is None:
                return
            self._open = len(crossed)
            if len(crossed) > MOST_LIMITED:
                return
            self._limit(0, self._weighed.limit(int(best[0]), crossed), Engine.RELAXATION)
            if len(crossed) > width // VECTOR_SHARE:
                return
            asking = self._ask(crossed, best, width, 1, self._weighed.unreachable, stop)
            if asking:
                continue
            left = [number for number in crossed if not self._weighed.unreachable[number]]
            self._open = len(left)
            self._limit(0, self._weighed.limit(int(best[0]), left), Engine.LAYERED)

    def _settle_later(self, width: int, stop: Callable[[], bool]) -> None:
        """Look for more in the later stages while the first keeps its value."""
        depth = len(self._stages)
        if self._weighed is None or self.exact < depth or not self._weighed.settles_both or width < LEAST_WIDTH:
            self._passes(width, depth, stop)
            return
        if width == LEAST_WIDTH and not self._passed_briefly(depth, stop):
            self._passes(width, depth, stop)
        asking = True
        while asking and not self._shared_bounds.proven(depth):
            best = self._shared_bounds.as_array()
            equal = self._weighed.equal(best, lambda: self._over(stop))
            if equal is None:
                self._passes(width, depth, stop)
                return
            asking = self._ask(equal, best, width, depth, self._weighed.settled, stop)
            if asking:
                continue
            left = [number for number in equal if not self._weighed.settled[number]]
            for stage, limit in enumerate(self._weighed.later_limits(best, left), start=1):
                self._limit(stage, limit, Engine.LAYERED)

    def _ask(
        self, numbers: Sequence[int], best: Array, width: int, depth: int, closed: Array, stop: Callable[[], bool]
    ) -> bool:
        """A pass for each of these cube vectors, this engine's helpers' included; True when better than ``best`` is known."""
        values = tuple(best.tolist())
        wider = next((each for each in WIDTHS if each > width > LEAST_WIDTH), None)
        asked = VectorRound(deque(numbers), values, width, depth, closed, gives_up=width <= LEAST_WIDTH, wider=wider)
        return self._questions.ask(asked, partial(self._answer, stop))

    def _answer(
        self, stop: Callable[[], bool], number: int, width: int, depth: int, improved: Callable[[], bool]
    ) -> bool:
        """Whether a pass for a cube vector leaves nothing out."""
        assert self._vectors is not None

        def stops() -> bool:
            return improved() or self._over(stop)

        best = self._shared_bounds.as_array()
        seen = self._vectors.seen_relaxed(number, width, depth, best, self._ran, stops)
        if seen is not Seen.REACHED:
            return seen is Seen.CLOSED
        problem = self._vectors.real.problems.problem(number, depth, uses=NARROW_USES.get(width))
        if problem is None:
            return True
        few = replace(problem, uses=FEW_USES)
        if few.leaves_out and not problem.leaves_out:
            self._search(few, width, stops)
        return self._search(problem, width, stops)[1].complete

    def _passes(self, width: int, depth: int, stop: Callable[[], bool]) -> None:
        """Passes over all sequences, again while they are complete and bring something better."""
        while not self._shared_bounds.proven(depth):
            found = self._shared_bounds.values
            if not self._pass(width, depth, stop, uses=NARROW_USES.get(width)) or self._shared_bounds.values == found:
                return

    def _passed_briefly(self, depth: int, stop: Callable[[], bool]) -> bool:
        """Whether a wider pass over all sequences left nothing out; once one did leave something, or took too long, none is made."""
        if not self._small or self._shared_bounds.proven(depth):
            return self._small
        begun = self._nodes
        self._small = False
        with suppress(Stopped):
            self._small = self._pass(BRIEF_WIDTH, depth, lambda: self._spent() - begun > BRIEF_NODES or stop())
        return self._small

    def _limit(self, stage: int, limit: float, engine: Engine) -> None:
        if not self._covers or math.isinf(limit):
            return
        bound = math.floor(limit + SAFETY)
        if self._shared_bounds.limit(stage, bound):
            self._tell(Limit(0, self._stages[stage], bound, engine))

    def _bound_later_stages(self) -> None:
        """What the relaxation proves of the next stage while the proven ones are held."""
        for stage in range(1, len(self._stages)):
            if not self._shared_bounds.proven(stage):
                return
            if self._shared_bounds.proven(stage + 1):
                continue
            prices = self._held_prices(stage)
            if prices is not None:
                self._limit(stage, prices.limit, Engine.RELAXATION)

    def _held_prices(self, stage: int) -> Prices | None:
        return self._pricing.prices(self._stages[stage], self._have, self._held(stage))

    def _held(self, stage: int) -> dict[Stage, int]:
        """What the stages before ``stage`` must keep."""
        return dict(zip(self._stages[:stage], self._shared_bounds.values, strict=False))

    def _pass(
        self, width: int, depth: int, stop: Callable[[], bool], *, adds_bounds: bool = True, uses: int | None = None
    ) -> bool:
        """One pass over all sequences; True when it left nothing out."""
        priced = [(0, self._first), (GUIDANCE, self._guide)]
        priced += [(stage, self._held_prices(stage)) for stage in range(1, depth) if self._shared_bounds.any_found]
        prices = [(stage, each) for stage, each in priced if each is not None]
        best, passed = self._search(
            self._problem(prices, depth, adds_bounds=adds_bounds, uses=uses),
            width,
            lambda: self._over(stop),
        )
        self._conclude(best, passed, depth)
        return passed.complete

    def _problem(
        self, prices: Sequence[tuple[int, Prices]], depth: int, *, adds_bounds: bool, uses: int | None = None
    ) -> PassProblem:
        return problem_from_start(
            self._tables,
            self._park,
            self._skills,
            prices,
            self._bound_pool,
            depth,
            adds_bounds=adds_bounds,
            uses=uses,
        )

    def _conclude(self, best: Best, passed: PassResult, depth: int) -> None:
        """What a pass over all sequences proves."""
        if self.exact:
            self._limit(0, max(passed.limit, float(best.values[0])), Engine.LAYERED)
        if passed.complete and depth <= self.exact:
            for stage in range(depth):
                self._limit(stage, float(best.values[stage]), Engine.LAYERED)

    def _search(self, problem: PassProblem, width: int, stop: Callable[[], bool]) -> tuple[Best, PassResult]:
        """One pass; a narrow one tells only what it comes to, as it is over in the blink of an eye."""
        best = Best(self._shared_bounds.as_array())
        tell = (lambda _: None) if width <= NARROW else self._found
        try:
            return best, self._ran(Beam(problem, self._memo, width, best, tell, stop))
        finally:
            self._found(best)

    def _ran(self, beam: Beam) -> PassResult:
        self._beam = beam
        try:
            return beam.run()
        finally:
            self._shared_bounds.count(int(beam.record[CHILDREN]))
            self._nodes = self._spent()
            self._beam = (
                None  # the pass refers to this engine and back: its arrays would wait for the garbage collector
            )

    def _spent(self) -> int:
        """States made so far."""
        return self._nodes + (0 if self._beam is None else int(self._beam.record[CHILDREN]))

    def _over(self, stop: Callable[[], bool]) -> bool:
        """Whether to stop: asked to, everything proven meanwhile, or the repeatable budget spent."""
        return self._exhausted(stop) or self._shared_bounds.proven(len(self._stages))

    def _exhausted(self, stop: Callable[[], bool]) -> bool:
        if self._settings.reproducible and self._settings.time_limit is not None:
            return self._spent() > self._settings.time_limit * NODES_A_SECOND
        return stop()

    def _found(self, best: Best) -> None:
        values = tuple(int(value) for value in best.values[: len(self._stages)])
        if values <= self._shared_bounds.values:
            return
        plan = plan_of(self._tables, best.path, self._goal)
        if self._shared_bounds.found(values, plan):
            self._tell(Found(0, self._tables.position, (plan,), Engine.LAYERED))
