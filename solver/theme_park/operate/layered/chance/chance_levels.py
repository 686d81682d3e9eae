"""The states of a park in which dice are rerolled, level after level, and every decision that leads from one to the next.

What the layered search decides late is decided at once here as long as dice may still be rolled: where a die moves to, and which
mascot is used up. A player who decided later would know what other dice show.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from models.theme_park.cards import SkillKind
from models.theme_park.guests import GUEST_COLOURS
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.beam.narrowing import LEAST_YIELD, STATES_A_LIMIT
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.chance.at_once import AtOnce
from solver.theme_park.operate.layered.chance.chance_states import (
    Edges,
    States,
    no_edges,
    no_states,
    nowhere,
    numbered,
    without_repeats,
)
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    COLLECTING,
    EACH,
    MASCOTS,
    MOST_STAGES,
    MOVER_MASK,
    NOTHING,
    ROLLED_AT,
    ROLLED_MASK,
    SAFETY,
    SKILLS,
    VALUES,
)
from solver.theme_park.operate.layered.encoding.park import Memo
from solver.theme_park.operate.layered.encoding.skills import LEAVES, PLAYS, UNPLAYED, skills_of
from solver.theme_park.operate.layered.kernel.layers import Layer, clear
from solver.theme_park.operate.layered.kernel.prepared import IN_PLACE, NO_SLOT, SKILL, longer, pack
from solver.theme_park.operate.layered.kernel.pruning import fill_limits
from solver.theme_park.operate.layered.kernel.stage_values import stop_values
from solver.theme_park.operate.layered.limits.bound_pool import Allowance
from solver.theme_park.operate.layered.plans.pass_result import Best

WIDTH = 4_000
"""States expanded at a time, five times as many of their children kept before they are taken out."""

NO_FACE = -1

FOUND_A_WAY = 4
"""For each way kept at most so many children, and so many ways of a level once all is decided."""


class TooMany(Exception):
    """There are more decisions than the caller wanted looked at."""


@dataclass
class Level:
    """States after as many operations and rerolls by skills, what stopping there brings [state, stage], and the ways on."""

    states: States
    stops: Array
    edges: Edges


class ChanceLevels(Beam):
    """All states from the start of a position, but those that no plan worth ``least`` comes through.

    ``least`` [dice rolled]: of the first stage; a state is left out where its limit is below. ``most``: ways looked at.
    """

    def __init__(
        self, problem: PassProblem, memo: Memo, least: Callable[[int], float], most: int, stop: Callable[[], bool]
    ) -> None:
        """Ready to pass."""
        problem = replace(problem, collects=True)  # all stages count
        super().__init__(problem, memo, WIDTH, Best(np.array([0, -1, -1])), lambda _: None, stop)
        self.record[COLLECTING] = EACH
        self._least, self._most, self._ways, self._found = least, most, 0, 0
        position = problem.tables.position
        self._cards = self.park.kinds.size + self.park.icons.size
        self._reroll = [
            number for number, (_, skill) in enumerate(skills_of(position)) if skill.kind is SkillKind.REROLL
        ]
        cards = self.skills.cards.copy()
        cards[self._reroll, PLAYS] = UNPLAYED  # rolled on a level of its own: what it shows decides what is done next
        self.skills = self.skills._replace(cards=cards)
        self._at_once = AtOnce(position, self.park, self.skills)
        self._leaves = (cards[:, PLAYS] == LEAVES).any()  # then it is not told apart who has yet to choose where to go
        self._symbols = np.array([problem.tables.symbols(tile) > 0 for tile in position.tiles])
        self._made: list[tuple[Array, ...]] = []

    def levels(self) -> list[Level]:
        """All levels; ways lead to later ones. Raises TooMany, and Stopped when asked to stop."""
        row, stars, money = self.problem.row, self.problem.stars, self.problem.money
        first = States(row[None], np.array([stars]), np.array([money]), np.zeros(1, np.int64), np.zeros(1, np.bool_))
        found: list[Level] = []
        while len(first):
            begun, coming = len(found), list[tuple[Edges, States]]()
            wave = first
            while len(wave):
                coming.append(self._operations(wave))
                rolled, children = self._rerolls(wave)
                stops, ([rolled], next_wave) = self._stops(wave), self._different([(rolled, children)], len(found) + 1)
                found.append(Level(wave, stops, rolled))
                wave = next_wave
            made, first = self._different(coming, len(found))
            for level, edges in zip(found[begun:], made, strict=True):
                level.edges = Edges.joined([level.edges, edges])
        return found

    def _different(self, made: list[tuple[Edges, States]], level: int) -> tuple[list[Edges], States]:
        """Of each part the ways that may be part of a plan as good, and the different states of a level that all lead to."""
        states, places = without_repeats(States.joined([each for _, each in made]))
        hopeful = self._hopeful(states)
        child = np.cumsum(hopeful) - 1
        parts = np.split(places, np.cumsum([len(edges) for edges, _ in made])[:-1])
        kept = []
        for (edges, _), place in zip(made, parts, strict=True):
            stays = hopeful[place]
            there = child[place[stays]]
            kept.append(replace(edges.of(stays), level=np.full(len(there), level), child=there))
        self._count(sum(map(len, kept)))
        return kept, states.of(hopeful)

    def _hopeful(self, states: States) -> Array:
        """Which states may be part of a plan as good, by all limits; more limits are made for them."""
        hopeful = np.zeros(len(states), np.bool_)
        for rolled in np.unique(states.rolled):
            group = np.flatnonzero(states.rolled == rolled)
            best = np.array([_whole(self._least(int(rolled))) - 1, -1, -1])
            left = math.ceil(len(group) / STATES_A_LIMIT) if self.problem.adds_bounds else 0
            for begin in range(0, len(group), WIDTH):
                some = group[begin : begin + WIDTH]
                self._load(states.of(some))
                fill_limits(self.park, self.potentials, self.here, 0, int(self.here.number[0]))
                allowance = Allowance(LEAST_YIELD, left, self.stop)
                alive, _, left = self.bound_pool.prune(self.park, self.here, self.potentials, best, 1, allowance)
                hopeful[some] = alive
        return hopeful

    def _operations(self, states: States) -> tuple[Edges, States]:
        """Every operation, and stopping after uses of mascots, of all states."""
        going = np.flatnonzero(~states.ends)
        for rolled in np.unique(states.rolled[going]):
            group = going[states.rolled[going] == rolled]
            self.best.values[0] = _whole(self._least(int(rolled) + 1)) - 1
            self.bound_pool.strongest(self.potentials, self.pooled)
            for begin in range(0, len(group), WIDTH):
                self._load(states.of(group[begin : begin + WIDTH]))
                fill_limits(self.park, self.potentials, self.here, 0, int(self.here.number[0]))
                self._global = group[begin : begin + WIDTH]
                self._rolled_before = int(rolled)
                self._expand()
                self._narrow(self.there)
        if self.dropped > -np.inf:
            raise TooMany
        columns, self._made = [list(column) for column in zip(*self._made, strict=True)], []
        # each is freed once it is joined: they take more than all that is kept of them
        return self._ways_of([np.concatenate(columns.pop(0)) for _ in range(len(columns))])

    def _load(self, states: States) -> None:
        count = len(states)
        self.here.rows[:count], self.here.stars[:count], self.here.money[:count] = (
            states.rows,
            states.stars,
            states.money,
        )
        self.here.number[0] = count

    def _narrow(self, layer: Layer) -> None:
        """Take the children out."""
        count = int(layer.number[0])
        operations = layer.operations[:count]
        rolls = (operations & ROLLED_MASK > 0) & (operations != NOTHING)
        rolled = self._rolled_before + rolls
        limits = np.floor(layer.limits[:count][:, self.potentials.stages == 0].min(axis=1) + SAFETY)
        # the pass knows what is least after a roll
        least = np.where(rolls, -math.inf, self._least(self._rolled_before))
        kept = np.flatnonzero(limits >= least)
        parents = self._global[layer.parents[kept]]
        self._made.append(
            (
                parents,
                operations[kept],
                layer.uses[kept],
                layer.rows[kept],
                layer.stars[kept],
                layer.money[kept],
                rolled[kept],
            )
        )
        self._found += len(kept)
        if self._found > FOUND_A_WAY * self._most:
            raise TooMany
        clear(layer)

    def _count(self, ways: int) -> None:
        self._ways += ways
        if self._ways > self._most:
            raise TooMany

    def _ways_of(self, made: list[Array]) -> tuple[Edges, States]:
        """Ways and children, each once for every choice of what is decided at once; ``made`` is emptied."""
        if not made:
            return no_edges(), no_states(self.problem.row)
        parent, operation, use, rows, stars, money, rolled = made
        made.clear()
        ends = operation == NOTHING
        chance = self._may_roll(rows)
        rolls = (operation & ROLLED_MASK > 0) & ~ends
        which, rows, to, paid, given_up = self._at_once.decided(rows, chance & ~ends, (chance | rolls) & ~ends)
        if len(which) > FOUND_A_WAY * self._most:
            raise TooMany
        parent, operation, use, ends, rolls = (column[which] for column in (parent, operation, use, ends, rolls))
        number = ((operation & ROLLED_MASK) >> ROLLED_AT) - 1
        face = np.where(rolls, number % VALUES, NO_FACE)
        alike = (operation & ~(MOVER_MASK | ROLLED_MASK)) | (((number // VALUES) * VALUES + 1) << ROLLED_AT)
        rolled_as, lost = np.where(rolls, alike, NOTHING), np.where(rolls, given_up, NOTHING)
        decisions = np.stack([parent, use, rolled_as, lost], axis=1).view(np.uint64)
        edges = Edges(
            parent=parent,
            decision=numbered(decisions.__getitem__, len(decisions))[1],
            face=face,
            use=use,
            operation=operation,
            to=to,
            given_up=given_up,
            **nowhere(len(parent)),
        )
        return edges, States(rows, stars[which], money[which] + paid, rolled[which], ends)

    def _may_roll(self, rows: Array) -> Array:
        """Whether a die may still be rerolled in each of these rows, so that all is to be decided at once."""
        if self._leaves:
            return np.zeros(len(rows), np.bool_)
        guests = self.park.kinds.size
        free = (rows[:, guests : self._cards] < self.park.most) & self._symbols
        may = free.any(axis=1)
        for card in self._reroll:
            may |= (rows[:, self._cards + SKILLS] >> card & 1 > 0) & (rows[:, self._cards + MASCOTS] > 0)
        return np.asarray(may)

    def _rerolls(self, states: States) -> tuple[Edges, States]:
        """Every use of a skill that rerolls a die, with each face."""
        position = self.problem.tables.position
        skills = skills_of(position)
        made = []
        for card in self._reroll:
            colour = GUEST_COLOURS.index(skills[card][1].colour)
            has = (states.rows[:, self._cards + SKILLS] >> card & 1 > 0) & (states.rows[:, self._cards + MASCOTS] > 0)
            for slot in range(self.park.kinds.size):
                kind = self.park.kinds[slot]
                if self.park.colours[kind] != colour or self.park.vips[kind]:
                    continue
                of = np.flatnonzero(has & ~states.ends & (states.rows[:, slot] != ABSENT))
                made += [self._rolled_by_skill(states, of, card, slot, face) for face in range(VALUES) if len(of)]
        if not made:
            return no_edges(), no_states(self.problem.row)
        children = States.joined([each for _, each in made])
        chance = self._may_roll(children.rows)
        which, rows, to, paid, given_up = self._at_once.decided(children.rows, chance, chance)
        children = children.of(which)
        children = replace(children, rows=rows, money=children.money + paid)
        edges = Edges.joined([each for each, _ in made]).of(which)
        edges.to, edges.given_up = to, given_up
        return edges, children

    def _rolled_by_skill(self, states: States, of: Array, card: int, slot: int, face: int) -> tuple[Edges, States]:
        rows = states.rows[of].copy()
        rows[:, slot] = (rows[:, slot] & BASE) // VALUES * VALUES + face
        rows[:, self._cards + MASCOTS] -= 1
        rows[:, self._cards + SKILLS] &= np.uint16(0xFFFF ^ 1 << card)
        rows[rows[:, self._cards + MASCOTS] == 0, self._cards + SKILLS] = 0
        self._at_once.sort(rows)
        place = self._log(int(pack.py_func(SKILL, card, IN_PLACE, slot, 0, face, NO_SLOT, 0, 0)))
        count = len(of)
        decision = of * (self.park.kinds.size * len(self.skills.cards)) + slot * len(self.skills.cards) + card
        edges = Edges(
            parent=of,
            decision=-2 - decision,
            face=np.full(count, face),
            use=np.full(count, place),
            operation=np.full(count, NOTHING),
            to=np.full(count, NOTHING),
            given_up=np.zeros(count, np.int64),
            **nowhere(count),
        )
        ends = np.zeros(count, np.bool_)
        return edges, States(rows, states.stars[of], states.money[of], states.rolled[of] + 1, ends)

    def _log(self, action: int) -> int:
        """The place in the log of an action that none comes before."""
        place = int(self.log.number[0])
        if place == len(self.log.action):
            self.log = longer(self.log)
        self.log.action[place], self.log.before[place] = action, NOTHING
        self.log.number[0] += 1
        return place

    def _stops(self, states: States) -> Array:
        """What stopping brings [state, stage]."""
        values = np.empty((len(states), MOST_STAGES), dtype=np.int64)
        for begin in range(0, len(states), WIDTH):
            some = np.arange(begin, min(begin + WIDTH, len(states)))
            self._load(states.of(some))
            stop_values(self.park, self.here, -1, values[begin : begin + WIDTH])
        return values

    def step(self, edges: Edges, way: int) -> tuple[tuple[int, ...], int]:
        """The step of a way, as ``decode`` reads it."""
        return self._step(int(edges.use[way]), int(edges.operation[way]))


def _whole(least: float) -> int:
    return -(10**9) if least < -(10**9) else int(np.ceil(least))
