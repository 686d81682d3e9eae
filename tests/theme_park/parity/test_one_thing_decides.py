"""Small parks in which one card, symbol or ruling decides what is best: CP-SAT alone against the oracle."""

from dataclasses import replace
from typing import Any

import pytest

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Attraction, Tile, Upgrade
from models.theme_park.cards import COLOURED_SKILLS, Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import GUEST_COLOURS, Colour, Guest, GuestId, TileId
from models.theme_park.operate.position import Position, RuleSet
from models.theme_park.requirement import Requirement, Slot
from models.theme_park.rulings import Choice, Ruling, Rulings
from solver import Settings
from solver.theme_park.operate.settings import Engine
from tests.theme_park.oracle import exhaust
from tests.theme_park.parity.solving import solved
from tests.theme_park.parks import entrance

CPSAT = Settings(time_limit=None, workers=1, engines=frozenset({Engine.CPSAT}))
BLUE, GREEN, YELLOW = GUEST_COLOURS
ONE, TWO = frozenset({1}), frozenset({2})
SIX, ONE_BLUE, TWOS = (
    Requirement((Slot(values=frozenset({6})),)),
    Requirement((Slot(BLUE),)),
    Requirement((Slot(values=TWO),) * 2),
)
SAME_SIGNS = Rulings.of({Ruling.SKILL_TWO_BY_ONE_SIGNS: Choice.SAME})
FIVE = Requirement((Slot(values=frozenset({5})),))
EXTRA_FIRST = Rulings.of({Ruling.MASCOT_EXTRA_ORDER: Choice.ANY})
ANY_DIE = Rulings.of({Ruling.ADMINISTRATOR_REROLL: Choice.ANY_DIE})
MAY_GO_ON = Rulings.of({Ruling.SKILL_TWICE_SAME_DIE: Choice.EITHER})
NO_CHOICES = Rulings()
NO_SWAPS = Rulings.of({Ruling.SKILL_SWAP_FROM_BAG: Choice.REFUSE})


def ride(requirement: Requirement, name: str = "ride", q: int = 1, r: int = 0) -> Tile:
    return Tile(TileId(name), Hex(q, r), Attraction(name, GREEN, 4, requirement))


def park(requirement: Requirement, *dice: tuple[Colour, int], skill: SkillKind | None = None, **more: Any) -> Position:
    """The Entrance and one ride, on which all guests stand; without maps nobody walks there."""
    coloured = BLUE if skill in COLOURED_SKILLS else None
    mascots = () if skill is None else (Skill(skill, coloured),)
    guests = tuple(Guest(GuestId(f"g{number}"), *die, TileId("ride")) for number, die in enumerate(dice, 1))
    facts = {"tiles": (entrance(), ride(requirement)), "guests": guests, "mascots": mascots, **more}
    return Position(**{"game": RuleSet.FULL, **facts})


SWAPPING = park(ONE_BLUE, (GREEN, 4), skill=SkillKind.SWAP_COLOUR, maps=1, bag=((BLUE, 1), (GREEN, 0), (YELLOW, 0)))
SWAPPING = replace(SWAPPING, tiles=(entrance(), replace(ride(ONE_BLUE), upgrades=frozenset({Upgrade.GENERATOR}))))
"""A ride to be operated twice: a colour that is only adjusted lasts for one operation."""


def by_administrator(slot: Slot, rulings: Rulings = NO_CHOICES) -> Position:
    """One die on a ride that operates once, and the administrator whose card shows a key."""
    return park(
        Requirement((slot,)),
        (BLUE, 1),
        administrator=Administrator(AdministratorKind.REROLL, symbol="key"),
        cubes=((TileId("entrance"), 2),),
        rulings=rulings,
    )


def moved_in(rulings: Rulings) -> Position:
    """Two dice of the Entrance, which is covered with cubes, and a ride that takes both."""
    twos = replace(ride(TWOS), id=TileId("far"), hex=Hex(0, 1))
    guests = tuple(Guest(GuestId(f"g{number}"), BLUE, 2, TileId("entrance")) for number in (1, 2))
    return replace(
        park(SIX, skill=SkillKind.MOVE_IN, cubes=((TileId("entrance"), 2),), rulings=rulings),
        tiles=(entrance(), twos),
        guests=guests,
    )


def from_two_away(rulings: Rulings) -> Position:
    """A die two attractions away from the ride that takes it."""
    return replace(
        park(FIVE, skill=SkillKind.MOVE_IN, cubes=((TileId("entrance"), 2),), rulings=rulings),
        tiles=(entrance(), ride(FIVE), ride(Requirement((Slot(values=ONE),)), "back", -1, 0)),
        guests=(Guest(GuestId("g1"), BLUE, 5, TileId("back")),),
    )


