"""The best plan for a park in which dice are rerolled: what is expected of every state, from the last level back.

Of the ways to go on the best is taken, of what dice may show the mean; expected values are whole multiples of one over the faces
to the power of the dice that may still be rolled, and are counted in those.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from models.theme_park.cards import SkillKind
from models.theme_park.operate.chance import FACES
from models.theme_park.operate.mascots import extras_allowed
from models.theme_park.operate.position import Position
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.counting import Counting, counts
from solver.theme_park.operate.flow.prices import THRIFTY, supplies
from solver.theme_park.operate.layered.beam.pass_problem import problem_from_start
from solver.theme_park.operate.layered.chance.chance_levels import NO_FACE, ChanceLevels, Level
from solver.theme_park.operate.layered.chance.chance_states import Edges
from solver.theme_park.operate.layered.encoding.codes import NOTHING
from solver.theme_park.operate.layered.encoding.park import exact_stages, new_memo
from solver.theme_park.operate.layered.encoding.priced_park import priced_park
from solver.theme_park.operate.layered.encoding.skills import most_credits
from solver.theme_park.operate.layered.limits.bound_pool import BoundPool
from solver.theme_park.operate.layered.plans.decode import Decided, plan_of
from solver.theme_park.operate.layered.plans.endgame import goal_at_the_end
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.policies import MOST_ROLLED
from solver.theme_park.operate.settings import STAGES, Settings
from solver.theme_park.operate.tables import VALUES, Tables

DECIDES_LATE = frozenset({SkillKind.MOVE_OUT})
"""Skills after which it is left open where a die is, as by an operation."""


@dataclass(frozen=True)
class BestPlan:
    """What is expected of the best plan, stage by stage, and a plan for each way that dice may fall; no plans where it is what
    was known before."""

    values: tuple[Fraction, ...]
    plans: tuple[Plan, ...]


class Expectimax:
    """The plans of one position.

    ``exact``: how many stages it can prove, 0 where it is not to be asked. ``in_time``: whether all that a plan decides is decided
    when a player must; what it does not decide in time makes its values limits, reached only if its plan knows nothing that
    is still to come.
    """

    def __init__(self, position: Position, settings: Settings) -> None:
        """Nothing searched yet."""
        self._tables = Tables(position, faces=VALUES)
        self._settings = settings
        self._stages = STAGES[settings.objective]
        self.rerolls = self._tables.rerolls
        exact = exact_stages(self._tables, settings.objective) if self._is_known else 0
        self.exact = min(exact, len(self._stages))  # the balanced objective has one stage
        self.in_time = not (most_credits(self._tables) or self._tables.skills & DECIDES_LATE)
        if self.exact:
            self._priced = priced_park(self._tables, settings, THRIFTY)
            self._memo = new_memo(self._priced.park)

    @property
    def _is_known(self) -> bool:
        """Whether all uses of mascots that there are among chance are looked at: none before a skill rolls the die, such as a swap to its colour
        or an extra that treats it as another, even where a mascot that rolls it has no extras of its own."""
        before_a_roll = extras_allowed(self._tables.position) > 0 or SkillKind.SWAP_COLOUR in self._tables.skills
        return 0 < self.rerolls <= MOST_ROLLED and not (before_a_roll and SkillKind.REROLL in self._tables.skills)

    def search(
        self, known: tuple[Fraction, ...], limit: float, most: int, stop: Callable[[], bool], *, priced: bool
    ) -> BestPlan:
        """The best plan, if it is better than ``known`` [stage]; those are the values otherwise.

        ``limit``: of the first stage, whatever dice show. ``priced``: whether the relaxation limits states, which takes a
        linear program. Raises TooMany beyond ``most`` ways, and Stopped.
        """

        def least(rolled: int) -> float:
            """Below it a state reached after so many rolls is part of no plan as good: all others together bring too little."""
            ways = FACES**rolled
            return float(ways * known[0]) - (ways - 1) * limit if ways > 1 else float(known[0])

        counting = Counting(self._tables, self._settings.weights).limits(self._stages[0], supplies(self._tables), {})
        prices = [(0, each) for each in counting] if counts(self._tables) else []
        if priced or not prices:
            first = self._priced.pricing.prices(self._stages[0], supplies(self._tables))
            prices += [] if first is None else [(0, first)]
        pool = BoundPool(self._tables, self._priced.pricing, self._stages, self._settings.seed, completing=False)
        problem = problem_from_start(
            self._tables, self._priced.park, self._priced.skills, prices, pool, 1, adds_bounds=priced
        )
        levels = ChanceLevels(problem, self._memo, least, most, stop)
        return _Induction(levels, levels.levels(), self._tables, self._settings).best(known)


class _Induction:
    def __init__(self, pass_: ChanceLevels, levels: list[Level], tables: Tables, settings: Settings) -> None:
        self._pass, self._levels, self._tables = pass_, levels, tables
        self._goal = goal_at_the_end(settings)
        self._stages = len(STAGES[settings.objective])
        self._unit = FACES**tables.rerolls
        self._worth = [level.stops[:, : self._stages] * self._unit for level in levels]

    def best(self, known: tuple[Fraction, ...]) -> BestPlan:
        for number in reversed(range(len(self._levels))):
            self._settle(number)
        values = tuple(Fraction(int(value), self._unit) for value in self._worth[0][0])
        if values <= known:
            return BestPlan(known, ())
        plans = tuple(plan_of(self._tables, path, self._goal, decided) for path, decided in self._leaves(0, 0, (), ()))
        return BestPlan(values, plans)

    def _settle(self, number: int) -> None:
        """What the states of a level are worth, those of all later ones being known."""
        edges = self._levels[number].edges
        if not len(edges):
            return
        parent, worth = self._decisions(edges, np.arange(len(edges)))
        states = self._worth[number]
        parent = np.concatenate([parent, np.arange(len(states))])
        worth = np.concatenate([worth, states])
        last = _greatest(parent[:, None], worth)
        states[parent[last]] = worth[last]

    def _decisions(self, edges: Edges, chosen: Array) -> tuple[Array, Array]:
        """The parents of what may be decided by the ways ``chosen``, and what each decision is worth [decision, stage]."""
        worth = self._of(edges, chosen)
        sure = edges.face[chosen] == NO_FACE
        rolls = chosen[~sure]
        if not len(rolls):
            return edges.parent[chosen], worth
        key = np.stack([edges.parent[rolls], edges.decision[rolls], edges.face[rolls]], axis=1)
        best = _greatest(key, worth[~sure])
        rolls, each = rolls[best], worth[~sure][best]
        # a decision of which a face is missing is part of no plan as good as the known one
        starts = np.flatnonzero(
            np.r_[True, np.any(np.diff(np.stack([edges.parent[rolls], edges.decision[rolls]]), axis=1) != 0, axis=0)]
        )
        whole = starts[np.diff(np.r_[starts, len(rolls)]) == FACES]
        mean = np.add.reduceat(each, starts, axis=0)[np.isin(starts, whole)] // FACES
        return (
            np.concatenate([edges.parent[chosen[sure]], edges.parent[rolls[whole]]]),
            np.concatenate([worth[sure], mean]),
        )

    def _of(self, edges: Edges, chosen: Array) -> Array:
        """What the states that ways lead to are worth [way, stage]."""
        worth = np.empty((len(chosen), self._stages), np.int64)
        for level in np.unique(edges.level[chosen]):
            there = edges.level[chosen] == level
            worth[there] = self._worth[level][edges.child[chosen[there]]]
        return worth

    def _leaves(
        self, number: int, state: int, path: tuple[tuple[tuple[int, ...], int], ...], decided: tuple[Decided, ...]
    ) -> Iterator[tuple[tuple[tuple[tuple[int, ...], int], ...], tuple[Decided, ...]]]:
        """The steps of the best plan from a state on, for each way that dice may fall."""
        edges, wanted = self._levels[number].edges, self._worth[number][state]
        if np.array_equal(wanted, self._levels[number].stops[state, : self._stages] * self._unit):
            yield path, decided
            return
        for way in self._best_ways(edges, np.flatnonzero(edges.parent == state), wanted):
            step = self._pass.step(edges, way)
            settled = Decided(None if edges.to[way] == NOTHING else int(edges.to[way]), int(edges.given_up[way]))
            yield from self._leaves(int(edges.level[way]), int(edges.child[way]), (*path, step), (*decided, settled))

    def _best_ways(self, edges: Edges, ways: Array, wanted: Array) -> list[int]:
        """A way, or one for each face of a die, that is worth ``wanted``."""
        worth = self._of(edges, ways)
        sure = np.flatnonzero((edges.face[ways] == NO_FACE) & np.all(worth == wanted, axis=1))
        if len(sure):
            return [int(ways[sure[0]])]
        for decision in np.unique(edges.decision[ways[edges.face[ways] != NO_FACE]]):
            of = np.flatnonzero((edges.decision[ways] == decision) & (edges.face[ways] != NO_FACE))
            best = of[_greatest(edges.face[ways[of]][:, None], worth[of])]
            if len(best) == FACES and np.array_equal(worth[best].sum(axis=0) // FACES, wanted):
                return [int(way) for way in ways[best]]
        raise AssertionError("no decision is worth what the state is")


def _greatest(key: Array, worth: Array) -> Array:
    """Of the entries with each key [entry, part] the one that is worth most [entry, stage], in the order of the keys."""
    order = np.lexsort((*worth.T[::-1], *key.T[::-1]))
    ordered = key[order]
    last = np.r_[np.any(ordered[1:] != ordered[:-1], axis=1), True]
    return np.asarray(order[last])
