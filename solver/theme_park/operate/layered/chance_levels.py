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
from solver.theme_park.operate.layered.at_once import AtOnce
from solver.theme_park.operate.layered.codes import (
    ABSENT,
    BASE,
    COLLECTING,
    DICE_BITS,
    EACH,
    KEPT_BITS,
    LED_BITS,
    MASCOTS,
    MOVER_BITS,
    NOTHING,
    ROLLED_BITS,
    SAFETY,
    SEAT_BITS,
    SEATS,
    SKILLS,
    VALUES,
)
from solver.theme_park.operate.layered.layers import Layer, clear
from solver.theme_park.operate.layered.park import Array, Memo
from solver.theme_park.operate.layered.prepared import IN_PLACE, NO_SLOT, SKILL, longer, pack
from solver.theme_park.operate.layered.pruning import fill_limits
from solver.theme_park.operate.layered.search import LEAST_YIELD, STATES_A_LIMIT, Beam, Best, PassProblem
from solver.theme_park.operate.layered.skills import PLAYS, UNPLAYED, skills_of
from solver.theme_park.operate.layered.stage_values import stop_values

WIDTH = 4_000
"""States expanded at a time, five times as many of their children kept before they are taken out."""

MOVER_AT = SEATS * (DICE_BITS + SEAT_BITS)
ROLLED_AT = MOVER_AT + MOVER_BITS + LED_BITS + KEPT_BITS
MOVER, ROLLED = ((1 << MOVER_BITS) - 1) << MOVER_AT, ((1 << ROLLED_BITS) - 1) << ROLLED_AT
"""Where a packed operation holds what is decided after the roll, and what the die shows."""

NO_FACE = -1


class TooMany(Exception):
    """There are more decisions than the caller wanted looked at."""


@dataclass
class States:
    """Different states: rows, stars and money taken, dice rolled so far; ``ends`` where nothing but stopping follows."""

    rows: Array
    stars: Array
    money: Array
    rolled: Array
    ends: Array

    def __len__(self) -> int:
        return len(self.rows)

    def of(self, chosen: Array) -> "States":
        """Those with the indices ``chosen``."""
        return States(self.rows[chosen], self.stars[chosen], self.money[chosen], self.rolled[chosen], self.ends[chosen])


