"""From the operations of a path back to a plan with the guests' names."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.theme_park.guests import GUEST_COLOURS, LOWEST, Colour, GuestId, TileId
from models.theme_park.operate.position import Position
from solver.theme_park.operate.flow.records import kinds_of
from solver.theme_park.operate.layered.codes import (
    DICE_BITS,
    KEPT_BITS,
    LED_BITS,
    MOVER_BITS,
    NO_MOVER,
    SEAT_BITS,
    SEATS,
    VALUES,
)
from solver.theme_park.operate.layered.endgame import settled_values
from solver.theme_park.operate.plan import EndPlan, Plan, StepPlan, TouchPlan
from solver.theme_park.operate.settings import Stage
from solver.theme_park.operate.tables import Tables


@dataclass(slots=True)
class _Guest:
    """A guest on the way: the place as the kernel counts it, the value from 0, None once it has left."""

    kind: int
    name: GuestId
    colour: Colour
    place: int
    value: int | None

    @property
    def order(self) -> tuple[int, int, GuestId]:
        code = 1_000 if self.value is None else self.place * VALUES + self.value
        return self.kind, code, self.name


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation as the kernel packs it: each seat has the place among the sorted guests, and the die to show."""

    tile: int
    kept: int | None
    led: int
    mover: int | None
    seats: tuple[tuple[int, int], ...]


def unpack(packed: int, sizes: Sequence[int]) -> Operation:
    """Read a packed operation; ``sizes`` are the seats of each tile."""
    seats: list[tuple[int, int]] = []
    for _ in range(SEATS):
        packed, die = _take(packed, DICE_BITS)
        packed, guest = _take(packed, SEAT_BITS)
        seats.append((guest, die))
    packed, mover = _take(packed, MOVER_BITS)
    packed, led = _take(packed, LED_BITS)
    tile, kept = _take(packed, KEPT_BITS)
    used = tuple(reversed(seats))[: sizes[tile]]
    return Operation(tile, kept - 1 if kept else None, led, None if mover == NO_MOVER else mover, used)


def _take(packed: int, bits: int) -> tuple[int, int]:
    return packed >> bits, packed & ((1 << bits) - 1)


def plan_of(tables: Tables, path: Sequence[int], goal: Stage | None) -> Plan:
    """The plan that the operations of ``path`` make, mascots left over used at the end for ``goal``."""
    position = tables.position
    guests = _guests(position)
    sizes = [tile.attraction.requirement.size for tile in position.tiles]
    mascots = len(position.mascots)
    steps = []
    for packed in path:
        guests.sort(key=lambda guest: guest.order)
        operation = unpack(packed, sizes)
        turns = sum(_turns(tables, guests[guest], die) for guest, die in operation.seats)
        mascots -= -(-turns // tables.per_mascot)
        steps.append(_step(tables, guests, operation))
    alive = [(guest.colour, guest.value + LOWEST) for guest in guests if guest.value is not None]
    values = iter(settled_values(tables, alive, mascots, goal))
    ends = {guest.name: next(values) for guest in guests if guest.value is not None}
    last = tuple(EndPlan(guest.id, ends[guest.id], 0, 0) for guest in position.guests if guest.id in ends)
    return Plan(tuple(steps), last)


def _guests(position: Position) -> list[_Guest]:
    kinds = kinds_of(position)
    return [
        _Guest(
            kinds.index((guest.colour, guest.vip)),
            guest.id,
            guest.colour,
            position.tile_index[guest.at],
            guest.value - LOWEST,
        )
        for guest in position.guests
    ]


def _turns(tables: Tables, guest: _Guest, die: int) -> int:
    assert guest.value is not None
    colour, value = divmod(die, VALUES)
    recolours = GUEST_COLOURS[colour] is not guest.colour
    return tables.turns[guest.value + LOWEST][value + LOWEST] + recolours


def _step(tables: Tables, guests: list[_Guest], operation: Operation) -> StepPlan:
    position = tables.position
    tile = position.tiles[operation.tile].id
    touches = []
    for seat, (index, die) in enumerate(operation.seats):
        guest = guests[index]
        colour, value = divmod(die, VALUES)
        led, kept, moves = bool(operation.led >> seat & 1), operation.kept == seat, operation.mover == seat
        touches.append(
            TouchPlan(
                guest.name,
                tile,
                maps=_maps(tables, guest, tile, led=led),
                guides=int(led),
                present=True,
                value=value + LOWEST,
                late=value + LOWEST,
                colour=GUEST_COLOURS[colour],
                party=True,
                mover=moves,
                kept=kept,
                rerolled=False,
                to=None,
            )
        )
        after = value if kept else value - 1
        guest.value = None if after < 0 else after
        guest.place = operation.tile + (len(position.tiles) if moves else 0)
    return StepPlan(tile, True, tuple(sorted(touches, key=lambda touch: touch.guest)), None, (), (0, 0))


def _maps(tables: Tables, guest: _Guest, tile: TileId, *, led: bool) -> int:
    tiles = tables.position.tiles
    if guest.place >= len(tiles):
        return tables.maps_after_move(tiles[guest.place - len(tiles)].id, tile, led=led)
    return (tables.led_walks if led else tables.walks)[tiles[guest.place].id][tile]
