"""The flow relaxation as a linear program.

Time is forgotten: the guests of one kind (colour, VIP or not) are one commodity over (place, value). An
operation takes one unit for each slot and hands it on with a pip less, one of them to where the
compulsory move leads; travel costs maps or guides, turning a die costs adjustments. Every sequence is
such a flow, so the greatest flow limits every sequence; and its dual prices limit every later state too
(state-equation heuristics in planning: Pommerening, Roeger, Helmert and Bonet, 2014; potential
heuristics: Pommerening, Helmert, Roeger and Seipp, 2015).
"""

import copy
import threading
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import product

from ortools.linear_solver import linear_solver_pb2, pywraplp

from models.theme_park.attraction import Tile
from models.theme_park.cards import Skill, SkillKind
from models.theme_park.guests import HIGHEST, LOWEST, Colour, TileId
from models.theme_park.operate.end_of_phase import staying_value
from models.theme_park.operate.kept_and_rerolled import may_reroll
from models.theme_park.operate.movement import destinations, fare, guide_destinations
from models.theme_park.requirement import Relation
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.flow.records import (
    Column,
    Kind,
    MadeColumn,
    Node,
    Quantity,
    Row,
    Use,
    kinds_of,
)
from solver.theme_park.operate.flow.relaxed_cards import RELAXED
from solver.theme_park.operate.tables import VALUES, Tables

DUAL_SIMPLEX = "use_preprocessing: false use_dual_simplex: true"
"""Right sides change from question to question: the dual simplex goes on from the last basis."""

PRIMAL_SIMPLEX = "use_preprocessing: false use_dual_simplex: false"
"""From no basis it takes half the dual one's time (seven parks: 0.41 instead of 0.89 s), and from the basis of another goal too (eleven parks:
0.48 instead of 0.84 s); and it goes on where there are new columns."""

KEPT = 8
"""Positions whose linear programs are remembered: a search asks of a few relaxed ones besides its own. They take some MiB each."""

_BUILDING = threading.Lock()


def network_of(tables: Tables) -> "FlowNetwork":
    """A linear program of its own of a position. It is built once and then copied, which takes a tenth of the time."""
    with _BUILDING:
        return _built(tables).copied()


def forget_networks() -> None:
    """Build all anew: a search is over, or what is built was changed."""
    with _BUILDING:
        _built.cache_clear()


@lru_cache(maxsize=KEPT)
def _built(tables: Tables) -> "FlowNetwork":
    return FlowNetwork(tables)


