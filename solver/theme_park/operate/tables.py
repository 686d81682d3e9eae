"""Numbers every engine shares with the rules, computed by calling the rules."""

from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import TypeVar

from models.theme_park.attraction import Tile
from models.theme_park.cards import AdministratorKind, SkillKind
from models.theme_park.guests import HIGHEST, LOWEST, TileId
from models.theme_park.operate.adjustments import turned
from models.theme_park.operate.kept_and_rerolled import may_reroll, rerolls_anywhere
from models.theme_park.operate.mascots import adjustments_allowed, extras_allowed
from models.theme_park.operate.movement import destinations, guide_destinations
from models.theme_park.operate.position import MOST_CUBES, Position
from models.theme_park.operate.skills import SKILL_CARDS
from models.theme_park.operate.skills.colours import SwapColour
from models.theme_park.operate.skills.values import SWAPPED, ValueSkill
from models.theme_park.operate.skills.walks import WalkSkill
from models.theme_park.operate.state import free_icons, start
from models.theme_park.requirement import Requirement
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.paid_paths import PaidPaths

N = TypeVar("N", bound=Hashable)

VALUES = tuple(range(LOWEST, HIGHEST + 1))
FAR = 1_000
"""A number of maps no player has: the way does not exist."""

DICE_TURNED: dict[SkillKind, int] = {
    SkillKind.VALUE_BY_TWO: 1,
    SkillKind.TWO_FIVE: 1,
    SkillKind.TWO_BY_ONE: 2,
    SkillKind.REROLL: 1,
    SkillKind.MONEY_PER_GUEST: 0,
    SkillKind.STARS_PER_GUEST: 0,
    SkillKind.MOVE_OUT: 0,
    SkillKind.MOVE_IN: 0,
    SkillKind.MOVE_TWO: 0,
    SkillKind.SWAP_COLOUR: 0,
}
"""Dice that one use of a skill turns to another value."""


def steps_between(ways: Mapping[N, Iterable[N]]) -> dict[N, dict[N, int]]:
    """Fewest steps from each place to all that are reached from it. (networkx takes a tenth of a second to load.)"""
    found: dict[N, dict[N, int]] = {}
    for origin in ways:
        found[origin] = {origin: 0}
        waiting = deque([origin])
        while waiting:
            here = waiting.popleft()
            for to in ways[here]:
                if to not in found[origin]:
                    found[origin][to] = found[origin][here] + 1
                    waiting.append(to)
    return found


