"""One reason why a position cannot be: its place in the value, what is there, and what would be accepted."""

from enum import StrEnum
from typing import NamedTuple, TypeAlias

Place: TypeAlias = tuple[str | int, ...]
"""The way to a part of a ``Position`` by names of attributes, numbers from 0 and ids, such as ("guests", 0, "at")."""


class Inconsistent(StrEnum):
    """Why a position cannot be."""

    TILE_ID_TWICE = "tile.id-twice"
    TILE_HEX_TAKEN = "tile.hex-taken"
    TILE_OUTSIDE = "tile.outside"
    TILE_UNKNOWN = "tile.unknown"
    PARK_CUT_OFF = "park.cut-off"
    ENTRANCE_TWICE = "entrance.twice"
    ENTRANCE_MISSING = "entrance.missing"
    UPGRADE_TWICE = "upgrade.twice"
    UPGRADE_UNKNOWN = "upgrade.unknown"
    UPGRADES_ON_TILE = "upgrades.on-tile"
    UPGRADES_IN_ALL = "upgrades.in-all"
    ENTRANCE_EFFECT = "entrance.effect"
    ENTRANCE_CABLE_CAR = "entrance.cable-car"
    CONSULTANTS = "staff.consultants"
    STAFF_REPLACED = "staff.replaced"
    REQUIREMENT_RELATION = "requirement.relation"
    GUEST_ID_TWICE = "guest.id-twice"
    GUEST_UNKNOWN = "guest.unknown"
    GUESTS_OF_COLOUR = "guests.of-colour"
    VIPS = "guests.vips"
    BAG_OF_COLOUR = "bag.of-colour"
    GAME_SOLO = "game.solo"
    GAME_SHORT = "game.short"
    PRINTED_UPGRADES = "upgrades.printed"
    MAPS_IN_ALL = "maps.in-all"
    MASCOTS_IN_ALL = "mascots.in-all"
    CARD_FULL_GAME = "card.full-game"
    CARD_COPIES = "card.copies"
    EXPANSION_MISSING = "expansion.missing"
    INNOVATION_NUMBER = "innovation.number"
    STATUE_ORDER = "statue.order"
    CUBES_ON_TILE = "cubes.on-tile"
    CUBES_IN_ALL = "cubes.in-all"


class Inconsistency(NamedTuple):
    """A reason at its place; ``detail`` says what was found and what would be accepted."""

    place: Place
    detail: str
    code: Inconsistent


class InconsistentPosition(ValueError):
    """A position that cannot be; ``found`` says all that is wrong with it."""

    def __init__(self, found: tuple[Inconsistency, ...]) -> None:
        """Refuse because of ``found``."""
        super().__init__(" ".join(f"{'.'.join(map(str, each.place))}: {each.detail}" for each in found))
        self.found = found