class FlowNetwork:
    """The linear program of one position; supplies and objective are set for each question."""

    def __init__(self, tables: Tables) -> None:
        """Build rows and columns."""
        self.tables = tables
        self.position = tables.position
        self.solver = pywraplp.Solver.CreateSolver("GLOP")
        self.kinds = kinds_of(self.position)
        self._infinity = self.solver.infinity()
        self.rows: list[Row] = []
        self.equalities: set[int] = set()
        self.nodes: dict[Node, Row] = {
            (kind, tile.id, floating, value): self._row()
            for kind in self.kinds
            for tile in self.position.tiles
            for floating in (False, True)
            for value in VALUES
        }
        self.maps, self.adjustments, self.guides = self._row(), self._row(), self._row()
        self.managers, self.cubes = self._row(), self._row()
        self.icons: dict[TileId, Row] = {tile.id: self._row() for tile in self.position.tiles}
        self.columns: list[MadeColumn] = []
        self.ways: list[Row] = []
        self.fixed: list[tuple[Row, float]] = []
        self.counted: list[tuple[Column, Quantity]] = []
        self.free_colour: set[TileId] = set()
        self._faces = self.tables.faces if self.tables.relaxes_chance else ()
        self.keeps_pip: set[TileId] = set()
        skills = [skill for skill in self.position.mascots if skill is not None]
        self.skills: list[Row] = [self._row() for _ in skills]
        self._unused = list(zip(skills, self.skills, strict=True))
        self.agents = 0
        self.returned: Colour | None = None
        self._travel()
        self._turning()
        for relaxed, card in RELAXED.entries(self.position):
            relaxed.put(self, card)
        for tile in self.position.tiles:
            self._operations(tile)
        self._endings()
        for cards in (self.maps, self.adjustments, self.guides):
            self.column([(cards, 1)], Quantity(spare=1.0))

    @property
    def size(self) -> int:
        """Rows and columns."""
        return int(self.solver.NumConstraints() + self.solver.NumVariables())

    def copied(self) -> "FlowNetwork":
        """The same with a linear program of its own; the rows in ``uses`` of its columns only tell their numbers."""
        other = copy.copy(self)
        other.solver = pywraplp.Solver.CreateSolver("GLOP")
        other.solver.LoadModelFromProto(self._model)
        rows, column_of = other.solver.constraints(), other.solver.variable
        other.rows = rows
        other.nodes = {node: rows[row.index()] for node, row in self.nodes.items()}
        other.icons = {tile: rows[row.index()] for tile, row in self.icons.items()}
        other.maps, other.adjustments, other.guides, other.managers, other.cubes = (
            rows[row.index()] for row in (self.maps, self.adjustments, self.guides, self.managers, self.cubes)
        )
        other.skills, other.ways = ([rows[row.index()] for row in each] for each in (self.skills, self.ways))
        other.fixed = [(rows[row.index()], high) for row, high in self.fixed]
        other.counted = [(column_of(column.index()), brings) for column, brings in self.counted]
        return other

    @cached_property
    def _model(self) -> linear_solver_pb2.MPModelProto:
        model = linear_solver_pb2.MPModelProto()
        self.solver.ExportModelToProto(model)
        return model

    def _row(self, low: float | None = None, high: float = 0.0) -> Row:
        row = self.solver.Constraint(-self._infinity if low is None else low, high)
        self.rows.append(row)
        if low is not None:
            self.equalities.add(row.index())
        return row

    def column(self, uses: Iterable[Use], brings: Quantity | None = None, tile: TileId | None = None) -> Column:
        """A column of what may be done once or often, with the rows that a unit uses and what it brings.

        ``tile``: where a die operates by it.
        """
        column = self.solver.NumVar(0, self._infinity, "")
        uses = tuple(uses)
        self.columns.append(MadeColumn(len(self.columns), uses, brings or Quantity(), tile))
        amounts: dict[Row, float] = {}
        for row, by in uses:
            amounts[row] = amounts.get(row, 0.0) + by
        for row, amount in amounts.items():
            row.SetCoefficient(column, amount)
        if brings is not None:
            self.counted.append((column, brings))
        return column

    def limited(self, high: float) -> Row:
        """A row of at most ``high``, whatever the state."""
        row = self._row(high=high)
        self.fixed.append((row, high))
        return row

    def skill_use(self, skill: Skill) -> Row:
        """The row of the one use that a skill has: of ``skills``, in the order of the mascots that have one."""
        one = next(number for number, (each, _) in enumerate(self._unused) if each == skill)
        return self._unused.pop(one)[1]

    def walk(self, kind: Kind, value: int, origin: TileId, to: TileId, *costs: Use, floating: bool = False) -> None:
        """A guest goes from tile to tile, and pays its fare by cable car."""
        dollars = fare(self.position, origin, to)
        self.column(
            [(self.nodes[kind, origin, floating, value], 1), (self.nodes[kind, to, False, value], -1), *costs],
            Quantity(money=dollars) if dollars else None,
        )

    def _travel(self) -> None:
        """Maps, guides, and the compulsory move out of an operation."""
        tiles = [tile.id for tile in self.position.tiles]
        for kind, value in product(self.kinds, VALUES):
            for origin in tiles:
                for to in destinations(self.position, origin):
                    if self.position.maps:
                        self.walk(kind, value, origin, to, (self.maps, 1))
                    self.walk(kind, value, origin, to, floating=True)
            if self.tables.guides and self.tables.fares_matter:
                for origin in tiles:
                    for to in guide_destinations(self.position, origin):
                        self.walk(kind, value, origin, to, (self.guides, 1))
            elif self.tables.guides:
                led = self.limited(0.0)
                self.ways.append(led)
                for origin in tiles:
                    ways = guide_destinations(self.position, origin)
                    if ways:
                        self.column([(self.nodes[kind, origin, False, value], 1), (led, -1), (self.guides, 1)])
                for to in sorted({to for origin in tiles for to in guide_destinations(self.position, origin)}):
                    self.column([(led, 1), (self.nodes[kind, to, False, value], -1)])

    def turn(self, kind: Kind, ways: Mapping[int, Iterable[int]], *costs: Use) -> None:
        """A guest of ``kind`` turns, wherever it stands, from a value to one of those that ``ways`` lists."""
        for tile in self.position.tiles:
            for value, targets in ways.items():
                for to in targets:
                    self.column(
                        [
                            (self.nodes[kind, tile.id, False, value], 1),
                            (self.nodes[kind, tile.id, False, to], -1),
                            *costs,
                        ]
                    )

    def _turning(self) -> None:
        if self.tables.adjustments:
            for kind in self.kinds:
                self.turn(kind, self._single_turns, (self.adjustments, 1))

    @cached_property
    def _single_turns(self) -> dict[int, list[int]]:
        return {value: [to for to, turns in ways.items() if turns == 1] for value, ways in self.tables.turns.items()}

    def _operations(self, tile: Tile) -> None:
        managers = self.tables.managers_on(tile.id)
        if not self.tables.free_icons[tile.id] and not managers:
            return
        uses = [(self.icons[tile.id], 1.0), (self.cubes, 1.0)]
        operations = self.column(uses, Quantity(cubes=1.0, stars=sum(tile.stars_per_cube), money=tile.money_per_cube))
        if managers:
            here = self.limited(managers)
            self.column([(self.icons[tile.id], -1), (self.managers, 1), (here, 1)])
        self._seats(tile, operations, self._slot_rows(tile, operations))

    def _slot_rows(self, tile: Tile, operations: Column) -> list[dict[int, Row]]:
        """For each slot and value the row that counts the dice seated there."""
        slots, relation = tile.attraction.requirement.slots, tile.attraction.requirement.relation
        if relation is Relation.ANY:
            rows = [self._row(0.0) for _ in slots]
            for row in rows:
                row.SetCoefficient(operations, -1)
            return [dict.fromkeys(VALUES, row) for row in rows]
        by_value = [{value: self._row(0.0) for value in VALUES} for _ in slots]
        total = self._row(0.0)
        total.SetCoefficient(operations, -1)
        for values in product(*(sorted(slot.values) for slot in slots)):
            if relation.holds(values):
                self.column([*((rows[value], -1) for rows, value in zip(by_value, values, strict=True)), (total, 1)])
        return by_value

    def _seats(self, tile: Tile, operations: Column, rows: list[dict[int, Row]]) -> None:
        """Dice in the slots, where they come from, and how they go on; exactly one moves if one is left."""
        slots = tile.attraction.requirement.slots
        moved = self._row(0.0)
        moved.SetCoefficient(operations, -1)
        none_left = self.column([(moved, 1)])
        leaving = [self._row() for _ in slots]
        for row in leaving:
            row.SetCoefficient(none_left, 1)
        few = {kind: self._row() for kind in self.kinds if self._number(kind) < len(slots)}
        for kind, row in few.items():
            row.SetCoefficient(operations, -self._number(kind))
        freed, kept = self._row(), self._row()
        freed.SetCoefficient(operations, -1 if tile.id in self.free_colour else 0)
        keeps = tile.id in self.keeps_pip
        kept.SetCoefficient(operations, -1 if keeps else 0)
        for slot, by_value, leaves in zip(slots, rows, leaving, strict=True):
            for kind, value in product(self.kinds, sorted(slot.values)):
                base = [(self.nodes[kind, tile.id, False, value], 1.0), (by_value[value], 1.0)]
                base += [(few[kind], 1.0)] if kind in few else []
                for costs in self._colour_costs(tile, slot.colour, kind, freed):
                    uses = base + costs
                    if keeps:
                        self._goes_on(tile, kind, value, moved, leaves, [*uses, (kept, 1.0)], pipped=False)
                    for face in self._faces if may_reroll(self.position, slot) and not kind[1] else ():
                        self._goes_on(tile, kind, face, moved, leaves, uses, pipped=False)
                    self._goes_on(tile, kind, value - 1, moved, leaves, uses, pipped=True)
        if self.tables.any_size and len(self.position.guests) > len(slots):
            self._joining(tile, operations, moved, kept, few)

    def _joining(self, tile: Tile, operations: Column, moved: Row, kept: Row, few: Mapping[Kind, Row]) -> None:
        """Dice beyond those in the slots (ruling ``party.size``): all other guests at most, each time."""
        joined = self._row()
        joined.SetCoefficient(operations, tile.attraction.requirement.size - len(self.position.guests))
        for kind, value in product(self.kinds, VALUES):
            uses = [(self.nodes[kind, tile.id, False, value], 1.0), (joined, 1.0)]
            uses += [(few[kind], 1.0)] if kind in few else []
            if tile.id in self.keeps_pip:
                self._goes_on(tile, kind, value, moved, None, [*uses, (kept, 1.0)], pipped=False)
            self._goes_on(tile, kind, value - 1, moved, None, uses, pipped=True)

    def _number(self, kind: Kind) -> int:
        if SkillKind.SWAP_COLOUR in self.tables.skills:
            return len(self.position.guests)
        return sum((guest.colour, guest.vip) == kind for guest in self.position.guests)

    def _colour_costs(self, tile: Tile, colour: Colour | None, kind: Kind, freed: Row) -> list[list[Use]]:
        """Ways for a guest of ``kind`` to pass for ``colour``."""
        if colour is None or colour is kind[0]:
            return [[]]
        ways: list[list[Use]] = []
        if self.tables.adjustments:
            ways.append([(self.adjustments, 1.0)])
        if tile.id in self.free_colour:
            ways.append([(freed, 1.0)])
        return ways

    def _goes_on(
        self, tile: Tile, kind: Kind, after: int, moved: Row, leaves: Row | None, uses: list[Use], *, pipped: bool
    ) -> None:
        """The die stays or moves with the value ``after``, or leaves; one not pipped down was kept or rerolled.

        ``leaves``: the row of its slot, for one that fills a slot.
        """
        says = self.position.rulings.says
        star = Quantity(stars=1.0) if kind[1] else None
        if after < LOWEST:
            left = [] if leaves is None else [(leaves, -1.0)]
            self.column([*uses, *left], None if says(Ruling.VIP_STAR, Choice.NO) else star, tile.id)
            return
        if not pipped and leaves is not None:
            uses = [*uses, (leaves, -1.0)]  # where such a die stays, no other may be left to move
        self.column([*uses, (self.nodes[kind, tile.id, False, after], -1)], star, tile.id)
        self.column([*uses, (self.nodes[kind, tile.id, True, after], -1), (moved, 1)], star, tile.id)

    def _endings(self) -> None:
        """Guests that stay: above value 1, or put back at the highest value."""
        agents = self.limited(self.agents)
        administrator = self.limited(1.0)
        for (kind, _, _, value), row in self.nodes.items():
            if staying_value(value):
                self.column([(row, 1)], Quantity(pips=staying_value(value), guests=1.0))
                continue
            self.column([(row, 1), (agents, 1)], Quantity(pips=HIGHEST, guests=1.0))
            if kind[0] is self.returned:
                self.column([(row, 1), (administrator, 1)], Quantity(pips=HIGHEST, guests=1.0))
