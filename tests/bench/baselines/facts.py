"""What the rivals know of a park: plain tables read from the position, apart from the project's own rules and model."""

from collections import Counter
from dataclasses import dataclass

from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import AdministratorKind, Staff
from models.theme_park.operate.position import Position

CUBES = 17  # operate cubes a player (rulebook, Components)
FAR = 99
"""Distance between places that no path joins."""

STATUES = (None, Innovation.STATUE_1, Innovation.STATUE_2, Innovation.STATUE_3)
STARRED = (
    AdministratorKind.KEEP_PIPS,
    AdministratorKind.ATTRACTIONS,
    AdministratorKind.ATTRACTIONS_OF_COLOUR,
    AdministratorKind.REROLL,
)


class NotWeighed(Exception):
    """The park has parts that the rivals know nothing of."""


@dataclass(frozen=True)
class Ride:
    """A tile: what a cube brings, icons still free, its slots as (colour or None, values), neighbours by number."""

    id: str
    stars: int
    free: int
    slots: tuple[tuple[str | None, frozenset[int]], ...]
    relation: str
    neighbours: tuple[int, ...]


@dataclass(frozen=True)
class Die:
    """A guest: colour, value, number of the tile it stands on."""

    id: str
    colour: str
    value: int
    at: int


@dataclass(frozen=True)
class Facts:
    """The park in numbers. ``extras``: adjustments that Mascot cards add to each use of a mascot.

    ``distance[p][q]``: maps from tile p to tile q; ``from_next_to[p][q]``: maps to q for a die that an operation
    of p has just moved to whichever neighbour of p suits.
    """

    rides: tuple[Ride, ...]
    dice: tuple[Die, ...]
    maps: int
    mascots: int
    extras: int
    guides: int
    managers: int
    stars_placed: int
    operations: int
    distance: tuple[tuple[int, ...], ...]
    from_next_to: tuple[tuple[int, ...], ...]

    @property
    def steps(self) -> int:
        """Steps that suffice: one an operation; with Mascot cards one more for each use apart from operations."""
        return self.operations + (self.mascots if self.extras else 0)

    @property
    def adjustments(self) -> int:
        """The most adjustments that all mascots together make."""
        return self.mascots * (1 + self.extras)


def beyond(position: Position) -> tuple[str, ...]:
    """What of ``position`` the rivals do not weigh; empty for every park of the introductory game."""
    slots = [slot for tile in position.tiles for slot in tile.attraction.requirement.slots]
    parts = {
        "rulings": bool(position.rulings.changed),
        "skill cards": any(position.mascots),
        "innovations": any(tile.innovation not in STATUES for tile in position.tiles),
        "VIP guests": bool(position.vips),
        "rerolls": any(slot.reroll for slot in slots),
        "administrator": position.administrator is not None and position.administrator.kind in STARRED,
    }
    return tuple(name for name, there in parts.items() if there)


def facts(position: Position) -> Facts:
    """The tables of ``position``; raises NotWeighed where ``beyond`` names parts."""
    if beyond(position):
        raise NotWeighed(", ".join(beyond(position)))
    number = {tile.id: index for index, tile in enumerate(position.tiles)}
    placed: dict[str, int] = dict(position.cubes)
    rides = tuple(
        Ride(
            id=tile.id,
            stars=tile.attraction.stars + (2 if Upgrade.SPECIAL_EFFECT in tile.upgrades else 0),
            free=max(0, _icons(tile.upgrades) - placed.get(tile.id, 0)),
            slots=tuple((slot.colour and str(slot.colour), slot.values) for slot in tile.attraction.requirement.slots),
            relation=str(tile.attraction.requirement.relation),
            neighbours=tuple(number[other.id] for other in position.tiles if _touch(tile.hex, other.hex)),
        )
        for tile in position.tiles
    )
    staff = Counter(position.staff)
    spent = sum(max(0, placed.get(tile.id, 0) - _icons(tile.upgrades)) for tile in position.tiles)
    managers = max(0, staff[Staff.MANAGER] - spent)
    distance = tuple(_distances(rides, start) for start in range(len(rides)))
    return Facts(
        rides=rides,
        dice=tuple(Die(guest.id, str(guest.colour), guest.value, number[guest.at]) for guest in position.guests),
        maps=position.maps,
        mascots=len(position.mascots),
        extras=staff[Staff.MASCOT],
        guides=staff[Staff.GUIDE],
        managers=managers,
        stars_placed=sum(placed.get(ride.id, 0) * ride.stars for ride in rides),
        operations=max(0, min(sum(ride.free for ride in rides) + managers, CUBES - sum(placed.values()))),
        distance=distance,
        from_next_to=tuple(
            tuple(min((distance[next_][to] for next_ in ride.neighbours), default=FAR) for to in range(len(rides)))
            for ride in rides
        ),
    )


def _icons(upgrades: frozenset[Upgrade]) -> int:
    return 2 if Upgrade.GENERATOR in upgrades else 1


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    q, r = other[0] - one[0], other[1] - one[1]
    return (q, r) in {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}


def _distances(rides: tuple[Ride, ...], start: int) -> tuple[int, ...]:
    found = {start: 0}
    queue = [start]
    for place in queue:
        for neighbour in rides[place].neighbours:
            if neighbour not in found:
                found[neighbour] = found[place] + 1
                queue.append(neighbour)
    return tuple(found.get(to, FAR) for to in range(len(rides)))
