"""Small parks of what other generators never or hardly draw."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

from models.theme_park.attraction import Attraction
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.position import Position
from models.theme_park.requirement import ANY_VALUE, NAMED_VALUES, Relation, Requirement, Slot
from models.theme_park.rulings import Choice, Ruling, Rulings
from solver.theme_park.operate.supported import unsolved, weighed_by_cpsat
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import FULL_SWITCHES, random_rulings, weighed_without_chance
from tests.theme_park.parks import OPERATE_STAFF, random_position, random_skill, with_attractions

SHARE_KEEPING = 0.3
"""Of the parks of larger parties those where an administrator keeps pips: of one who joins too."""

SHARE_BEGUN = 0.5
"""Of the spread ones those in which cubes lie already."""

LOW_VALUES = (*(frozenset({value}) for value in (1, 1, 2, 3)), frozenset({1, 2, 3}))
"""Values asked for where a die that pips down is soon out of the park, or fits no more."""

Change = Callable[[Random, Position], Position]


def wild_park(rng: Random) -> Position:
    """One of few tiles that ask for anything, with one or two more things that are rare."""
    while True:
        position = random_position(
            rng,
            tiles=rng.randint(2, 4),
            guests=rng.randint(1, 3),
            maps=rng.randint(0, 1),
            mascots=rng.randint(0, 2),
            staff=[rng.choice(OPERATE_STAFF) for _ in range(2)],
            rulings=random_rulings(rng, FULL_SWITCHES),
            full=True,
        )
        for change in (asking_for_anything, *rng.sample(CHANGES, rng.randint(1, 2))):
            position = change(rng, position)
        if weighed_without_chance(position):
            return position


def park_of_larger_parties(rng: Random) -> Position:
    """A small park whose parties may be larger than printed, with what matters to those who join them."""
    while True:
        position = random_position(
            rng,
            tiles=rng.randint(1, 3),
            guests=rng.randint(2, 4),
            maps=rng.randint(0, 1),
            mascots=rng.choice((0, 1, 1, 2)),
            rulings=random_rulings(rng, FULL_SWITCHES),
            full=True,
        )
        choices = dict(position.rulings.changed) | {Ruling.PARTY_SIZE: Choice.SUPERSET}
        position = replace(position, rulings=Rulings.of(choices))
        if rng.random() < SHARE_KEEPING:
            keeper = Administrator(AdministratorKind.KEEP_PIPS, rng.choice(GUEST_COLOURS))
            position = replace(position, administrator=keeper)
        if not unsolved(position) and Tables(position).rerolls <= 1 and weighed_by_cpsat(Tables(position)):
            return position


def spread_park_of_larger_parties(rng: Random) -> Position:
    """Low dice and many tiles that ask for such: who joins a party moves in the place of one who is needed where it is."""
    while True:
        position = random_position(
            rng,
            tiles=rng.randint(5, 9),
            guests=rng.randint(2, 4),
            maps=rng.randint(0, 1),
            mascots=rng.randint(0, 1),
            staff=rng.choice(((), (Staff.MANAGER,), (Staff.GUIDE, Staff.MASCOT))),
            rulings=Rulings.of({Ruling.PARTY_SIZE: Choice.SUPERSET}),
            full=True,
            cubes=rng.random() < SHARE_BEGUN,
        )
        guests = [replace(guest, value=rng.choice((1, 1, 2, 2, 3, 4))) for guest in position.guests]
        position = with_attractions(replace(position, guests=tuple(guests)), partial(asking_for_low_values, rng))
        if weighed_without_chance(position):
            return position


def asking_for_low_values(rng: Random, attraction: Attraction) -> Attraction:
    """The attraction with a requirement of one or two dice."""
    colours = (None, None, *GUEST_COLOURS)
    slots = tuple(Slot(rng.choice(colours), rng.choice(LOW_VALUES)) for _ in range(rng.choice((1, 1, 2))))
    return replace(attraction, requirement=Requirement(slots))


def asking_for_anything(rng: Random, position: Position) -> Position:
    """Requirements of any values, colours and relations, of up to three dice."""
    return with_attractions(position, lambda each: replace(each, requirement=requirement(rng), stars=rng.randint(0, 6)))


def requirement(rng: Random) -> Requirement:
    """Values that a card names, or any one to three."""
    size = rng.choice((1, 1, 2, 2, 3))
    values = (ANY_VALUE, ANY_VALUE, *NAMED_VALUES.values(), frozenset(rng.sample(range(1, 7), rng.randint(1, 3))))
    slots = tuple(Slot(rng.choice((None, None, *GUEST_COLOURS)), rng.choice(values)) for _ in range(size))
    return Requirement(slots, rng.choice(list(Relation)) if size > 1 else Relation.ANY)


def a_skill(rng: Random) -> Skill:
    """Any skill but that of rerolling."""
    while (skill := random_skill(rng)).kind is SkillKind.REROLL:
        pass
    return skill


def three_skills(rng: Random, position: Position) -> Position:
    """Three mascots with skills, for two guests at most."""
    return replace(position, mascots=tuple(a_skill(rng) for _ in range(3)), guests=position.guests[:2], maps=0)


def like_skills(rng: Random, position: Position) -> Position:
    """Two mascots with the same skill."""
    return replace(position, mascots=(a_skill(rng),) * 2)


def two_mascot_cards(rng: Random, position: Position) -> Position:
    """Two Mascot cards, and a mascot to play them."""
    mascots = position.mascots or (rng.choice((None, a_skill(rng))),)
    return replace(position, staff=(Staff.MASCOT, Staff.MASCOT), mascots=mascots)


def cubes_beyond_icons(rng: Random, position: Position) -> Position:
    """Managers, of whom one may have been played: its cube lies beside the icons."""
    beyond = rng.choice(position.tiles).id
    cubes = {tile.id: tile.icons + 1 if tile.id == beyond else rng.randint(0, tile.icons) for tile in position.tiles}
    return replace(position, staff=(Staff.MANAGER, Staff.MANAGER), cubes=tuple(cubes.items()))


def guests_alike(rng: Random, position: Position) -> Position:
    """Four guests of a colour on a tile, with few pips."""
    one = position.guests[0]
    guests = [*position.guests, *(replace(one, id=type(one.id)(f"alike{number}")) for number in range(4))][:4]
    alike = [replace(guest, colour=one.colour, at=one.at, vip=False, value=rng.choice((1, 2, 2))) for guest in guests]
    return replace(position, guests=tuple(alike), mascots=position.mascots[:1])


CHANGES: tuple[Change, ...] = (three_skills, like_skills, two_mascot_cards, cubes_beyond_icons, guests_alike)
