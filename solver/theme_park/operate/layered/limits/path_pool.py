"""A pool of prices of the path relaxation: each refutes what it was made for, and often much else."""

import math
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from models.theme_park.guests import TileId
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import Pricing, Supplies, with_icons
from solver.theme_park.operate.flow.records import Quantity
from solver.theme_park.operate.layered.encoding.codes import SAFETY
from solver.theme_park.operate.layered.kernel.path_limits import PathLimit, for_any_uses, path_limit
from solver.theme_park.operate.layered.limits.path_questions import KnownPrices, PathQuestions, SharedPrices
from solver.theme_park.operate.paths.best_ways import BestWays
from solver.theme_park.operate.paths.level_bundle import BELOW, LevelBundle
from solver.theme_park.operate.paths.program import PathPrices, PathProgram, Question
from solver.theme_park.operate.paths.relaxation import PathRelaxation
from solver.theme_park.operate.tables import Tables

LEAST_ROOM, MOST_ROOM, ROOM_BYTES = 20, 60, 40 << 20
"""Prices remembered for each goal: as many as find room in these bytes, but no fewer than the first number and no more than the second."""

ROUNDS = 60
"""Rounds in search of prices for a question: most of those that refute it are found by then."""

FIRST_ROUNDS = 400
"""The same for prices that a pass begins with: each state is tried by them, and others are sought from there (board5-09, 5-05: by 20 rounds, or
none, passes make four times the states)."""

FEW_NUMBERS, OUT_OF_REACH = 400_000, 0.35
"""Numbers that a step fills up to which prices for a question are first sought without a linear program, and how far a limit found so may lie
above what is wanted for that to be asked too (board3-08, 189 questions: 97 refuted in 1.5 s so, 110 in 4.9 s by linear programs; of the 13 more
that these refute, the limit was further above in one)."""

CUBES = Quantity(cubes=1.0)

LATER_BOX, LATER_BELOW = 0.02, 0.004
"""How far prices may be from the best so far, and how far below the target their limit is sought, where something else is wanted besides cubes,
which weighs less. No linear program is asked for states there: it takes a tenth of a second or two, and what else it refutes does not pay (17
proofs of all stages 50.2 instead of 52.7 s)."""


