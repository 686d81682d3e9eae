"""The use case: a position and settings in, the best sequence found and its proof out."""

import math
from collections.abc import Callable
from dataclasses import replace
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
    hunt = Hunt(position, settings, on_progress)
    status: Status | None = None
    try:
        if child is None:
            with searching(position, settings) as pipe:
                _first(hunt, position, settings)
                status = _listen(hunt, pipe, cancelled)
        else:
            status = _listen_to_lent(child, hunt, position, settings, cancelled)
    except KeyboardInterrupt:
        status = Status.CANCELLED
    return hunt.advice(status)


def _first(hunt: Hunt, position: Position, settings: Settings) -> None:
    """A first sequence, while the search gets up."""
    if not settings.reproducible:
        hunt.judge(0, (greedy(position, settings, ends=hunt.greedy_until()),))
        hunt.report()


def _listen_to_lent(
    child: WarmChild, hunt: Hunt, position: Position, settings: Settings, cancelled: Callable[[], bool] | None
) -> Status | None:
    """A search in a process that stays for the next one, unless this one did not come to its end."""
    left = hunt.seconds_left()
    asked = settings if math.isinf(left) else replace(settings, time_limit=max(0.0, left))
    try:
        pipe = child.ask(position, asked)
        if not pipe.poll(HEAD_START):
            _first(hunt, position, settings)
        return _listen(hunt, pipe, cancelled, LINGER)
    finally:
        if not hunt.finished:
            child.close()


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
