"""Draws the forty made-up parks of ``fixtures/theme_park/bench/made_up``: ``python -m tests.bench.made_up``.

They stress what the game can reach: up to 12 guests, 9 tiles, 8 maps, 6 mascots, every upgrade laid, two Managers, two
Mascot cards; in the full game every skill, the administrators of this phase, innovations and VIPs. Seeded: the same
files on every machine.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from api import dump_position
from models.theme_park.attraction import Attraction, Innovation, Tile, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import GUEST_COLOURS, Colour, Guest, GuestId, TileId
from models.theme_park.operate.position import Expansion, Position, RuleSet
from models.theme_park.requirement import Requirement, Slot
from tests.bench.positions import BENCH
from tests.commands import reader
from tests.theme_park.parks import SHAPES, coloured, entrance, random_cluster

SEED = 2026
TARGET = BENCH / "made_up" / "positions"
STARS = {1: (2, 3), 2: (4, 6), 3: (7, 9)}
"""Least and most printed stars by the dice a requirement shows."""


@dataclass(frozen=True)
class Size:
    """How much of everything a park has; ``upgrades`` of each kind beside the printed ones."""

    round: int
    tiles: int
    guests: int
    maps: int
    mascots: int
    upgrades: int


SIZES = (Size(2, 4, 5, 4, 2, 1), Size(3, 6, 8, 6, 4, 2), Size(4, 8, 10, 7, 5, 3), Size(4, 9, 12, 8, 6, 3))
STAFF = (
    (Staff.GUIDE, Staff.MANAGER),
    (Staff.MANAGER, Staff.MANAGER),
    (Staff.MASCOT, Staff.MASCOT),
    (Staff.MASCOT, Staff.GUIDE),
)


@dataclass(frozen=True)
class Theme:
    """What of the full game a park is about; the skills are dealt in turn, from the first."""

    staff: tuple[Staff, Staff]
    skills: tuple[SkillKind, ...]
    administrator: AdministratorKind
    innovations: tuple[Innovation, ...] = ()
    vips: int = 0
    rerolls: bool = False


CABLE, BOOTH = Innovation.CABLE_CAR, Innovation.PHOTO_BOOTH
STATUES = (Innovation.STATUE_1, Innovation.STATUE_2, Innovation.STATUE_3)
KIND = SkillKind
THEMES = (
    Theme(
        (Staff.GUIDE, Staff.TICKET_AGENT),
        (KIND.VALUE_BY_TWO, KIND.TWO_FIVE, KIND.TWO_BY_ONE),
        AdministratorKind.KEEP_PIPS,
    ),
    Theme(
        (Staff.MANAGER, Staff.CONSULTANT),
        (KIND.MOVE_OUT, KIND.MOVE_IN, KIND.MOVE_TWO),
        AdministratorKind.ATTRACTIONS,
        (CABLE, CABLE, CABLE, STATUES[0]),
    ),
    Theme(
        (Staff.GUIDE, Staff.MANAGER),
        (KIND.STARS_PER_GUEST, KIND.MONEY_PER_GUEST, KIND.SWAP_COLOUR),
        AdministratorKind.ATTRACTIONS_OF_COLOUR,
        (BOOTH, BOOTH, STATUES[0]),
        vips=3,
    ),
    Theme(
        (Staff.MASCOT, Staff.MASCOT),
        (KIND.TWO_BY_ONE, KIND.SWAP_COLOUR, KIND.MOVE_IN, KIND.STARS_PER_GUEST),
        AdministratorKind.RETURN_DISCARDED,
        (BOOTH,),
        vips=1,
    ),
    Theme(
        (Staff.MANAGER, Staff.MANAGER),
        (KIND.VALUE_BY_TWO, KIND.MOVE_TWO, KIND.STARS_PER_GUEST, KIND.TWO_FIVE, KIND.MOVE_OUT, KIND.MONEY_PER_GUEST),
        AdministratorKind.KEEP_PIPS,
        (CABLE, CABLE, BOOTH, BOOTH, *STATUES),
        vips=3,
    ),
    Theme(
        (Staff.MASCOT, Staff.GUIDE),
        (KIND.REROLL, KIND.VALUE_BY_TWO, KIND.TWO_BY_ONE),
        AdministratorKind.MONEY_WORTH_MORE,
        (BOOTH,),
        rerolls=True,
    ),
)
REROLLING_SIZES = SIZES[:2]
"""Rerolls are weighed as expectations, which is another question: in two small parks only, the rest deal without."""


def parks() -> Iterator[tuple[str, Position]]:
    """Every made-up park by name."""
    for number, (size, staff) in enumerate(((size, staff) for size in SIZES for staff in STAFF), start=1):
        yield f"made-up-introductory-{number:02}", introductory(Random(f"{SEED} {number}"), size, staff)
    for number, (size, theme) in enumerate(((size, theme) for size in SIZES for theme in THEMES), start=1):
        yield f"made-up-full-{number:02}", full(Random(f"{SEED} full {number}"), size, theme)


def introductory(rng: Random, size: Size, staff: tuple[Staff, Staff]) -> Position:
    """A park of the introductory game."""
    tiles = _tiles(rng, size)
    return Position(
        tiles=tiles,
        guests=_guests(rng, size, tiles),
        round=size.round,
        maps=size.maps,
        mascots=(None,) * size.mascots,
        staff=staff,
        money=rng.randint(0, 9),
    )


def full(rng: Random, size: Size, theme: Theme) -> Position:
    """A park of the full game with every expansion."""
    rerolls = theme.rerolls and size in REROLLING_SIZES
    kinds = [kind for kind in theme.skills if rerolls or kind is not SkillKind.REROLL]
    tiles = _with_innovations(rng, _tiles(rng, size), theme.innovations)
    if rerolls:
        tiles = _with_a_reroll(tiles)
    colour = rng.choice(GUEST_COLOURS)
    administrator = Administrator(theme.administrator, colour if theme.administrator in _COLOURED else None)
    bag = tuple((one, rng.randint(0, 4)) for one in GUEST_COLOURS)
    return Position(
        tiles=tiles,
        guests=_guests(rng, size, tiles, theme.vips),
        game=RuleSet.FULL,
        round=size.round + 1,
        expansions=frozenset(Expansion),
        maps=size.maps,
        mascots=tuple(_skill(rng, kinds[place % len(kinds)], place // len(kinds)) for place in range(size.mascots)),
        staff=theme.staff,
        administrator=administrator,
        money=rng.randint(0, 9),
        bag=bag,
    )


_COLOURED = (
    AdministratorKind.KEEP_PIPS,
    AdministratorKind.ATTRACTIONS_OF_COLOUR,
    AdministratorKind.RETURN_DISCARDED,
)
_UNCOLOURED_SKILLS = (KIND.TWO_BY_ONE, KIND.MOVE_OUT, KIND.MOVE_IN, KIND.MOVE_TWO, KIND.SWAP_COLOUR)


def _skill(rng: Random, kind: SkillKind, copy: int) -> Skill | None:
    """A card of that kind, or after its two copies a mascot without one."""
    if copy >= 2:
        return None
    return Skill(kind, None if kind in _UNCOLOURED_SKILLS else rng.choice(GUEST_COLOURS))


def _tiles(rng: Random, size: Size) -> tuple[Tile, ...]:
    places = random_cluster(rng, size.tiles)
    rides = [TileId(f"t{number}") for number in range(1, size.tiles)]
    laid = {upgrade: set(rng.sample(rides, min(size.upgrades, len(rides)))) for upgrade in Upgrade}
    full = laid[Upgrade.SPECIAL_EFFECT] & laid[Upgrade.GENERATOR]
    laid[Upgrade.MERCH_KIOSK] -= full  # an attraction has two spaces
    return (
        entrance(),
        *(
            Tile(
                ride,
                places[number],
                _attraction(rng, number),
                frozenset(upgrade for upgrade, tiles in laid.items() if ride in tiles),
            )
            for number, ride in enumerate(rides, start=1)
        ),
    )


def _attraction(rng: Random, number: int) -> Attraction:
    shape = rng.choice(list(SHAPES))
    requirement = coloured(rng, SHAPES[shape])
    stars = rng.randint(*STARS[requirement.size])
    return Attraction(f"Made-up {shape} {number}", rng.choice(list(Colour)), stars, requirement)


def _guests(rng: Random, size: Size, tiles: tuple[Tile, ...], vips: int = 0) -> tuple[Guest, ...]:
    """Three newcomers at the Entrance, the others anywhere."""
    return tuple(
        Guest(
            GuestId(f"g{number:02}"),
            rng.choice(GUEST_COLOURS),
            rng.randint(2, 6),
            tiles[0].id if number <= 3 else rng.choice(tiles).id,
            vip=number <= vips,
        )
        for number in range(1, size.guests + 1)
    )


def _with_innovations(rng: Random, tiles: tuple[Tile, ...], innovations: tuple[Innovation, ...]) -> tuple[Tile, ...]:
    """One cable car always lies on the Entrance; the others on rides, as many as there are."""
    first, *rides = tiles
    free = rng.sample(range(len(rides)), len(rides))
    put = dict(zip(free, innovations, strict=False))
    return (
        Tile(first.id, first.hex, first.attraction, first.upgrades, CABLE),
        *(Tile(ride.id, ride.hex, ride.attraction, ride.upgrades, put.get(place)) for place, ride in enumerate(rides)),
    )


def _with_a_reroll(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The first ride's first slot carries the symbol."""
    first, ride, *rest = tiles
    printed = ride.attraction
    slots = (Slot(printed.requirement.slots[0].colour, printed.requirement.slots[0].values, reroll=True),)
    requirement = Requirement((*slots, *printed.requirement.slots[1:]), printed.requirement.relation)
    attraction = Attraction(printed.name, printed.colour, printed.stars, requirement)
    return (first, Tile(ride.id, ride.hex, attraction, ride.upgrades, ride.innovation), *rest)


def written(park: Position) -> str:
    """The document of ``park`` as its file holds it."""
    return json.dumps(dump_position(park), indent=1) + "\n"


def main(target: Path = TARGET) -> None:
    """Write every made-up park below ``target``."""
    target.mkdir(parents=True, exist_ok=True)
    for name, park in parks():
        (target / f"{name}.json").write_text(written(park), encoding="utf-8")


if __name__ == "__main__":
    reader("tests.bench.made_up", __doc__).parse_args()
    main()
