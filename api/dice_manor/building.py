"""The Build phase: documents of tiles on the grid, and answers on where to build (models/dice_manor/README.md, Documents)."""

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from api.dice_manor.consistency import ENTRANCE_SLOTS, room_faults
from api.dice_manor.schemas.answers.layouts import JudgedTiles, ManorBuildingAnswer, ManorLayoutsAnswer, RankedLayouts
from api.dice_manor.schemas.building import MOST_WON, BuildMoveSchema, BuildSchema, Site
from api.problems.bad_input import BadInput
from api.schemas.describing import Document
from api.schemas.loading import load
from models.dice_manor.building import Cell, Grid, Tile
from models.dice_manor.building_replay import Build, check_building
from models.dice_manor.manor import ANY, ENTRANCE_ID, RoomType
from models.shared.deadline import Patience, within
from models.shared.fault import Fault, pointer, shown
from solver.dice_manor.layouts import Goal, Layouts, best_layouts


def load_site(document: object, *, prefix: str = "") -> Site:
    """The grid and the tiles of a document; raises ``BadInput`` with every fault, at ``prefix`` and below."""
    data, wrong = load(BuildSchema(), document, prefix)
    faults = wrong or [Fault(prefix + each.pointer, each.detail) for each in _faults(data, document)]
    if faults:
        raise BadInput(faults)
    goal = Goal(data["dice"], data["tokens"], data["others"], data["diversity"])
    return Site(Grid(data["grid"], data["rulings"]), data["tiles"], goal)


def _faults(data: Mapping[str, Any], document: Any) -> Iterator[Fault]:
    """Rooms of others that their doors lead to and nobody has, faults of tiles, entrances, and cells that two tiles cover."""
    for at, other in enumerate(document.get("others", ())):
        yield from room_faults(other["rooms"], pointer("others", at, "rooms"), known=(ENTRANCE_ID,))
    tiles = [(pointer("grid", at, "tile"), placing.tile) for at, placing in enumerate(data["grid"])]
    tiles += [(pointer("tiles", at), tile) for at, tile in enumerate(data["tiles"])]
    yield from tile_faults(tiles)
    entrances = [tile for _, tile in tiles if has_entrance(tile)]
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


def tile_faults(tiles: Iterable[tuple[str, Tile]]) -> Iterator[Fault]:
    """Ids given twice, cells covered twice, doors that are no edge of their room, and an entrance that takes some numbers only."""
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
            if each.room.type is RoomType.ENTRANCE and each.room.slots != (ANY,):
                detail = f"Found {shown(list(each.room.slots))}; accepted: {ENTRANCE_SLOTS}."
                yield Fault(f"{where}/rooms/{at}/slots", detail)
            for number, door in enumerate(each.doors):
                if door.cell not in each.cells or door.beyond.cell in each.cells:
                    detail = f"Found {json.dumps(door)}; accepted: an outer side of a cell of the room."
                    yield Fault(f"{where}/rooms/{at}/doors/{number}", detail)


def has_entrance(tile: Tile) -> bool:
    """Whether a room of the tile is an entrance."""
    return any(each.room.type is RoomType.ENTRANCE for each in tile.rooms)


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
    return ManorLayoutsAnswer.write(RankedLayouts(site, layouts, time.perf_counter() - began))


def building_document(site: Site, moves: tuple[Build, ...]) -> Document:
    """The verdict on tiles built, with the doors that join rooms after the last legal one."""
    return ManorBuildingAnswer.write(JudgedTiles(site, check_building(site.grid, site.tiles, moves)))
