"""The engines of one search side by side: layered passes, the relaxation's limits, and CP-SAT."""

import math
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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

PATIENCE = 10
"""Priority of CP-SAT's threads, from 0 (as all others) to 19."""


def search(position: Position, settings: Settings, tell: Callable[[Found | Limit], None]) -> int:
    """Search until all is proven or time is up; gives the states the layered search made.

    ``tell`` is called from several threads and must be quick.
    """
    ends = math.inf if settings.time_limit is None or settings.reproducible else time.monotonic() + settings.time_limit
    knowledge = Knowledge(STAGES[settings.objective])

    def over() -> bool:
        return time.monotonic() >= ends

    layered = _layered(position, settings, knowledge, tell)
    passes: list[int] = []
    if layered is not None:
        layered.bound()
        passes = layered.passes()
        proven = layered.run(passes[:WARMING], over)
        if over() or (proven and not settings.alternatives):
            return knowledge.nodes

    def go_on() -> None:
        if layered is not None:
            layered.run(passes[WARMING:], over)

    def by_cpsat() -> None:
        from solver.operate.cpsat.search import search as solve  # noqa: PLC0415 - half a second; most parks do without

        solve(position, settings, tell, knowledge, ends)

    if Engine.CPSAT not in settings.engines:
        go_on()
    elif settings.reproducible or layered is None:
        go_on()
        by_cpsat()
    else:
        with ThreadPoolExecutor(1, initializer=_yield_to_others) as beside:
            working = beside.submit(by_cpsat)
            go_on()
            working.result()
    return knowledge.nodes


def _yield_to_others() -> None:
    """Let this thread, and those it starts, run behind the layered search: CP-SAT's many threads would starve it."""
    if sys.platform == "linux":  # elsewhere priorities belong to processes
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PATIENCE)


def _layered(
    position: Position, settings: Settings, knowledge: Knowledge, tell: Callable[[Found | Limit], None]
) -> "LayeredEngine | None":
    """The layered search with the relaxation's prices, where the position fits them."""
    from solver.operate.layered.park import fits  # noqa: PLC0415 - numba is imported in the child only

    if not fits(position) or not settings.engines & {Engine.LAYERED, Engine.RELAXATION}:
        return None
    from solver.operate.layered.engine import LayeredEngine  # noqa: PLC0415

    return LayeredEngine(Tables(position), settings, knowledge, tell)
