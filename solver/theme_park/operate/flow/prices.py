"""Dual prices of the flow relaxation: linear upper limits on what any later state can still reach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ortools.linear_solver import pywraplp

from models.theme_park.guests import TileId
from models.theme_park.operate.earnings import dollars_a_star, earnings, operated_thresholds
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import start
from solver.theme_park.operate.flow.network import DUAL_SIMPLEX, PRIMAL_SIMPLEX, FlowNetwork, network_of
from solver.theme_park.operate.flow.records import Node, Quantity, Row
from solver.theme_park.operate.settings import Stage, Weights
from solver.theme_park.operate.tables import Tables


class OutOfReach(Exception):
    """What is asked for cannot be had: the linear program has no solution."""


class GuidanceWeights(NamedTuple):
    """What guidance holds a pip and a card left over to be worth, in stars."""

    pips: float
    spare: float


THRIFTY, SPARING = GuidanceWeights(1.0, 2.0), GuidanceWeights(1.0, 4.0)
EAGER, LAVISH = GuidanceWeights(0.5, 1.0), GuidanceWeights(0.25, 1.0)
"""Thrifty finds most on the bench, then sparing; some late parks give their best only to another. Two that search side by side differ: of 40
passes by these and other weights for the last vector of board4-06, 22 reach it, but none of a thrifty one."""

Terms = tuple[Quantity, float, float, float]
"""What a stage counts: in the flow, of the stars and of the money taken so far, and in any case."""


@dataclass(frozen=True)
class Supplies:
    """What a state has: guests by node, free icons by tile, cards; ``stars`` and ``money`` taken so far.

    Averages over many states are allowed: the prices they give hold for every state.
    """

    guests: Mapping[Node, float]
    icons: Mapping[TileId, float]
    maps: float
    mascots: float
    guides: float
    managers: float
    skills: tuple[float, ...]
    cubes: float
    stars: float
    money: float


@dataclass(frozen=True)
class Prices:
    """An upper limit as a linear function of the supplies: price times supply, plus ``constant``."""

    constant: float
    guests: Mapping[Node, float]
    icons: Mapping[TileId, float]
    maps: float
    mascots: float
    guides: float
    managers: float
    skills: tuple[float, ...]
    cubes: float
    stars: float
    money: float
    limit: float

    def at(self, have: Supplies) -> float:
        """The limit from ``have`` on."""
        limit = self.constant + self.stars * have.stars + self.money * have.money
        limit += sum(self.guests[node] * number for node, number in have.guests.items())
        limit += sum(self.icons[tile] * number for tile, number in have.icons.items())
        limit += sum(price * number for price, number in zip(self.skills, have.skills, strict=True))
        limit += self.maps * have.maps + self.mascots * have.mascots + self.guides * have.guides
        return limit + self.managers * have.managers + self.cubes * have.cubes

    def limiting(self, have: Supplies) -> "Prices":
        """The same prices, with the limit from ``have`` on."""
        return replace(self, limit=self.at(have))


def supplies(tables: Tables) -> Supplies:
    """What the position begins with."""
    position = tables.position
    guests: dict[Node, float] = {}
    for guest in position.guests:
        node = ((guest.colour, guest.vip), guest.at, False, guest.value)
        guests[node] = guests.get(node, 0.0) + 1.0
    before = earnings(position, start(position))
    return Supplies(
        guests=guests,
        icons={tile: float(free) for tile, free in tables.free_icons.items()},
        maps=position.maps,
        mascots=len(position.mascots),
        guides=tables.guides,
        managers=tables.managers,
        skills=tuple(1.0 for skill in position.mascots if skill is not None),
        cubes=tables.cubes_left,
        stars=before.stars - before.administrator,
        money=before.money,
    )


def with_icons(have: Supplies, position: Position, free: Sequence[int]) -> Supplies:
    """Supplies with so many free icons on each tile, and a cube for each."""
    icons = {tile.id: float(each) for tile, each in zip(position.tiles, free, strict=True)}
    return replace(have, icons=icons, cubes=float(sum(free)))


def constant(limit: float, have: Supplies) -> Prices:
    """The prices of a stage that is settled: it comes to ``limit`` whatever is done with what there is."""
    icons, skills = dict.fromkeys(have.icons, 0.0), (0.0,) * len(have.skills)
    return Prices(limit, {}, icons, 0.0, 0.0, 0.0, 0.0, skills, 0.0, 0.0, 0.0, limit)


class Pricing:
    """Solves the relaxation for supplies and stages; one linear program, its right sides set anew."""

    def __init__(self, tables: Tables, weights: Weights) -> None:
        """The linear program is built when it is first needed."""
        self._tables, self._weights = tables, weights
        self._goal: Quantity | None = None
        self._floors: dict[Stage, Row] = {}
        self._kept_for: dict[Stage | None, Pricing] = {}
        self._steps = 0

    @cached_property
    def network(self) -> FlowNetwork:
        """The linear program, made when it is first needed."""
        return network_of(self._tables)

    @property
    def work(self) -> int:
        """What all its linear programs took so far: steps of the simplex, times rows and columns. A million takes about 17 ms."""
        return self._steps * self.network.size + sum(kept.work for kept in self._kept_for.values())

    def kept_for(self, stage: Stage | None) -> "Pricing":
        """One that nothing else is asked, to be asked for ``stage``, or for guidance (None).

        Solved for the same goal again and again, the linear program goes on where it was: that takes half as long.
        """
        if stage not in self._kept_for:
            self._kept_for[stage] = Pricing(self._tables, self._weights)
        return self._kept_for[stage]

    def prices(self, stage: Stage, have: Supplies, held: Mapping[Stage, int] | None = None) -> Prices | None:
        """The prices of ``stage``, tightest at ``have``, for sequences that bring at least ``held`` in other stages.

        None where none were found, as where the held values cannot be reached from there.
        """
        return self._prices(terms_of(self._tables, self._weights, stage), have, held or {})

    def prices_completing(self, stage: Stage, have: Supplies) -> Prices | None:
        """The prices of ``stage``, tightest at ``have``, for sequences that use up every free icon.

        They hold for states with any free icons and no Managers. None where none were found, which says nothing of what can be had. Raises
        OutOfReach when the icons cannot be used up from there.
        """
        return self._prices(terms_of(self._tables, self._weights, stage), have, {}, complete=True)

    def completion(self, have: Supplies) -> Prices | None:
        """Prices of how many icons must stay unused, as a negative number: below zero they cannot be used up. None where none were found."""
        prices = self._prices((Quantity(cubes=1.0), 0.0, 0.0, 0.0), have, {})
        if prices is None:
            return None
        icons = {tile: price - 1.0 for tile, price in prices.icons.items()}
        return replace(prices, icons=icons, limit=prices.limit - sum(have.icons.values()))

    def solve(self, goal: Quantity, have: Supplies) -> None:
        """Leave the linear program solved for ``goal``."""
        self._prices((goal, 0.0, 0.0, 0.0), have, {})

    def guidance(self, stage: Stage, have: Supplies, guidance_weights: GuidanceWeights) -> Prices | None:
        """Prices of ``stage`` that also prefer pips and cards left over: they rank states, they limit no stage.

        A relaxation that promises everything to every state says little; what it could spare says more.
        """
        counted, stars, money, constant = terms_of(self._tables, self._weights, stage)
        counted = replace(counted, pips=counted.pips + guidance_weights.pips, spare=guidance_weights.spare)
        return self._prices((counted, stars, money, constant), have, {})

    def _prices(
        self, terms: Terms, have: Supplies, held: Mapping[Stage, int], *, complete: bool = False
    ) -> Prices | None:
        network = self.network
        for row, supply in self.varying(have):
            row.SetUb(supply)
        for tile, row in network.icons.items():
            row.SetLb(have.icons[tile] if complete else -network.solver.infinity())
        self._hold(have, held)
        counted, stars, money, constant = terms
        self._aim_at(counted)
        status = network.solver.Solve()
        self._steps += network.solver.iterations()
        if complete and status == pywraplp.Solver.INFEASIBLE:
            raise OutOfReach
        if status != pywraplp.Solver.OPTIMAL:  # the simplex may have given up
            return None
        for kept, least in held.items():
            dual = _price(self._floors[kept])
            _, held_stars, held_money, held_constant = terms_of(self._tables, self._weights, kept)
            constant -= dual * (least - held_constant)
            stars += dual * held_stars
            money += dual * held_money
        constant += sum(_price(row) * supply for row, supply in network.fixed)
        return self._read(have, constant, stars, money, complete=complete)

    def _aim_at(self, goal: Quantity) -> None:
        """Set the objective, and the simplex that goes on best from the last basis."""
        solver = self.network.solver
        solver.SetSolverSpecificParametersAsString(DUAL_SIMPLEX if goal == self._goal else PRIMAL_SIMPLEX)
        if goal == self._goal:
            return
        self._goal = goal
        objective = solver.Objective()
        for column, quantity in self.network.counted:
            objective.SetCoefficient(column, weighted(goal, quantity))
        objective.SetMaximization()

    def _hold(self, have: Supplies, held: Mapping[Stage, int]) -> None:
        """Rows that ask for the held values; rows of other stages ask for nothing."""
        infinity = self.network.solver.infinity()
        for stage in held:
            if stage not in self._floors:
                self._floors[stage] = self.network.solver.Constraint(-infinity, infinity)
                counted = terms_of(self._tables, self._weights, stage)[0]
                for column, quantity in self.network.counted:
                    self._floors[stage].SetCoefficient(column, -weighted(counted, quantity))
        for stage, row in self._floors.items():
            _, stars, money, constant = terms_of(self._tables, self._weights, stage)
            asked = held.get(stage)
            row.SetUb(infinity if asked is None else constant + stars * have.stars + money * have.money - asked)

    def _read(self, have: Supplies, constant: float, stars: float, money: float, *, complete: bool) -> Prices:
        network = self.network
        guests = {node: _price(row) for node, row in network.nodes.items()}
        icons = {tile: row.dual_value() if complete else _price(row) for tile, row in network.icons.items()}
        mascots = _price(network.adjustments) * network.tables.per_mascot
        maps, guides = _price(network.maps), _price(network.guides)
        managers, cubes = _price(network.managers), _price(network.cubes)
        skills = tuple(map(_price, network.skills))
        prices = Prices(constant, guests, icons, maps, mascots, guides, managers, skills, cubes, stars, money, 0.0)
        return prices.limiting(have)

    def varying(self, have: Supplies) -> list[tuple[Row, float]]:
        """Rows whose limits are supplies, with them."""
        nodes = [(row, have.guests.get(node, 0.0)) for node, row in self.network.nodes.items()]
        return [*self.shared(have), *nodes]

    def shared(self, have: Supplies) -> list[tuple[Row, float]]:
        """Those of what guests share: cards and icons."""
        network = self.network
        cards = [
            (network.maps, have.maps),
            (network.adjustments, have.mascots * network.tables.per_mascot),
            (network.guides, have.guides),
            (network.managers, have.managers),
            (network.cubes, have.cubes),
        ]
        icons = [(row, have.icons.get(tile, 0.0)) for tile, row in network.icons.items()]
        return [*cards, *zip(network.skills, have.skills, strict=True), *icons]


def terms_of(tables: Tables, weights: Weights, stage: Stage) -> Terms:
    """The quantities that a stage counts, with their weights."""
    bonus = float(len(operated_thresholds(tables.position.administrator)))
    match stage:
        case Stage.STARS:
            return Quantity(stars=1.0), 1.0, 0.0, bonus
        case Stage.MONEY:
            return Quantity(money=1.0), 0.0, 1.0, 0.0
        case Stage.PIPS:
            return Quantity(pips=1.0), 0.0, 0.0, 0.0
        case Stage.GUESTS:
            return Quantity(guests=1.0), 0.0, 0.0, 0.0
        case Stage.FINAL:
            share = 1.0 / dollars_a_star(tables.position)
            return Quantity(stars=1.0, money=share), 1.0, share, bonus + share * tables.position.money
        case Stage.BALANCED:
            goal = Quantity(stars=weights.stars, money=weights.money, pips=weights.pips)
            return goal, weights.stars, weights.money, weights.stars * bonus


def _price(row: Row) -> float:
    """The dual of a row that limits from above, freed of rounding below zero."""
    return max(0.0, float(row.dual_value()))


def weighted(goal: Quantity, quantity: Quantity) -> float:
    """What a unit that brings ``quantity`` is worth by the weights ``goal``."""
    return (
        goal.cubes * quantity.cubes
        + goal.stars * quantity.stars
        + goal.money * quantity.money
        + goal.pips * quantity.pips
        + goal.guests * quantity.guests
        + goal.spare * quantity.spare
    )
