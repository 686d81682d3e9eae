"""The use case: a position and settings in, the best sequence found and its proof out."""

import logging
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from models.theme_park.moves import Move
from models.theme_park.operate.earnings import stars_for_money
from models.theme_park.position import Position
from models.theme_park.replay import OperateVerdict, replay
from solver.operate.advice import STAGES, Advice, Objective, Progress, Settings, Stage, StageResult, Status
from solver.operate.child import searching
from solver.operate.greedy import greedy
from solver.operate.limits import upper_limit
from solver.operate.news import Candidate, Finished, Limit
from solver.operate.scope import NotSolvedYet, unsolved
from solver.operate.score import score

log = logging.getLogger(__name__)

GREEDY_SECONDS = 0.3
GREEDY_SHARE = 0.5
HEARTBEAT = 0.1


class Disagreement(Exception):
    """The solver proposed what the rules refuse, or claims a limit that an answer exceeds: a bug of ours."""


def advise(
    position: Position,
    settings: Settings,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Advice:
    """The best Operate sequence found for ``position``.

    Searches in a child process until all stages are proven or ``settings.time_limit`` is over.
    ``cancelled`` is asked ten times a second; it and Ctrl-C end the search with the best so far.
    Raises NotSolvedYet for a position with parts the solver does not weigh, and Disagreement when
    solver and rules contradict each other.
    """
    refused = unsolved(position)
    if refused:
        raise NotSolvedYet(refused)
    hunt = _Hunt(position, settings, on_progress)
    status: Status | None = None
    try:
        with searching(position, settings) as pipe:
            hunt.judge(0, greedy(position, settings, ends=hunt.greedy_until()))
            status = _listen(hunt, pipe, cancelled)
    except KeyboardInterrupt:
        status = Status.CANCELLED
    return hunt.advice(status)


def _listen(hunt: "_Hunt", pipe: Connection, cancelled: Callable[[], bool] | None) -> Status | None:
    """Take in what the child tells; CANCELLED when asked to stop, None when it is over."""
    while True:
        if cancelled is not None and cancelled():
            return Status.CANCELLED
        left = hunt.seconds_left()
        if pipe.poll(max(0.0, min(HEARTBEAT, left))):
            try:
                message = pipe.recv()
            except EOFError:
                hunt.failed("the search process died")
                return None
            if hunt.take(message):
                return None
        elif left <= 0:
            return None
        hunt.report()


class _Hunt:
    """What is known so far of one position: sequences that replay as legal, and proven limits."""

    def __init__(self, position: Position, settings: Settings, on_progress: Callable[[Progress], None] | None) -> None:
        self._position, self._settings, self._on_progress = position, settings, on_progress
        self._began = time.monotonic()
        self._stages = STAGES[settings.objective]
        self._trivial = {stage: upper_limit(position, stage, settings.weights) for stage in self._stages}
        self._limits = dict(self._trivial)
        self._most_stars = upper_limit(position, Stage.STARS, settings.weights)
        self._best: dict[int, OperateVerdict] = {0: replay(position, ())}
        self._notes: list[str] = []

    def greedy_until(self) -> float:
        limit = self._settings.time_limit
        return self._began + (GREEDY_SECONDS if limit is None else min(GREEDY_SECONDS, GREEDY_SHARE * limit))

    def seconds(self) -> float:
        return time.monotonic() - self._began

    def seconds_left(self) -> float:
        return float("inf") if self._settings.time_limit is None else self._settings.time_limit - self.seconds()

    def judge(self, rank: int, moves: tuple[Move, ...]) -> None:
        """Replay a proposed sequence and keep it if it is the best of its rank."""
        verdict = replay(self._position, moves)
        if verdict.violation is not None:
            raise Disagreement(f"the rules refuse a proposed sequence: {verdict.violation.message} {moves}")
        if rank not in self._best or self._score(verdict) > self._score(self._best[rank]):
            self._best[rank] = verdict

    def take(self, message: Candidate | Limit | Finished) -> bool:
        """Take in one message; True when it was the last."""
        match message:
            case Candidate(rank, moves):
                self.judge(rank, moves)
            case Limit(0, stage, bound):
                self._limits[stage] = min(self._limits[stage], bound)
            case Finished(failure):
                if failure is not None:
                    self.failed(failure)
                return True
        return False

    def failed(self, why: str) -> None:
        log.error("search failed: %s", why)
        self._notes.append(f"The search ended early: {why}.")

    def report(self) -> None:
        if self._on_progress is not None:
            stage = self._open_stage()
            self._on_progress(Progress(stage, self._best[0].stars, self._star_bound(), self.seconds()))

    def advice(self, status: Status | None) -> Advice:
        results = self._results()
        proven = all(result.proven for result in results)
        return Advice(
            position=self._position,
            settings=self._settings,
            status=Status.OPTIMAL if proven else status or Status.FEASIBLE,
            verdict=self._best[0],
            bound=self._best[0].stars if proven else self._star_bound(),
            stages=results,
            seconds=self.seconds(),
            alternatives=tuple(self._best[rank] for rank in sorted(self._best) if rank > 0),
            notes=tuple(self._notes),
        )

    def _score(self, verdict: OperateVerdict) -> tuple[int, ...]:
        return score(self._position, verdict.reached, self._settings)

    def _results(self) -> tuple[StageResult, ...]:
        """Values and limits by stage; a limit holds only while every earlier stage is proven."""
        results: list[StageResult] = []
        for stage, value in zip(self._stages, self._score(self._best[0]), strict=True):
            settled = all(result.proven for result in results)
            bound = self._limits[stage] if settled else self._trivial[stage]
            if value > bound:
                raise Disagreement(f"{stage} {value} exceeds its limit {bound}: {self._best[0].steps}")
            results.append(StageResult(stage, value, bound))
        return tuple(results)

    def _open_stage(self) -> Stage:
        return next((result.stage for result in self._results() if not result.proven), self._stages[-1])

    def _star_bound(self) -> int:
        """An upper limit on the stars of any sequence."""
        match self._settings.objective:
            case Objective.STARS:
                return self._limits[Stage.STARS]
            case Objective.FINAL:
                held = stars_for_money(self._position, self._position.money)
                return min(self._most_stars, self._limits[Stage.FINAL] - held)
            case Objective.BALANCED:
                return self._most_stars
