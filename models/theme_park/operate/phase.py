"""The Operate phase as a whole: is a move legal, what does it do, which moves are legal."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from models.theme_park.moves import GuideMove, MapMove, MascotMove, Move, OperateMove
from models.theme_park.operate.mascots import MASCOT_CHECKS, mascot_candidates, use_mascot
from models.theme_park.operate.movement import (
    GUIDE_CHECKS,
    MAP_CHECKS,
    guide_candidates,
    map_candidates,
    use_guide,
    use_map,
)
from models.theme_park.operate.operation import OPERATE_CHECKS, operate, operate_candidates
from models.theme_park.operate.state import State
from models.theme_park.position import Position
from models.theme_park.rules import Broken, Check, first_broken


class Family(NamedTuple):
    """A kind of move: the rules it must keep, what it does, and the moves worth checking."""

    checks: tuple[Check[Any], ...]
    play: Callable[[Position, State, Any], State]
    candidates: Callable[[Position, State], Iterator[Move]]


FAMILIES: dict[type[Move], Family] = {
    OperateMove: Family(OPERATE_CHECKS, operate, operate_candidates),
    MapMove: Family(MAP_CHECKS, use_map, map_candidates),
    GuideMove: Family(GUIDE_CHECKS, use_guide, guide_candidates),
    MascotMove: Family(MASCOT_CHECKS, use_mascot, mascot_candidates),
}


def broken_rule(position: Position, state: State, move: Move) -> Broken | None:
    """The first rule ``move`` breaks in ``state``, or None when it is legal."""
    return first_broken(FAMILIES[type(move)].checks, position, state, move)


def play(position: Position, state: State, move: Move) -> State:
    """The state after ``move``, which must be legal in ``state``."""
    return FAMILIES[type(move)].play(position, state, move)


def legal_moves(position: Position, state: State) -> Iterator[Move]:
    """Every legal next move, by kind; stopping is always legal too and not listed."""
    for kind in FAMILIES:
        yield from legal_moves_of(kind, position, state)


def legal_moves_of(kind: type[Move], position: Position, state: State) -> Iterator[Move]:
    """Every legal next move of one kind."""
    family = FAMILIES[kind]
    for move in family.candidates(position, state):
        if first_broken(family.checks, position, state, move) is None:
            yield move
