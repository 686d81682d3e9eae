"""Playing a sequence of moves while it is legal: the one judge of every sequence."""

from collections.abc import Iterable, Iterator, Sequence

from models.shared.verdict import Step, Verdict, Violation
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.moves import Move
from models.theme_park.operate.narration import earned, narrate
from models.theme_park.operate.phase import broken_rule, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import citation
from models.theme_park.operate.state import State, start

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
        broken = broken_rule(position, state, move)
        if broken is not None:
            violation = Violation(number, broken.rule, f"Move {number + 1}: {broken.message}", *citation(broken))
            break
        steps.append(step(position, state, move))
        state = steps[-1].after
    total = earnings(position, state)
    return Verdict(tuple(steps), state, total.stars, total.money, total.breakdown, violation)


def states(position: Position, moves: Iterable[Move]) -> Iterator[State | None]:
    """The state before each of ``moves`` and after the last one; None, and nothing further, after an illegal one."""
    state = start(position)
    yield state
    for move in moves:
        if broken_rule(position, state, move) is not None:
            yield None
            return
        state = play(position, state, move)
        yield state


def first_illegal(position: Position, moves: Sequence[Move], state: State, begin: int) -> int | None:
    """Which of ``moves``, from 0, is the first illegal one when move ``begin`` is made in ``state``; None if none is."""
    for number in range(begin, len(moves)):
        if broken_rule(position, state, moves[number]) is not None:
            return number
        state = play(position, state, moves[number])
    return None


def step(position: Position, before: State, move: Move) -> OperateStep:
    """Play one legal ``move`` and tell what it did and earned."""
    after = play(position, before, move)
    had, has = earnings(position, before), earnings(position, after)
    stars, money = has.stars - had.stars, has.money - had.money
    gain = earned(stars, money)
    text = narrate(position, before, move, after) + (f": {gain}" if gain else "")
    return Step(move, after, stars, money, text)
