"""The use case: a position and settings in, the best sequence found and its proof out."""

import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection

from models.shared.deadline import Patience, TimeOver, within
from models.theme_park.operate.consistency.parks import require_consistent
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from solver.runtime.process import Ended, WarmProcess, listen, running
from solver.theme_park.operate.at_hand import settled_at_hand
from solver.theme_park.operate.greedy import growing
from solver.theme_park.operate.incumbent import Disagreement, Incumbent
from solver.theme_park.operate.policies import Policy
from solver.theme_park.operate.result import Advice, Progress, Status
from solver.theme_park.operate.search_process import search_task
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.supported import refuse_unsolved

log = logging.getLogger(__name__)

HEAD_START = 0.05
"""Seconds that a process which is warm gets to find the first sequence: it is better than the greedy player's."""
LINGER = 0.05
"""Seconds beyond the limit that are waited for the search's own end, which may prove more; then the answer is given."""
MOST_WAITED = 0.5
"""Share of its time limit that a search may lose by waiting for the end of the one before."""
SLICE, LEAST_WORK, MOST_STUCK = 0.25, 0.02, 0.1
"""Seconds in which the greedy player goes on at a time while the search has found nothing, and seconds of a processor that it
gets for its first sequence, however busy the machine is; and the seconds that it may be late, after which it plays no more."""


def advise(
    position: Position,
    settings: Settings,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    child: WarmProcess | None = None,
    known: Policy = (),
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
    if settled_at_hand(incumbent, position, settings):
        return incumbent.advice(None)
    try:
        with running(search_task(position, settings)) as pipe:
            bridge = _Bridge(incumbent, position, settings)
            bridge.begin()
            status = _listen(incumbent, pipe, cancelled, bridge)
    except KeyboardInterrupt:
        status = Status.CANCELLED
    return incumbent.advice(status)


def _advise_by(
    child: WarmProcess,
    position: Position,
    settings: Settings,
    on_progress: Callable[[Progress], None] | None,
    cancelled: Callable[[], bool] | None,
    known: Policy,
) -> Advice:
    """The same in a process that stays for the next search, unless this one is cut."""
    asked = time.monotonic()
    child.make_ready()
    waited = _counted_wait(settings, time.monotonic() - asked)
    began = time.monotonic() - waited
    left = settings if not waited else replace(settings, time_limit=(settings.time_limit or 0.0) - waited)
    incumbent: Incumbent | None = None
    in_time = False
    try:
        pipe = child.ask(
            search_task(position, left, prepared=child.prepared)
        )  # it searches while the replay gets ready
        incumbent = Incumbent(position, settings, on_progress, began)
        _recall(incumbent, known)
        bridge = _Bridge(incumbent, position, settings)
        if not pipe.poll(HEAD_START):
            bridge.begin()
        status = _listen(incumbent, pipe, cancelled, bridge, LINGER)
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


def _counted_wait(settings: Settings, waited: float) -> float:
    """Of the seconds that a search ``waited`` for the end of the one before, those that it must do without, so as not to be late."""
    if settings.time_limit is None or settings.reproducible:
        return 0.0
    return min(waited, MOST_WAITED * settings.time_limit)


def _recall(incumbent: Incumbent, known: Policy) -> None:
    """Begin with what an earlier search found, unless the rules of today refuse it."""
    if known:
        try:
            incumbent.judge(0, known)
        except Disagreement:
            log.warning("a plan of an earlier search is no longer legal")
        incumbent.report()


class _Bridge:
    """The greedy player, who plays on while the search has nothing to show."""

    def __init__(self, incumbent: Incumbent, position: Position, settings: Settings) -> None:
        self._incumbent = incumbent
        self._ways = iter(()) if settings.reproducible else growing(position, settings)
        self._shown: tuple[Move, ...] = ()

    def begin(self) -> None:
        """A first sequence, while the search gets up."""
        self._play(self._incumbent.greedy_until())

    def go_on(self, pipe: Connection) -> None:
        """A little more, until the search tells something, and unless it has told a sequence."""
        if not self._incumbent.searched:
            self._play(time.monotonic() + min(SLICE, self._incumbent.seconds_left()), lambda: pipe.poll(0))

    def _play(self, until: float, news: Callable[[], bool] = lambda: False) -> None:
        worked, moves = time.thread_time(), self._shown

        def over(since: float) -> bool:
            """Whether it is enough; ``since`` is time.monotonic()."""
            return since >= until and (bool(self._shown) or time.thread_time() - worked >= LEAST_WORK)

        patience = Patience(math.inf, math.inf, lambda: over(time.monotonic() - MOST_STUCK))
        with suppress(TimeOver), within(patience):  # of a crowd's parties may be millions before one fulfils anything
            for moves in self._ways:  # noqa: B007 - the last
                if over(math.inf if news() else time.monotonic()):
                    break
        if moves != self._shown:
            self._shown = moves
            self._incumbent.judge(0, (moves,))
        self._incumbent.report()


def _listen(
    incumbent: Incumbent,
    pipe: Connection,
    cancelled: Callable[[], bool] | None,
    bridge: _Bridge,
    linger: float = 0.0,
) -> Status | None:
    """Take in what the process tells; CANCELLED when asked to stop, None when it is over."""

    def beat() -> None:
        bridge.go_on(pipe)
        incumbent.report()

    ended = listen(pipe, incumbent.take, lambda: incumbent.seconds_left() + linger, cancelled, beat)
    if ended is Ended.DIED:
        incumbent.failed("the search process died")
    return Status.CANCELLED if ended is Ended.CANCELLED else None
