"""Plans in which dice are rerolled: a sequence for each way that the dice may fall, alike until they fall differently."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from models.theme_park.operate.chance import FACES, before_chance, results
from models.theme_park.operate.moves import Move
from models.theme_park.operate.replay import OperateVerdict

MOST_ROLLED = 8
"""Dice that may be rerolled at most in a park whose best plan is looked for: its worth is a multiple of one over their faces' power."""

Moves: TypeAlias = tuple[Move, ...]

Policy: TypeAlias = tuple[Moves, ...]
"""One sequence, or one for each way that rerolled dice may fall."""


@dataclass(frozen=True, slots=True)
class Fork:
    """Where a plan rolls next: move ``at`` (from 0), and of its sequences those for each result, in the order of results."""

    at: int
    ways: tuple[tuple[tuple[int, ...], Policy], ...]


def moves_of(verdicts: Sequence[OperateVerdict]) -> Policy:
    """The plan that was replayed."""
    return tuple(tuple(step.move for step in verdict.steps) for verdict in verdicts)


def rolled(moves: Sequence[Move]) -> tuple[int, ...]:
    """What all dice that are rerolled in a sequence show, one after the other."""
    return tuple(result for move in moves for result in results(move))


def fork(plan: Policy, begin: int = 0) -> Fork | None:
    """Where a plan first rolls from move ``begin`` on, None where it rolls no die; up to there its sequences are alike."""
    at = next((number for number, move in enumerate(plan[0]) if number >= begin and results(move)), None)
    return None if at is None else Fork(at, _ways(plan, at))


def _ways(plan: Policy, at: int) -> tuple[tuple[tuple[int, ...], Policy], ...]:
    ways: dict[tuple[int, ...], list[Moves]] = defaultdict(list)
    for moves in plan:
        ways[results(moves[at]) if at < len(moves) else ()].append(moves)
    return tuple((shown, tuple(ways[shown])) for shown in sorted(ways))


def likelihoods(plan: Policy) -> tuple[Fraction, ...]:
    """How likely each sequence of a plan is."""
    return tuple(Fraction(1, FACES ** len(rolled(moves))) for moves in plan)


def expected(plan: Policy, worths: Sequence[int | Fraction]) -> int | Fraction:
    """The expected worth of a plan, given that of each of its sequences; a whole number where all are the same."""
    return expected_values(plan, [(worth,) for worth in worths])[0]


def expected_values(plan: Policy, values_of_each: Sequence[tuple[int | Fraction, ...]]) -> tuple[int | Fraction, ...]:
    """The same for several values of each sequence, such as those of its stages."""
    if len(set(values_of_each)) == 1:
        return values_of_each[0]
    chances = likelihoods(plan)
    return tuple(_mean(chances, column) for column in zip(*values_of_each, strict=True))


def _mean(chances: Sequence[Fraction], worths: Sequence[int | Fraction]) -> int | Fraction:
    if len(set(worths)) == 1:
        return worths[0]
    return sum((likely * worth for likely, worth in zip(chances, worths, strict=True)), Fraction(0))


def foresight(plan: Policy, begin: int = 0) -> str | None:
    """What is wrong with a plan that knows what dice will show, or has no sequence for something they may show; else None.

    ``begin``: the move up to which its sequences are known to be alike.
    """
    first = fork(plan, begin)
    if first is None:
        return None if len(plan) == 1 else f"sequences differ where no die is rolled: {plan}"
    at = first.at
    if len({(moves[:at], *map(before_chance, moves[at : at + 1])) for moves in plan}) > 1:
        return f"a plan knows what a die will show before it is rolled: {plan}"
    if len(first.ways) != FACES ** len(results(plan[0][at])):
        return f"a plan counts on what a die will show: {plan}"
    for _, way in first.ways:
        if len({moves[at] for moves in way}) > 1:
            return f"a plan goes on in two ways after the same roll: {plan}"
    return next(filter(None, (foresight(way, at + 1) for _, way in first.ways)), None)


def tails(plan: Policy, begun: Sequence[Move]) -> Policy:
    """What is left of a plan once the moves ``begun`` are made as it has them; one sequence at least begins so."""
    return tuple(moves[len(begun) :] for moves in plan if moves[: len(begun)] == tuple(begun))
