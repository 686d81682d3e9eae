"""The best policy of a Grand Opening: its value, the next decision, and what every other decision loses."""

import time
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from models.dice_manor.replay import Played, transition
from models.dice_manor.scoring import PER_DIE, TOKENS_PER_PRESTIGE
from models.dice_manor.turn import Seat
from models.shared.deadline import Patience, TimeOver, within
from solver.dice_manor.decisions import Option, Worth, before_roll, options
from solver.dice_manor.estimate import Estimate
from solver.dice_manor.heard import Heard, nobody
from solver.dice_manor.path_outcomes import TooLarge
from solver.dice_manor.tables import QUICK, ExactSize, moment
from solver.dice_manor.time_limits import REQUEST

MOST_TARGET = 200
EXACTLY = 0.75
"""Share of the time after which an exact search gives way to an estimate."""
LIMIT = 0.5
"""Share of what is then left in which the limit of a chance is looked for."""
LEAST_SECONDS = 0.2


class Status(StrEnum):
    """How far an answer is proven."""

    OPTIMAL = "optimal"
    ESTIMATE = "estimate"


@dataclass(frozen=True, slots=True)
class Answer:
    """The worth of the best policy: expected prestige, or the chance to reach a target.

    ``options``: of a roll, the best first; empty before it. ``error``: the standard error of an estimate; ``bound``: no
    policy is worth more.
    """

    status: Status
    worth: Worth
    bound: Worth
    options: tuple[Option, ...] = ()
    error: float | None = None
    seconds: float = 0.0


def solve(seat: Seat, target: int | None = None, seconds: float = REQUEST, seed: int = 0) -> Answer:
    """The best policy from ``seat`` on, for prestige or for the chance of ``target``.

    An estimate where the manor is beyond the exact size, or not solved in ``EXACTLY`` of ``seconds``; it gets the others.
    """
    began = time.perf_counter()
    if not seat.unplaced:
        return over(seat, target)
    most = max(LEAST_SECONDS, EXACTLY * seconds)
    try:
        with within(Patience(work=most, seconds=most)):
            found, worth = by_induction(seat, target)
    except (TooLarge, TimeOver):
        return _estimated(seat, target, seconds, seed, began)
    return Answer(Status.OPTIMAL, worth, worth, found, seconds=time.perf_counter() - began)


def opening_worth(seat: Seat, seconds: float = 1.0) -> Answer:
    """The worth of a Grand Opening that is compared with others; an estimate of ``seconds`` beyond the exact size.

    Raises TimeOver (``models.shared.deadline``).
    """
    began = time.perf_counter()
    try:
        _, worth = by_induction(seat, None)
    except TooLarge:
        return _estimated(seat, None, seconds, 0, time.perf_counter())
    return Answer(Status.OPTIMAL, worth, worth, seconds=time.perf_counter() - began)


def opening_played(seat: Seat, seconds: float) -> Answer:
    """The same estimated at once, by so many seconds of play; raises TimeOver (``models.shared.deadline``)."""
    began = time.perf_counter()
    return by_playing(Estimate(seat, None, 0), seat, seconds, began)


def by_induction(
    seat: Seat, target: int | None, most: ExactSize = QUICK, heard: Heard = nobody
) -> tuple[tuple[Option, ...], Worth]:
    """Options on the roll, the best first, and the worth of the best policy; raises ``TooLarge`` and TimeOver."""
    here = moment(seat, target, most, heard)
    found = () if seat.rolled is None else options(here, seat, seat.rolled)
    for option in found:
        _refuse_illegal(seat, option)
    return found, found[0].worth if found else before_roll(here, seat)


def _estimated(seat: Seat, target: int | None, seconds: float, seed: int, began: float) -> Answer:
    left = max(0.1, seconds - (time.perf_counter() - began))
    estimate = Estimate(seat, target, seed, LIMIT * left)
    return by_playing(estimate, seat, max(0.1, seconds - (time.perf_counter() - began)), began)


def by_playing(estimate: Estimate, seat: Seat, seconds: float, began: float) -> Answer:
    """What the policy of ``estimate`` brings, played for so many seconds: no more than the limit, were all games lucky.

    ``began``: of the search, by ``perf_counter``.
    """
    answers, bound = estimate.answers(seconds), estimate.bound
    found = tuple(
        Option(each.decision, min(each.mean, bound), each.error) for each in answers if each.decision is not None
    )
    for option in found:
        _refuse_illegal(seat, option)
    best = answers[0]
    taken = time.perf_counter() - began
    return Answer(Status.ESTIMATE, min(best.mean, bound), bound, found, best.error, taken)


def over(seat: Seat, target: int | None) -> Answer:
    """What a tour is worth of which no die is left."""
    final = PER_DIE * len(seat.dice) + seat.tokens // TOKENS_PER_PRESTIGE
    worth = Fraction(final if target is None else int(final >= target))
    return Answer(Status.OPTIMAL, worth, worth)


def _refuse_illegal(seat: Seat, option: Option) -> None:
    """Raises AssertionError for a decision that the rules refuse: none is ever shown."""
    decision, rolled = option.decision, seat.rolled or ()
    turn = decision.turn(rolled)
    if turn is None:
        return
    played = transition(seat, turn)
    if not isinstance(played, Played) or played.unhappy != decision.unhappy:
        raise AssertionError(f"the rules refuse {turn}: {played}")
