"""The engines of one search side by side: layered passes, the relaxation's limits, and CP-SAT."""

import math
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
    if Engine.CPSAT not in settings.engines or settings.reproducible:
        if layered is not None:
            layered.run(passes[WARMING:], over)
    elif layered is not None:
        threading.Thread(target=layered.run, args=(passes[WARMING:], over), daemon=True).start()
    if Engine.CPSAT in settings.engines:
        from solver.operate.cpsat.search import search as by_cpsat  # noqa: PLC0415 - half a second; most parks do without

        by_cpsat(position, settings, tell, knowledge, ends)
    return knowledge.nodes


def _layered(
    position: Position, settings: Settings, knowledge: Knowledge, tell: Callable[[Found | Limit], None]
) -> "LayeredEngine | None":
    """The layered search with the relaxation's prices, where the position fits them."""
    from solver.operate.layered.park import fits  # noqa: PLC0415 - numba is imported in the child only

    if not fits(position) or not settings.engines & {Engine.LAYERED, Engine.RELAXATION}:
        return None
    from solver.operate.layered.engine import LayeredEngine  # noqa: PLC0415

    return LayeredEngine(Tables(position), settings, knowledge, tell)
