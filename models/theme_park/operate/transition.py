"""What becomes of a move: the rule that it breaks, or what it did; judged, played and told from this one value."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from models.shared.rulebook import Broken, first_broken
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import OperateCheck, Rule
from models.theme_park.operate.state import State


class Played(NamedTuple):
    """What was ``done`` in the state ``before`` and the state ``after`` it: a legal move, or a part of one.

    ``parts``: what the move did besides, in its order, such as the adjustments of a mascot.
    """

    before: State
    done: Any
    after: State
    parts: tuple["Played", ...] = ()


Outcome: TypeAlias = Played | Broken[Rule]

Transition: TypeAlias = Callable[[Position, State, Any], Outcome]


class Family(NamedTuple):
    """A kind of move: what becomes of one, and the moves worth asking about."""

    transition: Transition
    candidates: Callable[[Position, State], Iterator[Move]]


def by_checks(checks: tuple[OperateCheck[Any], ...], effect: Callable[[Position, State, Any], State]) -> Transition:
    """What breaks the first of ``checks`` that it can is illegal; ``effect`` says what the others leave behind."""

    def transition(position: Position, state: State, move: Any) -> Outcome:
        return first_broken(checks, position, state, move) or Played(state, move, effect(position, state, move))

    return transition
