"""The Operate phase as a whole: is a move legal, what does it do, which moves are legal."""

from collections.abc import Iterator

from models.shared.rulebook import Broken
from models.theme_park.operate.between import BETWEEN, Family
from models.theme_park.operate.moves import Move, OperateMove
from models.theme_park.operate.operation import operate, operate_candidates, operation_broken
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import State

FAMILIES: dict[type[Move], Family] = {
    OperateMove: Family(operation_broken, operate, operate_candidates),
    **BETWEEN,
}


def broken_rule(position: Position, state: State, move: Move) -> Broken[Rule] | None:
    """The first rule ``move`` breaks in ``state``, or None when it is legal."""
    return FAMILIES[type(move)].broken(position, state, move)


def play(position: Position, state: State, move: Move) -> State:
    """The state after ``move``, which must be legal in ``state``."""
    return FAMILIES[type(move)].play(position, state, move)


def legal_moves(position: Position, state: State) -> Iterator[Move]:
    """Every legal next move, by kind; stopping is always legal too and not listed.

    What the ruling ``timing.between-operations`` lets be used in the midst of an operation is not
    listed with the operation: there is no end of it.
    """
    for kind in FAMILIES:
        yield from legal_moves_of(kind, position, state)


def legal_moves_of(kind: type[Move], position: Position, state: State) -> Iterator[Move]:
    """Every legal next move of one kind."""
    family = FAMILIES[kind]
    for move in family.candidates(position, state):
        if family.broken(position, state, move) is None:
            yield move
