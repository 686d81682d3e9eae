"""The use case: a position and settings in, the best sequence found and its proof out."""

import logging
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeAlias

from models.theme_park.operate.consistency.parks import require_consistent
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from solver.runtime.process import Ended, WarmProcess, listen, running
from solver.theme_park.operate.greedy import greedy
from solver.theme_park.operate.incumbent import Disagreement, Incumbent
from solver.theme_park.operate.result import Advice, Progress, Status
from solver.theme_park.operate.search_process import search_task
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.supported import refuse_unsolved

log = logging.getLogger(__name__)

Plan: TypeAlias = "tuple[tuple[Move, ...], ...]"

HEAD_START = 0.05
"""Seconds that a process which is warm gets to find the first sequence: it is better than the greedy player's."""
LINGER = 0.5
"""Seconds beyond the limit that are waited for the search's own end, which may prove more; then the answer is given."""


def advise(
    position: Position,
    settings: Settings,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    child: WarmProcess | None = None,
    known: Plan = (),
) -> Advice:
    """The best Operate sequence found for ``position``.

    Searches in a child process until all stages are proven or ``settings.time_limit`` is over.
    ``cancelled`` is asked ten times a second; it and Ctrl-C end the search with the best so far.
    ``child``: a process to search in, for several searches one after the other. ``known``: a plan that an earlier search
    found, one sequence or one for each face of a die: the answer is worth no less.
    Raises InconsistentPosition for one that cannot be, NotSolvedYet for one with parts that the solver does not weigh,
    and Disagreement when solver and rules contradict each other.
    """
    refuse_unsolved(position)
    require_consistent(position)
    if child is not None:
        return _advise_by(child, position, settings, on_progress, cancelled, known)
    incumbent = Incumbent(position, settings, on_progress)
    _recall(incumbent, known)
    try:
        with running(search_task(position, settings)) as pipe:
            _first(incumbent, position, settings)
            status = _listen(incumbent, pipe, cancelled)
    except KeyboardInterrupt:
        status = Status.CANCELLED
    return incumbent.advice(status)


def _advise_by(
    child: WarmProcess,
    position: Position,
    settings: Settings,
    on_progress: Callable[[Progress], None] | None,
    cancelled: Callable[[], bool] | None,
    known: Plan,
) -> Advice:
    """The same in a process that stays for the next search, unless this one is cut."""
    child.make_ready()
    began = time.monotonic()
    incumbent: Incumbent | None = None
    in_time = False
    try:
        pipe = child.ask(
            search_task(position, settings, prepared=child.prepared)
        )  # it searches while the replay gets ready
        incumbent = Incumbent(position, settings, on_progress, began)
        _recall(incumbent, known)
        if not pipe.poll(HEAD_START):
            _first(incumbent, position, settings)
        status = _listen(incumbent, pipe, cancelled, LINGER)
        in_time = status is None
    except KeyboardInterrupt:
        if incumbent is None:
            raise
        status = Status.CANCELLED
    finally:
        if incumbent is not None and in_time and not incumbent.finished and not incumbent.broken:
            child.unsettled = True  # its time is over; on a busy machine its end takes a moment more
        elif incumbent is None or not incumbent.finished:
            child.close()
    return incumbent.advice(status)


def _recall(incumbent: Incumbent, known: Plan) -> None:
    """Begin with what an earlier search found, unless the rules of today refuse it."""
    if known:
        try:
            incumbent.judge(0, known)
        except Disagreement:
            log.warning("a plan of an earlier search is no longer legal")
        incumbent.report()


def _first(incumbent: Incumbent, position: Position, settings: Settings) -> None:
    """A first sequence, while the search gets up."""
    if not settings.reproducible:
        incumbent.judge(0, (greedy(position, settings, ends=incumbent.greedy_until()),))
        incumbent.report()


def _listen(
    incumbent: Incumbent, pipe: Connection, cancelled: Callable[[], bool] | None, linger: float = 0.0
) -> Status | None:
    """Take in what the process tells; CANCELLED when asked to stop, None when it is over."""
    ended = listen(pipe, incumbent.take, lambda: incumbent.seconds_left() + linger, cancelled, incumbent.report)
    if ended is Ended.DIED:
        incumbent.failed("the search process died")
    return Status.CANCELLED if ended is Ended.CANCELLED else None
