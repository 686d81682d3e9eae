"""The searches of a server: what the process pool does for positions of this game."""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace

from models.theme_park.operate.moves import Move
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver.runtime.mishaps import Mishap, mishap_text
from solver.runtime.pool import Length, PoolLimits, ProcessPool, Served
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.result import Advice, Progress, Status
from solver.theme_park.operate.search_process import PRELOAD
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.warm_up import SETTINGS, SMALL

log = logging.getLogger(__name__)

RELOADING = 30.0
"""Seconds that a later process gets to load what is compiled, before it is replaced."""


@dataclass(frozen=True, slots=True)
class SearchOrder:
    """A search to make. Progress is told, and ``cancelled`` asked, in a thread of the pool. Clients take turns."""

    position: Position
    settings: Settings
    length: Length = Length.SHORT
    on_progress: Callable[[Progress], None] | None = None
    cancelled: Callable[[], bool] | None = None
    on_start: Callable[[], None] | None = None
    client: str = ""
    known: tuple[tuple[Move, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The best that was found, and what befell the process, if anything did; ``late``: its own end was not waited for."""

    advice: Advice
    mishap: Mishap | None = None
    late: bool = False


def search_pool(limits: PoolLimits | None = None) -> ProcessPool:
    """Processes that have the engines loaded and compiled."""
    return ProcessPool(limits, PRELOAD, compile_in)


def submit(pool: ProcessPool, order: SearchOrder) -> "Future[Outcome]":
    """The search's outcome to come; raises PoolFull and PoolClosed.

    The future raises what ``advise`` raises. Cancelling it takes a search out that has not begun.
    """

    def use(process: WarmProcess) -> Advice:
        return advise(
            order.position,
            order.settings,
            on_progress=order.on_progress,
            cancelled=lambda: pool.closing or (order.cancelled is not None and order.cancelled()),
            child=process,
            known=order.known,
        )

    def outcome(served: "Served[Advice]") -> Outcome:
        advice = served.result
        if served.mishap is not None:
            advice = replace(advice, notes=(*advice.notes, mishap_text(served.mishap, pool.limits.memory)))
        return Outcome(advice, served.mishap, served.late)

    return pool.lend_watched(
        use,
        lambda advice: advice.failure is not None,
        outcome,
        order.settings.time_limit,
        order.length,
        order.client,
        order.on_start,
    )


def compile_in(process: WarmProcess, *, again: bool, cancelled: Callable[[], bool]) -> None:
    """Have a process make the small search, so that later ones find the engines compiled and loaded."""
    settings = replace(SETTINGS, time_limit=RELOADING) if again else SETTINGS
    advice = advise(parse_position(SMALL), settings, cancelled=cancelled, child=process)
    if advice.status is not Status.OPTIMAL and not cancelled():
        log.warning("the compiled search could not be prepared: %s", advice.failure or "it took too long")
