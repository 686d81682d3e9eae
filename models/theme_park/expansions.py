"""Cards that an expansion brings, by kind; every other card is of the base game."""

from collections.abc import Mapping

from models.theme_park.cards import AdministratorKind, SkillKind, Staff
from models.theme_park.operate.position import Expansion

STAFF_OF: Mapping[str | None, Expansion] = {
    Staff.INNOVATOR: Expansion.INNOVATIONS,
    Staff.CONSULTANT: Expansion.PROMO,
    Staff.CHAPERONE: Expansion.PROMO,
}
SKILLS_OF: Mapping[str | None, Expansion] = {SkillKind.REROLL: Expansion.SURPRISES}
ADMINISTRATORS_OF: Mapping[str | None, Expansion] = {
    AdministratorKind.REROLL: Expansion.SURPRISES,
    AdministratorKind.MOVE_UPGRADE: Expansion.INNOVATIONS,
}
"""The last by the ruling ``upgrade.move-by``."""