@dataclass(frozen=True)
class Tables:
    """What the model needs to know of a position beyond its facts.

    ``result`` is what the rerolled die shows in the world that the model is of, where dice may be rerolled. ``faces``: those
    that a rerolled die may be put on by choice, where chance is relaxed to it; none where rerolls are left unused. ``first``:
    the face of the first one, where only later ones are chosen.
    """

    position: Position
    result: int | None = None
    faces: tuple[int, ...] = ()
    first: int | None = None

    @cached_property
    def paid_paths(self) -> PaidPaths:
        """Dollars that ways by cable car bring."""
        return PaidPaths(self.position)

    @cached_property
    def walks(self) -> dict[TileId, dict[TileId, int]]:
        """Maps needed from tile to tile."""
        ways = steps_between({tile.id: destinations(self.position, tile.id) for tile in self.position.tiles})
        return {a: {b: ways[a].get(b, FAR) for b in ways} for a in ways}

    @cached_property
    def guides(self) -> int:
        """How many Guide cards are ready at the start."""
        return start(self.position).guides

    @cached_property
    def guides_a_way(self) -> int:
        """Guides worth using on one way: more than one only to collect cable-car fares."""
        return self.guides if self.fares_matter else min(1, self.guides)

    @cached_property
    def led_walks(self) -> dict[TileId, dict[TileId, int]]:
        """Maps needed from tile to tile when one guide helps on the way."""
        leads = {tile.id: guide_destinations(self.position, tile.id) for tile in self.position.tiles}
        return {
            a: {
                b: min((self.walks[a][x] + self.walks[y][b] for x in leads for y in leads[x]), default=FAR)
                for b in leads
            }
            for a in leads
        }

    def maps_after_move(self, origin: TileId, to: TileId, *, led: bool) -> int:
        """Maps a die needs to ``to`` after its compulsory move from ``origin``, best neighbour chosen."""
        ways = self.led_walks if led else self.walks
        return min((ways[step][to] for step in destinations(self.position, origin)), default=FAR)

    @cached_property
    def free_icons(self) -> dict[TileId, int]:
        """Operate icons still free on each tile."""
        first = start(self.position)
        return {tile.id: free_icons(self.position, first, tile.id) for tile in self.position.tiles}

    @cached_property
    def managers(self) -> int:
        """Manager cards not yet used."""
        return start(self.position).managers

    def managers_on(self, tile: TileId) -> int:
        """How many Managers may still operate ``tile``."""
        if self.position.rulings.says(Ruling.MANAGER_TWICE_SAME_TILE, Choice.YES):
            return self.managers
        managed = dict(self.position.cubes).get(tile, 0) > self.position.tile[tile].icons
        return 0 if managed else min(1, self.managers)

    @cached_property
    def cubes_left(self) -> int:
        """Operate cubes that may still be placed."""
        room = sum(self.free_icons.values()) + self.managers
        if self.position.rulings.says(Ruling.CUBES_LIMIT, Choice.NO):
            return room
        return min(room, MOST_CUBES - sum(number for _, number in self.position.cubes))

    @cached_property
    def per_mascot(self) -> int:
        """Adjustments a use of a mascot brings."""
        return adjustments_allowed(self.position)

    @cached_property
    def adjustments(self) -> int:
        """Adjustments in the whole phase."""
        return self.per_mascot * len(self.position.mascots)

    @cached_property
    def turns(self) -> dict[int, dict[int, int]]:
        """Adjustments needed to turn a die from one value to another."""
        return steps_between(
            {value: [to for by in (1, -1) if (to := turned(self.position, value, by)) is not None] for value in VALUES}
        )

    def mascots_to_turn(self, value: int, to: int, made: int = 0) -> int:
        """Mascots that turn a die from ``value`` to ``to``, where so many of the adjustments are ``made`` already."""
        turns = self.turns[value].get(to)
        return FAR if turns is None else -(-max(0, turns - made) // self.per_mascot)

    @cached_property
    def pips_per_adjustment(self) -> int:
        """Pips one adjustment brings at most: one, or five where a die may be turned from 1 to 6."""
        return max(to - value for value, ways in self.turns.items() for to, turns in ways.items() if turns == 1)

    @cached_property
    def most_turns(self) -> int:
        """Value adjustments that one die can use at a time."""
        return min(self.adjustments, max(max(ways.values()) for ways in self.turns.values()))

    @cached_property
    def most_seats(self) -> int:
        """Dice in the largest printed party."""
        return max(tile.attraction.requirement.size for tile in self.position.tiles)

    @cached_property
    def any_size(self) -> bool:
        """Whether a party may be larger than printed."""
        return self.position.rulings.says(Ruling.PARTY_SIZE, Choice.SUPERSET)

    @cached_property
    def skills(self) -> frozenset[SkillKind]:
        """The kinds of skill cards at hand."""
        return frozenset(skill.kind for skill in self.position.mascots if skill)

    @cached_property
    def skills_that_turn(self) -> bool:
        """Whether a skill may change a die's value."""
        return any(isinstance(SKILL_CARDS[kind], ValueSkill) for kind in self.skills)

    @cached_property
    def skills_that_walk(self) -> bool:
        """Whether a skill may move a die."""
        return any(isinstance(SKILL_CARDS[kind], WalkSkill) for kind in self.skills)

    @cached_property
    def skills_that_swap(self) -> bool:
        """Whether a skill may swap a die for one of the bag."""
        return any(isinstance(SKILL_CARDS[kind], SwapColour) for kind in self.skills)

    def turns_by(self, kind: SkillKind) -> dict[int, set[int]]:
        """Values that a skill of ``kind`` may turn a die to, by the value it shows; empty for other skills."""
        return {
            SkillKind.VALUE_BY_TWO: self._turns_by_pips(2),
            SkillKind.TWO_BY_ONE: self._turns_by_pips(1),
            SkillKind.TWO_FIVE: {value: {to} for value, to in SWAPPED.items()},
            SkillKind.REROLL: dict.fromkeys(VALUES, self._results),
        }.get(kind, {})

    @cached_property
    def _results(self) -> set[int]:
        if self.faces:
            return set(self.faces)
        return set(VALUES) if self.result is None else {self.result}

    def _turns_by_pips(self, pips: int) -> dict[int, set[int]]:
        return {
            value: {to for by in (pips, -pips) if (to := turned(self.position, value, by)) is not None}
            for value in VALUES
        }

    def pips_per_skill(self, kind: SkillKind) -> int:
        """Pips that one use of a skill of ``kind`` brings at most."""
        most = max((to - value for value, ways in self.turns_by(kind).items() for to in ways), default=0)
        return most * DICE_TURNED[kind]

    @cached_property
    def keeps_pips(self) -> bool:
        """Whether an administrator may spare a die's pip."""
        return self.position.has_administrator(AdministratorKind.KEEP_PIPS)

    def may_keep_a_pip(self, tile: Tile) -> bool:
        """Whether an administrator may spare a die's pip in the operations of ``tile``."""
        administrator = self.position.administrator
        return self.keeps_pips and administrator is not None and tile.attraction.colour is administrator.colour

    @cached_property
    def turns_in_the_midst(self) -> int:
        """Adjustments a die can get between the assembly of its party and pipping down.

        Of all that the ruling ``timing.between-operations`` allows in the midst of an operation only
        this differs from what may be done before or after it, but for parks that ``supported`` refuses.
        """
        any_step = self.position.rulings.says(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ANY_STEP)
        return self.most_turns if any_step else 0

    @cached_property
    def extras_before_skill(self) -> int:
        """Extra adjustments that may be made before the skill they come with (ruling ``mascot.extra-order``)."""
        any_order = self.position.rulings.says(Ruling.MASCOT_EXTRA_ORDER, Choice.ANY)
        return extras_allowed(self.position, with_skill=True) if any_order and self.skills else 0

    @cached_property
    def extras_apart(self) -> bool:
        """Whether two extra adjustments may not be value and colour of one die (ruling ``mascot.two-cards-one-die``)."""
        apart = self.position.rulings.says(Ruling.MASCOT_TWO_CARDS_ONE_DIE, Choice.NO)
        return apart and extras_allowed(self.position) > 1

    @cached_property
    def operations_reroll(self) -> bool:
        """Whether a die may be rerolled in an operation."""
        return self.rerolls_anywhere > 0 or any(map(self.symbols, self.position.tiles))

    @cached_property
    def rerolls_anywhere(self) -> int:
        """Dice of any party that an operation may reroll without a symbol."""
        return rerolls_anywhere(self.position)

    def symbols(self, tile: Tile) -> int:
        """How many slots of ``tile`` show a symbol by which the die there may be rerolled."""
        return sum(may_reroll(self.position, slot) for slot in tile.attraction.requirement.slots)

    @cached_property
    def chance(self) -> bool:
        """Whether a die may be rerolled at all."""
        return self.operations_reroll or SkillKind.REROLL in self.skills

    @cached_property
    def relaxes_chance(self) -> bool:
        """Whether every reroll is relaxed to a choice of ``faces``: an operation then rerolls one die at most, on a symbol."""
        return bool(self.faces) and max(map(self.symbols, self.position.tiles)) <= 1 and not self.rerolls_anywhere

    def with_first(self, face: int) -> "Tables":
        """The same with the face of the first rerolled die given, which is that of all where only one can be rerolled."""
        if self.rerolls == 1:
            return replace(self, faces=(face,))
        return replace(self, first=face)

    @cached_property
    def rolls_told_apart(self) -> bool:
        """Whether the layered search knows which die is rerolled first: it uses skills later than a player may, and what a die
        shows may decide what is done before it uses the next."""
        return self.rerolls == 1 or SkillKind.REROLL not in self.skills

    @cached_property
    def rerolls(self) -> int:
        """The most dice that can be rerolled in the phase, or more."""
        by_skill = sum(skill is not None and skill.kind is SkillKind.REROLL for skill in self.position.mascots)
        by_administrator = self.cubes_left * self.rerolls_anywhere
        by_symbols = sum(
            self.symbols(tile) * (self.free_icons[tile.id] + self.managers_on(tile.id)) for tile in self.position.tiles
        )
        return by_skill + by_administrator + by_symbols

    @cached_property
    def fares_matter(self) -> bool:
        """Whether a move can be by cable car."""
        return len(self.position.cable_cars) > 1

    @cached_property
    def operations(self) -> int:
        """The most operations the phase can hold: by icons, cubes, and the pips there are to lose."""
        if self.keeps_pips or self.skills_that_turn or self.chance:
            return max(0, self.cubes_left)
        pips = sum(now.value for now in start(self.position).guests if now is not None)
        pips += self.pips_per_adjustment * self.adjustments
        smallest = min(tile.attraction.requirement.size for tile in self.position.tiles)
        return max(0, min(self.cubes_left, pips // smallest))

    @cached_property
    def pays_beside_cubes(self) -> bool:
        """Whether anything but cubes brings dollars: fares, or a skill."""
        return self.fares_matter or SkillKind.MONEY_PER_GUEST in self.skills

    @cached_property
    def visits(self) -> bool:
        """Whether a mascot may touch guests that do not operate next, so that visits are steps too."""
        return bool(self.skills) or (self.per_mascot > 1 and bool(self.position.mascots))

    @cached_property
    def tiles_end_colours(self) -> bool:
        """Whether a tile's operation may end the colour adjustment of a die outside the party."""
        by_die = self.position.rulings.says(Ruling.MASCOT_COLOUR_LASTS, Choice.NEXT_OPERATION_OF_DIE)
        return self.visits and not by_die

    @cached_property
    def leaving_ends_colours(self) -> bool:
        """Whether a die that leaves the tile of its colour adjustment, which may wait there, loses it."""
        only_there = self.position.rulings.says(Ruling.MASCOT_COLOUR_LASTS, Choice.ONLY_ON_ITS_TILE)
        return self.visits and only_there

    @cached_property
    def steps(self) -> int:
        """The horizon: steps that any best sequence fits in."""
        skills = sum(skill is not None for skill in self.position.mascots)
        first = skills if self.extras_before_skill else 0
        return self.operations + (len(self.position.mascots) + first if self.visits else 0)


def clashing_pairs(requirement: Requirement) -> set[tuple[int, int, int, int]]:
    """Pairs ``(slot, slot, value, value)`` that no fulfilling choice of values holds.

    They settle every relation: values that the slots accept, and of which no two clash, fulfil the requirement.
    """
    places = list(combinations(range(requirement.size), 2))
    good = [values for values in product(VALUES, repeat=requirement.size) if _allowed(requirement, values)]
    seen = {(i, j, values[i], values[j]) for values in good for i, j in places}
    return {(i, j, v, w) for i, j in places for v in VALUES for w in VALUES} - seen


def _allowed(requirement: Requirement, values: tuple[int, ...]) -> bool:
    fits = all(value in slot.values for slot, value in zip(requirement.slots, values, strict=True))
    return fits and requirement.relation.holds(values)
