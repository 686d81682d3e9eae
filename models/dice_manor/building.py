"""Tiles on the grid: rooms of cells with doors, how they are turned and placed, and the rooms that their doors join.

A cell is ``(x, y)``, x to the east and y to the south; an edge is a cell and a side, and each edge of a tile's outline is a
door or a wall (Rulebook, Phase 3: Build).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, TypeAlias

from models.dice_manor.manor import Manor, Room
from models.dice_manor.phrases import room_text
from models.dice_manor.rules import Rule
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.shared.phrases import listing
from models.shared.rulebook import rule

Cell: TypeAlias = tuple[int, int]
TURNS = 4
"""Quarter turns, clockwise."""


class Side(StrEnum):
    """The four sides of a cell, clockwise from north."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


SIDES = tuple(Side)
STEPS: Mapping[Side, Cell] = {Side.NORTH: (0, -1), Side.EAST: (1, 0), Side.SOUTH: (0, 1), Side.WEST: (-1, 0)}


class Edge(NamedTuple):
    """A side of the cell in column ``x`` and row ``y``; rows count southwards."""

    x: int
    y: int
    side: Side

    @property
    def beyond(self) -> "Edge":
        """The same line, seen from the other cell."""
        dx, dy = STEPS[self.side]
        return Edge(self.x + dx, self.y + dy, SIDES[(SIDES.index(self.side) + 2) % TURNS])

    @property
    def cell(self) -> Cell:
        """The cell that it is a side of."""
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class TileRoom:
    """A room of a tile: what it is, its cells, and the edges of them that are doors."""

    room: Room
    cells: tuple[Cell, ...]
    doors: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as printed; ``front``: of an entrance, the edge of its front door."""

    id: str
    rooms: tuple[TileRoom, ...]
    front: Edge | None = None

    def room_at(self, cell: Cell) -> str | None:
        """The room that covers ``cell``, None where the tile does not."""
        return next((each.room.id for each in self.rooms if cell in each.cells), None)


@dataclass(frozen=True, slots=True)
class Placing:
    """A tile with its origin at ``at``, turned clockwise by quarter turns around it."""

    tile: Tile
    at: Cell
    turn: int = 0

    @property
    def laid(self) -> Tile:
        """The tile with its cells, doors and front where they lie after the turn."""
        front = None if self.tile.front is None else self._edge(self.tile.front)
        rooms = tuple(
            TileRoom(each.room, tuple(map(self._cell, each.cells)), tuple(map(self._edge, each.doors)))
            for each in self.tile.rooms
        )
        return Tile(self.tile.id, rooms, front)

    def _cell(self, cell: Cell) -> Cell:
        x, y = cell
        for _ in range(self.turn % TURNS):
            x, y = -y, x
        return x + self.at[0], y + self.at[1]

    def _edge(self, edge: Edge) -> Edge:
        x, y = self._cell(edge.cell)
        return Edge(x, y, SIDES[(SIDES.index(edge.side) + self.turn) % TURNS])


@dataclass(frozen=True)
class Grid:
    """Tiles that lie, the entrance first."""

    placed: tuple[Placing, ...]
    rulings: ManorRulings

    @cached_property
    def laid(self) -> tuple[Tile, ...]:
        """The tiles where they lie."""
        return tuple(placing.laid for placing in self.placed)

    @cached_property
    def cells(self) -> Mapping[Cell, str]:
        """The room in each cell that is covered."""
        return {cell: each.room.id for tile in self.laid for each in tile.rooms for cell in each.cells}

    @cached_property
    def doors(self) -> Mapping[Edge, str]:
        """The room that each door belongs to; one between the rooms of a tile may be told on one side or on both."""
        return {
            door: room
            for tile in self.laid
            for each in tile.rooms
            for edge in each.doors
            for door, room in ((edge, each.room.id), (edge.beyond, tile.room_at(edge.beyond.cell)))
            if room is not None
        }

    @cached_property
    def kept_empty(self) -> frozenset[Cell]:
        """The cells before the front door that no tile may cover."""
        front = next((tile.front for tile in self.laid if tile.front is not None), None)
        if front is None and self.placed and self.rulings.says(Ruling.ENTRANCE_FRONT, Choice.SOUTH):
            entrance = self.placed[0]
            x, y = entrance.tile.rooms[0].cells[0]
            front = replace(entrance, tile=replace(entrance.tile, front=Edge(x, y, Side.SOUTH))).laid.front
        if front is None:
            return frozenset()
        cell = front.beyond.cell
        if self.rulings.says(Ruling.FRONT_CELL, Choice.ONLY_THE_CELL):
            return frozenset({cell})
        return frozenset({cell, *(Edge(*cell, side).beyond.cell for side in SIDES)}) - set(self.cells)

    def with_tile(self, placing: Placing) -> "Grid":
        """The grid with one tile more."""
        return replace(self, placed=(*self.placed, placing))

    @cached_property
    def manor(self) -> Manor:
        """The rooms with the doors that meet each other."""
        doors: dict[str, set[str]] = {each.room.id: set() for tile in self.laid for each in tile.rooms}
        for edge, room in self.doors.items():
            other = self.doors.get(edge.beyond)
            if other is not None and other != room:
                doors[room].add(other)
        return Manor(
            tuple(
                replace(each.room, doors=tuple(sorted(doors[each.room.id])))
                for tile in self.laid
                for each in tile.rooms
            )
        )


@rule(Rule.BUILD_FREE)
def cells_are_free(grid: Grid, placing: Placing) -> str | None:
    """A tile covers no cell that another one covers."""
    for each in placing.laid.rooms:
        for cell in each.cells:
            if cell in grid.cells:
                return f"Cell {cell} is covered by {room_text(grid.cells[cell])} already."
    return None


@rule(Rule.BUILD_FRONT)
def the_front_door_stays_free(grid: Grid, placing: Placing) -> str | None:
    """Nothing is built directly before the front door of the entrance."""
    for each in placing.laid.rooms:
        for cell in each.cells:
            if cell in grid.kept_empty:
                return f"Cell {cell} is kept empty: guests go in and out of the front door there."
    return None


@rule(Rule.BUILD_WALL)
def no_door_meets_a_wall(grid: Grid, placing: Placing) -> str | None:
    """Where two tiles touch, doors face doors and walls face walls."""
    laid = placing.laid
    mine = {edge for each in laid.rooms for edge in each.doors}
    for each in laid.rooms:
        for cell in each.cells:
            for side in SIDES:
                edge = Edge(*cell, side)
                other = grid.cells.get(edge.beyond.cell)
                if other is None:
                    continue
                walls = edge not in mine and edge.beyond not in grid.doors
                if walls and not grid.rulings.says(Ruling.WALLS_SIDE_BY_SIDE, Choice.MAY_TOUCH):
                    return f"A wall of {room_text(each.room.id)} meets a wall of {room_text(other)} at {cell}, side {side}."
                if (edge in mine) != (edge.beyond in grid.doors):
                    door, wall = (each.room.id, other) if edge in mine else (other, each.room.id)
                    return f"A door of {room_text(door)} meets a wall of {room_text(wall)} at {cell}, side {side}."
    return None


@rule(Rule.BUILD_DOOR)
def a_door_meets_a_door(grid: Grid, placing: Placing) -> str | None:
    """A tile is placed door to door with a tile that lies."""
    mine = {edge for each in placing.laid.rooms for edge in each.doors}
    if any(edge.beyond in grid.doors for edge in mine):
        return None
    names = listing([room_text(each.room.id) for each in placing.tile.rooms])
    return f"No door of {names} meets a door of the manor."


BUILD_CHECKS = (cells_are_free, the_front_door_stays_free, no_door_meets_a_wall, a_door_meets_a_door)
"""The rules of a tile's place, in the order in which a broken one is told."""


def placings(grid: Grid, tile: Tile) -> Iterator[Placing]:
    """Every legal place of ``tile``, each door of it laid to each open door of the manor."""
    seen: set[tuple[Cell, int]] = set()
    outside = [edge.beyond for edge in sorted(grid.doors) if edge.beyond.cell not in grid.cells]
    for turn in range(TURNS):
        turned = Placing(tile, (0, 0), turn).laid
        for edge in (edge for each in turned.rooms for edge in each.doors):
            for target in outside:
                at = (target.x - edge.x, target.y - edge.y)
                if target.side is edge.side and (at, turn) not in seen:
                    seen.add((at, turn))
                    placing = Placing(tile, at, turn)
                    if all(check.fault(grid, placing) is None for check in BUILD_CHECKS):
                        yield placing
