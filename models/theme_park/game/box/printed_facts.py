"""Printed facts of the box that the texts do not give: the owner of the box enters them.

``made_up_box`` is a complete made-up set for demonstration and tests.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Attraction, Tile, Upgrade
from models.theme_park.cards import Administrator, Skill, Staff
from models.theme_park.game.ids import BoardId, GoalId, MonorailId, ObjectiveId, SoloCardId
from models.theme_park.game.variant import Stack
from models.theme_park.guests import GUEST_COLOURS, Colour, TileId
from models.theme_park.operate.position import Expansion

DIE_VALUES: dict[Staff, int] = {
    Staff.CONSULTANT: 0,
    Staff.TICKET_AGENT: 1,
    Staff.CONCIERGE: 2,
    Staff.GUIDE: 3,
    Staff.MASCOT: 4,
    Staff.BUILDER: 5,
    Staff.INNOVATOR: 5,
    Staff.MANAGER: 6,
    Staff.CHAPERONE: 7,
}
"""Die values of staff cards. Consultant and Chaperone are printed in the text; the others are inferred from the
worked example of the turn order and the order of the cards, the Innovator's from the Builder it replaces."""


class Quantity(StrEnum):
    """What objectives and goals measure; ``colour`` of a measure narrows those that can be narrowed."""

    MONEY = "money"
    GUESTS = "guests"
    PIPS = "pips"
    STARS_THIS_ROUND = "stars-this-round"
    STARS = "stars"
    OPERATIONS = "operations"
    ATTRACTIONS_OPERATED = "attractions-operated"
    OPERATIONS_OF_ONE = "operations-of-one"
    ATTRACTIONS = "attractions"
    UPGRADES = "upgrades"
    MAPS = "maps"
    MASCOTS = "mascots"
    DISCARDED = "discarded"
    BY_HAND = "by-hand"


NARROWED: Mapping[Quantity, tuple[Colour, ...]] = {
    Quantity.GUESTS: GUEST_COLOURS,
    Quantity.PIPS: GUEST_COLOURS,
    Quantity.OPERATIONS: tuple(Colour),
    Quantity.ATTRACTIONS_OPERATED: tuple(Colour),
    Quantity.OPERATIONS_OF_ONE: tuple(Colour),
    Quantity.ATTRACTIONS: tuple(Colour),
    Quantity.DISCARDED: GUEST_COLOURS,
}
"""Quantities that a colour narrows, each with its colours: those of guests, or of attractions."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity of one player at the time it is looked at; of one colour where ``colour`` is given."""

    quantity: Quantity
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective card: its colour code, what is measured, whether most or fewest is best, and what it came with."""

    name: str
    code: str
    measure: Measure
    fewest: bool = False
    expansion: Expansion | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """A solo goal: its deck, its red stars, and the least (or most) that achieves it."""

    name: str
    deck: Stack
    stars: int
    measure: Measure
    least: int | None = None
    most: int | None = None


class Shaded(StrEnum):
    """The rows in which a solo card shades a place (rulebook, Solo Cards)."""

    MONORAIL = "monorail"
    ATTRACTION = "attraction"
    SKILL = "skill"


@dataclass(frozen=True, slots=True)
class SoloCard:
    """A solo card: its value, and which place (from 0) of each row is shaded; None where none is."""

    value: int
    monorail: int | None = None
    attraction: int | None = None
    skill: int | None = None

    def shades(self, row: Shaded) -> int | None:
        """The place shaded in a row."""
        return {Shaded.MONORAIL: self.monorail, Shaded.ATTRACTION: self.attraction, Shaded.SKILL: self.skill}[row]


class Side(StrEnum):
    """Sides of the solo round track overlay."""

    NORMAL = "normal"
    HARD = "hard"


TARGETS: dict[Side, int] = {Side.NORMAL: 160, Side.HARD: 170}
"""Stars that the sides ask for (rulebook, Solo Rules, Set Up)."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """A side of the solo round track overlay: the target, and for each marked round its goal deck and red stars."""

    target: int
    spaces: Mapping[int, tuple[Stack, int]] = field(hash=False)

    @property
    def side(self) -> Side | None:
        """The side with this target; None for a target that no side shows."""
        return next((side for side, target in TARGETS.items() if target == self.target), None)


@dataclass(frozen=True, slots=True)
class PrintedTile:
    """An attraction tile of the box: its stack, its build cost, and the cost of each upgrade space."""

    id: TileId
    attraction: Attraction
    stack: Stack
    cost: int
    spaces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StartTile:
    """A starting attraction: printed on a park board, with its upgrades and the cost of each upgrade space."""

    id: TileId
    hex: Hex
    attraction: Attraction
    upgrades: frozenset[Upgrade] = frozenset()
    spaces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StartBoard:
    """What a park board shows beside the Park Entrance at [0, 0] (rulebook, Setup 8; its attractions are inferred).

    ``first_hexes``: where the first attraction may go on this board, None when not entered.
    """

    tiles: tuple[StartTile, ...]
    first_hexes: frozenset[Hex] | None = None


@dataclass(frozen=True)
class Box:
    """Printed facts of the parts in play, as far as they are known.

    ``monorails``: values of each, top to bottom, in the order they lie; ``staff_money`` and
    ``staff_dice`` by card; ``administrators`` and ``skills``: the cards of the decks (one copy of each
    skill), None when not entered; ``first_hexes``: where the first attraction may go, None when not entered;
    ``start_board``: the one that every player has, None for the Entrance alone; ``start_boards``: those of which
    each player takes one, by name. A tile on two of them is the same attraction.
    """

    entrance: Attraction
    entrance_upgrades: frozenset[Upgrade]
    tiles: Mapping[TileId, PrintedTile]
    monorails: Mapping[MonorailId, tuple[int, ...]]
    staff_money: Mapping[Staff, int]
    staff_dice: Mapping[Staff, int] = field(default_factory=lambda: dict(DIE_VALUES))
    objectives: Mapping[ObjectiveId, Objective] = field(default_factory=dict)
    goals: Mapping[GoalId, Goal] = field(default_factory=dict)
    solo_cards: Mapping[SoloCardId, SoloCard] = field(default_factory=dict)
    overlay: Overlay | None = None
    administrators: tuple[Administrator, ...] | None = None
    skills: tuple[Skill, ...] | None = None
    entrance_spaces: tuple[int, ...] = ()
    first_hexes: frozenset[Hex] | None = None
    start_board: StartBoard | None = None
    start_boards: Mapping[BoardId, StartBoard] = field(default_factory=dict)
    name: str | None = None
    """The name of a box of the catalogue, or None for facts entered in the record."""

    @cached_property
    def start_tiles(self) -> Mapping[TileId, StartTile]:
        """Every starting attraction by id."""
        boards = [*([self.start_board] if self.start_board else []), *self.start_boards.values()]
        return {tile.id: tile for board in boards for tile in board.tiles}

    def printed_upgrades(self, tile: Tile) -> frozenset[Upgrade]:
        """The upgrades printed on a tile of a park."""
        if tile.is_entrance:
            return self.entrance_upgrades
        start = self.start_tiles.get(tile.id)
        return frozenset() if start is None else start.upgrades
