"""The use case: a position and settings in, the best sequence found and its proof out."""

import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from models.theme_park.position import Position
from solver.operate.advice import Advice, Progress, Settings, Status
from solver.operate.child import WarmChild, searching
from solver.operate.greedy import greedy
from solver.operate.hunt import Hunt
from solver.operate.scope import refuse_unsolved

HEARTBEAT = 0.1
HEAD_START = 0.05
"""Seconds that a process which is warm gets to find the first sequence: it is better than the greedy player's."""
LINGER = 0.5
"""Seconds beyond the limit that a lent process gets to come to its own end; killed, it would have to start anew."""


def advise(
    position: Position,
    settings: Settings,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    child: WarmChild | None = None,
) -> Advice:
    """The best Operate sequence found for ``position``.

    Searches in a child process until all stages are proven or ``settings.time_limit`` is over.
    ``cancelled`` is asked ten times a second; it and Ctrl-C end the search with the best so far.
    ``child``: a process to search in, for several searches one after the other.
    Raises NotSolvedYet for a position with parts the solver does not weigh, and Disagreement when
    solver and rules contradict each other.
    """
    refuse_unsolved(position)
    if child is not None:
        return _advise_by(child, position, settings, on_progress, cancelled)
    hunt = Hunt(position, settings, on_progress)
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
) -> Advice:
    """The same in a process that stays for the next search, unless this one does not come to its end."""
    began = time.monotonic()
    hunt: Hunt | None = None
    try:
        pipe = child.ask(position, settings)  # it searches while the hunt gets ready
        hunt = Hunt(position, settings, on_progress, began)
        if not pipe.poll(HEAD_START):
            _first(hunt, position, settings)
        status = _listen(hunt, pipe, cancelled, LINGER)
    except KeyboardInterrupt:
        if hunt is None:
            raise
        status = Status.CANCELLED
    finally:
        if hunt is None or not hunt.finished:
            child.close()
    return hunt.advice(status)


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
