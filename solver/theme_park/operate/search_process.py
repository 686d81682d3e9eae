"""A search as a task for a process, and the process that has the engines loaded for it."""

from dataclasses import replace

from models.theme_park.operate.position import Position
from solver.runtime.messages import Task
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.settings import Engine, Settings

SEARCH = "solver.theme_park.operate.worker:search_and_tell"
"""What the process runs; named and not imported, as only the process pays for loading the engines."""

PRELOAD = (
    "solver.theme_park.operate.worker",
    "solver.theme_park.operate.cpsat.search",
    "solver.theme_park.operate.layered.engine",
)
"""What a process imports that is kept for several searches."""

UNCOMPILED = frozenset({Engine.CPSAT})
"""The engines that numba has nothing to compile for."""


def search_process() -> WarmProcess:
    """A process for several searches, one after the other."""
    return WarmProcess(PRELOAD)


def search_task(position: Position, settings: Settings, *, prepared: bool = True) -> Task:
    """The search of ``position``; where the process is not ``prepared``, by engines that need no compiling."""
    engines = settings.engines if prepared else settings.engines & UNCOMPILED
    return Task(SEARCH, (position, replace(settings, engines=engines)))
