"""What the rulebook says of the facts printed on attractions: facts entered against it are faults of the record."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from models.shared.fault import named, shown
from models.theme_park.attraction import Attraction, names_the_entrance
from models.theme_park.game.variant import Stack
from models.theme_park.guests import Colour
from models.theme_park.requirement import relation_fault

AMENITIES = 8  # rulebook, Amenities: every attraction has one of eight
MOST_SPACES = 2  # rulebook, Build Attraction: up to two spaces for upgrades

Place = tuple[str | int, ...]


class Entered(NamedTuple):
    """An attraction among the printed facts: where it stands there, and its stack; None on a start board."""

    place: Place
    attraction: Attraction
    stack: Stack | None


def requirement_faults(place: Place, printed: Attraction) -> Iterator[tuple[Place, str]]:
    """What is wrong with the requirement of an attraction, the Park Entrance too, at ``place``."""
    fault = relation_fault(printed.requirement.relation, printed.requirement.size)
    if fault is not None:
        yield (*place, "requirement", "relation"), fault


def printed_faults(entered: Iterable[Entered]) -> Iterator[tuple[Place, str]]:
    """What is wrong with the attractions entered, each with the place of the fact."""
    seen: list[str] = []
    for place, printed, stack in entered:
        yield from requirement_faults(place, printed)
        if stack is not None and names_the_entrance(printed.name):
            detail = f"Found {shown(printed.name)}, the name of the tile that every park has at [0, 0]; accepted: another name."
            yield (*place, "name"), detail
        if printed.income and stack is not Stack.B and printed.colour is not Colour.GREY:
            where = "of a start board" if stack is None else f"of stack {stack}"
            yield (
                (*place, "income"),
                f"Found {printed.income} on a {printed.colour} attraction {where}; accepted: 0, as only grey "
                "attractions and some of stack B have an income (rulebook, Income).",
            )
        if printed.amenity is not None and printed.amenity not in seen:
            seen.append(printed.amenity)
            if len(seen) > AMENITIES:
                yield (
                    (*place, "amenity"),
                    f"Found {shown(printed.amenity)}, amenity number {len(seen)} of this box; accepted: one of "
                    f"{named(seen[:AMENITIES])}, as there are {AMENITIES} (rulebook, Amenities).",
                )
