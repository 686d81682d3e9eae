"""The rival in domain-independent dynamic programming: states, transitions and a bound, searched by CABS with two threads.

DIDP: Kuroiwa and Beck, 2023 (didp.ai). A state has the place, value and shown colour of each die, the icons still free, and cards
as resources, of which more is never worse.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import didppy as dp  # type: ignore[import-untyped]

from models.theme_park.operate.position import Position
from tests.bench.baselines.facts import Die, Facts, Ride, facts
from tests.bench.baselines.plan import PlanStep, moves
from tests.bench.outcome import Outcome, Watch

THREADS = 2
COLOURS = ("blue", "green", "yellow")
VALUES = 7
"""Values of a die, 0 for one that has left."""


def solve(position: Position, time_limit: float) -> Outcome:
    """The most stars of ``position`` within ``time_limit`` seconds, the making of the model included."""
    watch = Watch()
    known = facts(position)
    park = _Park(known)
    left = max(0.01, time_limit - watch.seconds())
    search = dp.CABS(park.model, threads=THREADS, time_limit=left, quiet=True)
    plan: list[PlanStep] = []
    over, nodes = False, 0
    while not over:
        found, over = search.search_next()
        nodes = found.expanded
        bound = None if found.best_bound is None else known.stars_placed + int(found.best_bound)
        if found.cost is not None:
            watch.found(known.stars_placed + int(found.cost))
            plan = list(_steps(known, [transition.name for transition in found.transitions]))
        if found.is_optimal:
            watch.proven()
        elif bound is not None:
            watch.found(bound=bound)
    if watch.stars is None:
        watch.found(known.stars_placed)  # nothing found: stopping at once is always legal
    return watch.outcome(moves(known, plan), nodes=nodes)


class _Park:
    """The model of one park."""

    def __init__(self, known: Facts) -> None:
        self.known, self.model = known, dp.Model(maximize=True)
        rides, dice = known.rides, known.dice
        place = self.model.add_object_type(number=2 * len(rides) + 1)
        self.die = self.model.add_object_type(number=len(COLOURS) * VALUES)
        self.at = [self.model.add_element_var(place, die.at) for die in dice]
        self.value = [self.model.add_element_var(self.die, die.value) for die in dice]
        self.colour = [self.model.add_element_var(self.die, COLOURS.index(die.colour)) for die in dice]
        self.free = [self.model.add_int_var(ride.free) for ride in rides]
        self.operations = self.model.add_int_var(known.operations)
        self.maps = self.model.add_int_resource_var(known.maps)
        self.mascots = self.model.add_int_resource_var(known.mascots)
        self.guides = self.model.add_int_resource_var(known.guides)
        self.managers = self.model.add_int_resource_var(known.managers)
        self.open_at = self.model.add_element_var(place, 2 * len(rides))
        self.extras = self.model.add_int_resource_var(0)
        self.guests = self.model.add_object_type(number=len(dice))
        self.adjusted = self.model.add_set_var(self.guests, target=[])
        self.stopped = self.model.add_int_var(0)
        self.travel = self.model.add_int_table([list(row) for row in (*known.distance, *known.from_next_to)])
        self.closing: list[tuple[Any, Any]] = [(self.open_at, 2 * len(rides)), (self.extras, 0)]
        self._stop()
        for number, die in enumerate(dice):
            if known.extras:  # dice may come to a mascot, too
                self._walks(number)
            self._adjustments(number, die)
        for number, ride in enumerate(rides):
            self._operations(number, ride)
        most = max((ride.stars for ride in rides), default=0)
        icons = sum((ride.stars * dp.max(free, 0) for ride, free in zip(rides, self.free, strict=True)), dp.IntExpr(0))
        self.model.add_dual_bound(icons + most * self.managers)
        each = self.model.add_int_table(list(range(len(COLOURS) * VALUES)))
        pips = sum((each[value] for value in self.value), dp.IntExpr(0))
        self.model.add_dual_bound(most * (pips + (1 + known.extras) * self.mascots + self.extras))

    def _add(self, name: str, cost: int, effects: list[tuple[Any, Any]], conditions: list[Any]) -> None:
        self.model.add_transition(
            dp.Transition(
                name=name,
                cost=cost + dp.IntExpr.state_cost(),
                effects=effects,
                preconditions=[self.stopped == 0, *conditions],
            )
        )

    def _stop(self) -> None:
        self._add("stop", 0, [(self.stopped, 1)], [])
        self.model.add_base_case([self.stopped == 1])

    def _walks(self, die: int) -> None:
        at = self.at[die]
        for to in range(len(self.known.rides)):
            maps, there = self.travel[at, to], [self.value[die] > 0, at != to]
            effects = [(at, to), *self.closing]
            self._add(f"go {die} {to}", 0, [*effects, (self.maps, self.maps - maps)], [*there, self.maps >= maps])
            if self.known.guides:
                self._add(f"lead {die} {to}", 0, [*effects, (self.guides, self.guides - 1)], [*there, self.guides >= 1])

    def _adjustments(self, number: int, die: Die) -> None:
        value, colour, at = self.value[number], self.colour[number], self.at[number]
        stands = [value > 0, *([at < len(self.known.rides)] if self.known.extras else [])]
        asked = {slot for ride in self.known.rides for slot, _ in ride.slots if slot}
        ways = [(f"turn {number} 1", [(value, value + 1)], value < VALUES - 1)]
        ways.append((f"turn {number} -1", [(value, value - 1)], value > 1))
        for shown, name in enumerate(COLOURS):
            if name in asked | {die.colour}:
                ways.append((f"colour {number} {name}", [(colour, shown)], colour != shown))
        for name, effects, allowed in ways:
            uses = [(self.mascots, self.mascots - 1)]
            if self.known.extras:
                uses += [(self.open_at, at), (self.extras, self.known.extras)]
            else:  # it is adjusted just before it operates
                uses += [(self.adjusted, self.adjusted.add(number))]
            self._add(f"{name} use", 0, [*effects, *uses], [*stands, allowed, self.mascots >= 1])
            if self.known.extras:
                extra = [*stands, allowed, self.extras >= 1, self.open_at == at]
                self._add(f"{name} extra", 0, [*effects, (self.extras, self.extras - 1)], extra)

    def _operations(self, number: int, ride: Ride) -> None:
        size = len(ride.slots)
        allowed = self.model.add_bool_table(_fulfilling(ride))
        for party in combinations(range(len(self.known.dice)), size):
            shown = [self.colour[die] * VALUES + self.value[die] for die in party]
            conditions = [self.value[die] > 0 for die in party]
            if not self.known.extras:
                conditions.append(self.adjusted.issubset(self.model.create_set_const(self.guests, list(party))))
            conditions += [allowed[shown[0]] if size == 1 else allowed[tuple(shown)], self.operations >= 1]
            for mover in (None, *party):
                if mover is None:
                    moving = [self.value[die] == 1 for die in party]
                elif min(self.known.from_next_to[number]) < len(self.known.rides):
                    moving = [self.value[mover] > 1]
                else:
                    continue
                for led in _some(party, self.known.guides):
                    self._operation(number, ride, party, (mover, led), [*conditions, *moving])

    def _operation(
        self,
        number: int,
        ride: Ride,
        party: tuple[int, ...],
        who: tuple[int | None, tuple[int, ...]],
        conditions: list[Any],
    ) -> None:
        """An operation; ``who``: the die that moves, and those that Guides have led there."""
        mover, led = who
        nobody = self.model.create_set_const(self.guests, [])
        effects: list[tuple[Any, Any]] = [
            *self.closing,
            (self.adjusted, nobody),
            (self.operations, self.operations - 1),
        ]
        maps = sum((self.travel[self.at[die], number] for die in party if die not in led), dp.IntExpr(0))
        conditions = [*conditions, self.maps >= maps]
        effects.append((self.maps, self.maps - maps))
        if led:
            conditions += [self.guides >= len(led), *(self.travel[self.at[die], number] > 0 for die in led)]
            effects.append((self.guides, self.guides - len(led)))
        for die in party:
            effects += [(self.at[die], len(self.known.rides) * (die == mover) + number)]
            effects += [(self.value[die], self.value[die] - 1)]
            effects += [(self.colour[die], COLOURS.index(self.known.dice[die].colour))]
        name = "/".join(
            " ".join(map(str, part)) for part in (("operate", number), party, led, [mover] * (mover is not None))
        )
        free = self.free[number]
        self._add(name, ride.stars, [*effects, (free, free - 1)], [*conditions, free >= 1])
        if self.known.managers:  # a Manager operates a tile once more
            managed = [*effects, (self.managers, self.managers - 1), (free, free - 1)]
            self._add(name, ride.stars, managed, [*conditions, free <= 0, self.managers >= 1])


def _some(party: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """None of the party, or some, up to so many."""
    for number in range(min(most, len(party)) + 1):
        yield from combinations(party, number)


def _fulfilling(ride: Ride) -> list[Any]:
    """Whether dice, each by six times its colour and its value, fulfil a requirement in some order: nested by die."""
    dice = range(len(COLOURS) * VALUES)
    allowed = {
        order
        for values in product(*(sorted(accepted) for _, accepted in ride.slots))
        if _holds(ride.relation, values)
        for colours in product(
            *([COLOURS.index(colour)] if colour else range(len(COLOURS)) for colour, _ in ride.slots)
        )
        for order in permutations([colour * VALUES + value for colour, value in zip(colours, values, strict=True)])
    }

    def nested(before: tuple[int, ...]) -> Any:
        if len(before) == len(ride.slots):
            return before in allowed
        return [nested((*before, die)) for die in dice]

    table: list[Any] = nested(())
    return table


def _holds(relation: str, values: tuple[int, ...]) -> bool:
    match relation:
        case "equal":
            return len(set(values)) == 1
        case "higher":
            return values[0] > values[1]
        case "lower":
            return values[0] < values[1]
        case "consecutive":
            return len(set(values)) == len(values) and max(values) - min(values) < len(values)
        case _:
            return True


def _steps(known: Facts, names: list[str]) -> Iterator[PlanStep]:
    """The transitions as steps of a plan.

    With Mascot cards the adjustments of one use make one step; else a die is adjusted where it operates next.
    """
    value = [die.value for die in known.dice]
    waiting = PlanStep()
    for name in names:
        kind, *rest = name.split()
        if kind in ("turn", "colour"):
            number, what, how = int(rest[0]), rest[1], rest[2]
            if known.extras and how == "use":
                yield waiting
                waiting = PlanStep()
            if kind == "turn":
                value[number] += int(what)
                waiting.shows[number] = value[number]
            else:
                waiting.recoloured[number] = what
            continue
        if known.extras:
            yield waiting
            waiting = PlanStep()
        if kind in ("go", "lead"):
            number, to = map(int, rest)
            yield PlanStep(goes={number: to}, guided=frozenset({number} if kind == "lead" else ()))
        elif kind == "operate":
            operated, *parts = name.split("/")
            tile = int(operated.split()[1])
            party, led, movers = (tuple(map(int, part.split())) for part in parts)
            yield PlanStep(
                goes=dict.fromkeys(party, tile),
                guided=frozenset(led),
                shows={number: waiting.shows.pop(number) for number in party if number in waiting.shows},
                recoloured={number: waiting.recoloured.pop(number) for number in party if number in waiting.recoloured},
                operated=tile,
                party=party,
                mover=movers[0] if movers else None,
            )
            for number in party:
                value[number] -= 1
