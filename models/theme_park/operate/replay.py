"""Playing a sequence of moves while it is legal: the one judge of every sequence."""

from collections.abc import Iterable, Iterator, Sequence

from models.shared.rulebook import Broken
from models.shared.verdict import Step, Verdict, Violation
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.moves import Move
from models.theme_park.operate.narration import earned, narrate
from models.theme_park.operate.phase import transition
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import citation
from models.theme_park.operate.state import State, start
from models.theme_park.operate.transition import Played

OperateStep = Step[Move, State]
OperateVerdict = Verdict[Move, State]


def replay(position: Position, moves: Iterable[Move], begin: State | None = None) -> OperateVerdict:
    """Judge ``moves`` from the start of ``position``, or from ``begin``; stops at the first illegal one.

    Stars and money are those of the whole phase either way.
    """
    state = start(position) if begin is None else begin
    steps: list[OperateStep] = []
    violation = None
    for number, move in enumerate(moves):
        outcome = transition(position, state, move)
        if isinstance(outcome, Broken):
            violation = Violation(number, outcome.rule, f"Move {number + 1}: {outcome.message}", *citation(outcome))
            break
        steps.append(_step(position, outcome))
        state = outcome.after
    total = earnings(position, state)
    return Verdict(tuple(steps), state, total.stars, total.money, total.breakdown, violation)


def states(position: Position, moves: Iterable[Move]) -> Iterator[State | None]:
    """The state before each of ``moves`` and after the last one; None, and nothing further, after an illegal one."""
    state = start(position)
    yield state
    for move in moves:
        outcome = transition(position, state, move)
        if isinstance(outcome, Broken):
            yield None
            return
        state = outcome.after
        yield state


def first_illegal(position: Position, moves: Sequence[Move], state: State, begin: int) -> int | None:
    """Which of ``moves``, from 0, is the first illegal one when move ``begin`` is made in ``state``; None if none is."""
    for number in range(begin, len(moves)):
        outcome = transition(position, state, moves[number])
        if isinstance(outcome, Broken):
            return number
        state = outcome.after
    return None


def step(position: Position, before: State, move: Move) -> OperateStep:
    """Play ``move`` and tell what it did and earned; raises ValueError where it is illegal."""
    outcome = transition(position, before, move)
    if isinstance(outcome, Broken):
        raise ValueError(f"{move} is illegal: {outcome.message}")  # noqa: TRY004 - a move of the right type
    return _step(position, outcome)


def _step(position: Position, played: Played) -> OperateStep:
    had, has = earnings(position, played.before), earnings(position, played.after)
    stars, money = has.stars - had.stars, has.money - had.money
    gain = earned(stars, money)
    return Step(played.done, played.after, stars, money, narrate(position, played) + (f": {gain}" if gain else ""))