class PathPool:
    """Prices that limit how many icons can still be used, for states and questions that must use up all, without Managers."""

    def __init__(
        self,
        tables: Tables,
        pricing: Pricing,
        most: Mapping[TileId, int],
        seed: int,
        shared: SharedPrices,
    ) -> None:
        """``most``: how often each tile may be used in any question; ``shared``: with other pools of the position."""
        self.position, self._pricing, self._most = tables.position, pricing, most
        self._random = random.Random(seed)
        self._shared = shared
        self._last: Array | None = None
        self._near: dict[Quantity, Array] = {}

    def refute_questions(
        self, have: Supplies, icons: Array, asked: Array, patience: int, stop: Callable[[], bool]
    ) -> Array:
        """Which rows of ``icons`` [question, tile] cannot be used up, ``have`` telling what else there is.

        New prices are sought for questions that no others refuted and that were not ``asked`` [question] before.
        """
        questions = PathQuestions(have, icons, asked, patience)
        for known in tuple(self._shared.known_for(CUBES)):
            questions.refute(known.prices, self._program.limits(known.prices, have, icons))
        with self._shared.asking(questions):
            self._answer(questions, stop)
            questions.wait_for_others(stop)
        refuted: Array = ~questions.open
        return refuted

    def help(self, stop: Callable[[], bool]) -> None:
        """Seek prices for what another pool of the position asks."""
        questions = self._shared.questions
        if questions is not None:
            self._answer(questions, stop)

    def _answer(self, questions: PathQuestions, stop: Callable[[], bool]) -> None:
        while not stop() and (begun := questions.begin(self._random)) is not None:
            try:
                have = with_icons(questions.have, self.position, questions.icons[begun[0]].tolist())
                prices = self._prices(have, begun[1], stop)
                if prices is None:
                    continue
                refuted = questions.refute(prices, self._program.limits(prices, questions.have, questions.icons))
                if refuted:
                    self._remember(prices, refuted)
            finally:
                questions.end()

    def refuted(self, have: Supplies, icons: Array) -> Array:
        """As ``refute_questions``, by the prices known."""
        wanted, open_ = icons.sum(axis=1), np.ones(len(icons), dtype=np.bool_)
        for known in tuple(self._shared.known_for(CUBES)):
            open_ &= self._program.limits(known.prices, have, icons) >= wanted - SAFETY
        refuted: Array = ~open_
        return refuted

    def known(self, goal: Quantity) -> list[KnownPrices]:
        """The prices known for a goal, those that refuted most first."""
        return sorted(self._shared.known_for(goal), key=lambda each: -each.hits)

    def get_ready(self, have: Supplies, goal: Quantity, target: float, stop: Callable[[], bool]) -> None:
        """Make all that two threads need to seek prices for ``goal`` side by side.

        Where not cubes alone are wanted, the first prices are the best for ``have``, sought until it brings less than ``target``.
        """
        _ = self._first, self._second
        if goal in self._near:
            return
        near = self._program.network_duals(have, goal)
        if goal != CUBES:
            question = self._program.question(have)
            limit, near = self._relaxation.limit(question, goal, target, stop, near, FIRST_ROUNDS, LATER_BOX)
            if math.isfinite(limit):  # otherwise nothing shows that these prices limit anything
                self._remember(self._first.prices(near, goal), 0, goal)
        self._near[goal] = near

    def effort(self, have: Supplies) -> int:
        """How many numbers a step in search of prices for ``have`` fills."""
        return self._program.effort(self._program.question(have))

    def seek(
        self, have: Supplies, goal: Quantity, target: float, stop: Callable[[], bool], *, by_second: bool
    ) -> KnownPrices | PathLimit:
        """Prices by which ``have`` brings less than ``target`` of ``goal``; where none were found what those come to that limit it most, for states
        with the same free icons. ``by_second``: by the second of two threads.
        """
        bundle, question = self._second if by_second else self._first, self._program.question(have)
        below = BELOW if goal == CUBES else LATER_BELOW
        limit, duals = bundle.limit(question, goal, target, stop, self._nearest(question, goal), below)
        if limit < target:
            return self._remember(bundle.prices(duals, goal), 0, goal)
        return for_any_uses(path_limit(self._program.read(duals, bundle.worth.copy()[None]), self._program.paths))

    def _nearest(self, question: Question, goal: Quantity) -> Array:
        """The prices known that limit what the supplies bring most: from those others are found soonest."""
        known = [(question.limit(each.prices), each.prices.duals) for each in tuple(self._shared.known_for(goal))]
        return min(known, key=lambda each: each[0])[1] if known else self._near[goal]

    @cached_property
    def _program(self) -> PathProgram:
        return PathProgram(self._pricing, self._most)

    @cached_property
    def _relaxation(self) -> PathRelaxation:
        return PathRelaxation(self._program)

    @cached_property
    def _first(self) -> LevelBundle:
        return LevelBundle(self._program, self._relaxation.ways)

    @cached_property
    def _second(self) -> LevelBundle:
        return LevelBundle(self._program, BestWays(self._program.paths))

    def _prices(self, have: Supplies, near: PathPrices | None, stop: Callable[[], bool]) -> PathPrices | None:
        """Prices by which ``have`` cannot use up its icons, sought from those ``near``; None where there are none.

        Those that fall short of it refute nothing else either: 4 questions of 718, by half of all the prices sought.
        """
        duals = self._last if near is None else near.duals
        if duals is None and self._pricing.completion(have) is None:
            return None
        target = sum(have.icons.values()) - SAFETY
        question, bundle = self._program.question(have), self._first
        limit, duals = math.inf, self._program.solved_duals() if duals is None else duals
        if self._program.effort(question) < FEW_NUMBERS:
            limit, duals = bundle.limit(question, CUBES, target, stop, duals)
            if limit > target + OUT_OF_REACH:
                return None
        if limit >= target:
            limit, duals = self._relaxation.limit(question, CUBES, target, stop, duals, ROUNDS)
        self._last = duals
        return bundle.prices(duals, CUBES) if limit < target else None

    def _remember(self, prices: PathPrices, hits: int, goal: Quantity = CUBES) -> KnownPrices:
        known = self._shared.known_for(goal)
        if len(known) >= max(LEAST_ROOM, min(MOST_ROOM, ROOM_BYTES // prices.values.nbytes)):
            with suppress(ValueError):  # another thread was quicker
                known.remove(min(known, key=lambda each: each.hits))
        new = KnownPrices(prices, path_limit(prices, self._program.paths), hits, goal)
        known.append(new)
        return new


@dataclass(frozen=True)
class PoolOfPark:
    """A pool as a park uses it that has not all skills of the pool's; ``skills``: the numbers of those it has, None for all in their order."""

    pool: PathPool
    skills: tuple[int, ...] | None = None

    def limit(self, limit: PathLimit) -> PathLimit:
        """The same limit for states of the park."""
        return limit if self.skills is None else limit._replace(skills=limit.skills[list(self.skills)])

    def supplies(self, have: Supplies) -> Supplies:
        """As the pool counts them what states of the park ``have``, whose skills come first."""
        if self.skills is None:
            return have
        skills = [0.0] * len(have.skills)
        for number, skill in enumerate(self.skills):
            skills[skill] = have.skills[number]
        return replace(have, skills=tuple(skills))
