"""The layered search as a helper of another engine: it takes part in what that asks, and looks for sequences besides."""

import math
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import ClassVar

from solver.theme_park.operate.flow.prices import LAVISH, SPARING, GuidanceWeights
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.encoding.park import row_of
from solver.theme_park.operate.layered.engine import LayeredEngine
from solver.theme_park.operate.layered.pass_widths import (
    CHILDREN_OF_SUFFIX,
    FAR_FOR_USES,
    FAR_SHARE,
    FEW_LEFT,
    FIRST_SCOUTED,
    LAST_VECTORS_WIDTH,
    LEAST_WIDTH,
    NEARBY_USES,
    NEARBY_WIDTH,
    PRESSED,
    PRESSING_AFTER,
    QUICK,
    SCOUTED,
    SUFFIX_PASSES,
    Scouted,
    children_a_layer,
)
from solver.theme_park.operate.layered.plans.pass_result import Stopped
from solver.theme_park.operate.layered.suffixes import Suffix, Suffixes
from solver.theme_park.operate.layered.vectors.nearby_vectors import NearbyVectors


class Scout(LayeredEngine):
    """An engine that shares the questions of another; its own passes make no linear programs for limits."""

    guides_to_vectors: ClassVar[GuidanceWeights] = LAVISH

    def scout(self, stop: Callable[[], bool]) -> None:
        """Take part in a search that another engine leads: cube vectors first where it asks for them, then passes of its own."""
        left, nearby, soon = self.scouted(), NearbyVectors(), time.monotonic() + PRESSING_AFTER
        while not self._over(stop) and (left or self._vectors is not None):
            if self.press_on(left, soon, stop) or self._comes_nearer(nearby, soon, stop):
                continue
            self.help(stop, waits=not left, until=soon)
            if left:
                self.look(left, partial(self._wanted_elsewhere, stop, left[0].width))

    def press_on(self, left: deque[Scouted], soon: float, stop: Callable[[], bool]) -> bool:
        """After ``soon`` seek the rest of the best sequence anew, or make the first of the passes ``left``, where that comes before what
        another engine asks; False where nothing does.

        A pass with many uses takes seconds, and is left out where the best is near the limit.
        """
        waits = self._questions.closes_soon and not any(each in SCOUTED[:FIRST_SCOUTED] for each in left)
        if waits or time.monotonic() <= soon:
            return False
        if self._look_along(LEAST_WIDTH if left and left[0].width <= QUICK else math.inf, stop):
            return True
        while left and left[0].uses and left[0].width > LEAST_WIDTH and not self._farther_than(FAR_FOR_USES):
            left.popleft()
        if not left or not self.presses_on(left[0]):
            return False
        self.look(left, stop)
        return True

    def _look_along(self, widest: float, stop: Callable[[], bool]) -> bool:
        """Seek the rest of the best sequence anew from a state on its way, by a pass no wider than ``widest``; False where none is left
        to begin at, or the best is near the limit."""
        if self._shared_bounds.proven(1) or not self._far:
            return False
        suffix = self._suffixes.next(self._shared_bounds, widest)
        if suffix is None:
            return False
        with suppress(Stopped):
            self._search(self.rest_after(suffix), suffix.scouted.width, lambda: self._over(stop))
        return True

    def rest_after(self, suffix: Suffix) -> PassProblem:
        """What a pass is to find that begins where the best sequence has begun."""
        begun, scouted = suffix
        row, stars, money = row_of(self._tables, self._park, begun.state)
        problem = self._pass_problem(1, adds_bounds=False, uses=scouted.uses, weights=scouted.weights)
        return replace(
            problem,
            row=row,
            stars=stars,
            money=money,
            begun=begun,
            children_a_layer=CHILDREN_OF_SUFFIX if scouted.uses else 0,
        )

    @cached_property
    def _looked_at(self) -> set[tuple[int, int]]:
        """The vectors looked at for later stages, and the uses in passes for them."""
        return set()

    @cached_property
    def _suffixes(self) -> Suffixes:
        return Suffixes(self._tables.position, self._chosen(SUFFIX_PASSES))

    def presses_on(self, scouted: Scouted) -> bool:
        """Whether a pass of its own comes before what another engine asks: the first ones, and a wider one while the next proof is far."""
        if self._shared_bounds.proven(1) and scouted.width > LEAST_WIDTH and self._questions.paths.waiting:
            return False  # then it is known which vectors are asked for
        wider = scouted.width <= PRESSED and not scouted.uses and not self._questions.settles_soon
        return scouted.width <= QUICK or (wider and self._far)

    @property
    def _far(self) -> bool:
        """Whether the best is far from the limit in the first stage that is not proven."""
        return self._farther_than(FAR_SHARE)

    def _farther_than(self, share: float) -> bool:
        """Whether it lacks more than such a part of that limit."""
        stage = next((each for each in range(len(self._stages)) if not self._shared_bounds.proven(each + 1)), 0)
        return self._shared_bounds.values[stage] < (1 - share) * self._shared_bounds.bound(stage)

    @property
    def _asked(self) -> bool:
        """Whether another engine asks for something that nobody has begun with."""
        return self._questions.waiting or self._questions.paths.waiting

    def _comes_nearer(self, nearby: NearbyVectors, soon: float, stop: Callable[[], bool]) -> bool:
        """After ``soon`` ask for a nearby vector; False where what another engine asks comes first, or none is worth it."""
        soon_settled = self._questions.settles_soon or self._questions.closes_soon
        if time.monotonic() <= soon or soon_settled or (self._asked and not self._far):
            return False
        return self._look_nearby(nearby, stop)

    def _wanted_elsewhere(self, stop: Callable[[], bool], width: int) -> bool:
        """Whether a scout is to leave a pass of this width for what another engine asks."""
        asked = self._questions.waiting or (width > QUICK and self._questions.paths.waiting)
        return asked or stop()

    def scouted(self) -> deque[Scouted]:
        """A scout's passes."""
        return deque(self._chosen(SCOUTED))

    def _chosen(self, passes: Iterable[Scouted]) -> list[Scouted]:
        """Where no mascot has a skill those passes are enough that allow no uses: others would be the same, as no pass that
        leaves uses out makes the extra adjustments of Mascot cards."""
        return [each for each in passes if len(self._skills.cards) or not each.uses]

    def help(self, stop: Callable[[], bool], *, waits: bool, until: float) -> None:
        """Ask for cube vectors that another engine wants to know of; ``waits`` a moment for the first.

        Nothing is begun after ``until``, if that is to come.
        """
        if self._weighed is not None:
            ends = until if until > time.monotonic() else math.inf

            def leaves() -> bool:
                return time.monotonic() > ends

            self._weighed.help_with_paths(lambda: leaves() or self._over(stop))
            self._questions.help(partial(self._answer, stop), waits=waits, leaves=leaves)

    def _look_nearby(self, nearby: NearbyVectors, stop: Callable[[], bool]) -> bool:
        """Ask narrowly for a cube vector near that of the best sequence; False where none is worth it."""
        if self._vectors is None or self._shared_bounds.proven(1):
            return False
        number = nearby.next(self._vectors.real, self._shared_bounds)
        if number is None:
            return False
        problem = self._vectors.real.problems.problem(number, 1, uses=NEARBY_USES)
        if problem is not None:
            with suppress(Stopped):
                self._search(problem, NEARBY_WIDTH, lambda: self._over(stop))
        return True

    def _asked_of(self, scouted: Scouted, depth: int) -> tuple[int, ...]:
        """The few vectors that a later stage is still asked of, those first that are asked for last: passes for them take the place of one
        over all sequences."""
        if depth == 1 or (scouted.width <= LEAST_WIDTH and not scouted.uses):
            return ()
        numbers = self._questions.still_open(depth)
        return numbers if len(numbers) <= FEW_LEFT else ()

    def _look_at(self, number: int, scouted: Scouted, depth: int, stop: Callable[[], bool]) -> None:
        """Look for more in the later stages by way of one vector, with other weights than the engine that asks for it. Raises Stopped."""
        assert self._vectors is not None
        width, uses = min(scouted.width, LAST_VECTORS_WIDTH), scouted.uses
        self._looked_at.add((number, uses))
        if uses and self._vectors.puts_together:
            return  # what uses bring is found that way, and sooner
        problem = self._vectors.real.problems.problem(number, depth, uses=uses, weights=SPARING)
        if problem is not None:
            self._search(replace(problem, children_a_layer=children_a_layer(width, uses)), width, stop)

    def look(self, left: deque[Scouted], stop: Callable[[], bool]) -> None:
        """Make the first of the passes ``left``; one that was stopped stays there. It makes no linear programs for limits: what
        it finds spares others' work. Where a later stage is asked of few vectors, it is made once for each of these instead."""
        scouted, depth = left[0], len(self._stages) if self._shared_bounds.proven(1) else 1

        def leaves() -> bool:
            return stop() or bool(self._asked_of(scouted, depth))

        asked = self._asked_of(scouted, depth)
        new = next((each for each in asked if (each, scouted.uses) not in self._looked_at), None)
        with suppress(Stopped):
            if new is not None:
                self._look_at(new, scouted, depth, stop)
                return
            if not asked:
                width, uses, weights = scouted
                self._pass(width, depth, leaves, adds_bounds=False, uses=uses, weights=weights)
            left.popleft()
