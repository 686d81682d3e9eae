"""The position document (README, The position) as a ``Position``."""

from typing import Any

from marshmallow import post_load

from api.schemas.attraction import AttractionField
from api.schemas.cards import AdministratorSchema, MascotSchema
from api.schemas.fields import Flag, HexField, Inside, Many, Pick, Strict, Table, Whole, Word
from api.schemas.rules import RulesSchema
from models.theme_park.attraction import SPACES, Innovation, Tile, Upgrade
from models.theme_park.cards import Staff
from models.theme_park.guests import DICE, DICE_PER_COLOUR, GUEST_COLOURS, HIGHEST, LOWEST, Guest
from models.theme_park.position import MOST_MAPS, MOST_MASCOTS, MOST_TILES, STAFF_PLAYED, Position

VERSION = 1
MOST_MONEY = 999
MOST_CUBES_ON_A_TILE = 99


class TileSchema(Strict):
    """A tile lying in the park."""

    what = "a tile"

    id = Word(required=True)
    hex = HexField(required=True)
    attraction = AttractionField(required=True)
    upgrades = Many(Pick(Upgrade), "upgrades", len(Upgrade), load_default=())
    innovation = Pick(Innovation, load_default=None)
    installed = Many(Pick(Upgrade), "upgrades that lie on spaces, the others being printed", SPACES, load_default=None)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Tile:
        """The tile with its printed upgrades added; an upgrade listed twice is told by ``faults``."""
        attraction, printed = data["attraction"]
        upgrades = frozenset(data["upgrades"]) | printed
        installed = None if data["installed"] is None else frozenset(data["installed"])
        return Tile(data["id"], data["hex"], attraction, upgrades, data["innovation"], installed)


class GuestSchema(Strict):
    """A guest die."""

    what = "a guest"

    id = Word(required=True)
    colour = Pick(GUEST_COLOURS, required=True)
    value = Whole(LOWEST, HIGHEST, required=True)
    at = Word("the id of a tile", required=True)
    vip = Flag(load_default=False)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Guest:
        """The guest."""
        return Guest(**data)


class ParkSchema(Strict):
    """The tiles and the guests on them."""

    what = "a park"

    tiles = Many(Inside(TileSchema), "tiles", MOST_TILES, least=1, required=True)
    guests = Many(Inside(GuestSchema), "guests", DICE, load_default=())


class PositionSchema(Strict):
    """One player's park in the Operate phase; only ``version`` and ``park`` are required."""

    what = "a position"

    version = Whole(VERSION, VERSION, required=True)
    rules = Inside(RulesSchema, load_default=lambda: RulesSchema().load({}), allow_none=False)
    park = Inside(ParkSchema, required=True)
    maps = Whole(0, MOST_MAPS, load_default=0)
    mascots = Many(Inside(MascotSchema), "mascots", MOST_MASCOTS, load_default=())
    staff = Many(Pick(Staff), "staff cards, as many as a player plays a round", STAFF_PLAYED, load_default=())
    administrator = Inside(AdministratorSchema, load_default=None)
    money = Whole(0, MOST_MONEY, load_default=0)
    cubes = Table(
        Word("the id of a tile"), Whole(0, MOST_CUBES_ON_A_TILE), "tile ids and numbers of cubes", load_default=dict
    )
    bag = Table(Pick(GUEST_COLOURS), Whole(0, DICE_PER_COLOUR), "colours and numbers of dice", load_default=None)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Position:
        """The position; a bag that is given holds no dice of the colours it leaves out."""
        rules, bag = data["rules"], data["bag"]
        return Position(
            tiles=data["park"]["tiles"],
            guests=data["park"]["guests"],
            game=rules["game"],
            round=rules["round"],
            last_round=rules["last_round"],
            solo=rules["solo"],
            expansions=frozenset(rules["expansions"]),
            rulings=rules["rulings"],
            maps=data["maps"],
            mascots=data["mascots"],
            staff=data["staff"],
            administrator=data["administrator"],
            money=data["money"],
            cubes=tuple(data["cubes"].items()),
            bag=None if bag is None else tuple((colour, bag.get(colour, 0)) for colour in GUEST_COLOURS),
        )
