"""Passes of the layered search over one position, and what they find and prove."""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial, reduce
from typing import ClassVar

from models.theme_park.operate.phase import play
from models.theme_park.operate.state import start
from solver.runtime.memory import beyond
from solver.theme_park.operate.flow.counting import Counting, counts
from solver.theme_park.operate.flow.prices import THRIFTY, GuidanceWeights, Prices, supplies
from solver.theme_park.operate.flow.relaxed_cards import covers
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem, problem_from_start
from solver.theme_park.operate.layered.beam.search import NARROW, Beam
from solver.theme_park.operate.layered.beam.start_prices import StartPrices, held_before
from solver.theme_park.operate.layered.encoding.codes import CHILDREN, GUIDANCE
from solver.theme_park.operate.layered.encoding.park import exact_stages, new_memo
from solver.theme_park.operate.layered.encoding.priced_park import priced_park
from solver.theme_park.operate.layered.limits.bound_pool import BoundPool
from solver.theme_park.operate.layered.pass_widths import (
    BRIEF_NODES,
    BRIEF_WIDTH,
    MUCH_HELD,
    NARROW_USES,
    NODES_A_SECOND,
    WIDE,
    children_a_layer,
)
from solver.theme_park.operate.layered.plans.decode import plan_of
from solver.theme_park.operate.layered.plans.endgame import goal_at_the_end
from solver.theme_park.operate.layered.plans.mascots_together import put_together
from solver.theme_park.operate.layered.plans.pass_result import Best, PassResult, Path, Stopped, as_kernel, whole_limit
from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions
from solver.theme_park.operate.messages import Found, Limit, Message
from solver.theme_park.operate.plan import Begun, Plan
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Engine, Settings, Stage
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.unfolding import unfold


