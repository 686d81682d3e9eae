"""The layered search as an engine: passes of growing width until every stage is proven."""

import math
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial

from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.encoding.codes import GUIDANCE
from solver.theme_park.operate.layered.pass_widths import (
    BRIEF_NODES,
    CROWD,
    FEW,
    FEW_CROSSED,
    FEW_LEFT,
    FEW_USES,
    HELD_WITHIN,
    HIGHEST,
    LEAST_WIDTH,
    MOST_LEAPT,
    MOST_LIMITED,
    NARROW_USES,
    OPENING,
    OPENING_NODES,
    OPENING_USES,
    SLIM,
    VECTOR_SHARE,
    WIDE,
    WIDTHS,
    enough_for_vector,
)
from solver.theme_park.operate.layered.passes import Passes
from solver.theme_park.operate.layered.plans.pass_result import Stopped, as_kernel
from solver.theme_park.operate.layered.vectors.asked_vectors import AskedVectors, Seen
from solver.theme_park.operate.layered.vectors.cube_vector_search import CubeVectorSearch, cube_vector_search_of
from solver.theme_park.operate.layered.vectors.vector_questions import GivesUp, VectorRound
from solver.theme_park.operate.settings import Engine


class LayeredEngine(Passes):
    """Passes over all sequences, and for single cube vectors those that others help with."""

    @cached_property
    def _vectors(self) -> AskedVectors | None:
        if not self.exact:
            return None
        paths, relaxed = self._questions.paths, self._questions.relaxed
        real = cube_vector_search_of(self._priced, paths)
        if real is None:
            return None
        return AskedVectors(self._tables, self._settings, real, paths, relaxed, self._put_together)

    @property
    def _weighed(self) -> CubeVectorSearch | None:
        return None if self._vectors is None else self._vectors.weighed

    def widths(self) -> list[int]:
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
                if self._over(stop):
                    break
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
        if self._few_cross(stop):
            self._settle_lowest(width, stop)
            if width <= LEAST_WIDTH or width >= WIDE or self._open > FEW_LEFT:  # the last few wait for wide passes
                self._settle_highest(width, stop)
        else:
            for each in sorted({*HIGHEST, width}):
                self._settle_highest(each, stop)
                if self._few_cross(stop):
                    break
            self._settle_lowest(width, stop)

    def _few_cross(self, stop: Callable[[], bool]) -> bool:
        """Whether few vectors are next to the best."""
        assert self._weighed is not None
        return self._weighed.number_above(self._shared_bounds.values[0], lambda: self._over(stop)) <= FEW_CROSSED

    def _settle_lowest(self, width: int, stop: Callable[[], bool]) -> None:
        """Ask for the cube vectors at which sequences first exceed the best."""
        assert self._weighed is not None
        while not self._shared_bounds.proven(1):
            best = self._shared_bounds.values
            crossed = self._weighed.above(best[0], partial(self._over_or_better, stop, best[0]))
            if self._shared_bounds.values[0] > best[0]:
                continue
            if crossed is None:
                return
            self._open = len(crossed)
            if len(crossed) > MOST_LIMITED:
                return
            self._limit(0, self._weighed.limit(best[0], crossed), Engine.RELAXATION)
            if len(crossed) > width // VECTOR_SHARE:
                return
            gives_up = GivesUp.WHERE_FEW_CLOSE if width < WIDE else GivesUp.NEVER
            left = self._ask(crossed, best, width, 1, stop, gives_up)
            if left is not None:
                self._open = len(left)
                self._limit(0, self._weighed.limit(best[0], left), Engine.LAYERED)
                return

    def _over_or_better(self, stop: Callable[[], bool], best: int) -> bool:
        """Whether to stop, or more than ``best`` is known in the first stage: it leaves fewer vectors."""
        return self._shared_bounds.values[0] > best or self._over(stop)

    def _settle_highest(self, width: int, stop: Callable[[], bool]) -> None:
        """Ask for the cube vectors at which sequences first come near to the limit: it falls, or far better is found.

        Where those next to the limit stay open, lower targets are leapt to while few vectors are next to them.
        """
        if self._weighed is None or not self._covers or math.isinf(self._shared_bounds.bound(0)):
            return
        step, leaping, failed = 1, False, set[int]()
        while True:
            target = int(self._shared_bounds.bound(0)) - step
            if target <= self._shared_bounds.values[0]:
                return
            left: Sequence[int] | None = (target,)
            if target not in failed:
                if leaping and self._weighed.number_above(target, lambda: self._over(stop)) > MOST_LEAPT:
                    return
                crossed = self._weighed.above(target, lambda: self._over(stop))
                if crossed is None:
                    return
                if self._over(stop):
                    raise Stopped
                left = crossed
                if 0 < len(crossed) <= MOST_LIMITED:
                    beyond = (target, *[-1] * (len(self._stages) - 1))
                    left = self._ask(crossed, beyond, width, 1, stop, GivesUp.AT_THE_FIRST_LEFT)
            if left is None:
                step, leaping = 1, False
            elif not left:
                self._limit(0, target, Engine.LAYERED)
                step, leaping = 2 * step, False
            else:
                failed.add(target)
                leaping |= step == 1
                step = 2 * step if leaping else step // 2

    def _settle_later(self, width: int, stop: Callable[[], bool]) -> None:
        """Look for more in the later stages while the first keeps its value."""
        depth = len(self._stages)
        if self._weighed is None or self.exact < depth or not self._weighed.settles_both or width < LEAST_WIDTH:
            self._passes(width, depth, stop)
            return
        if width == LEAST_WIDTH and not self._passed_briefly(depth, stop):
            self._passes(width, depth, stop)
        while not self._shared_bounds.proven(depth):
            best = as_kernel(self._shared_bounds.values)
            equal = self._weighed.equal(best, lambda: self._over(stop))
            if equal is None:
                self._passes(width, depth, stop)
                return
            gives_up = GivesUp.WHERE_FEW_CLOSE if width <= LEAST_WIDTH else GivesUp.NEVER
            left = self._ask(equal, tuple(best.tolist()), width, depth, stop, gives_up)
            if left is None:
                continue
            for stage, limit in enumerate(self._weighed.later_limits(best, left), start=1):
                self._limit(stage, limit, Engine.LAYERED)
            return

    def _ask(
        self,
        numbers: Sequence[int],
        beyond: tuple[int, ...],
        width: int,
        depth: int,
        stop: Callable[[], bool],
        gives_up: GivesUp,
    ) -> list[int] | None:
        """A pass for each of these cube vectors, this engine's helpers' included.

        Gives those that are left open; None when better than ``beyond`` is known.
        """
        assert self._vectors is not None
        if len(numbers) == 1 and width == WIDE:
            width = WIDTHS[-1]  # what a narrower pass leaves open needs the widest, for which there is memory once
        wider = None
        if gives_up is not GivesUp.AT_THE_FIRST_LEFT:
            wider = next((each for each in WIDTHS if each > width > LEAST_WIDTH), None)
        reached_or_not = depth == 1 and self._vectors.settle_first
        matters = () if reached_or_not else beyond[:depth]
        stars = self._vectors.weighed.stars_of(numbers) if reached_or_not else {}
        asked = VectorRound(deque(numbers), beyond, width, depth, gives_up, wider, matters, stars)
        try:
            improved = self._questions.ask(asked, partial(self._answer, stop))
        finally:
            self._vectors.weighed.close(sorted(asked.closed), -math.inf if reached_or_not else beyond[0], depth)
        return None if improved else [number for number in numbers if number not in asked.closed]

    def _answer(
        self, stop: Callable[[], bool], asked: VectorRound, number: int, width: int, over: Callable[[], bool]
    ) -> bool:
        """Whether a pass for a cube vector leaves nothing out, and nothing better is found by it."""
        assert self._vectors is not None

        def stops() -> bool:
            return over() or self._over(stop)

        if stops():  # prices take a moment too
            raise Stopped
        depth, beyond = asked.depth, asked.values
        seen = self._vectors.seen_relaxed(asked, number, width, self._ran_helped, stops)
        if seen is not Seen.REACHED:
            return seen is Seen.CLOSED
        problem = self._vectors.real.problems.problem(number, depth, uses=NARROW_USES.get(width))
        if problem is None:
            return True
        reaching, complete_only = None, asked.complete_only(width)
        if not self._holds_much():
            reaching = self._vectors.reaching(asked, number, width, self._ran_helped, stops, self._questions.help_pass)
        if reaching is not None:
            # so few states are left that no linear program pays
            problem, width = replace(problem, reaching=reaching, adds_bounds=False), max(width, HELD_WITHIN)
            complete_only &= asked.gives_up is GivesUp.AT_THE_FIRST_LEFT  # few states are left, and some may bring more
        problem = replace(problem, enough=enough_for_vector(width))
        if complete_only:
            return self._closes(replace(problem, complete_only=True), width, stops, beyond)
        few = replace(problem, uses=FEW_USES)
        if few.leaves_out and not problem.leaves_out:
            self._search(few, width, stops, beyond)
            if width < WIDTHS[-1] and self._vectors.too_many_reach(asked, number):
                return False  # they do not find room here either
        return self._closes(problem, width, stops, beyond)

    def _closes(self, problem: PassProblem, width: int, stop: Callable[[], bool], beyond: tuple[int, ...]) -> bool:
        """Whether a pass leaves nothing out and comes to nothing better than ``beyond``: one that does may be over before it is stopped."""
        best, passed = self._search(problem, width, stop, beyond)
        return passed.complete and tuple(best.values[: problem.depth].tolist()) <= beyond[: problem.depth]

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
