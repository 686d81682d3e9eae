"""The moves made between operations: maps, guides and mascots."""

from models.theme_park.operate.mascots import mascot_candidates, mascot_transition
from models.theme_park.operate.movement import (
    GUIDE_CHECKS,
    MAP_CHECKS,
    guide_candidates,
    map_candidates,
    use_guide,
    use_map,
)
from models.theme_park.operate.moves import GuideMove, MapMove, MascotMove, Move
from models.theme_park.operate.transition import Family, by_checks

BETWEEN: dict[type[Move], Family] = {
    MapMove: Family(by_checks(MAP_CHECKS, use_map), map_candidates),
    GuideMove: Family(by_checks(GUIDE_CHECKS, use_guide), guide_candidates),
    MascotMove: Family(mascot_transition, mascot_candidates),
}
