"""What of a requirement a party fails: the colour or the value in a slot, or the relation between the slots."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from models.shared.phrases import listing
from models.theme_park.requirement import NAMED_VALUES, Die, Relation, Requirement, Slot

BOOTH = "photo booth (Innovations)"


class NamedDie(NamedTuple):
    """A die of a party as a requirement sees it, and how messages call it."""

    die: Die
    name: str


class Seating(NamedTuple):
    """Dice in the order of the slots, and where they fail: slots (from 0) by colour and by value, and the relation."""

    dice: tuple[NamedDie, ...]
    colours: tuple[int, ...]
    values: tuple[int, ...]
    relation: bool

    def faults(self, free: int) -> tuple[int, ...]:
        """How far from fulfilling it is, where ``free`` slots may be freed of their colour: fewest faults come first."""
        colours = max(0, len(self.colours) - free)
        return colours + len(self.values) + self.relation, colours, len(self.values)


def unmet(requirement: Requirement, party: Sequence[NamedDie], *, booth: bool) -> str:
    """What fails in the seating that comes nearest to fulfilling ``requirement``; the party has dice enough."""
    seatings = (_seated(requirement, order) for order in _orders(party, requirement.size))
    seating = min(seatings, key=lambda each: each.faults(int(booth)))
    told = f"What fails is {'; '.join(_parts(requirement, seating, booth=booth))}."
    return f"{told} {_of_the_booth(seating)}" if booth else told


def _orders(party: Sequence[NamedDie], size: int) -> Iterator[tuple[NamedDie, ...]]:
    """Every order of ``size`` dice of the party; of a larger one only the first of those that are alike, as all of them would be many."""
    if len(party) == size:
        yield from permutations(party)
        return
    alike: dict[Die, list[NamedDie]] = {}
    for each in party:
        alike.setdefault(each.die, []).append(each)
    for dice in product(alike, repeat=size):
        if all(dice.count(die) <= len(alike[die]) for die in dice):
            yield tuple(alike[die][dice[:place].count(die)] for place, die in enumerate(dice))


def _seated(requirement: Requirement, order: tuple[NamedDie, ...]) -> Seating:
    slots = list(enumerate(zip(requirement.slots, order, strict=True)))
    return Seating(
        order,
        tuple(place for place, (slot, die) in slots if slot.colour not in (None, die.die[0])),
        tuple(place for place, (slot, die) in slots if die.die[1] not in slot.values),
        not requirement.relation.holds([die.die[1] for die in order]),
    )


def _parts(requirement: Requirement, seating: Seating, *, booth: bool) -> Iterator[str]:
    """Every part that fails, in words; a single colour is no fault beside a photo booth."""
    for place, (slot, die) in enumerate(zip(requirement.slots, seating.dice, strict=True)):
        if place in seating.colours and len(seating.colours) > booth:
            yield f"the colour in slot {place + 1}: {die.name} is not {slot.colour}"
        if place in seating.values:
            yield f"the value in slot {place + 1}: {die.name} does not show {_values(slot)}"
    if seating.relation:
        yield f"the relation: {_relation(requirement.relation, [die.die[1] for die in seating.dice])}"


def _values(slot: Slot) -> str:
    """The values a slot accepts, such as "an odd value, 1, 3 or 5"."""
    shown = listing(map(str, sorted(slot.values)), "or")
    name = next((name for name, values in NAMED_VALUES.items() if values == slot.values), None)
    return f"an {name} value, {shown}" if name in ("even", "odd") else shown


def _relation(relation: Relation, values: list[int]) -> str:
    if relation.ordered:
        return f"slot 1 must be {relation} than slot 2, and {values[0]} is not {relation} than {values[1]}"
    return f"the values must be {relation}, and {listing(map(str, values))} are not"


def _of_the_booth(seating: Seating) -> str:
    """What the photo booth of the attraction does about it."""
    if len(seating.colours) > 1:
        return f"The {BOOTH} frees one slot of its colour, not {len(seating.colours)}."
    if seating.colours:
        return f"The {BOOTH} already frees slot {seating.colours[0] + 1} of its colour."
    return f"The {BOOTH} frees one slot of its colour and nothing else."
