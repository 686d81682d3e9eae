"""Attraction tiles: what is printed on them and what has been installed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from models.shared.hexgrid import Hex
from models.theme_park.guests import Colour, TileId
from models.theme_park.requirement import Requirement

KIOSK_MONEY = 2  # rulebook, Upkeep: $2 a cube with a merch kiosk
EFFECT_STARS = 2  # rulebook, Upkeep: 2 stars a cube with a special effect
ENTRANCE_NAME = "Park Entrance"


class Upgrade(StrEnum):
    """Upgrades of the base game, each at most once on a tile (rulebook, Install Upgrades)."""

    MERCH_KIOSK = "merch-kiosk"
    SPECIAL_EFFECT = "special-effect"
    GENERATOR = "generator"


class Innovation(StrEnum):
    """Innovations of the mini expansion, at most one on a tile."""

    CABLE_CAR = "cable-car"
    PHOTO_BOOTH = "photo-booth"
    STATUE_1 = "statue-1"
    STATUE_2 = "statue-2"
    STATUE_3 = "statue-3"


STATUE_STARS: dict[Innovation, int] = {Innovation.STATUE_1: 1, Innovation.STATUE_2: 2, Innovation.STATUE_3: 3}
"""Stars each statue earns in every Upkeep (rulebook, Innovations, Statue)."""
STATUES = tuple(STATUE_STARS)
"""The statues in the order they are built (rulebook, Innovations, Statue)."""
OWNED: dict[Innovation, int] = {Innovation.CABLE_CAR: 4, Innovation.PHOTO_BOOTH: 3} | dict.fromkeys(STATUES, 1)
"""What a player has of each, the cable car of the Park Entrance included (rulebook, Innovations, Setup)."""


UPGRADES_OWNED = 3
"""What a player has of each upgrade, beside those printed on the Park Entrance (rulebook, Setup, Improvements)."""
SPACES = 2
"""Upgrade spaces of an attraction at most, the printed upgrades of the Entrance among them (rulebook, Build Attraction)."""


STARTING = 3
"""Starting attractions of a park board beside the Entrance, on which upgrades may be printed (inferred: income and grey
attractions that nobody built, rulebook, Income)."""


K = TypeVar("K")


def overprinted(printed: Mapping[K, Collection[str]]) -> tuple[list[K], list[K]]:
    """Of attractions beside the Entrance, with the upgrades printed on them: those with more than there are spaces, and
    those beyond the starting attractions."""
    crowded = [tile for tile, upgrades in printed.items() if len(upgrades) > SPACES]
    return crowded, [tile for tile, upgrades in printed.items() if upgrades][STARTING:]


def operate_icons(upgrades: Collection[str]) -> int:
    """Operate icons of a tile with these upgrades: one, and a second with a generator (rulebook, Place Cube)."""
    return 2 if Upgrade.GENERATOR in upgrades else 1


def names_the_entrance(name: str) -> bool:
    """Whether a printed name is that of the Park Entrance."""
    return name.casefold() == ENTRANCE_NAME.casefold()


@dataclass(frozen=True, slots=True)
class Attraction:
    """The printed facts of a tile; ``stars`` a cube, ``income`` in dollars a round."""

    name: str
    colour: Colour
    stars: int
    requirement: Requirement
    income: int = 0
    amenity: str | None = None


@dataclass(frozen=True, slots=True)
class Tile:
    """An attraction lying in the park, with its upgrades (printed ones included).

    ``installed``: which of the upgrades lie on spaces, the others being printed. Where it is not said, those of the
    Park Entrance are printed and all others installed. Nothing in the Operate phase asks for it.
    """

    id: TileId
    hex: Hex
    attraction: Attraction
    upgrades: frozenset[Upgrade] = frozenset()
    innovation: Innovation | None = None
    installed: frozenset[Upgrade] | None = None

    @property
    def name(self) -> str:
        """The name that is printed on the tile."""
        return self.attraction.name

    @property
    def is_entrance(self) -> bool:
        """Whether this is the Park Entrance, which is known by its printed name."""
        return names_the_entrance(self.attraction.name)

    @property
    def icons(self) -> int:
        """Counts the operate icons of the tile, upgrades included."""
        return operate_icons(self.upgrades)

    @property
    def stars_per_cube(self) -> tuple[int, int]:
        """Stars a cube earns in Upkeep: printed, and by the special effect."""
        return self.attraction.stars, EFFECT_STARS if Upgrade.SPECIAL_EFFECT in self.upgrades else 0

    @property
    def money_per_cube(self) -> int:
        """Dollars a cube earns in Upkeep."""
        return KIOSK_MONEY if Upgrade.MERCH_KIOSK in self.upgrades else 0
