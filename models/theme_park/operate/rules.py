"""Ids of the rules of the Operate phase, and what is known of each.

The verdict of a replay, the lists of legal moves and the messages all come from the functions that state them
(``models.shared.rulebook``). Titles, wording and sources are data: ``fixtures/theme_park/catalogue/rules.json``.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import TypeAlias, TypeVar

from models.shared.rulebook import Broken, Check, Citation, RuleEntry, read_entries
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State


class Rule(StrEnum):
    """Ids of the rules of the Operate phase."""

    CUBE_ICON = "operate.cube.icon"
    CUBE_SUPPLY = "operate.cube.supply"
    PARTY_CHOSEN = "operate.party.chosen"
    PARTY_PRESENT = "operate.party.present"
    PARTY_SIZE = "operate.party.size"
    PARTY_REQUIREMENT = "operate.party.requirement"
    MOVER_REQUIRED = "operate.mover.required"
    MOVER_OF_PARTY = "operate.mover.of-party"
    MOVER_LEFT = "operate.mover.left"
    MOVER_ADJACENT = "operate.mover.adjacent"
    MANAGER_READY = "operate.manager.ready"
    MANAGER_ICONS_COVERED = "operate.manager.icons-covered"
    MANAGER_SAME_TILE = "operate.manager.same-tile"
    MAP_READY = "operate.map.ready"
    MAP_GUEST = "operate.map.guest"
    MAP_ADJACENT = "operate.map.adjacent"
    GUIDE_READY = "operate.guide.ready"
    GUIDE_GUEST = "operate.guide.guest"
    GUIDE_ELSEWHERE = "operate.guide.elsewhere"
    GUIDE_ENTRANCE = "operate.guide.entrance"
    MASCOT_READY = "operate.mascot.ready"
    MASCOT_USE = "operate.mascot.use"
    MASCOT_EXTRA = "operate.mascot.extra"
    MASCOT_EXTRA_COLOUR = "operate.mascot.extra-colour"
    MASCOT_EXTRA_ONE_DIE = "operate.mascot.extra-one-die"
    MASCOT_GUEST = "operate.mascot.guest"
    MASCOT_VALUE_STEP = "operate.mascot.value-step"
    MASCOT_VALUE_RANGE = "operate.mascot.value-range"
    MASCOT_COLOUR = "operate.mascot.colour"
    MASCOT_EXTRA_WITH_SKILL = "operate.mascot.extra-with-skill"
    MASCOT_EXTRA_ORDER = "operate.mascot.extra-order"
    TIMING = "operate.timing"
    KEEP_ADMINISTRATOR = "operate.keep.administrator"
    KEEP_DIE = "operate.keep.die"
    REROLL_DIE = "operate.reroll.die"
    REROLL_SYMBOL = "operate.reroll.symbol"
    REROLL_RESULT = "operate.reroll.result"
    SKILL_CARD = "operate.skill.card"
    SKILL_CHOICES = "operate.skill.choices"
    SKILL_GUEST = "operate.skill.guest"
    SKILL_COLOUR = "operate.skill.colour"
    SKILL_VALUE = "operate.skill.value"
    SKILL_SIGNS = "operate.skill.signs"
    SKILL_WALK = "operate.skill.walk"
    SKILL_TWICE = "operate.skill.twice"
    SKILL_BAG = "operate.skill.bag"
    SKILL_VIP = "operate.skill.vip"


@cache
def catalogue() -> Mapping[Rule, RuleEntry[Rule]]:
    """Every rule with its entry."""
    return read_entries("theme_park/catalogue/rules.json", Rule)


M = TypeVar("M")

OperateCheck: TypeAlias = Check[Rule, Position, State, M]
"""A rule of the phase for one kind of move."""


def citation(broken: Broken[Rule]) -> Citation:
    """Where the sentence stands that decides."""
    return catalogue()[broken.rule].cited(broken.case)
