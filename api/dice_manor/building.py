"""The Build phase: documents of tiles on the grid, and answers on where to build (models/dice_manor/README.md, Build)."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from marshmallow import post_load

from api.dice_manor.answers import DECIMALS, Document, disputes
from api.dice_manor.consistency import room_faults
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
from api.problems.bad_input import BadInput
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
from api.schemas.loading import load
from models.dice_manor.building import SIDES, Cell, Edge, Grid, Placing, Side, Tile, TileRoom
from models.dice_manor.building_replay import Build, check_building
from models.dice_manor.manor import DICE, ENTRANCE_ID, MOST_ROOMS, SLOTS, Room, RoomType
from models.dice_manor.rulings import ManorRulings
from models.dice_manor.scoring import Finisher
from models.shared.deadline import Patience, within
from models.shared.fault import Fault, pointer, shown
from solver.dice_manor.layouts import Goal, Layouts, best_layouts
from solver.dice_manor.tile_gain import DICE as USUAL_DICE
from solver.dice_manor.tile_gain import TOKENS as USUAL_TOKENS

FARTHEST = 60
MOST_CELLS = 12
MOST_DOORS = 24
MOST_WON = 6
MOST_LAYOUTS = 12


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


class BuildMoveSchema(StrictSchema):
    """A move of the Build phase."""

    what = "a tile built"

    do = TextField('"build"', load_default="build")
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


def load_site(document: object, *, prefix: str = "") -> Site:
    """The grid and the tiles of a document; raises ``BadInput`` with every fault, at ``prefix`` and below."""
    data, wrong = load(BuildSchema(), document, prefix)
    faults = wrong or [Fault(prefix + each.pointer, each.detail) for each in _faults(data, document)]
    if faults:
        raise BadInput(faults)
    goal = Goal(data["dice"], data["tokens"], data["others"], data["diversity"])
    return Site(Grid(data["grid"], data["rulings"]), data["tiles"], goal)


def _faults(data: Mapping[str, Any], document: Any) -> Iterator[Fault]:
    """Rooms of others that their doors lead to and nobody has, ids given twice, cells covered twice, doors that are no edge of their room, and entrances."""
    for at, other in enumerate(document.get("others", ())):
        yield from room_faults(other["rooms"], pointer("others", at, "rooms"), known=(ENTRANCE_ID,))
    tiles = [(pointer("grid", at, "tile"), placing.tile) for at, placing in enumerate(data["grid"])]
    tiles += [(pointer("tiles", at), tile) for at, tile in enumerate(data["tiles"])]
    seen: set[str] = set()
    for where, tile in tiles:
        ids = [(where + "/id", tile.id)] if len(tile.rooms) > 1 or tile.rooms[0].room.id != tile.id else []
        ids += [(f"{where}/rooms/{at}/id", each.room.id) for at, each in enumerate(tile.rooms)]
        for place, id in ids:
            if id in seen:
                yield Fault(place, f"Found {shown(id)} twice; accepted: different ids of tiles and rooms.")
            seen.add(id)
        covered: set[Cell] = set()
        for at, each in enumerate(tile.rooms):
            if len(set(each.cells)) < len(each.cells) or not covered.isdisjoint(each.cells):
                yield Fault(f"{where}/rooms/{at}/cells", "Found a cell twice; accepted: different cells in a tile.")
            covered |= set(each.cells)
            for number, door in enumerate(each.doors):
                if door.cell not in each.cells or door.beyond.cell in each.cells:
                    detail = f"Found {shown(list(door))}; accepted: an outer side of a cell of the room."
                    yield Fault(f"{where}/rooms/{at}/doors/{number}", detail)
    entrances = [tile for _, tile in tiles if any(each.room.type is RoomType.ENTRANCE for each in tile.rooms)]
    if len(entrances) != 1 or entrances[0] is not data["grid"][0].tile:
        yield Fault(
            "/grid/0/tile", "Found no single entrance there; accepted: the one entrance as the first tile that lies."
        )
    cells: set[Cell] = set()
    for at, placing in enumerate(data["grid"]):
        here = {cell for each in placing.laid.rooms for cell in each.cells}
        if here & cells:
            yield Fault(pointer("grid", at, "at"), "Found cells that are covered already; accepted: free cells.")
        cells |= here


def load_builds(document: object, *, prefix: str = "") -> tuple[Build, ...]:
    """The moves of a list, or of an object with that list as ``moves``; raises ``BadInput``."""
    if isinstance(document, dict) and set(document) == {"moves"}:
        prefix, document = prefix + "/moves", document["moves"]
    if not isinstance(document, list) or len(document) > MOST_WON:
        raise BadInput([Fault(prefix, f"Found {shown(document)}; accepted: a list of 0 to {MOST_WON} tiles built.")])
    moves, faults = list[Any](), list[Fault]()
    for number, each in enumerate(document):
        move, wrong = load(BuildMoveSchema(), each, prefix + pointer(number))
        moves.append(move)
        faults += wrong
    if faults:
        raise BadInput(faults)
    return tuple(moves)


def layouts_document(site: Site, *, seconds: float) -> Document:
    """Layouts of the tiles won, the best first, by the expected prestige of the Grand Opening and the bonuses."""
    began = time.perf_counter()
    with within(Patience(work=seconds, seconds=seconds)):
        layouts = best_layouts(site.grid, site.tiles, site.goal)
    return ranked_document(site, layouts, began)


def ranked_document(site: Site, layouts: Layouts, began: float) -> Document:
    """The layouts of a ranking; ``began``: by ``perf_counter``."""
    notes, best = list[str](), layouts.found[0]
    if layouts.manors is None:
        notes.append("There are too many layouts to try them all: only the most promising were weighed.")
    elif not layouts.proven:
        notes.append(f"{len(layouts.found)} of {layouts.manors} different manors were weighed in time.")
    if len(best.placed) < len(site.tiles):
        notes.append("Some tiles fit nowhere and are set aside.")
    if not site.goal.others:
        notes.append("Majorities are not counted: others tells the other players' rooms.")
    return {
        "status": "optimal" if layouts.proven else "feasible",
        "expected": round(best.worth.total, DECIMALS),
        "before": round(layouts.before.total, DECIMALS),
        "moves": _moves(best.placed),
        "options": [
            {
                "moves": _moves(layout.placed),
                "expected": round(layout.worth.total, DECIMALS),
                "loss": round(best.worth.total - layout.worth.total, DECIMALS),
                "parts": {
                    "grand_opening": round(layout.worth.opening, DECIMALS),
                    "colours": layout.worth.colours,
                    "largest": layout.worth.largest,
                    "diversity": layout.worth.diversity,
                },
                "doors": {room.id: list(room.doors) for room in layout.grid.manor.rooms},
            }
            for layout in layouts.found[:MOST_LAYOUTS]
        ],
        "notes": notes,
        "seconds": round(time.perf_counter() - began, 3),
    }


def _moves(placed: tuple[Placing, ...]) -> list[Document]:
    return [{"do": "build", "tile": each.tile.id, "at": list(each.at), "turn": each.turn} for each in placed]


def building_document(site: Site, moves: tuple[Build, ...]) -> Document:
    """The verdict on tiles built, with the doors that join rooms after the last legal one."""
    verdict = check_building(site.grid, site.tiles, moves)
    grid = verdict.grids[-1] if verdict.grids else site.grid
    return {
        "legal": verdict.violation is None,
        "steps": [
            {
                "move": _moves(each.placed[-1:])[0],
                "text": f"{each.placed[-1].tile.id} joins {_joined(each)}.",
            }
            for each in verdict.grids
        ],
        "violation": None if verdict.violation is None else asdict(verdict.violation),
        **disputes(verdict.under, verdict.relies_on),
        "doors": {room.id: list(room.doors) for room in grid.manor.rooms},
        "left": [tile.id for tile in verdict.left],
    }


def _joined(grid: Grid) -> str:
    ids = {each.room.id for each in grid.placed[-1].tile.rooms}
    joined = {door for room in grid.manor.rooms if room.id in ids for door in room.doors} - ids
    return ", ".join(sorted(joined))