class Passes:
    """Passes over one position that fits; what they find and prove goes to ``shared_bounds`` and ``tell``.

    ``exact``: how many stages they can prove. ``guides_to_vectors``: what ranks the states of a pass for one cube vector.
    """

    guides_to_vectors: ClassVar[GuidanceWeights] = THRIFTY

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        shared_bounds: SharedBounds,
        tell: Callable[[Message], None],
        questions: VectorQuestions,
        start_prices: StartPrices | None = None,
    ) -> None:
        """The park as arrays; prices of the relaxation are made when they are first needed, where ``start_prices`` of another engine
        are not used."""
        self._questions = questions
        self._tables, self._settings, self._shared_bounds, self._tell = tables, settings, shared_bounds, tell
        self._other_guides: dict[GuidanceWeights, Prices | None] = {}
        self._priced_later: dict[tuple[int, ...], Prices | None] = {}
        self._stages = shared_bounds.stages
        self._goal = goal_at_the_end(settings)
        self._counting = Counting(tables, settings.weights)
        self._have = supplies(tables)
        self._covers, self._counts = covers(tables), counts(tables)
        self.exact = exact_stages(tables, settings.objective)
        self._priced = priced_park(tables, settings, self.guides_to_vectors)
        self._park, self._skills, self._pricing = self._priced.park, self._priced.skills, self._priced.pricing
        self.start_prices = start_prices or StartPrices(self._pricing, self._stages[0], self._have, THRIFTY)
        self._memo = new_memo(self._park)
        self._bound_pool = BoundPool(tables, self._pricing, self._stages, settings.seed, completing=False)
        self._open: float = math.inf
        self._beam: Beam | None = None
        self._nodes = 0
        self._holds_much = beyond(math.inf if settings.reproducible else MUCH_HELD)
        self._small = True  # a brief pass may leave nothing out

    @cached_property
    def _counted(self) -> list[Prices]:
        return self._counting.limits(self._stages[0], self._have, {})

    @property
    def _rides_first(self) -> bool:
        """Whether dollars of fares count in the first stage: there a guest who can serve no more still rides."""
        return self._park.fares.size > 0 and self._stages[0] is not Stage.STARS

    @property
    def _first(self) -> Prices | None:
        return self.start_prices.solved().first

    def _guide(self, weights: GuidanceWeights) -> Prices | None:
        start = self.start_prices.solved()
        if weights == self.start_prices.weights:
            return start.guidance
        if weights not in self._other_guides:
            self._other_guides[weights] = self._pricing.guidance(self._stages[0], self._have, weights)
        return self._other_guides[weights]

    def _within_memory(self, width: int) -> int:
        """The width, or one for which there is memory where this process holds much already."""
        return WIDE if width > WIDE and self._holds_much() else width

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
        self._small = False
        with suppress(Stopped):
            self._small = self._pass(BRIEF_WIDTH, depth, stop, enough=BRIEF_NODES)
        return self._small

    def _pass(
        self,
        width: int,
        depth: int,
        stop: Callable[[], bool],
        *,
        adds_bounds: bool = True,
        uses: int | None = None,
        weights: GuidanceWeights = THRIFTY,
        enough: int = 0,
    ) -> bool:
        """One pass over all sequences; True when it left nothing out. Raises Stopped."""
        if self._over(stop):  # prices take a moment too
            raise Stopped
        problem = self._pass_problem(depth, adds_bounds=adds_bounds, uses=uses, weights=weights)
        a_layer = children_a_layer(width, uses)
        best, passed = self._search(
            replace(problem, enough=enough, children_a_layer=a_layer), width, lambda: self._over(stop)
        )
        self._conclude(best, passed, depth)
        return passed.complete

    def _pass_problem(
        self, depth: int, *, adds_bounds: bool, uses: int | None, weights: GuidanceWeights
    ) -> PassProblem:
        """What a pass over all sequences is to find, with the prices of the start."""
        priced = [(0, self._first), (GUIDANCE, self._guide(weights))]
        priced += [(stage, self._held_prices(stage)) for stage in range(1, depth) if self._shared_bounds.any_found]
        prices = [(stage, each) for stage, each in priced if each is not None]
        return self._problem(prices, depth, adds_bounds=adds_bounds, uses=uses)

    def _limit(self, stage: int, limit: float, engine: Engine) -> None:
        if not self._covers or math.isinf(limit):
            return
        bound = int(whole_limit(limit))
        if self._shared_bounds.limit(stage, bound):
            self._tell(Limit(0, self._stages[stage], bound, engine))

    def _held_prices(self, stage: int) -> Prices | None:
        """Prices of a later stage while those before it keep their values, made once for the same ones."""
        self.start_prices.solved()  # those come first
        held = self._held(stage)
        known = tuple(held.values())
        if known not in self._priced_later:
            self._priced_later[known] = self._pricing.prices(self._stages[stage], self._have, held)
        return self._priced_later[known]

    def _held(self, stage: int) -> dict[Stage, int]:
        """What the stages before ``stage`` must keep."""
        return held_before(self._stages, self._shared_bounds.values, stage)

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
            sets_idle_apart=depth == 1 and Stage.BALANCED not in self._stages and not self._rides_first,
            drops_dominated=True,
        )

    def _conclude(self, best: Best, passed: PassResult, depth: int) -> None:
        """What a pass over all sequences proves."""
        if self.exact:
            self._limit(0, max(passed.limit, float(best.values[0])), Engine.LAYERED)
        if passed.complete and depth <= self.exact:
            for stage in range(depth):
                self._limit(stage, float(best.values[stage]), Engine.LAYERED)

    def _search(
        self, problem: PassProblem, width: int, stop: Callable[[], bool], more_than: tuple[int, ...] | None = None
    ) -> tuple[Best, PassResult]:
        """One pass for more than ``more_than``, else than the best; a narrow one tells only what it comes to, as it is over in the blink of an eye."""
        values = as_kernel(more_than or self._shared_bounds.values)
        best = Best(values.copy())
        found = self._found if problem.begun is None else partial(self._found_after, problem.begun)
        tell = (lambda _: None) if width <= NARROW else found
        beam = Beam(problem, self._memo, self._within_memory(width), best, tell, stop)
        try:
            return best, self._ran(beam) if more_than is None else self._ran_helped(beam)
        finally:
            if (best.values != values).any():
                found(best)

    def _ran(self, beam: Beam) -> PassResult:
        self._beam = beam
        if self._most_nodes < math.inf:
            beam.end_after(max(1, int(self._most_nodes) - self._nodes + 1))
        try:
            return self._ran_apart(beam)
        finally:
            self._nodes = self._spent()
            self._beam = (
                None  # the pass refers to this engine and back: its arrays would wait for the garbage collector
            )

    def _ran_apart(self, beam: Beam) -> PassResult:
        """The same where another pass may run beside it: none of its work counts as this engine's."""
        try:
            return beam.run()
        finally:
            self._shared_bounds.count(int(beam.record[CHILDREN]))

    def _ran_helped(self, beam: Beam) -> PassResult:
        """The same with the help of a thread that has nothing else to do."""
        with self._questions.helped(beam):
            return self._ran(beam)

    def _spent(self) -> int:
        """States made so far."""
        return self._nodes + (0 if self._beam is None else int(self._beam.record[CHILDREN]))

    def _over(self, stop: Callable[[], bool]) -> bool:
        """Whether to stop: asked to, everything proven meanwhile, or the repeatable budget spent."""
        return self._exhausted(stop) or self._shared_bounds.proven(len(self._stages))

    @property
    def _most_nodes(self) -> float:
        """States that may be made where answers must be repeatable."""
        limit = self._settings.time_limit
        return limit * NODES_A_SECOND if self._settings.reproducible and limit is not None else math.inf

    def _exhausted(self, stop: Callable[[], bool]) -> bool:
        return self._spent() > self._most_nodes if self._most_nodes < math.inf else stop()

    def _found(self, best: Best) -> None:
        values = tuple(int(value) for value in best.values[: len(self._stages)])
        if values <= self._shared_bounds.values:
            return
        plan = plan_of(self._tables, best.path, self._goal)
        if self._tables.fares_matter:  # a pass in which no dollars count does not know what rides pay
            self._weigh(plan)
        elif self._shared_bounds.found(values, plan):
            self._tell(Found(0, self._tables.position, (plan,), Engine.LAYERED, values=values))

    def _found_after(self, begun: Begun, best: Best) -> None:
        """Take in what a pass found that began after those steps: nobody but the rules says what all of it is worth."""
        self._weigh(plan_of(self._tables, best.path, self._goal, begun=begun))

    def _put_together(self, apart: Tables, path: Path) -> bool:
        """Put the adjustments of a path with mascots ``apart`` together into uses; whether that is a better sequence."""
        plan = put_together(self._tables, plan_of(apart, path, None), self._goal)
        return plan is not None and self._weigh(plan)

    def _weigh(self, plan: Plan) -> bool:
        """Take in a plan for what the rules say that it is worth; whether it is the best so far."""
        position = self._tables.position
        end = reduce(partial(play, position), unfold(position, (plan,))[0], start(position))
        values = score(position, end, self._settings)
        better = self._shared_bounds.found(values, plan)
        if better:
            self._tell(Found(0, position, (plan,), Engine.LAYERED, values=values))
        return better
