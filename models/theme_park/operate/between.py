"""The moves made between operations: maps, guides and mascots."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from models.shared.rulebook import Broken, first_broken
from models.theme_park.operate.mascots import mascot_broken, mascot_candidates, use_mascot
from models.theme_park.operate.movement import (
    GUIDE_CHECKS,
    MAP_CHECKS,
    guide_candidates,
    map_candidates,
    use_guide,
    use_map,
)
from models.theme_park.operate.moves import GuideMove, MapMove, MascotMove, Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import OperateCheck, Rule
from models.theme_park.operate.state import State


class Family(NamedTuple):
    """A kind of move: the first rule one breaks, what it does, and the moves worth checking."""

    broken: Callable[[Position, State, Any], Broken[Rule] | None]
    play: Callable[[Position, State, Any], State]
    candidates: Callable[[Position, State], Iterator[Move]]


def by_checks(checks: tuple[OperateCheck[Any], ...]) -> Callable[[Position, State, Any], Broken[Rule] | None]:
    """The first of ``checks`` that a move breaks, as a function."""
    return lambda position, state, move: first_broken(checks, position, state, move)


BETWEEN: dict[type[Move], Family] = {
    MapMove: Family(by_checks(MAP_CHECKS), use_map, map_candidates),
    GuideMove: Family(by_checks(GUIDE_CHECKS), use_guide, guide_candidates),
    MascotMove: Family(mascot_broken, use_mascot, mascot_candidates),
}
