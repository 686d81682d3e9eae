"""Small random parks, the same for the same seed, for laws that must hold everywhere.

Every position made here is consistent: tiles are connected and share no hex, guests stand on
tiles, counts stay within the box, cubes lie on icons, cards fit the game and its expansions.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Attraction, Innovation, Tile, Upgrade
from models.theme_park.cards import (
    COLOURED_ADMINISTRATORS,
    COLOURED_SKILLS,
    Administrator,
    AdministratorKind,
    Skill,
    SkillKind,
    Staff,
)
from models.theme_park.guests import DICE_PER_COLOUR, GUEST_COLOURS, Colour, Guest, GuestId, TileId
from models.theme_park.operate.position import Expansion, Position, RuleSet
from models.theme_park.requirement import NAMED_VALUES, Relation, Requirement, Slot
from models.theme_park.rulings import Rulings

EVEN, ODD, LOW, HIGH = (NAMED_VALUES[name] for name in ("even", "odd", "1-3", "3-6"))

SHAPES: dict[str, Requirement] = {
    "single": Requirement((Slot(),)),
    "two-even": Requirement((Slot(values=EVEN), Slot(values=EVEN))),
    "two-odd": Requirement((Slot(values=ODD), Slot(values=ODD))),
    "odd-and-even": Requirement((Slot(values=ODD), Slot(values=EVEN))),
    "higher": Requirement((Slot(), Slot()), Relation.HIGHER),
    "lower": Requirement((Slot(), Slot()), Relation.LOWER),
    "low-and-high": Requirement((Slot(values=LOW), Slot(values=HIGH))),
    "two-equal": Requirement((Slot(), Slot()), Relation.EQUAL),
    "three-equal": Requirement((Slot(), Slot(), Slot()), Relation.EQUAL),
    "three-consecutive": Requirement((Slot(), Slot(), Slot()), Relation.CONSECUTIVE),
}
"""The rulebook's requirement shapes without colours, and the two its worked examples add."""

ENTRANCE = TileId("entrance")
OPERATE_STAFF = (Staff.GUIDE, Staff.MASCOT, Staff.MANAGER, Staff.TICKET_AGENT)
BASE_STAFF = (*OPERATE_STAFF, Staff.CONCIERGE, Staff.BUILDER)
IDLE_STAFF = (Staff.CONCIERGE, Staff.INNOVATOR, Staff.CONSULTANT, Staff.CHAPERONE)
"""Staff cards of the full game with every expansion that do nothing in this phase."""
OPERATE_ADMINISTRATORS = (
    AdministratorKind.KEEP_PIPS,
    AdministratorKind.ATTRACTIONS_OF_COLOUR,
    AdministratorKind.ATTRACTIONS,
    AdministratorKind.MASCOTS,
    AdministratorKind.REROLL,
    AdministratorKind.RETURN_DISCARDED,
)
"""Administrators that bear on this phase or on what is left after it."""
INNOVATION_ODDS: tuple[tuple[Innovation | None, int], ...] = (
    (None, 4),
    (Innovation.CABLE_CAR, 4),
    (Innovation.PHOTO_BOOTH, 3),
    (Innovation.STATUE_1, 2),
)
"""How often each is drawn for a tile; a cable car matters only when there are two."""
MOST_OF_INNOVATION = {Innovation.CABLE_CAR: 3, Innovation.PHOTO_BOOTH: 3}
MOST_OF_AN_UPGRADE, MOST_ON_A_TILE = 3, 2
SYMBOLS = ("hat", "key")
STATUES = (Innovation.STATUE_1, Innovation.STATUE_2, Innovation.STATUE_3)
MOST_VIPS = 8


def entrance(*, stars: int = 1, upgrades: frozenset[Upgrade] | None = None) -> Tile:
    """The Park Entrance at (0, 0), with a generator and a merch kiosk unless told otherwise."""
    printed = frozenset({Upgrade.GENERATOR, Upgrade.MERCH_KIOSK}) if upgrades is None else upgrades
    attraction = Attraction("Park Entrance", Colour.GREY, stars, SHAPES["single"], income=1)
    return Tile(ENTRANCE, Hex(0, 0), attraction, printed)


def coloured(rng: Random, shape: Requirement, chance: float = 0.4) -> Requirement:
    """``shape`` with each slot printed in a colour at ``chance``."""
    slots = tuple(
        Slot(rng.choice(GUEST_COLOURS), slot.values, slot.reroll) if rng.random() < chance else slot
        for slot in shape.slots
    )
    return Requirement(slots, shape.relation)


