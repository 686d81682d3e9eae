"""The Operate phase as a whole: what becomes of a move, and which moves are legal."""

from collections.abc import Iterator

from models.shared.rulebook import Broken
from models.theme_park.operate.between import BETWEEN
from models.theme_park.operate.moves import Move, OperateMove
from models.theme_park.operate.operation import operate_candidates, operation_transition
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import State
from models.theme_park.operate.transition import Family, Outcome, Played

FAMILIES: dict[type[Move], Family] = {OperateMove: Family(operation_transition, operate_candidates), **BETWEEN}


def transition(position: Position, state: State, move: Move) -> Outcome:
    """What becomes of ``move`` in ``state``: the first rule that it breaks, or what it did."""
    return FAMILIES[type(move)].transition(position, state, move)


def broken_rule(position: Position, state: State, move: Move) -> Broken[Rule] | None:
    """The first rule ``move`` breaks in ``state``, or None when it is legal."""
    outcome = transition(position, state, move)
    return outcome if isinstance(outcome, Broken) else None


def play(position: Position, state: State, move: Move) -> State:
    """The state after ``move``; raises ValueError where it is illegal."""
    outcome = transition(position, state, move)
    if isinstance(outcome, Broken):
        raise ValueError(f"{move} is illegal: {outcome.message}")  # noqa: TRY004 - a move of the right type
    return outcome.after


def legal_moves(position: Position, state: State) -> Iterator[Move]:
    """Every legal next move, by kind; stopping is always legal too and not listed.

    What the ruling ``timing.between-operations`` lets be used in the midst of an operation is not
    listed with the operation: there is no end of it.
    """
    for played in legal_transitions(position, state):
        yield played.done


def legal_moves_of(kind: type[Move], position: Position, state: State) -> Iterator[Move]:
    """Every legal next move of one kind."""
    for played in legal_transitions_of(kind, position, state):
        yield played.done


def legal_transitions(position: Position, state: State) -> Iterator[Played]:
    """Every legal next move, as played; the moves are those of ``legal_moves``."""
    for kind in FAMILIES:
        yield from legal_transitions_of(kind, position, state)


def legal_transitions_of(kind: type[Move], position: Position, state: State) -> Iterator[Played]:
    """Every legal next move of one kind, as played."""
    family = FAMILIES[kind]
    for move in family.candidates(position, state):
        outcome = family.transition(position, state, move)
        if isinstance(outcome, Played):
            yield outcome