@dataclass
class Edges:
    """Ways from the states of a level: what is decided, what a die shows then (from 0, or NO_FACE), and the state it leads to.

    ``decision``: alike for the ways that differ only in what the die shows and what is done then. ``use``, ``operation``: as a pass
    has them; ``to``: the tile where the die moves, or NOTHING; ``given_up``: skills whose mascots are used up otherwise, a
    bit each.
    """

    parent: Array
    decision: Array
    face: Array
    use: Array
    operation: Array
    to: Array
    given_up: Array
    level: Array
    child: Array

    def __len__(self) -> int:
        return len(self.parent)


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
        super().__init__(problem, memo, WIDTH, Best(np.array([0, -1, -1])), lambda _: None, stop)
        self.record[COLLECTING] = EACH
        self._least, self._most, self._ways = least, most, 0
        position = problem.tables.position
        self._cards = self.park.kinds.size + self.park.icons.size
        self._reroll = [
            number for number, (_, skill) in enumerate(skills_of(position)) if skill.kind is SkillKind.REROLL
        ]
        cards = self.skills.cards.copy()
        cards[self._reroll, PLAYS] = UNPLAYED  # rolled on a level of its own: what it shows decides what is done next
        self.skills = self.skills._replace(cards=cards)
        self._at_once = AtOnce(position, self.park, self.skills)
        self._symbols = np.array([problem.tables.symbols(tile) > 0 for tile in position.tiles])
        self._made: list[tuple[Array, ...]] = []

    def levels(self) -> list[Level]:
        """All levels; ways lead to later ones. Raises TooMany, and Stopped when asked to stop."""
        row, stars, money = self.problem.row, self.problem.stars, self.problem.money
        first = States(row[None], np.array([stars]), np.array([money]), np.zeros(1, np.int64), np.zeros(1, np.bool_))
        found: list[Level] = []
        coming: list[tuple[Edges, States]] = []
        while len(first):
            coming = []
            wave = first
            while len(wave):
                made, children = self._operations(wave)
                rolled, next_wave = self._rerolls(wave)
                stops = self._stops(wave)
                number = len(found)
                next_wave, rolled.child = merged(next_wave)
                rolled.level[:] = number + 1
                found.append(Level(wave, stops, joined([made, rolled])))
                coming.append((made, children))
                wave = next_wave
            first, places = merged(_together([children for _, children in coming]))
            begin = 0
            for (made, _), level in zip(coming, found[-len(coming) :], strict=True):
                number = len(made)
                level.edges.level[:number] = len(found)
                level.edges.child[:number] = places[begin : begin + number]
                begin += number
        return found

    def _operations(self, states: States) -> tuple[Edges, States]:
        """Every operation, and stopping after uses of mascots, of all states."""
        going = np.flatnonzero(~states.ends)
        for rolled in np.unique(states.rolled[going]):
            group = going[states.rolled[going] == rolled]
            self.best.values[0] = _whole(self._least(int(rolled) + 1)) - 1
            self.limits_left = math.ceil(len(group) / STATES_A_LIMIT)
            self.bound_pool.strongest(self.potentials, self.pooled)
            for begin in range(0, len(group), WIDTH):
                self._load(states.of(group[begin : begin + WIDTH]))
                fill_limits(self.park, self.potentials, self.here)
                self._global = group[begin : begin + WIDTH]
                self._rolled_before = int(rolled)
                self._expand()
                self._narrow(self.there)
        if self.dropped > -np.inf:
            raise TooMany
        made, self._made = self._made, []
        return self._ways_of([np.concatenate(column) for column in zip(*made, strict=True)] if made else None)

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
        rolled = self._rolled_before + ((operations & ROLLED > 0) & (operations != NOTHING))
        least_yield = LEAST_YIELD if self.problem.adds_bounds else np.inf
        alive, limits, made = self.bound_pool.prune(
            self.park, layer, self.potentials, self.best.values, 1, least_yield, self.limits_left
        )
        self.limits_left -= made
        least = np.array([self._least(self._rolled_before + more) for more in range(2)])
        kept = np.flatnonzero(alive & (np.floor(limits[:, 0] + SAFETY) >= least[rolled - self._rolled_before]))
        self._made.append(
            (
                self._global[layer.parents[kept]],
                operations[kept],
                layer.uses[kept],
                layer.rows[kept],
                layer.stars[kept],
                layer.money[kept],
                rolled[kept],
            )
        )
        self._count(len(kept))
        clear(layer)

    def _count(self, ways: int) -> None:
        self._ways += ways
        if self._ways > self._most:
            raise TooMany

    def _ways_of(self, made: list[Array] | None) -> tuple[Edges, States]:
        """Ways and children, each once for every choice of what is decided at once."""
        if made is None:
            return no_edges(), _none_of(self.problem.row)
        parent, operation, use, rows, stars, money, rolled = made
        ends = operation == NOTHING
        chance = self._may_roll(rows)
        which, rows, to, given_up = self._at_once.decided(rows, chance & ~ends)
        self._count(len(which) - len(parent))
        parent, operation, use, ends = parent[which], operation[which], use[which], ends[which]
        rolls = (operation & ROLLED > 0) & ~ends
        number = ((operation & ROLLED) >> ROLLED_AT) - 1
        face = np.where(rolls, number % VALUES, NO_FACE)
        alike = (operation & ~(MOVER | ROLLED)) | (((number // VALUES) * VALUES + 1) << ROLLED_AT)
        edges = Edges(
            parent=parent,
            decision=_numbered(parent, use, np.where(rolls, alike, np.int64(NOTHING))),
            face=face,
            use=use,
            operation=operation,
            to=to,
            given_up=given_up,
            level=np.zeros(len(parent), np.int64),
            child=np.zeros(len(parent), np.int64),
        )
        return edges, States(rows, stars[which], money[which], rolled[which], ends)

    def _may_roll(self, rows: Array) -> Array:
        """Whether a die may still be rerolled in each of these rows."""
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
            return no_edges(), _none_of(self.problem.row)
        children = _together([each for _, each in made])
        which, rows, to, given_up = self._at_once.decided(children.rows, self._may_roll(children.rows))
        children = replace(children.of(which), rows=rows)
        edges = joined([each for each, _ in made])
        self._count(len(which))
        edges = Edges(*(column[which] for column in vars(edges).values()))
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
            level=np.zeros(count, np.int64),
            child=np.zeros(count, np.int64),
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
        values = np.empty((len(states), 3), dtype=np.int64)
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


def _numbered(*columns: Array) -> Array:
    """A number for each row of the columns, the same for equal ones."""
    together = np.ascontiguousarray(np.stack(columns, axis=1))
    return np.asarray(np.unique(together, axis=0, return_inverse=True)[1].reshape(-1))


def merged(states: States) -> tuple[States, Array]:
    """The different ones of ``states``, and of each which of them it is."""
    if not len(states):
        return states, np.zeros(0, np.int64)
    facts = np.stack([states.stars, states.money, states.rolled, states.ends], axis=1).astype(np.uint32)
    key = np.ascontiguousarray(np.concatenate([np.ascontiguousarray(states.rows).view(np.uint32), facts], axis=1))
    whole = key.view([("", key.dtype)] * key.shape[1]).reshape(-1)
    _, first, place = np.unique(whole, return_index=True, return_inverse=True)
    return states.of(first), place.reshape(-1)


def _together(several: list[States]) -> States:
    columns = zip(*(vars(each).values() for each in several), strict=True)
    return States(*(np.concatenate(column) for column in columns))


def joined(several: list[Edges]) -> Edges:
    """All ways of several sets, in their order."""
    columns = zip(*(vars(each).values() for each in several), strict=True)
    return Edges(*(np.concatenate(column) for column in columns))


def no_edges() -> Edges:
    """No ways."""
    return Edges(*(np.zeros(0, np.int64) for _ in range(9)))


def _none_of(row: Array) -> States:
    nothing = np.zeros(0, np.int64)
    return States(np.zeros((0, len(row)), np.uint16), nothing, nothing, nothing, np.zeros(0, np.bool_))