def random_requirement(rng: Random, *, largest: int = 3) -> Requirement:
    """A requirement of any printed shape with at most ``largest`` slots."""
    shapes = [shape for shape in SHAPES.values() if shape.size <= largest]
    return coloured(rng, rng.choice(shapes))


def random_cluster(rng: Random, number: int) -> list[Hex]:
    """``number`` connected hexes, the first at (0, 0)."""
    cluster = [Hex(0, 0)]
    while len(cluster) < number:
        place = rng.choice(rng.choice(cluster).neighbours())
        if place not in cluster:
            cluster.append(place)
    return cluster


def random_tile(rng: Random, number: int, place: Hex, *, largest: int = 3) -> Tile:
    """A made-up ride without upgrades."""
    attraction = Attraction(
        name=f"Ride {number}",
        colour=rng.choice(list(Colour)),
        stars=rng.randint(1, 8),
        requirement=random_requirement(rng, largest=largest),
        income=rng.choice((0, 0, 1)),
        amenity=rng.choice((None, "picnic", "first-aid")),
    )
    return Tile(TileId(f"t{number}"), place, attraction)


def with_upgrades(rng: Random, rides: Sequence[Tile]) -> list[Tile]:
    """The rides with each upgrade at one in four, as far as tiles have spaces and the player has upgrades."""
    placed: Counter[Upgrade] = Counter()
    installed = []
    for tile in rides:
        drawn = [upgrade for upgrade in Upgrade if rng.random() < 0.25 and placed[upgrade] < MOST_OF_AN_UPGRADE]
        upgrades = frozenset(rng.sample(drawn, min(len(drawn), MOST_ON_A_TILE)))
        placed.update(upgrades)
        installed.append(replace(tile, upgrades=upgrades))
    return installed


def random_guest(rng: Random, number: int, tiles: Sequence[Tile]) -> Guest:
    """A guest somewhere; low values are as likely as high ones so that dice get discarded."""
    return Guest(GuestId(f"g{number}"), rng.choice(GUEST_COLOURS), rng.randint(1, 6), rng.choice(tiles).id)


def random_position(
    rng: Random,
    *,
    tiles: int = 3,
    guests: int = 4,
    maps: int | None = None,
    mascots: int | None = None,
    staff: Sequence[Staff] | None = None,
    rulings: Rulings | None = None,
    largest_party: int = 3,
    cubes: bool | None = None,
    full: bool = False,
) -> Position:
    """A park of ``tiles`` tiles (the Entrance among them) and ``guests`` guests.

    What is None is drawn: 0..2 maps, 0..2 mascots, two staff cards that often matter in this
    phase, and now and then cubes already placed. ``full`` adds the full game's and the
    expansions' parts.
    """
    places = random_cluster(rng, tiles)
    rides = [random_tile(rng, number, place, largest=largest_party) for number, place in enumerate(places[1:], start=1)]
    park = [entrance(), *with_upgrades(rng, rides)]
    position = Position(
        tiles=tuple(park),
        guests=tuple(random_guest(rng, number, park) for number in range(1, guests + 1)),
        round=rng.randint(1, 4),
        rulings=Rulings() if rulings is None else rulings,
        maps=rng.randint(0, 2) if maps is None else maps,
        mascots=(None,) * (rng.randint(0, 2) if mascots is None else mascots),
        staff=random_staff(rng) if staff is None else tuple(staff),
        money=rng.randint(0, 9),
        cubes=random_cubes(rng, park) if cubes or (cubes is None and rng.random() < 0.2) else (),
    )
    return with_full_game(rng, position) if full else position


def random_staff(rng: Random) -> tuple[Staff, ...]:
    """Two cards played: usually ones that act in the Operate phase, sometimes twice the same."""
    return tuple(rng.choice(OPERATE_STAFF if rng.random() < 0.8 else BASE_STAFF) for _ in range(2))


def random_cubes(rng: Random, park: Sequence[Tile]) -> tuple[tuple[TileId, int], ...]:
    """Cubes on some tiles, never more than a tile has icons."""
    return tuple((tile.id, rng.randint(0, tile.icons)) for tile in park if rng.random() < 0.5)


def random_skill(rng: Random) -> Skill:
    """Any skill card."""
    return skill_of(rng, rng.choice(list(SkillKind)))


def skill_of(rng: Random, kind: SkillKind) -> Skill:
    """A skill card of a kind, in a colour where it depicts one."""
    return Skill(kind, rng.choice(GUEST_COLOURS) if kind in COLOURED_SKILLS else None)


