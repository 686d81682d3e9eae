"""From the packed steps of a path back to a plan with the guests' names."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.theme_park.guests import GUEST_COLOURS, LOWEST, GuestId
from models.theme_park.operate.state import State, start
from solver.theme_park.operate.flow.records import kinds_of
from solver.theme_park.operate.layered.encoding.codes import (
    DICE,
    DICE_BITS,
    FIRST_JOINED,
    KEPT_BITS,
    LED_BITS,
    MOVER_BITS,
    NOTHING,
    OPERATED_BITS,
    ROLLED_BITS,
    SEAT_BITS,
    SEATS,
    VALUES,
)
from solver.theme_park.operate.layered.encoding.fares import rides_at_the_end, shares_of_detour
from solver.theme_park.operate.layered.encoding.skills import skills_of, slot_kinds
from solver.theme_park.operate.layered.kernel.prepared import JOINS, RIDES, SETTLED
from solver.theme_park.operate.layered.plans.decode_credits import adjustments, settle
from solver.theme_park.operate.layered.plans.decode_uses import (
    Action,
    Slot,
    come_to_cable_car,
    taken_bits,
    unpack_action,
    use_step,
    uses_of,
    way_of,
)
from solver.theme_park.operate.layered.plans.endgame import settled_values
from solver.theme_park.operate.layered.plans.pass_result import Path
from solver.theme_park.operate.plan import Begun, EndPlan, Plan, StepPlan, TouchPlan
from solver.theme_park.operate.settings import Stage
from solver.theme_park.operate.tables import Tables


@dataclass(frozen=True, slots=True)
class Seated:
    """One die of a party: the place of its guest among the sorted ones, and the die to show."""

    guest: int
    die: int
    led: bool
    kept: bool
    moves: bool


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation as the kernel packs it, with those who have joined last. ``rolled``: the number of a reroll, face by face and seat by seat.

    ``detour``: maps beyond the fewest of those seated, for fares.
    """

    tile: int
    rolled: int | None
    detour: int
    party: tuple[Seated, ...]


def unpack(packed: int, joins: Sequence[Action], sizes: Sequence[int]) -> Operation:
    """Read a packed operation and what guests have joined it; ``sizes`` are the seats of each tile."""
    seats: list[tuple[int, int]] = []
    for _ in range(SEATS):
        packed, die = taken_bits(packed, DICE_BITS)
        packed, guest = taken_bits(packed, SEAT_BITS)
        seats.append((guest, die))
    packed, mover = taken_bits(packed, MOVER_BITS)
    packed, led = taken_bits(packed, LED_BITS)
    packed, kept = taken_bits(packed, KEPT_BITS)
    packed, rolled = taken_bits(packed, ROLLED_BITS)
    detour, tile = taken_bits(packed, OPERATED_BITS)
    party = [
        Seated(guest, die, bool(led >> seat & 1), kept == seat + 1, mover == seat)
        for seat, (guest, die) in enumerate(reversed(seats))
    ][: sizes[tile]]
    for touch in (touch for action in joins for touch in action.touches):
        keeps, die = divmod(touch.effect, DICE)
        party.append(Seated(touch.slot, die, touch.led, bool(keeps), mover == FIRST_JOINED + touch.slot))
    return Operation(tile, rolled - 1 if rolled else None, detour, tuple(party))


class Decided(NamedTuple):
    """What a step decides at once, as dice are still to be rolled: the tile where its die moves, None where that is left open,
    and the skills whose mascots are used up otherwise by then, a bit each."""

    to: int | None
    given_up: int


def plan_of(
    tables: Tables, path: Path, goal: Stage | None, decided: Sequence[Decided] = (), begun: Begun | None = None
) -> Plan:
    """The plan that the steps of ``path`` make, mascots left over used at the end for ``goal``.

    ``decided``: of each step, where anything is decided at once. ``begun``: what led to where the path begins, the position's start else.
    """
    if begun is None:
        return _Decoding(tables, start(tables.position)).plan(path, goal, decided)
    rest = _Decoding(tables, begun.state).plan(path, goal, decided)
    return Plan((*begun.steps, *rest.steps), rest.end)


