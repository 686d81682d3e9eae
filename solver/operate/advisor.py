"""The use case: a position and settings in, the best sequence found and its proof out."""

import logging
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeAlias

from models.theme_park.moves import Move
from models.theme_park.position import Position
from solver.operate.advice import Advice, Progress, Settings, Status
from solver.operate.child import WarmChild, searching
from solver.operate.greedy import greedy
from solver.operate.hunt import Disagreement, Hunt
from solver.operate.scope import refuse_unsolved

log = logging.getLogger(__name__)

Plan: TypeAlias = "tuple[tuple[Move, ...], ...]"

HEARTBEAT = 0.1
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
    child: WarmChild | None = None,
    known: Plan = (),
) -> Advice:
    """The best Operate sequence found for ``position``.

    Searches in a child process until all stages are proven or ``settings.time_limit`` is over.
    ``cancelled`` is asked ten times a second; it and Ctrl-C end the search with the best so far.
    ``child``: a process to search in, for several searches one after the other. ``known``: a plan that an earlier search
    found, one sequence or one for each face of a die: the answer is worth no less.
    Raises NotSolvedYet for a position with parts the solver does not weigh, and Disagreement when
    solver and rules contradict each other.
    """
    refuse_unsolved(position)
    if child is not None:
        return _advise_by(child, position, settings, on_progress, cancelled, known)
    hunt = Hunt(position, settings, on_progress)
    _recall(hunt, known)
    try:
        with searching(position, settings) as pipe:
            _first(hunt, position, settings)
            status = _listen(hunt, pipe, cancelled)
    except KeyboardInterrupt:
        status = Status.CANCELLED
    return hunt.advice(status)


def _advise_by(
    child: WarmChild,
    position: Position,
    settings: Settings,
    on_progress: Callable[[Progress], None] | None,
    cancelled: Callable[[], bool] | None,
    known: Plan,
) -> Advice:
    """The same in a process that stays for the next search, unless this one is cut."""
    child.make_ready()
    began = time.monotonic()
    hunt: Hunt | None = None
    in_time = False
    try:
        pipe = child.ask(position, settings)  # it searches while the hunt gets ready
        hunt = Hunt(position, settings, on_progress, began)
        _recall(hunt, known)
        if not pipe.poll(HEAD_START):
            _first(hunt, position, settings)
        status = _listen(hunt, pipe, cancelled, LINGER)
        in_time = status is None
    except KeyboardInterrupt:
        if hunt is None:
            raise
        status = Status.CANCELLED
    finally:
        if hunt is not None and in_time and not hunt.finished and not hunt.broken:
            child.unsettled = True  # its time is over; on a busy machine its end takes a moment more
        elif hunt is None or not hunt.finished:
            child.close()
    return hunt.advice(status)


def _recall(hunt: Hunt, known: Plan) -> None:
    """Begin with what an earlier search found, unless the rules of today refuse it."""
    if known:
        try:
            hunt.judge(0, known)
        except Disagreement:
            log.warning("a plan of an earlier search is no longer legal")
        hunt.report()


def _first(hunt: Hunt, position: Position, settings: Settings) -> None:
    """A first sequence, while the search gets up."""
    if not settings.reproducible:
        hunt.judge(0, (greedy(position, settings, ends=hunt.greedy_until()),))
        hunt.report()


def _listen(hunt: Hunt, pipe: Connection, cancelled: Callable[[], bool] | None, linger: float = 0.0) -> Status | None:
    """Take in what the child tells; CANCELLED when asked to stop, None when it is over."""
    while True:
        if cancelled is not None and cancelled():
            return Status.CANCELLED
        left = hunt.seconds_left() + linger
        if pipe.poll(max(0.0, min(HEARTBEAT, left))):
            try:
                message = pipe.recv()
            except (EOFError, OSError):
                hunt.failed("the search process died")
                return None
            if hunt.take(message):
                return None
        elif left <= 0:
            return None
        hunt.report()
