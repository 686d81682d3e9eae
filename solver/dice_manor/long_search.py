"""A Grand Opening beyond what answers within a request: an estimate first, then exactly as far as time and memory go."""

import time
from collections.abc import Callable

from models.dice_manor.turn import Seat
from models.shared.deadline import Patience, TimeOver, within
from solver.dice_manor.estimate import Estimate
from solver.dice_manor.grand_opening import EXACTLY, Answer, Status, by_induction, by_playing, over
from solver.dice_manor.heard import Heard, Stage, nobody
from solver.dice_manor.path_outcomes import TooLarge
from solver.dice_manor.tables import LONG

AT_ONCE = 0.5
"""Seconds in which the answer may be known before there is an estimate."""
FIRST, SHARE = 1.0, 0.1
"""Seconds of the first estimate, and its share of a time that is shorter."""


def solve_long(
    seat: Seat,
    target: int | None,
    seconds: float,
    seed: int,
    *,
    heard: Heard,
    found: Callable[[Answer], None],
    full: Callable[[], bool],
) -> Answer:
    """As ``grand_opening.solve``; ``found`` hears of each estimate that is better, and ``full`` says that memory is.

    Estimates follow each other, each twice as long, where the manor is beyond the exact size.
    """
    began = time.perf_counter()
    if not seat.unplaced:
        return over(seat, target)
    answer = _exactly(seat, target, min(AT_ONCE, EXACTLY * seconds), began, nobody, full)
    if answer is not None:
        return answer
    estimate = Estimate(seat, target, seed, SHARE * seconds)
    share = min(FIRST, SHARE * seconds)
    found(by_playing(estimate, seat, share, began))
    answer = _exactly(seat, target, EXACTLY * seconds, began, heard, full)
    return answer or _ever_longer(estimate, seat, seconds, share, began, heard, found)


def _exactly(
    seat: Seat, target: int | None, until: float, began: float, heard: Heard, full: Callable[[], bool]
) -> Answer | None:
    """The proven answer, if it is found ``until`` so many seconds after the search began and the memory is enough."""
    most = max(0.0, until - (time.perf_counter() - began))
    try:
        with within(Patience(work=most, seconds=most, left=full)):
            options, worth = by_induction(seat, target, LONG, heard)
    except (TooLarge, TimeOver):
        return None
    return Answer(Status.OPTIMAL, worth, worth, options, seconds=time.perf_counter() - began)


def _ever_longer(
    estimate: Estimate,
    seat: Seat,
    seconds: float,
    share: float,
    began: float,
    heard: Heard,
    found: Callable[[Answer], None],
) -> Answer:
    """The last of estimates that are each twice as long as the one before; it takes more than half of the time."""
    while True:
        heard(Stage.ESTIMATE, 0, 0, 1)
        left = max(0.0, seconds - (time.perf_counter() - began))
        share, last = (left, True) if left <= 6 * share else (2 * share, False)
        answer = by_playing(estimate, seat, share, began)
        if last:
            return answer
        found(answer)
