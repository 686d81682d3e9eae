"""Skills, and the extra adjustments of Mascot cards, as arrays for the compiled search; all numbers come from the rules."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from models.theme_park.cards import Skill, SkillKind
from models.theme_park.guests import GUEST_COLOURS, LOWEST, Colour, GuestId, TileId
from models.theme_park.operate.adjustments import turned
from models.theme_park.operate.mascots import extras_allowed
from models.theme_park.operate.movement import destinations
from models.theme_park.operate.moves import SkillUse, Walk
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills import SKILL_CARDS
from models.theme_park.operate.skills.card import Using
from models.theme_park.operate.skills.colours import most_dice_of
from models.theme_park.operate.skills.rewards import money_for, stars_for
from models.theme_park.operate.skills.values import SWAPPED
from models.theme_park.operate.skills.walks import MoveIn, within_two
from models.theme_park.operate.state import start, with_guest
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.records import kinds_of
from solver.theme_park.operate.layered.encoding.codes import MOST_CREDITS
from solver.theme_park.operate.tables import FAR, VALUES, Tables

TURNS_ONE, TURNS_TWO, SWAPS, LEAVES, ENTERS, JUMPS, PAYS, UNPLAYED = range(8)
"""What a use of a skill does to dice: how the compiled search plays it."""

PLAYED_AS: dict[SkillKind, int] = {
    SkillKind.VALUE_BY_TWO: TURNS_ONE,
    SkillKind.TWO_FIVE: TURNS_ONE,
    SkillKind.TWO_BY_ONE: TURNS_TWO,
    SkillKind.SWAP_COLOUR: SWAPS,
    SkillKind.MOVE_OUT: LEAVES,
    SkillKind.MOVE_IN: ENTERS,
    SkillKind.MOVE_TWO: JUMPS,
    SkillKind.MONEY_PER_GUEST: PAYS,
    SkillKind.STARS_PER_GUEST: PAYS,
    SkillKind.REROLL: TURNS_ONE,
}
"""Of every skill how the compiled search plays it; a reroll only where chance is relaxed."""

MOST_SKILLS = 15

CARD_COLUMNS = 5
PLAYS, OF_COLOUR, TWIN, TURNS_FIRST, SPARES_VIPS = range(CARD_COLUMNS)
"""Columns of ``cards``: what a skill does, the colour it depicts (-1 for none), an earlier card that is alike (-1 for none),
whether a die may be adjusted so that the skill can turn it, and whether it may not be used on a VIP."""

DICE_THERE, ASKED = range(2)
"""Columns of ``park_colours``: dice of a colour in park and bag together, and whether anything asks for dice that count as it."""


class SkillArrays(NamedTuple):
    """What the compiled search reads to use mascots; skills in the order of the mascots that have one.

    ``extras``: adjustments beside a mascot's own; ``skill_extras``: beside a skill. ``most_credits``: of one guest. ``same_way``: whether two dice turned by one
    skill turn the same way. ``dollars_count``: whether dollars are worth a mascot.
    """

    kinds: Array  # kind of each guest
    colours: Array  # colour of each kind
    vips: Array  # whether each kind is a VIP
    travel: Array  # [place, tile, led]: maps needed
    cards: Array  # [skill, column]
    turns: Array  # [skill, value, way]: values it may turn a die to, -1 for none
    pays: Array  # [skill, dice counted]: stars and dollars
    steps: Array  # [value, way]: one pip up and down, -1 where the die does not turn
    other_kind: Array  # [kind, colour]: what a die swapped becomes
    park_colours: Array  # [colour, column]
    jumps: Array  # [tile, tile]: whether the skill reaches it; last, whether the tile can be left at all
    enters: Array  # [tile of the mascot, place, tile it comes to, led]: maps needed before the skill brings a die there
    fares: Array  # as ``fares`` gives them
    cable_cars: Array  # whether each tile has one
    extras: int
    skill_extras: int
    most_credits: int
    same_way: bool
    dollars_count: bool
    most_uses: int  # between two operations


USES_PLAYED = {
    Ruling.MASCOT_COLOUR_LASTS: Choice.NEXT_OPERATION_OF_DIE,
    Ruling.MASCOT_EXTRA_ORDER: Choice.AFTER,
    Ruling.MASCOT_TWO_CARDS_COLOUR: Choice.YES,
    Ruling.MASCOT_TWO_CARDS_ONE_DIE: Choice.YES,
    Ruling.SKILL_TWICE_SAME_DIE: Choice.EACH_STEP_HERE,
    Ruling.SKILL_UP_TO_TWO_AWAY: Choice.YES,
    Ruling.VALUE_BOUNDS: Choice.REFUSE,
    Ruling.GUIDE_ENTRANCE: Choice.YES,
    Ruling.MOVE_TO_ENTRANCE: Choice.YES,
}
"""The choices under which the layered search uses skills and extra adjustments, each in all ways there are."""


def plays_uses(tables: Tables) -> bool:
    """Whether skills and extra adjustments are played with all that the rulings allow."""
    says = tables.position.rulings.says
    usual = all(says(ruling, choice) for ruling, choice in USES_PLAYED.items())
    paid = {SkillKind.STARS_PER_GUEST, SkillKind.MONEY_PER_GUEST}
    return usual and not (tables.guides > 1 and tables.skills & paid)


def most_credits(tables: Tables) -> int:
    """Credits that one guest may need: of each use for two guests or more all but one adjustment, or what a code has room for."""
    position = tables.position
    if not plays_uses(tables) or not position.mascots:
        return 0
    return min(MOST_CREDITS, extras_allowed(position) * len(position.mascots))


def skills_of(position: Position) -> tuple[tuple[int, Skill], ...]:
    """The mascots that have a skill, by index, with their cards."""
    return tuple((mascot, skill) for mascot, skill in enumerate(position.mascots) if skill is not None)


def spare_kinds(tables: Tables) -> list[int]:
    """Kinds of the guests that swapped dice may become, one entry for each place they may need."""
    swaps = sum(skill.kind is SkillKind.SWAP_COLOUR for _, skill in skills_of(tables.position))
    return [kind for kind in range(len(kinds_of(tables.position))) for _ in range(swaps)]


def slot_kinds(tables: Tables) -> list[int]:
    """Kinds of the guests that a row has room for: those there are, and those that swapped dice may become."""
    kinds = kinds_of(tables.position)
    return sorted([*(kinds.index((guest.colour, guest.vip)) for guest in tables.position.guests), *spare_kinds(tables)])


def skill_arrays(tables: Tables, kinds: Array, colours: Array, vips: Array, travel: Array, fares: Array) -> SkillArrays:
    """The arrays of a position; all but the first as the park has them. Dollars count."""
    return _Skills(tables, kinds, colours, vips, travel).arrays(fares)


class _Skills:
    def __init__(self, tables: Tables, kinds: Array, colours: Array, vips: Array, travel: Array) -> None:
        self._tables, self._position = tables, tables.position
        self._kinds, self._colours, self._vips, self._travel = kinds, colours, vips, travel
        self._skills = [skill for _, skill in skills_of(self._position)]
        self._played = plays_uses(tables)

    def arrays(self, fares: Array) -> SkillArrays:
        position, skills = self._position, self._skills
        dice = range(len(position.guests) + 1)
        colours = [[most_dice_of(position, colour), self._asked(colour)] for colour in GUEST_COLOURS]
        return SkillArrays(
            kinds=self._kinds,
            colours=self._colours,
            vips=self._vips,
            travel=self._travel,
            cards=np.array([self._card(number, skill) for number, skill in enumerate(skills)], dtype=np.int64).reshape(
                -1, CARD_COLUMNS
            ),
            turns=np.array([self._turned_to(skill) for skill in skills], dtype=np.int64).reshape(
                -1, len(VALUES), self._ways
            ),
            pays=np.array([[_paid(skill, n) for n in dice] for skill in skills], dtype=np.int64).reshape(
                -1, len(dice), 2
            ),
            steps=np.array([[self._step(value, by) for by in (1, -1)] for value in VALUES], dtype=np.int64),
            other_kind=self._other_kind,
            park_colours=np.array(colours, dtype=np.int64),
            jumps=self._jumps(),
            enters=self._enters(),
            fares=fares,
            cable_cars=np.array([tile.id in position.cable_cars for tile in position.tiles], dtype=np.bool_),
            extras=extras_allowed(position) if position.mascots and self._played else 0,
            skill_extras=extras_allowed(position, with_skill=True) if skills and self._played else 0,
            most_credits=most_credits(self._tables),
            same_way=position.rulings.says(Ruling.SKILL_TWO_BY_ONE_SIGNS, Choice.SAME),
            dollars_count=True,
            most_uses=len(position.mascots),
        )

    def _card(self, number: int, skill: Skill) -> list[int]:
        colour = -1 if skill.colour is None else GUEST_COLOURS.index(skill.colour)
        twin = max((other for other in range(number) if self._skills[other] == skill), default=-1)
        plays = PLAYED_AS.get(skill.kind, UNPLAYED) if self._played else UNPLAYED
        if skill.kind is SkillKind.REROLL and not self._tables.relaxes_chance:
            plays = UNPLAYED
        return [plays, colour, twin, skill.kind is SkillKind.TWO_FIVE, skill.kind is SkillKind.REROLL]

    def _turned_to(self, skill: Skill) -> list[list[int]]:
        """Values that the skill may turn one die to, by its value."""
        if PLAYED_AS.get(skill.kind) != TURNS_ONE:
            return [[-1] * self._ways for _ in VALUES]
        by_value = self._tables.turns_by(skill.kind)
        assert skill.kind is not SkillKind.TWO_FIVE or set(SWAPPED) <= set(by_value)
        ways = [sorted(by_value.get(value, ())) for value in VALUES]
        return [[to - LOWEST for to in way[: self._ways]] + [-1] * (self._ways - len(way)) for way in ways]

    @property
    def _ways(self) -> int:
        return max(2, len(self._tables.faces))

    def _step(self, value: int, by: int) -> int:
        to = turned(self._position, value, by)
        return -1 if to is None else to - LOWEST

    @cached_property
    def _other_kind(self) -> Array:
        kinds = kinds_of(self._position)
        return np.array(
            [
                [
                    kinds.index((colour, vip)) if (colour, vip) in kinds and colour is not own else -1
                    for colour in GUEST_COLOURS
                ]
                for own, vip in kinds
            ],
            dtype=np.int64,
        )

    def _asked(self, colour: Colour) -> bool:
        """By a requirement, or by an administrator who keeps the pip of a die that counts as it."""
        position = self._position
        if self._tables.keeps_pips and position.rulings.says(Ruling.ADMINISTRATOR_COLOUR_OF_DIE, Choice.ADJUSTED):
            assert position.administrator is not None
            if position.administrator.colour is colour:
                return True
        return any(slot.colour is colour for tile in position.tiles for slot in tile.attraction.requirement.slots)

    def _jumps(self) -> Array:
        tiles = [tile.id for tile in self._position.tiles]
        return np.array(
            [
                [*(to in within_two(self._position, tile) for to in tiles), bool(destinations(self._position, tile))]
                for tile in tiles
            ],
            dtype=np.bool_,
        )

    def _enters(self) -> Array:
        tiles = [tile.id for tile in self._position.tiles]
        ways = np.full((len(tiles), 2 * len(tiles), len(tiles), 2), FAR, dtype=np.int64)
        if not any(PLAYED_AS.get(skill.kind) == ENTERS for skill in self._skills):
            return ways
        for here, mascot in enumerate(tiles):
            for one, origin in enumerate(tiles):
                for other, to in enumerate(tiles):
                    if to != origin and enters(self._position, mascot, origin, to):
                        ways[here, :, other, :] = np.minimum(ways[here, :, other, :], self._travel[:, one, :])
        return ways


def enters(position: Position, mascot: TileId, origin: TileId, to: TileId) -> bool:
    """Whether the skill that moves dice in, its mascot on ``mascot``, takes a die from ``origin`` to ``to``."""
    if to not in destinations(position, origin):
        return False
    guest: GuestId = position.guests[0].id
    first = start(position)
    now = first.guests[0]
    assert now is not None
    state = with_guest(position, first, guest, now._replace(at=origin))
    item = Using(Skill(SkillKind.MOVE_IN), mascot, SkillUse(moves=(Walk(guest, to),)))
    card = SKILL_CARDS[SkillKind.MOVE_IN]
    assert isinstance(card, MoveIn)
    return card.direction_fault(position, state, item, 0) is None


def _paid(skill: Skill, dice: int) -> tuple[int, int]:
    """Stars and dollars for that many dice of the colour."""
    stars = stars_for(dice) if skill.kind is SkillKind.STARS_PER_GUEST else 0
    return stars, money_for(dice) if skill.kind is SkillKind.MONEY_PER_GUEST else 0
