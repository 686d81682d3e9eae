"""The engines of one search side by side: layered passes, the relaxation's limits, and CP-SAT."""

import math
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from models.theme_park.position import Position
from solver.operate.advice import STAGES, Engine, Settings
from solver.operate.cpsat.extraction import Found
from solver.operate.knowledge import Knowledge
from solver.operate.news import Limit
from solver.operate.tables import Tables

if TYPE_CHECKING:
    from solver.operate.layered.engine import LayeredEngine

WARMING = 3
"""Passes of the layered search before CP-SAT joins: on most parks they are all that is needed."""

PATIENCE = 2.0
"""Seconds after which CP-SAT joins in any case, such as while the layered search is compiled for the first time."""

PRIORITY = 10
"""Of CP-SAT's threads, from 0 (as all others) to 19, the last: they are many and would starve the layered search."""

LOOKING, GRACE = 0.05, 0.1
"""Seconds between two looks at whether time is up, and what CP-SAT gets to come to its end then: making its model
takes longer in large parks."""


def search(position: Position, settings: Settings, tell: Callable[[Found | Limit], None]) -> int:
    """Search until all is proven or time is up; gives the states the layered search made.

    ``tell`` is called from several threads and must be quick.
    """
    ends = math.inf if settings.time_limit is None or settings.reproducible else time.monotonic() + settings.time_limit
    knowledge = Knowledge(STAGES[settings.objective])
    joining = threading.Event()

    def over() -> bool:
        return time.monotonic() >= ends

    def layered() -> None:
        engine = _layered(position, settings, knowledge, tell)
        if engine is not None:
            engine.open(over)
            engine.bound()
            passes = engine.passes()
            engine.run(passes[:WARMING], over)
            if not settings.reproducible:
                joining.set()
            engine.run(passes[WARMING:], over)

    def by_cpsat() -> None:
        joining.wait(None if settings.reproducible else PATIENCE)
        if over() or (knowledge.proven(len(STAGES[settings.objective])) and not settings.alternatives):
            return
        from solver.operate.cpsat.search import search as solve  # noqa: PLC0415 - half a second; most parks do without

        solve(position, settings, tell, knowledge, ends)

    if Engine.CPSAT not in settings.engines:
        layered()
        return knowledge.nodes
    beside = _Beside(by_cpsat)
    try:
        layered()
    finally:
        joining.set()
    while beside.is_alive() and not over():
        beside.join(LOOKING)
    beside.join(GRACE)
    if beside.error is not None:
        raise beside.error
    return knowledge.nodes


class _Beside(threading.Thread):
    """A thread that runs behind the others; it may be left to its end, as what it tells then reaches nobody."""

    def __init__(self, work: Callable[[], None]) -> None:
        """Start at once."""
        super().__init__(daemon=True)
        self._work = work
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        """Do the work; what it raises is kept."""
        _yield_to_others()
        try:
            self._work()
        except BaseException as error:
            self.error = error


def _yield_to_others() -> None:
    """Let this thread, and those it starts, run behind the others."""
    if sys.platform == "linux":  # elsewhere priorities belong to processes
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PRIORITY)


def _layered(
    position: Position, settings: Settings, knowledge: Knowledge, tell: Callable[[Found | Limit], None]
) -> "LayeredEngine | None":
    """The layered search with the relaxation's prices, where the position fits them."""
    from solver.operate.layered.park import fits  # noqa: PLC0415 - numba is imported in the child only

    if not fits(position) or not settings.engines & {Engine.LAYERED, Engine.RELAXATION}:
        return None
    from solver.operate.layered.engine import LayeredEngine  # noqa: PLC0415

    return LayeredEngine(Tables(position), settings, knowledge, tell)
