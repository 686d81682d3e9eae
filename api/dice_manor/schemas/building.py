"""The Build phase as values: tiles on the grid, and moves that build (models/dice_manor/README.md, Documents)."""

from enum import StrEnum
from typing import Any, NamedTuple

from marshmallow import post_load

from api.dice_manor.schemas.fields import (
    DIVERSITY,
    LOW,
    MOST_COLOURS,
    MOST_PLAYERS,
    MOST_TOKENS,
    Of,
    Phase,
    RulingsField,
    SlotField,
)
from api.dice_manor.schemas.manors import DoorsSchema
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    DescribedField,
    EnumField,
    NestedObject,
    StrictSchema,
    TextField,
    read_each,
)
from models.dice_manor.building import SIDES, Cell, Edge, Grid, Placing, Side, Tile, TileRoom
from models.dice_manor.building_replay import Build
from models.dice_manor.manor import DICE, MOST_ROOMS, SLOTS, Room, RoomType
from models.dice_manor.rulings import ManorRulings
from models.dice_manor.scoring import Finisher
from solver.dice_manor.layouts import Goal
from solver.dice_manor.tile_gain import DICE as USUAL_DICE
from solver.dice_manor.tile_gain import TOKENS as USUAL_TOKENS

FARTHEST = 60
MOST_CELLS = 12
MOST_DOORS = 24
MOST_WON = 6


class CellField(DescribedField[Cell]):
    """A cell ``[x, y]`` of the grid that tiles lie on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f"[x, y], two whole numbers from {-FARTHEST} to {FARTHEST}", **kwargs)

    def read(self, value: Any) -> Cell:
        """Reads the cell; raises ValidationError for anything else."""
        if not isinstance(value, list) or len(value) != 2:
            raise self.refusal(value)
        x, y = read_each(enumerate(value), BoundedInt(-FARTHEST, FARTHEST)).values()
        return x, y

    def write(self, value: Cell) -> list[int]:
        """The coordinates of the cell in a list."""
        return list(value)


class EdgeField(DescribedField[Edge]):
    """A side of a cell, ``[x, y, side]``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f"[x, y, side], a cell and one of {', '.join(SIDES)}", **kwargs)

    def read(self, value: Any) -> Edge:
        """Reads the edge; raises ValidationError for anything else."""
        if not isinstance(value, list) or len(value) != 3 or value[2] not in [side.value for side in Side]:
            raise self.refusal(value)
        x, y = CellField().read(value[:2])
        return Edge(x, y, Side(value[2]))


class TileRoomSchema(StrictSchema):
    """A room of a tile: what it is, its cells and doors."""

    what = "a room of a tile"

    id = TextField(required=True)
    type = EnumField(RoomType, required=True)
    colours = BoundedList(TextField("a colour"), "colours", MOST_COLOURS, load_default=())
    slots = BoundedList(SlotField(), "slots", SLOTS, least=1, required=True)
    cells = BoundedList(CellField(), "cells", MOST_CELLS, least=1, required=True)
    doors = BoundedList(EdgeField(), "doors", MOST_DOORS, load_default=())

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> TileRoom:
        """Makes the room of the loaded fields."""
        room = Room(data["id"], data["type"], data["slots"], data["colours"])
        return TileRoom(room, data["cells"], data["doors"])


class TileSchema(StrictSchema):
    """A tile as printed, before it is turned."""

    what = "a tile"

    id = TextField(required=True)
    rooms = BoundedList(NestedObject(TileRoomSchema), "rooms", 2, least=1, required=True)
    front = EdgeField(load_default=None, allow_none=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Tile:
        """Makes the tile of the loaded fields."""
        return Tile(**data)


class PlacingSchema(StrictSchema):
    """A tile that lies: where, and how it is turned."""

    what = "a tile that lies"

    tile = NestedObject(TileSchema, required=True)
    at = CellField(load_default=(0, 0))
    turn = BoundedInt(0, 3, load_default=0)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Placing:
        """Makes the tile and its place of the loaded fields."""
        return Placing(**data)


class OtherSchema(StrictSchema):
    """Another player's manor, as majorities count it."""

    what = "a player"

    id = TextField(required=True)
    rooms = BoundedList(NestedObject(DoorsSchema), "rooms", MOST_ROOMS, required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Finisher:
        """Makes the player of the loaded fields."""
        return Finisher(data["id"], 0, 0, 0, 0, data["rooms"])


class BuildSchema(StrictSchema):
    """A manor on the grid, and the tiles to build."""

    what = "a position"

    of = EnumField(Of, load_default=Of.DICE_MANOR)
    version = BoundedInt(1, 1, load_default=1)
    phase = EnumField((Phase.BUILD,), required=True)
    grid = BoundedList(NestedObject(PlacingSchema), "tiles that lie", MOST_ROOMS, least=1, required=True)
    tiles = BoundedList(NestedObject(TileSchema), "tiles to build", MOST_WON, required=True)
    dice = BoundedInt(LOW, DICE, load_default=USUAL_DICE)
    tokens = BoundedInt(0, MOST_TOKENS, load_default=USUAL_TOKENS)
    others = BoundedList(NestedObject(OtherSchema), "other players and their rooms", MOST_PLAYERS - 1, load_default=())
    diversity = DIVERSITY
    rulings = RulingsField(load_default=ManorRulings)


class BuildDo(StrEnum):
    """Kinds of moves, as ``do`` names them."""

    BUILD = "build"


class BuildMoveSchema(StrictSchema):
    """A move of the Build phase."""

    what = "a tile built"

    do = EnumField(BuildDo, load_default=BuildDo.BUILD, of=lambda _: BuildDo.BUILD)
    tile = TextField("the id of a tile", required=True)
    at = CellField(required=True)
    turn = BoundedInt(0, 3, load_default=0)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Build:
        """Makes the move of the loaded fields."""
        return Build(data["tile"], data["at"], data["turn"])


class Site(NamedTuple):
    """A manor on the grid, the tiles to build, and what they are built for."""

    grid: Grid
    tiles: tuple[Tile, ...]
    goal: Goal