class _Decoding:
    """Plays packed steps on guests that stand as the kernel sorts them."""

    def __init__(self, tables: Tables, state: State) -> None:
        self._tables, self._position, self._state = tables, tables.position, state
        self._guests = _guests(tables, state)
        self._sizes = [tile.attraction.requirement.size for tile in self._position.tiles]
        self._skills = skills_of(self._position)
        self._mascots = sum(state.mascots)

    def plan(self, path: Path, goal: Stage | None, decided: Sequence[Decided]) -> Plan:
        steps: list[StepPlan] = []
        plain = [mascot for mascot, skill in enumerate(self._position.mascots) if skill is None]
        spare = [mascot for mascot in plain if self._state.mascots[mascot]]
        for number, (actions, packed) in enumerate(path):
            at_once = decided[number] if decided else None
            begun, mascots = len(steps), self._mascots
            self._guests.sort(key=lambda guest: guest.order)
            unpacked = list(map(unpack_action, actions))
            for use in uses_of([action for action in unpacked if action.kind != JOINS]):
                if use[0].kind == RIDES:
                    come_to_cable_car(self._guests[use[0].touches[0].slot], use[0])
                    continue
                if use[0].kind == SETTLED:
                    touch = use[0].touches[0]
                    settle(self._tables, steps, self._guests[touch.slot], touch.effect)
                    continue
                steps.append(use_step(self._tables, self._skills, self._guests, use, len(steps)))
                self._mascots -= 1
            if packed != NOTHING:
                operation = unpack(packed, [action for action in unpacked if action.kind == JOINS], self._sizes)
                for seated in operation.party:
                    settle(self._tables, steps, self._guests[seated.guest], seated.die)
                    self._guests[seated.guest].credits.clear()
                turns = sum(
                    adjustments(self._tables, self._guests[seated.guest], seated.die) for seated in operation.party
                )
                self._mascots -= -(-turns // self._tables.per_mascot)
                steps.append(_step(self._tables, self._guests, operation, None if at_once is None else at_once.to))
            if at_once is not None:
                spare += [mascot for card, (mascot, _) in enumerate(self._skills) if at_once.given_up >> card & 1]
                spare = _name_mascots(steps, begun, spare, mascots - self._mascots)
        alive = [guest for guest in self._guests if guest.value is not None]
        dice = [(guest.colour, guest.value + LOWEST) for guest in alive if guest.value is not None]
        values = settled_values(self._tables, dice, [len(guest.credits) for guest in alive], self._mascots, goal)
        for guest, value in zip(alive, values, strict=True):
            settle(self._tables, steps, guest, GUEST_COLOURS.index(guest.shown) * VALUES + value - LOWEST)
        ends = dict(zip((guest.name for guest in alive), values, strict=True))
        rides = dict(zip((guest.name for guest in alive), self._last_rides(steps, alive), strict=True))
        last = tuple(
            EndPlan(guest.id, ends[guest.id], *rides[guest.id]) for guest in self._position.guests if guest.id in ends
        )
        return Plan(tuple(steps), last)

    def _last_rides(self, steps: Sequence[StepPlan], alive: Sequence[Slot]) -> list[tuple[int, int]]:
        """Maps and Guides of each guest's last rides, with that of one who has ridden and was not led on since."""
        begun = [guest.ridden or (0, 0) for guest in alive]
        ways = [*((touch.maps, touch.guides) for step in steps for touch in step.touches), *begun]
        maps, guides = (sum(column) for column in zip((0, 0), *ways, strict=True))
        left = self._state.maps - maps, self._state.guides - guides
        more = rides_at_the_end(self._tables, [guest.place for guest in alive], *left)
        return [(one[0] + two[0], one[1] + two[1]) for one, two in zip(begun, more, strict=True)]


def _guests(tables: Tables, state: State) -> list[Slot]:
    position = tables.position
    kinds = kinds_of(position)
    guests = [
        Slot(
            kinds.index((now.colour, guest.vip)),
            guest.id,
            now.colour,
            position.tile_index[now.at],
            now.value - LOWEST,
        )
        for guest, now in zip(position.guests, state.guests, strict=True)
        if now is not None
    ]
    left = Counter(slot_kinds(tables)) - Counter(guest.kind for guest in guests)
    return guests + [Slot(kind, GuestId(""), kinds[kind][0], 0, None) for kind in left.elements()]


def _rolled(tables: Tables, operation: Operation) -> tuple[int | None, int]:
    """The seat whose die is rerolled, and what it shows."""
    if operation.rolled is None:
        return None, 0
    seat, number = divmod(operation.rolled, len(tables.faces))
    return seat, tables.faces[number]


def _name_mascots(steps: list[StepPlan], begun: int, spare: list[int], used: int) -> list[int]:
    """Say of the steps from number ``begun`` on, which use so many mascots, which of ``spare`` adjust; gives those left.

    Whatever dice show later, they are the same.
    """
    adjusting = used - sum(step.skill is not None for step in steps[begun:])
    named, left = spare[:adjusting], spare[adjusting:]
    for number in range(begun, len(steps)):
        step = steps[number]
        if step.skill is None:
            taken, named = (named, []) if step.operates else (named[:1], named[1:])
            steps[number] = replace(step, plain=tuple(taken))
    return left


def _step(tables: Tables, guests: list[Slot], operation: Operation, to: int | None) -> StepPlan:
    """The step of an operation; ``to``: the tile where its die moves, if that is decided."""
    position = tables.position
    tile = position.tiles[operation.tile].id
    touches = []
    rolled, face = _rolled(tables, operation)
    size = position.tiles[operation.tile].attraction.requirement.size
    seated_first = operation.party[:size]
    detours = shares_of_detour(
        tables,
        [guests[seated.guest].place for seated in seated_first],
        tile,
        [seated.led for seated in seated_first],
        operation.detour,
    )
    for seat, seated in enumerate(operation.party):
        guest = guests[seated.guest]
        colour, value = divmod(seated.die, VALUES)
        maps, guides = way_of(tables, guest, tile, led=seated.led)
        maps += detours[seat] if seat < size else 0
        touches.append(
            TouchPlan(
                guest.name,
                tile,
                maps=maps,
                guides=guides,
                present=True,
                value=value + LOWEST,
                late=value + LOWEST,
                colour=GUEST_COLOURS[colour],
                party=True,
                mover=seated.moves,
                kept=seated.kept,
                rerolled=face if rolled == seat else None,
                to=position.tiles[to].id if seated.moves and to is not None else None,
            )
        )
        after = value if seated.kept else value - 1
        if rolled == seat:
            after = face - LOWEST
        guest.value, guest.treated_as = None if after < 0 else after, None
        guest.place = operation.tile + (len(position.tiles) if seated.moves else 0)
        if seated.moves and to is not None:
            guest.place = to
    return StepPlan(tile, True, tuple(sorted(touches, key=lambda touch: touch.guest)), None, (), (0, 0))
