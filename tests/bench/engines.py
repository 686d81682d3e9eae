"""The configurations measured: the advisor with its engines together and each alone, and the three rivals."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from models.theme_park.operate.position import Position
from tests.bench.baselines.facts import beyond
from tests.bench.outcome import Outcome, Watch

if TYPE_CHECKING:
    from solver import Advice, Progress

Solve = Callable[[Position, float], Outcome]
"""A position and a time limit in seconds to what the search brought."""

TOGETHER = "together"
ALONE = ("layered", "relaxation", "cpsat")
"""Engines of the advisor that ``Settings.engines`` switches."""
RIVALS = ("plain-cpsat", "clingo", "didp")
ENGINES = (TOGETHER, *ALONE, *RIVALS)


def not_weighed(name: str, position: Position) -> str | None:
    """The parts of ``position`` that the configuration refuses, None when it takes the position."""
    return ", ".join(beyond(position)) or None if name in RIVALS else None


def load(name: str) -> Solve:
    """The configuration, with everything it needs imported."""
    if name == "clingo":
        from tests.bench.baselines import asp  # noqa: PLC0415 - only the process that runs it pays for the import

        return asp.solve
    if name == "didp":
        from tests.bench.baselines import didp  # noqa: PLC0415

        return didp.solve
    if name == "plain-cpsat":
        from tests.bench.baselines import cpsat  # noqa: PLC0415

        return cpsat.solve
    return _advised(name)


@cache
def _advised(name: str) -> Solve:
    """The project's own search, in a child kept warm as the service and a review keep it."""
    from solver import Settings, advise, search_process  # noqa: PLC0415
    from solver.theme_park.operate.settings import Engine  # noqa: PLC0415

    settings, child = Settings(), search_process()
    if name != TOGETHER:
        settings = replace(settings, engines=frozenset({Engine(name)}))

    def solve(position: Position, time_limit: float) -> Outcome:
        watch = Watch()
        notes = _Notes(watch)
        advice = advise(position, replace(settings, time_limit=time_limit), on_progress=notes.take, child=child)
        return notes.end(advice)

    return solve


class _Notes:
    """Listens to a running search, on our own clock."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._engine: str | None = None

    def take(self, progress: "Progress") -> None:
        self._watch.found(progress.stars, progress.bound)
        if progress.stage != "stars":
            self._watch.stars_are_proven()
        self._engine = progress.engine

    def end(self, advice: "Advice") -> Outcome:
        from api import dump_move  # noqa: PLC0415 - after the search, not within it

        seconds = self._watch.seconds()
        optimal = advice.status == "optimal"
        self._watch.found(advice.verdict.stars, advice.bound)
        if optimal or advice.stages[0].proven:
            self._watch.stars_are_proven()
        else:  # with dice to reroll limits are fractions: the last whole star below one proves nothing
            self._watch.stars_proven = None
        self._watch.stars = (
            advice.verdict.stars
        )  # a plan that rerolls may bring more on the mean, and less for one face
        return self._watch.outcome(
            [dump_move(step.move) for step in advice.verdict.steps],
            nodes=advice.nodes,
            all_proven=seconds if optimal else None,
            seconds=seconds,
            found_by=self._engine,
            searching=advice.first_proven,
            stages=tuple(
                (str(each.stage), float(each.value), None if each.bound is None else float(each.bound), each.proven)
                for each in advice.stages
            ),
            failure=advice.failure,
        )
