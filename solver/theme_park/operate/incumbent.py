"""What is known so far of one position: plans that replay as legal, and proven limits."""

import logging
import math
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from models.theme_park.operate.chance import FACES
from models.theme_park.operate.earnings import stars_for_money
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateVerdict, replay
from solver.runtime.messages import Finished
from solver.theme_park.operate.canonical import order
from solver.theme_park.operate.messages import Candidate, Effort, Limit, ModelTooLarge
from solver.theme_park.operate.policies import expected_values, foresight, moves_of
from solver.theme_park.operate.result import Advice, Progress, StageResult, Status
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES, Engine, Objective, Settings, Stage
from solver.theme_park.operate.signature import Signature, signature_of_end
from solver.theme_park.operate.supported import weighed_by_cpsat
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.trivial_bounds import upper_limit

log = logging.getLogger(__name__)

GREEDY_SECONDS = 0.08
GREEDY_SHARE = 0.5

SEVERAL_REROLLS = (
    "Several dice may be rerolled here. What is expected of the plan is exact and its limits hold for all plans, but not all that "
    "reroll several dice were weighed: solve again once a die is rolled."
)

REROLLS_BY_CABLE_CAR = (
    "Dice may be rerolled here and cable cars ride: the plan tries single rerolls on the way of the sequences found, not all there "
    "are. Its limits hold for all."
)

TOO_LARGE = (
    "This park is too large for CP-SAT (more than {constraints:,} constraints): the sequence and its limit come from the layered search "
    "and the relaxation alone."
)

Judged = tuple[OperateVerdict, ...]
"""A plan replayed: one sequence, or one for each way that rerolled dice may fall."""

_Look: TypeAlias = tuple[Signature, ...]
"""What a player sees of a plan, for each of its sequences."""


class Disagreement(Exception):
    """The solver proposed what the rules refuse, or claims a limit that an answer exceeds: a bug of ours."""