def last_swapped(blues: int, *, solo: bool) -> Position:
    """The ride to be operated twice by a blue die, while so many others stay on a covered tile that is far away."""
    covered = (ride(SIX, "one", -1, 0), ride(SIX, "two", -2, 0))
    guests = tuple(Guest(GuestId(f"b{number}"), BLUE, 1, TileId("two")) for number in range(blues))
    return replace(
        SWAPPING,
        tiles=(*SWAPPING.tiles, *covered),
        guests=(*SWAPPING.guests, *guests),
        cubes=((TileId("one"), 1), (TileId("two"), 1)),
        bag=None,
        solo=solo,
    )


DECIDES = {
    "one die turned by two": park(SIX, (BLUE, 4), skill=SkillKind.VALUE_BY_TWO),
    "two dice turned by one, one up and one down": park(TWOS, (BLUE, 1), (GREEN, 3), skill=SkillKind.TWO_BY_ONE),
    "two dice turned by one the same way": park(
        TWOS, (BLUE, 3), (GREEN, 3), skill=SkillKind.TWO_BY_ONE, rulings=SAME_SIGNS
    ),
    "a die swapped for one of the bag": SWAPPING,
    "the last die of its colour of a solo game": last_swapped(8, solo=True),
    "a tenth die of its colour of another game": last_swapped(9, solo=False),
    "a die rolled": park(SIX, (BLUE, 2), skill=SkillKind.REROLL),
    "a die rolled by its symbol": park(Requirement((Slot(values=ONE, reroll=True),)), (BLUE, 1)),
    "a die rolled by the administrator, whose symbol is there": by_administrator(Slot(values=ONE, symbol="key")),
    "a die rolled by the administrator, who by ruling needs no symbol": by_administrator(Slot(values=ONE), ANY_DIE),
    "two dice moved in, each to where the mascot stands": moved_in(NO_CHOICES),
    "one die moved in from two away, where by ruling it may go on": from_two_away(MAY_GO_ON),
    "two dice adjusted with the Mascot card": park(
        TWOS, (BLUE, 1), (GREEN, 3), mascots=(None,), staff=(Staff.MASCOT,), game=RuleSet.INTRODUCTORY
    ),
    "a die adjusted before its skill": park(
        FIVE, (BLUE, 1), skill=SkillKind.TWO_FIVE, staff=(Staff.MASCOT,), rulings=EXTRA_FIRST
    ),
    "the third green attraction, two operated before": park(
        ONE_BLUE,
        (BLUE, 4),
        tiles=(entrance(), ride(ONE_BLUE), ride(SIX, "one", 0, 1), ride(SIX, "two", -1, 0)),
        cubes=((TileId("one"), 1), (TileId("two"), 1)),
        administrator=Administrator(AdministratorKind.ATTRACTIONS_OF_COLOUR, GREEN),
    ),
}
"""What the best sequence of each park cannot do without."""
BARRED = {
    "a die rolled by the administrator where its symbol is not": by_administrator(Slot(values=ONE, symbol="hat")),
    "one die moved in from two away": from_two_away(NO_CHOICES),
    "a swap for a tenth die of its colour of a solo game": last_swapped(9, solo=True),
    "a swap where the bag is not known": replace(SWAPPING, bag=None, rulings=NO_SWAPS),
    "two dice turned to meet each other": park(
        TWOS, (BLUE, 1), (GREEN, 3), skill=SkillKind.TWO_BY_ONE, rulings=SAME_SIGNS
    ),
    "a VIP rolled": replace(
        park(SIX, (BLUE, 2), skill=SkillKind.REROLL),
        guests=(Guest(GuestId("g1"), BLUE, 2, TileId("ride"), vip=True),),
    ),
}
"""What no sequence may do, so that the skill brings nothing."""


def plain(position: Position) -> Position:
    """The park with mascots that have no skill, no staff cards, no administrator and no symbols."""
    mascots = (None,) * len(position.mascots)
    tiles = tuple(replace(tile, attraction=without_symbols(tile.attraction)) for tile in position.tiles)
    return replace(position, tiles=tiles, mascots=mascots, staff=(), administrator=None)


def without_symbols(attraction: Attraction) -> Attraction:
    slots = tuple(replace(slot, reroll=False) for slot in attraction.requirement.slots)
    return replace(attraction, requirement=replace(attraction.requirement, slots=slots))


def best(position: Position) -> tuple[Any, ...]:
    """The score of the best sequence, which CP-SAT alone and the oracle agree on."""
    truth = exhaust(position, CPSAT).score
    found, _, limits = solved(position, CPSAT)
    assert found == truth
    assert tuple(limits.values()) == truth
    return truth


@pytest.mark.parametrize("position", DECIDES.values(), ids=DECIDES)
def test_the_best_sequence_does_not_do_without_it(position: Position) -> None:
    assert best(position) > exhaust(plain(position), CPSAT).score


@pytest.mark.parametrize("position", BARRED.values(), ids=BARRED)
def test_what_is_barred_brings_no_star(position: Position) -> None:
    assert best(position)[0] == exhaust(plain(position), CPSAT).score[0]
