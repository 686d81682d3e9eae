"""The rival in CP-SAT: every step of the phase written down as it is, nothing broken or hinted.

A step: dice walk, mascots adjust, then one operation or none. Per die and step one place and one value.
"""

from typing import Any

from ortools.sat.python import cp_model

from models.theme_park.operate.position import Position
from tests.bench.baselines.facts import Facts, facts
from tests.bench.baselines.plan import PlanStep, moves
from tests.bench.outcome import Outcome, Watch

WORKERS = 8
"""As many as the project's own CP-SAT engine takes by default."""
COLOURS = ("blue", "green", "yellow")
VALUES = range(7)  # 0: has left the park

Literal = Any


def solve(position: Position, time_limit: float, workers: int = WORKERS) -> Outcome:
    """The most stars of ``position`` within ``time_limit`` seconds of building and solving."""
    watch = Watch()
    model = PlainModel(facts(position))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.max_time_in_seconds = max(0.05, time_limit - watch.seconds())
    solver.parameters.catch_sigint_signal = False
    status = solver.solve(model.model, _Improved(watch))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN):
        raise RuntimeError(f"the plain CP-SAT model is {solver.status_name(status)}")
    if status == cp_model.UNKNOWN:
        watch.found(model.facts.stars_placed)  # nothing found: stopping at once is always legal
        return watch.outcome([], nodes=solver.num_branches)
    watch.found(round(solver.objective_value), int(solver.best_objective_bound + 1e-6))
    return watch.outcome(moves(model.facts, model.plan(solver)), nodes=solver.num_branches)


class _Improved(cp_model.CpSolverSolutionCallback):
    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch

    def on_solution_callback(self) -> None:
        self._watch.found(round(self.objective_value), int(self.best_objective_bound + 1e-6))


class Step:
    """The variables of one step; lists are by number of die and tile."""

    def __init__(self, model: cp_model.CpModel, known: Facts) -> None:
        dice, rides = range(len(known.dice)), range(len(known.rides))
        seats = range(max(len(ride.slots) for ride in known.rides))

        def flags(*sizes: range) -> Any:
            return [flags(*sizes[1:]) for _ in sizes[0]] if sizes else model.new_bool_var("")

        self.operated = flags(rides)
        self.seat = flags(dice, seats)
        self.party = flags(dice)
        self.left = flags(dice)
        self.mover = flags(dice)
        self.place, self.here, self.next_place = flags(dice, rides), flags(dice, rides), flags(dice, rides)
        self.value, self.shows, self.next_value = flags(dice, VALUES), flags(dice, VALUES), flags(dice, VALUES)
        colours = range(len(COLOURS))
        self.counts, self.seen, self.next_counts = flags(dice, colours), flags(dice, colours), flags(dice, colours)
        self.recoloured = flags(dice)
        self.guided = flags(dice)
        self.maps = [model.new_int_var(0, known.maps, "") for _ in dice]
        self.turned = [model.new_int_var(0, min(5, known.adjustments), "") for _ in dice]
        self.uses = [model.new_int_var(0, known.mascots, "") for _ in rides]
        places, values, hues = (
            (self.here, self.next_place),
            (self.shows, self.next_value),
            (self.seen, self.next_counts),
        )
        for one_of in (*places, *values, *hues):
            for choice in one_of:
                model.add_exactly_one(choice)


