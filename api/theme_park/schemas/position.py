"""The position document (models/theme_park/README.md, The position) as a ``Position``."""

from enum import StrEnum
from typing import Any

from marshmallow import post_load

from api.schemas.describing import ABSENT, Document, unless_empty
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    EnumField,
    FlagField,
    HexField,
    MappingField,
    NestedObject,
    StrictSchema,
    TextField,
)
from api.theme_park.schemas.attraction import AttractionField
from api.theme_park.schemas.cards import AdministratorSchema, MascotField
from api.theme_park.schemas.rules import RulesSchema
from models.theme_park.attraction import SPACES, Innovation, Tile, Upgrade
from models.theme_park.cards import Staff
from models.theme_park.guests import DICE, DICE_PER_COLOUR, GUEST_COLOURS, HIGHEST, LOWEST, Guest
from models.theme_park.operate.position import MOST_MAPS, MOST_MASCOTS, MOST_TILES, STAFF_PLAYED, Position

VERSION = 1


class Of(StrEnum):
    """The game that a document is of."""

    THEME_PARK = "theme-park"


MOST_MONEY = 999
MOST_CUBES_ON_A_TILE = 99


class TileSchema(StrictSchema):
    """A tile lying in the park."""

    what = "a tile"

    id = TextField(required=True)
    hex = HexField(required=True)
    attraction = AttractionField(required=True)
    upgrades = BoundedList(
        EnumField(Upgrade), "upgrades", len(Upgrade), load_default=(), of=lambda tile: sorted(tile.upgrades)
    )
    innovation = EnumField(Innovation, load_default=None, of=unless_empty("innovation"))
    installed = BoundedList(
        EnumField(Upgrade),
        "upgrades that lie on spaces, the others being printed",
        SPACES,
        load_default=None,
        of=lambda tile: ABSENT if tile.installed is None else sorted(tile.installed),
    )

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Tile:
        """The tile with its printed upgrades added; an upgrade listed twice is told by ``faults``."""
        attraction, printed = data["attraction"]
        upgrades = frozenset(data["upgrades"]) | printed
        installed = None if data["installed"] is None else frozenset(data["installed"])
        return Tile(data["id"], data["hex"], attraction, upgrades, data["innovation"], installed)


class GuestSchema(StrictSchema):
    """A guest die and the tile it stands on."""

    what = "a guest"

    id = TextField(required=True)
    colour = EnumField(GUEST_COLOURS, required=True)
    value = BoundedInt(LOWEST, HIGHEST, required=True)
    at = TextField("the id of a tile", required=True)
    vip = FlagField(load_default=False, of=unless_empty("vip"))

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Guest:
        """Makes the guest of the loaded fields."""
        return Guest(**data)


class ParkSchema(StrictSchema):
    """The tiles and the guests on them."""

    what = "a park"

    tiles = BoundedList(NestedObject(TileSchema), "tiles", MOST_TILES, least=1, required=True)
    guests = BoundedList(NestedObject(GuestSchema), "guests", DICE, load_default=())


class UsedSchema(StrictSchema):
    """Maps and mascots used already this phase: owned beside the ready ones, and ready again in the next round."""

    what = "the maps and mascots used"

    maps = BoundedInt(0, MOST_MAPS, load_default=0, of=lambda position: position.used_maps)
    mascots = BoundedList(
        MascotField(),
        "mascots that were used",
        MOST_MASCOTS,
        load_default=(),
        of=lambda position: position.used_mascots,
    )


class PositionSchema(StrictSchema):
    """One player's park in the Operate phase; only ``version`` and ``park`` are required."""

    what = "a position"

    of = EnumField(Of, load_default=Of.THEME_PARK, of=lambda _: ABSENT)
    version = BoundedInt(VERSION, VERSION, required=True, of=lambda _: VERSION)
    rules = NestedObject(
        RulesSchema,
        load_default=lambda: RulesSchema().load({}),
        allow_none=False,
        of=lambda position: position,
    )
    park = NestedObject(ParkSchema, required=True, of=lambda position: position)
    maps = BoundedInt(0, MOST_MAPS, load_default=0)
    mascots = BoundedList(MascotField(), "mascots", MOST_MASCOTS, load_default=())
    staff = BoundedList(
        EnumField(Staff), "staff cards, as many as a player plays a round", STAFF_PLAYED, load_default=()
    )
    administrator = NestedObject(AdministratorSchema, load_default=None)
    money = BoundedInt(0, MOST_MONEY, load_default=0)
    cubes = MappingField(
        TextField("the id of a tile"),
        BoundedInt(0, MOST_CUBES_ON_A_TILE),
        "tile ids and numbers of cubes",
        load_default=dict,
        of=lambda position: dict(position.cubes),
    )
    bag = MappingField(
        EnumField(GUEST_COLOURS),
        BoundedInt(0, DICE_PER_COLOUR),
        "colours and numbers of dice",
        load_default=None,
        of=lambda position: ABSENT if position.bag is None else dict(position.bag),
    )
    used = NestedObject(
        UsedSchema,
        load_default=lambda: UsedSchema().load({}),
        allow_none=False,
        of=lambda position: position if position.used_maps or position.used_mascots else ABSENT,
    )

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Position:
        """The position; a bag that is given holds no dice of the colours it leaves out."""
        rules, bag, used = data["rules"], data["bag"], data["used"]
        return Position(
            tiles=data["park"]["tiles"],
            guests=data["park"]["guests"],
            game=rules["game"],
            round=rules["round"],
            last_round=rules["last_round"],
            solo=rules["solo"],
            short=rules["short"],
            expansions=frozenset(rules["expansions"]),
            rulings=rules["rulings"],
            maps=data["maps"],
            mascots=data["mascots"],
            staff=data["staff"],
            administrator=data["administrator"],
            money=data["money"],
            cubes=tuple(data["cubes"].items()),
            bag=None if bag is None else tuple((colour, bag.get(colour, 0)) for colour in GUEST_COLOURS),
            used_maps=used["maps"],
            used_mascots=used["mascots"],
        )


def dump_position(position: Position) -> Document:
    """The position document, with attractions inline, as ``load_position`` reads it."""
    return PositionSchema.write(position)