class Incumbent:
    """Judges what the search proposes and keeps the best; the clock runs from its making."""

    def __init__(
        self,
        position: Position,
        settings: Settings,
        on_progress: Callable[[Progress], None] | None,
        began: float | None = None,
    ) -> None:
        """Knows only the empty sequence; ``began``: when the search did (time.monotonic), if not just now."""
        self._position, self._settings, self._on_progress = position, settings, on_progress
        self._began = time.monotonic() if began is None else began
        self._stages = STAGES[settings.objective]
        self._trivial = {stage: upper_limit(position, stage, settings.weights) for stage in self._stages}
        self._limits: dict[Stage, int | Fraction] = dict(self._trivial)
        self._limited_by = dict.fromkeys(self._stages, Engine.COUNTING)
        self._most_stars = upper_limit(position, Stage.STARS, settings.weights)
        self._best: Judged = (replay(position, ()),)
        self._ties: dict[_Look, Judged] = {}
        self._others: dict[_Look, Judged] = {}
        self._named: dict[_Look, Judged] = {}
        self._settled = False
        self._notes: list[str] = []
        self._failure: str | None = None
        self._engine = Engine.GREEDY
        self.finished = self.searched = False
        self._nodes: int | None = None
        self._first_proven: float | None = None
        tables = Tables(position)
        self._faces = FACES if tables.chance else 1
        self._exact = tables.rerolls <= 1
        self._doubts = [] if self._exact else [SEVERAL_REROLLS]
        if not weighed_by_cpsat(tables):
            self._doubts.append(REROLLS_BY_CABLE_CAR)

    def greedy_until(self) -> float:
        """When a first sequence must be there (time.monotonic)."""
        limit = self._settings.time_limit
        return self._began + (GREEDY_SECONDS if limit is None else min(GREEDY_SECONDS, GREEDY_SHARE * limit))

    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self._began

    def seconds_left(self) -> float:
        """Seconds until the time limit; without end where the limit counts work, which the search does itself."""
        if self._settings.time_limit is None or self._settings.reproducible:
            return math.inf
        return self._settings.time_limit - self.seconds()

    def judge(
        self,
        rank: int,
        sequences: Sequence[tuple[Move, ...]],
        engine: Engine = Engine.GREEDY,
        *,
        canonical: bool = False,
    ) -> None:
        """Replay a proposed plan and keep it if it is the best, or the best alternative that looks as it does.

        Of equal plans the one with fewer moves is kept, then the one whose notation comes first; a ``canonical`` one
        goes before all others, so that an answer does not depend on which plans happened to be found. Engines may know plans
        of equal worth in another order, and what one has for the best can be another's alternative: beyond the first,
        ranks say nothing. Raises Disagreement.
        """
        if len(set(sequences)) == 1:
            sequences = sequences[:1]
        fault = foresight(tuple(sequences))
        if fault is not None:
            raise Disagreement(fault)
        plan = tuple(replay(self._position, moves) for moves in sequences)
        for verdict, moves in zip(plan, sequences, strict=True):
            if verdict.violation is not None:
                raise Disagreement(f"the rules refuse a proposed sequence: {verdict.violation.message} {moves}")
        if rank > 0:
            self._keep(self._named if canonical else self._others, plan)
            return
        if canonical:
            self._settle_for(plan)
        if self._settings.alternatives and not self._settled:
            self._note_tie(plan)
        if self._before_the_best(plan):
            self._best, self._engine = plan, engine

    def _settle_for(self, plan: Judged) -> None:
        """Make ``plan`` the answer among all that are worth as much."""
        if self._score(plan) < self._score(self._best):
            raise Disagreement(f"{plan} is to stand for all the best, and is worth less than {self._best}")
        self._settled, self._best = True, plan
        self._ties.clear()
        self._others.clear()

    def _before_the_best(self, plan: Judged) -> bool:
        scored, best = self._score(plan), self._score(self._best)
        if scored != best or self._settled:
            return scored > best
        return self._order(plan) > self._order(self._best)

    def _note_tie(self, plan: Judged) -> None:
        """Remember all plans that are worth as much as the best: but one they are alternatives."""
        best, scored = self._score(self._best), self._score(plan)
        if scored > best:
            self._ties.clear()
        if scored >= best:
            self._keep(self._ties, plan)

    def _keep(self, plans: dict[_Look, Judged], plan: Judged) -> None:
        """Add a plan unless a better one is there that looks as it does."""
        look = self._look_of(plan)
        if look not in plans or self._order(plan) > self._order(plans[look]):
            plans[look] = plan

    def take(self, message: Candidate | Limit | ModelTooLarge | Finished) -> bool:
        """Take in one message; True when it was the last."""
        match message:
            case Candidate(rank, sequences, engine, canonical):
                self.searched = True
                self.judge(rank, sequences, engine, canonical=canonical)
            case Limit(0, stage, bound, engine) if self._exact or engine is not Engine.CPSAT:
                limit = bound if self._faces == 1 else Fraction(bound) / self._faces
                if limit < self._limits[stage]:
                    self._limits[stage], self._limited_by[stage] = limit, engine
            case ModelTooLarge(constraints):
                self._note(TOO_LARGE.format(constraints=constraints))
            case Finished(failure, effort):
                self.finished = True
                if isinstance(effort, Effort):
                    self._nodes, self._first_proven = effort.nodes, effort.first_proven
                if failure is not None:
                    self.failed(failure)
                return True
        return False

    @property
    def broken(self) -> bool:
        """Whether the search ended by a fault of its own."""
        return self._failure is not None

    def failed(self, why: str) -> None:
        """Note that the search ended by a fault of its own."""
        log.error("search failed: %s", why)
        self._failure = self._failure or why
        self._note(f"The search ended early: {why}.")

    def _note(self, what: str) -> None:
        if what not in self._notes:
            self._notes.append(what)

    def report(self) -> None:
        """Tell the caller how things stand."""
        if self._on_progress is not None:
            stage = next((result.stage for result in self._results() if not result.proven), self._stages[-1])
            stars = min(verdict.stars for verdict in self._best)
            self._on_progress(
                Progress(
                    stage,
                    stars,
                    self._star_bound()[0],
                    self.seconds(),
                    self._engine,
                    lambda: self.advice(None),
                    rolls=len(self._best) > 1,
                )
            )

    def advice(self, status: Status | None) -> Advice:
        """The answer as things stand; ``status`` None when the search came to its end or its limit."""
        results = self._results()
        proven = all(result.proven for result in results)
        verdict = self._least(self._best)
        bound, bound_by = self._star_bound()
        if proven and len(self._best) == 1:
            bound, bound_by = verdict.stars, results[0].bound_by or bound_by
        return Advice(
            position=self._position,
            settings=self._settings,
            status=Status.OPTIMAL if proven else status or Status.FEASIBLE,
            verdict=verdict,
            bound=bound,
            stages=results,
            seconds=self.seconds(),
            alternatives=tuple(map(self._least, self._alternatives())),
            branches=self._best if len(self._best) > 1 else (),
            notes=tuple(self._notes if proven else [*self._doubts, *self._notes]),
            failure=self._failure,
            first_proven=self._first_proven,
            nodes=self._nodes,
            bound_by=bound_by,
        )

    def _alternatives(self) -> list[Judged]:
        """The next best plans that look otherwise than the best, as many as asked for: none that rolls, as one way it may fall is no plan."""
        most, best = self._settings.alternatives, self._look_of(self._best)
        known = self._others | self._ties | self._named
        told = {look: plan for look, plan in known.items() if look != best and len(plan) == 1}
        named = [told[look] for look in self._named if look in told][:most]
        rest = [plan for look, plan in told.items() if look not in self._named]
        rest = sorted(rest, key=self._order, reverse=True)[: most - len(named)]
        return sorted(named + rest, key=self._order, reverse=True)

    def _look_of(self, plan: Judged) -> _Look:
        return tuple(signature_of_end(self._position, verdict.reached) for verdict in plan)

    def _values_of_each(self, plan: Judged) -> list[tuple[int, ...]]:
        return [score(self._position, verdict.reached, self._settings) for verdict in plan]

    def _score(self, plan: Judged) -> tuple[int | Fraction, ...]:
        """The stage values, expected over what rerolled dice may show."""
        return expected_values(moves_of(plan), self._values_of_each(plan))

    def _order(self, plan: Judged) -> tuple[object, ...]:
        """Greater is better: by stage values, then what comes first in the order of equals."""
        moves, notation = order([step.move for verdict in plan for step in verdict.steps])
        return *self._score(plan), -moves, tuple(-ord(letter) for letter in notation)

    def _least(self, plan: Judged) -> OperateVerdict:
        """The sequence of a plan that brings least: what is sure whatever the die shows."""
        values = self._values_of_each(plan)
        return plan[values.index(min(values))]

    def _results(self) -> tuple[StageResult, ...]:
        """Values and limits by stage; a limit holds only while every earlier stage is proven."""
        results: list[StageResult] = []
        for stage, value in zip(self._stages, self._score(self._best), strict=True):
            settled = all(result.proven for result in results)
            bound = self._limits[stage] if settled else self._trivial[stage]
            by = self._limited_by[stage] if settled else Engine.COUNTING
            if value > bound:
                raise Disagreement(f"{stage} {value} exceeds its limit {bound}: {self._best}")
            results.append(StageResult(stage, value, bound, by))
        return tuple(results)

    def _star_bound(self) -> tuple[int, Engine]:
        """An upper limit on the stars of any sequence, or in whole stars on those expected where a die is rerolled, and who proved it."""
        match self._settings.objective:
            case Objective.STARS:
                return math.ceil(self._limits[Stage.STARS]), self._limited_by[Stage.STARS]
            case Objective.FINAL:
                held = stars_for_money(self._position, self._position.money)
                by_stage = math.ceil(self._limits[Stage.FINAL]) - held
                if by_stage < self._most_stars:
                    return by_stage, self._limited_by[Stage.FINAL]
                return self._most_stars, Engine.COUNTING
            case Objective.BALANCED:
                return self._most_stars, Engine.COUNTING