def with_attractions(position: Position, change: Callable[[Attraction], Attraction]) -> Position:
    """The park with every attraction changed but the Entrance."""
    tiles = [tile if tile.is_entrance else replace(tile, attraction=change(tile.attraction)) for tile in position.tiles]
    return replace(position, tiles=tuple(tiles))


def random_skills(rng: Random, number: int) -> tuple[Skill | None, ...]:
    """``number`` skill cards, none more often than the box has it; seldom a mascot without one."""
    dealt: list[Skill | None] = []
    while len(dealt) < number:
        skill = random_skill(rng) if rng.random() < 0.93 else None
        if skill is None or dealt.count(skill) < 2:
            dealt.append(skill)
    return tuple(dealt)


def random_administrator(rng: Random) -> Administrator:
    """An administrator card, in a colour where it depicts one; most often one that bears on this phase."""
    kind = rng.choice(OPERATE_ADMINISTRATORS if rng.random() < 0.85 else list(AdministratorKind))
    colours = tuple(Colour) if kind is AdministratorKind.ATTRACTIONS_OF_COLOUR else GUEST_COLOURS
    symbol = rng.choice((None, *SYMBOLS)) if kind is AdministratorKind.REROLL else None
    return Administrator(kind, rng.choice(colours) if kind in COLOURED_ADMINISTRATORS else None, symbol)


def random_innovations(rng: Random, number: int) -> list[Innovation | None]:
    """An innovation or none for each of ``number`` tiles: statues in order, the others as many as a player has.

    One cable car lies on the Park Entrance, which is none of these tiles.
    """
    kinds, weights = zip(*INNOVATION_ODDS, strict=True)
    drawn: list[Innovation | None] = []
    statues = list(STATUES)
    for _ in range(number):
        innovation = rng.choices(kinds, weights)[0]
        if innovation is Innovation.STATUE_1:
            innovation = statues.pop(0) if statues else None
        elif innovation is not None and drawn.count(innovation) >= MOST_OF_INNOVATION[innovation]:
            innovation = None
        drawn.append(innovation)
    return rng.sample(drawn, number)


def random_bag(rng: Random, guests: Sequence[Guest]) -> tuple[tuple[Colour, int], ...]:
    """Dice left in the bag, now and then none of a colour."""
    in_park = Counter(guest.colour for guest in guests)
    return tuple(
        (colour, rng.choice((0, rng.randint(0, min(9, DICE_PER_COLOUR - in_park[colour]))))) for colour in GUEST_COLOURS
    )


def with_full_game(rng: Random, position: Position) -> Position:
    """``position`` as one of the full game with every expansion: skills, administrator, innovations, VIPs, bag."""
    innovations = iter(random_innovations(rng, len(position.tiles) - 1))
    tiles = tuple(
        replace(
            tile,
            attraction=_with_symbols(rng, tile.attraction),
            innovation=Innovation.CABLE_CAR if tile.is_entrance else next(innovations),
        )
        for tile in position.tiles
    )
    vips = [guest.id for guest in position.guests if rng.random() < 0.2][:MOST_VIPS]
    guests = tuple(
        Guest(guest.id, guest.colour, guest.value, guest.at, vip=guest.id in vips) for guest in position.guests
    )
    return Position(
        tiles=tiles,
        guests=guests,
        game=RuleSet.FULL,
        round=rng.randint(1, 5),
        expansions=frozenset(Expansion),
        rulings=position.rulings,
        maps=position.maps,
        mascots=random_skills(rng, len(position.mascots)),
        staff=_staff_of_expansions(rng, position.staff),
        administrator=random_administrator(rng) if rng.random() < 0.8 else None,
        money=position.money,
        cubes=position.cubes,
        bag=random_bag(rng, guests) if rng.random() < 0.8 else None,
    )


def _staff_of_expansions(rng: Random, staff: Sequence[Staff]) -> tuple[Staff, ...]:
    """The cards that act in this phase stay; the others become any that do not, but never two Consultants."""
    played: list[Staff] = []
    for card in staff:
        idle = [other for other in IDLE_STAFF if other is not Staff.CONSULTANT or other not in played]
        played.append(card if card in OPERATE_STAFF else rng.choice(idle))
    return tuple(played)


def _with_symbols(rng: Random, attraction: Attraction) -> Attraction:
    slots = tuple(
        replace(slot, reroll=rng.random() < 0.3, symbol=rng.choice(SYMBOLS) if rng.random() < 0.2 else None)
        for slot in attraction.requirement.slots
    )
    return replace(attraction, requirement=replace(attraction.requirement, slots=slots))
