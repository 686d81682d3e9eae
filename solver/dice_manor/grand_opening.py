"""The best policy of a Grand Opening: its value, the next decision, and what every other decision loses."""

import time
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from models.dice_manor.replay import Played, transition
from models.dice_manor.scoring import PER_DIE, TOKENS_PER_PRESTIGE
from models.dice_manor.turn import Seat
from solver.dice_manor.decisions import Option, Worth, before_roll, options
from solver.dice_manor.tables import moment

MOST_TARGET = 200


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


def solve(seat: Seat, target: int | None = None) -> Answer:
    """The best policy from ``seat`` on, for prestige or for the chance of ``target``; raises ``TooLarge``."""
    began = time.perf_counter()
    if not seat.unplaced:
        worth = _over(seat, target)
        return Answer(Status.OPTIMAL, worth, worth, seconds=time.perf_counter() - began)
    here = moment(seat, target)
    found = () if seat.rolled is None else options(here, seat, seat.rolled)
    for option in found:
        _refuse_illegal(seat, option)
    worth = found[0].worth if found else before_roll(here, seat)
    return Answer(Status.OPTIMAL, worth, worth, found, seconds=time.perf_counter() - began)


def _over(seat: Seat, target: int | None) -> Worth:
    final = PER_DIE * len(seat.dice) + seat.tokens // TOKENS_PER_PRESTIGE
    return Fraction(final) if target is None else float(final >= target)


def _refuse_illegal(seat: Seat, option: Option) -> None:
    """Raises AssertionError for a decision that the rules refuse: none is ever shown."""
    decision, rolled = option.decision, seat.rolled or ()
    turn = decision.turn(rolled)
    if turn is None:
        return
    played = transition(seat, turn)
    if not isinstance(played, Played) or played.unhappy != decision.unhappy:
        raise AssertionError(f"the rules refuse {turn}: {played}")