class PlainModel:
    """The model of a whole phase."""

    def __init__(self, known: Facts) -> None:
        self.facts = known
        self.model = cp_model.CpModel()
        self.dice, self.rides = range(len(known.dice)), range(len(known.rides))
        self.steps = [Step(self.model, known) for _ in range(known.steps)]
        for one, other in zip(self.steps, self.steps[1:], strict=False):
            other.place, other.value, other.counts = one.next_place, one.next_value, one.next_counts
        self._start()
        for step in self.steps:
            self._walking(step)
            self._adjusting(step)
            self._party(step)
            self._requirements(step)
            self._afterwards(step)
        self._limits()
        self.model.maximize(
            known.stars_placed
            + sum(known.rides[tile].stars * step.operated[tile] for step in self.steps for tile in self.rides)
        )

    def _start(self) -> None:
        for number, die in enumerate(self.facts.dice if self.steps else ()):
            first = self.steps[0]
            self._only(first.place[number], die.at)
            self._only(first.value[number], die.value)
            self._only(first.counts[number], COLOURS.index(die.colour))

    def _only(self, flags: list[Literal], index: int) -> None:
        for other, flag in enumerate(flags):
            self.model.add(flag == (other == index))

    def _walking(self, step: Step) -> None:
        """Maps: the distance; a Guide: anywhere."""
        for die in self.dice:
            for origin in self.rides:
                for to in self.rides:
                    away = self.facts.distance[origin][to]
                    walks = (step.place[die][origin], step.here[die][to], step.guided[die].negated())
                    if away > self.facts.maps:
                        self.model.add_bool_or(literal.negated() for literal in walks)
                    elif away:
                        self.model.add(step.maps[die] >= away).only_enforce_if(walks)

    def _adjusting(self, step: Step) -> None:
        for die in self.dice:
            shown = sum(value * step.shows[die][value] for value in VALUES)
            had = sum(value * step.value[die][value] for value in VALUES)
            self.model.add(step.turned[die] >= shown - had)
            self.model.add(step.turned[die] >= had - shown)
            self.model.add(step.shows[die][0] == step.value[die][0])
            for colour in range(len(COLOURS)):
                self.model.add(step.seen[die][colour] == step.counts[die][colour]).only_enforce_if(
                    step.recoloured[die].negated()
                )
        for tile in self.rides if self.facts.extras else ():
            made = sum(self._made_on(step, die, tile) for die in self.dice)
            self.model.add(made <= (1 + self.facts.extras) * step.uses[tile])

    def _made_on(self, step: Step, die: int, tile: int) -> cp_model.IntVar:
        """The adjustments of ``die`` when it is on ``tile``."""
        made = self.model.new_int_var(0, self.facts.adjustments, "")
        self.model.add(made >= step.turned[die] + step.recoloured[die]).only_enforce_if(step.here[die][tile])
        return made

    def _party(self, step: Step) -> None:
        self.model.add_at_most_one(step.operated)
        for seat in range(len(step.seat[0]) if step.seat else 0):
            taken = sum(step.seat[die][seat] for die in self.dice)
            asked = sum(step.operated[tile] for tile in self.rides if seat < len(self.facts.rides[tile].slots))
            self.model.add(taken == asked)
        if not self.dice:
            self.model.add(sum(step.operated) == 0)
        for die in self.dice:
            self.model.add(sum(step.seat[die]) == step.party[die])
            self.model.add_implication(step.party[die], step.shows[die][0].negated())
            for tile in self.rides:
                self._when(step.here[die][tile], step.party[die], step.operated[tile])

    def _when(self, then: Literal, *given: Literal) -> None:
        self.model.add_bool_or(then, *(literal.negated() for literal in given))

    def _requirements(self, step: Step) -> None:
        seats = range(len(step.seat[0]) if step.seat else 0)
        seated = [self.model.new_int_var(0, 6, "") for _ in seats]
        for die in self.dice:
            for seat in seats:
                for value in VALUES:
                    self.model.add(seated[seat] == value).only_enforce_if(step.seat[die][seat], step.shows[die][value])
        for tile, ride in enumerate(self.facts.rides):
            for seat, (colour, values) in enumerate(ride.slots):
                for die in self.dice:
                    taken = (step.operated[tile], step.seat[die][seat])
                    for value in set(VALUES) - values:
                        self._when(step.shows[die][value].negated(), *taken)
                    if colour:
                        self._when(step.seen[die][COLOURS.index(colour)], *taken)
            if self.dice:
                self._relation(ride.relation, seated[: len(ride.slots)], step.operated[tile])

    def _relation(self, relation: str, seated: list[Any], operated: Literal) -> None:
        pairs = [(one, other) for place, one in enumerate(seated) for other in seated[place + 1 :]]
        match relation:
            case "equal":
                for one, other in pairs:
                    self.model.add(one == other).only_enforce_if(operated)
            case "consecutive":
                apart = cp_model.Domain.from_intervals([[1 - len(seated), -1], [1, len(seated) - 1]])
                for one, other in pairs:
                    self.model.add_linear_expression_in_domain(one - other, apart).only_enforce_if(operated)
            case "higher":
                self.model.add(seated[0] > seated[1]).only_enforce_if(operated)
            case "lower":
                self.model.add(seated[0] < seated[1]).only_enforce_if(operated)

    def _afterwards(self, step: Step) -> None:
        """Pip down, one die moves, everything else stays as it is."""
        self.model.add(sum(step.mover) <= 1)
        for die in self.dice:
            party, mover = step.party[die], step.mover[die]
            self.model.add_implication(step.left[die], party)
            self.model.add_implication(step.left[die], step.shows[die][1].negated())
            self._when(step.left[die], party, step.shows[die][1].negated())
            self.model.add_implication(mover, step.left[die])
            self.model.add(sum(step.mover) >= 1).only_enforce_if(step.left[die])
            for value in VALUES[1:]:
                self._when(step.next_value[die][value - 1], party, step.shows[die][value])
            for value in VALUES:
                self._when(step.next_value[die][value], party.negated(), step.shows[die][value])
            printed = COLOURS.index(self.facts.dice[die].colour)
            self.model.add_implication(party, step.next_counts[die][printed])
            for colour in range(len(COLOURS)):
                self._when(step.next_counts[die][colour], party.negated(), step.seen[die][colour])
            for tile in self.rides:
                self._when(step.next_place[die][tile], mover.negated(), step.here[die][tile])
                neighbours = [step.next_place[die][to] for to in self.facts.rides[tile].neighbours]
                self.model.add_bool_or(*neighbours, mover.negated(), step.operated[tile].negated())

    def _limits(self) -> None:
        known, dice = self.facts, self.dice
        self.model.add(sum(step.maps[die] for step in self.steps for die in dice) <= known.maps)
        self.model.add(sum(step.guided[die] for step in self.steps for die in dice) <= known.guides)
        if known.extras:
            self.model.add(sum(sum(step.uses) for step in self.steps) <= known.mascots)
        else:
            made = sum(step.turned[die] + step.recoloured[die] for step in self.steps for die in dice)
            self.model.add(made <= known.mascots)
        self.model.add(sum(sum(step.operated) for step in self.steps) <= known.operations)
        managed = [self.model.new_int_var(0, known.managers, "") for _ in self.rides]
        self.model.add(sum(managed) <= known.managers)
        for tile, ride in enumerate(known.rides):
            self.model.add(sum(step.operated[tile] for step in self.steps) <= ride.free + managed[tile])

    def plan(self, solver: cp_model.CpSolver) -> list[PlanStep]:
        """The solution in steps."""
        return [self._solved(solver, step) for step in self.steps]

    def _solved(self, solver: cp_model.CpSolver, step: Step) -> PlanStep:
        def those(flags: Any) -> list[int]:
            return [index for index, flag in enumerate(flags) if solver.boolean_value(flag)]

        def one(flags: Any) -> int | None:
            return next(iter(those(flags)), None)

        there = [die for die in self.dice if not solver.boolean_value(step.shows[die][0])]
        mover = one(step.mover)
        return PlanStep(
            goes={die: those(step.here[die])[0] for die in there},
            guided=frozenset(those(step.guided)),
            shows={die: those(step.shows[die])[0] for die in there},
            recoloured={
                die: COLOURS[those(step.seen[die])[0]] for die in there if self._turns_colour(solver, step, die)
            },
            operated=one(step.operated),
            party=tuple(those(step.party)),
            mover=mover,
            to=None if mover is None else those(step.next_place[mover])[0],
        )

    @staticmethod
    def _turns_colour(solver: cp_model.CpSolver, step: Step, die: int) -> bool:
        return any(
            solver.boolean_value(now) != solver.boolean_value(before)
            for now, before in zip(step.seen[die], step.counts[die], strict=True)
        )
