"""A verdict with what a table that disagrees wants to know: other moves, other rulings, another sequence."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from models.shared.deadline import Patience, TimeOver, within
from models.shared.rulings import relied_on
from models.theme_park.operate.end_of_phase import guests_left, pips_left
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep, OperateVerdict, first_illegal, replay, states, step
from models.theme_park.operate.state import State
from models.theme_park.operate.suggestions import nearest_moves
from models.theme_park.rulings import Choice, Ruling, UnderRuling

T = TypeVar("T")


class Judgement(NamedTuple):
    """A verdict on ``moves``; the rest says what else could be, and is empty where nothing is.

    Of an illegal sequence: ``instead``, legal moves nearest to the refused one, each played; and
    ``under``, single rulings under whose other choice the sequence gets further. Of a legal one:
    ``relies_on``, the choices in force whose opposite would make it illegal. ``cut``: there may be more of these, as the
    time for them was over.
    """

    position: Position
    moves: tuple[Move, ...]
    verdict: OperateVerdict
    instead: tuple[OperateStep, ...] = ()
    under: tuple[UnderRuling, ...] = ()
    relies_on: tuple[tuple[Ruling, Choice], ...] = ()
    cut: bool = False


class Difference(NamedTuple):
    """What one sequence brings less what another does; ``pips`` and ``guests`` are those that stay after Upkeep.

    Fractions where one of them is a plan that rolls dice.
    """

    stars: int | Fraction
    money: int | Fraction
    pips: int | Fraction
    guests: int | Fraction


class Comparison(NamedTuple):
    """Two sequences from one position; the difference is the second's less the first's, as far as each is legal.

    ``differ_at``: the first move (from 0) that is not the same, or None.
    """

    judgements: tuple[Judgement, Judgement]
    differ_at: int | None
    difference: Difference


def judge(position: Position, moves: Sequence[Move], patience: Patience | None = None) -> Judgement:
    """The verdict on ``moves`` and what a dispute about it needs, of which ``patience`` may cut something off."""
    verdict = replay(position, moves)
    others, cut = _in_time(lambda: _under_other_choices(position, moves), patience)
    if verdict.violation is None:
        relies_on = relied_on(position.rulings, others)
        return Judgement(position, tuple(moves), verdict, relies_on=relies_on, cut=cut)
    at = verdict.violation.step
    near, cut_near = _in_time(lambda: iter(nearest_moves(position, verdict.reached, moves[at])), patience)
    return Judgement(
        position,
        tuple(moves),
        verdict,
        instead=tuple(step(position, verdict.reached, move) for move in near),
        under=tuple(other for other in others if other.step is None or other.step > at),
        cut=cut or cut_near,
    )


def _in_time(finding: Callable[[], Iterator[T]], patience: Patience | None) -> tuple[list[T], bool]:
    """What is found within ``patience``, and whether that ended it."""
    found: list[T] = []
    try:
        with within(patience):
            found.extend(finding())
    except TimeOver:
        return found, True
    return found, False


def _under_other_choices(position: Position, moves: Sequence[Move]) -> Iterator[UnderRuling]:
    """The verdict under every choice that is not in force, one ruling changed at a time.

    A ruling that is asked about cannot change what came before the question.
    """
    asked = _asked(position, moves)
    for ruling, choice, rulings in position.rulings.others(asked):
        at = first_illegal(position.under(rulings), moves, *asked[ruling])
        yield UnderRuling(ruling, choice, at is None, at)


def _asked(position: Position, moves: Sequence[Move]) -> dict[Ruling, tuple[State, int]]:
    """The rulings asked about, each with the state and the move where that happens first."""
    watched, asked = position.rulings.watched(), dict[Ruling, tuple[State, int]]()
    assert watched.asked is not None
    before: State | None = None
    for number, state in enumerate(states(position.under(watched), moves)):
        before = state if before is None else before
        assert before is not None  # there is a state before the first move, and before each that was judged
        asked |= {ruling: (before, max(0, number - 1)) for ruling in watched.asked if ruling not in asked}
        before = state
    return asked


def compare(first: Judgement, second: Judgement) -> Comparison:
    """Two sequences judged from the same position, side by side."""
    return Comparison(
        judgements=(first, second),
        differ_at=_differ_at(first.moves, second.moves),
        difference=difference(first.position, first.verdict, second.verdict),
    )


def difference(position: Position, one: OperateVerdict, two: OperateVerdict) -> Difference:
    """What ``two`` brings less what ``one`` brings, both from ``position``."""
    return Difference(
        stars=two.stars - one.stars,
        money=two.money - one.money,
        pips=pips_left(position, two.reached) - pips_left(position, one.reached),
        guests=guests_left(position, two.reached) - guests_left(position, one.reached),
    )


def _differ_at(one: Sequence[Move], two: Sequence[Move]) -> int | None:
    if one == two:
        return None
    same = (number for number, (a, b) in enumerate(zip(one, two, strict=False)) if a != b)
    return next(same, min(len(one), len(two)))
