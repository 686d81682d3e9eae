"""From a solution of the model to moves: merged ways are walked, merged adjustments are made."""

from dataclasses import dataclass

import networkx as nx

from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.moves import (
    AdjustColour,
    Adjustment,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    Move,
    OperateMove,
)
from models.theme_park.operate.adjustments import turned
from models.theme_park.operate.movement import destinations, guide_destinations
from models.theme_park.operate.phase import play
from models.theme_park.operate.state import State, free_icons, guest_now, start
from models.theme_park.position import Position
from models.theme_park.rulings import Choice, Ruling
from solver.operate.tables import Tables


@dataclass(frozen=True, slots=True)
class TouchPlan:
    """A guest's part in a step: how it comes, as what it is adjusted, what it does."""

    guest: GuestId
    led: bool
    value: int
    colour: Colour
    party: bool
    mover: bool


@dataclass(frozen=True, slots=True)
class StepPlan:
    """A step: its tile, whether it operates, and the guests touched."""

    tile: TileId
    operates: bool
    touches: tuple[TouchPlan, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A solution in the model's own terms; ``end`` are the values after the last adjustments."""

    steps: tuple[StepPlan, ...]
    end: tuple[tuple[GuestId, int], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A plan the model holds legal; the referee has not seen it yet. ``rank`` 0 is the best, 1.. alternatives."""

    rank: int
    plan: Plan


class Unfolding:
    """Plays a plan as single moves; the rules keep the state."""

    def __init__(self, tables: Tables, plan: Plan) -> None:
        """Ready to unfold ``plan`` from the start of the position."""
        self._tables = tables
        self._position: Position = tables.position
        self._plan = plan
        self._state: State = start(tables.position)
        self._moves: list[Move] = []

    def moves(self) -> tuple[Move, ...]:
        """The moves of the plan, in order."""
        for number, step in enumerate(self._plan.steps):
            for touch in step.touches:
                self._bring(touch, step.tile)
            self._adjust(step.tile, [(touch.guest, touch.value, touch.colour) for touch in step.touches])
            if step.operates:
                self._operate(number, step)
        for guest, value in self._plan.end:
            now = guest_now(self._position, self._state, guest)
            if now is not None:
                self._adjust(now.at, [(guest, value, now.counts_as)])
        return tuple(self._moves)

    def _play(self, move: Move) -> None:
        self._state = play(self._position, self._state, move)
        self._moves.append(move)

    def _bring(self, touch: TouchPlan, tile: TileId) -> None:
        now = guest_now(self._position, self._state, touch.guest)
        if now is None:
            raise ValueError(f"the plan touches {touch.guest}, which has left the park")
        for to, led in self._way(now.at, tile, led=touch.led and now.at != tile):
            self._play(GuideMove(touch.guest, to) if led else MapMove(touch.guest, to))

    def _way(self, origin: TileId, to: TileId, *, led: bool) -> list[tuple[TileId, bool]]:
        walks = self._tables.walks
        if not led or walks[origin][to] == 0:
            path: list[TileId] = nx.shortest_path(self._tables.walking_graph, origin, to)
            return [(tile, False) for tile in path[1:]]
        leads = [(x, y) for x in walks for y in guide_destinations(self._position, x)]
        x, y = min(leads, key=lambda lead: (walks[origin][lead[0]] + walks[lead[1]][to], lead))
        return [*self._way(origin, x, led=False), (y, True), *self._way(y, to, led=False)]

    def _adjust(self, tile: TileId, wanted: list[tuple[GuestId, int, Colour]]) -> None:
        colours: list[Adjustment] = []
        values: list[Adjustment] = []
        for guest, value, colour in wanted:
            now = guest_now(self._position, self._state, guest)
            if now is not None and now.counts_as is not colour:
                colours.append(AdjustColour(guest, colour))
            if now is not None:
                values += self._turns(guest, now.value, value)
        per_mascot = self._tables.per_mascot
        most_colours = 2 if self._position.rulings.says(Ruling.MASCOT_TWO_CARDS_COLOUR, Choice.NO) else per_mascot
        while colours or values:
            taken = colours[: min(most_colours, per_mascot)]
            colours = colours[len(taken) :]
            room = per_mascot - len(taken)
            taken, values = taken + values[:room], values[room:]
            self._play(MascotMove(self._state.mascots.index(True), tile, tuple(taken)))

    def _turns(self, guest: GuestId, value: int, to: int) -> list[Adjustment]:
        turns: list[Adjustment] = []
        while value != to:
            ways = [(by, after) for by in (1, -1) if (after := turned(self._position, value, by)) is not None]
            by, value = min(ways, key=lambda way: self._tables.turns[way[1]][to])
            turns.append(AdjustValue(guest, by))
        return turns

    def _operate(self, number: int, step: StepPlan) -> None:
        party = tuple(sorted(touch.guest for touch in step.touches if touch.party))
        mover = next((touch.guest for touch in step.touches if touch.mover), None)
        to = None if mover is None else self._destination(number, step.tile, mover)
        manager = free_icons(self._position, self._state, step.tile) == 0
        self._play(OperateMove(step.tile, party, mover, to, manager))

    def _destination(self, number: int, tile: TileId, mover: GuestId) -> TileId:
        """The neighbour from which the guest's next way is shortest; the first one if it has none."""
        neighbours = destinations(self._position, tile)
        for step in self._plan.steps[number + 1 :]:
            for touch in step.touches:
                if touch.guest == mover:
                    ways = self._tables.led_walks if touch.led else self._tables.walks
                    return min(neighbours, key=lambda origin: ways[origin][step.tile])
        return neighbours[0]
