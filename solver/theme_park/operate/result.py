"""The answer of a search: how far it came, what it found, and what it proved."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from models.theme_park.operate.disputes import Difference, difference
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateVerdict
from solver.theme_park.operate.policies import expected_values, fork, moves_of
from solver.theme_park.operate.settings import Engine, Settings, Stage
from solver.theme_park.operate.tables import Tables


class Status(StrEnum):
    """What a search has proven of its answer."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class StageResult:
    """One stage's value in the answer and the proven limit on it; ``bound`` None when unknown.

    Expected values where a die is rerolled: then fractions. ``bound_by``: the engine that was the first to prove ``bound``.
    """

    stage: Stage
    value: int | Fraction
    bound: int | Fraction | None
    bound_by: Engine | None = None

    @property
    def proven(self) -> bool:
        """Whether no sequence that keeps the earlier stages does better."""
        return self.bound == self.value


@dataclass(frozen=True, slots=True)
class Progress:
    """News from a running search: the best stars so far, the limit on them, seconds since its start.

    ``engine``: who found the best sequence so far. ``rolls``: it is a plan that rolls dice, and its stars those that it brings whatever they
    show. ``so_far`` gives the answer as it stands; it may be
    asked only while the news is told.
    """

    stage: Stage
    stars: int
    bound: int | None
    seconds: float
    engine: Engine = Engine.GREEDY
    so_far: "Callable[[], Advice] | None" = field(default=None, compare=False, repr=False)
    rolls: bool = False

    @property
    def gap(self) -> int | None:
        """Stars that might still be missing."""
        return None if self.bound is None else max(0, self.bound - self.stars)


@dataclass(frozen=True, slots=True)
class Advice:
    """A replayed answer. ``verdict`` is the referee's, never the solver's own count.

    ``bound`` limits the stars of any sequence, or of any best one once all stages are proven; ``bound_by`` is the engine that
    proved it, or that proved the first stage where ``bound`` follows from all of them;
    ``notes`` tell what a reader should know of how the search went; ``failure`` says why it ended early by a
    fault of its own, if it did; ``first_proven``: seconds that the searching process took to prove the first stage, and
    ``nodes`` the states and branches it made, as far as it told. When the plan rerolls dice, ``branches`` holds its
    sequence for each way that they may fall, and ``verdict`` the least of them.
    """

    position: Position
    settings: Settings
    status: Status
    verdict: OperateVerdict
    bound: int | None
    stages: tuple[StageResult, ...]
    seconds: float
    alternatives: tuple[OperateVerdict, ...] = ()
    branches: tuple[OperateVerdict, ...] = ()
    notes: tuple[str, ...] = ()
    failure: str | None = None
    first_proven: float | None = None
    nodes: int | None = None
    bound_by: Engine | None = None

    def __post_init__(self) -> None:
        if not all(verdict.legal for verdict in (self.verdict, *self.alternatives, *self.branches)):
            raise ValueError("an Advice holds only sequences that replay as legal")

    @property
    def may_roll(self) -> bool:
        """Whether dice may be rerolled in this park: then limits are of what is expected, and luck may bring more than any of them."""
        return Tables(self.position).chance

    def difference(self, other: OperateVerdict) -> Difference:
        """What ``other`` brings less what the best does: on average, where that rerolls dice."""
        plan = self.branches or (self.verdict,)
        by_each = [tuple(difference(self.position, verdict, other)) for verdict in plan]
        return Difference(*expected_values(moves_of(plan), by_each))

    @property
    def rolls_at(self) -> int | None:
        """The step (from 0) at which the plan rerolls a die for the first time; the branches are alike before it."""
        rolling = fork(moves_of(self.branches)) if self.branches else None
        return None if rolling is None else rolling.at
