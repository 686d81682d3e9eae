"""Operation requirements as data: slots for dice and a relation over their values."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, permutations

from models.shared.fault import shown
from models.shared.phrases import count
from models.theme_park.guests import HIGHEST, LOWEST, Colour

ANY_VALUE: frozenset[int] = frozenset(range(LOWEST, HIGHEST + 1))
NAMED_VALUES: dict[str, frozenset[int]] = {
    "even": frozenset({2, 4, 6}),
    "odd": frozenset({1, 3, 5}),
    "1-3": frozenset({1, 2, 3}),
    "3-6": frozenset({3, 4, 5, 6}),
}
"""Value sets the rulebook names in its list of operation requirements."""

Die = tuple[Colour, int]
"""What a requirement sees of a guest: the colour it counts as and its value."""


class Relation(StrEnum):
    """What must hold between the values of the slots, in their printed order."""

    ANY = "any"
    EQUAL = "equal"
    CONSECUTIVE = "consecutive"
    HIGHER = "higher"
    LOWER = "lower"

    @property
    def ordered(self) -> bool:
        """Whether the relation speaks of the first slot against the second."""
        return self in ORDERED

    def holds(self, values: Sequence[int]) -> bool:
        """Whether ``values``, one a slot, stand in this relation (rulebook, Operation Requirements)."""
        match self:
            case Relation.ANY:
                return True
            case Relation.EQUAL:
                return len(set(values)) == 1
            case Relation.CONSECUTIVE:
                low = min(values)
                return sorted(values) == list(range(low, low + len(values)))
            case Relation.HIGHER:
                return values[0] > values[1]
            case Relation.LOWER:
                return values[0] < values[1]


ORDERED = frozenset({Relation.HIGHER, Relation.LOWER})


def relation_fault(relation: str | None, slots: int) -> str | None:
    """What is wrong with ``relation`` over so many slots: ``higher`` and ``lower`` compare the first with the second."""
    if relation not in ORDERED or slots > 1:
        return None
    return (
        f"Found {shown(relation)} over {count(slots, 'die')}; accepted: two or three dice, "
        "the first compared with the second, or another relation."
    )


@dataclass(frozen=True, slots=True)
class Slot:
    """One printed die: a colour or any, the values it accepts, and the Surprises symbol.

    ``symbol``: the name of another symbol printed there, which an administrator may show (Surprises).
    """

    colour: Colour | None = None
    values: frozenset[int] = ANY_VALUE
    reroll: bool = False
    symbol: str | None = None

    def accepts(self, die: Die, *, any_colour: bool) -> bool:
        """Whether ``die`` may stand in this slot; ``any_colour`` sets the printed colour aside."""
        colour, value = die
        return value in self.values and (any_colour or self.colour is None or self.colour is colour)

    def describe(self) -> str:
        """The slot in words, such as "an odd yellow die"."""
        symbol = f" (symbol {self.symbol})" if self.symbol else ""
        return f"{self._die()}{symbol}"

    def _die(self) -> str:
        names = {values: name for name, values in NAMED_VALUES.items()}
        colour = f"{self.colour} " if self.colour else ""
        if self.values == ANY_VALUE:
            return f"a {colour}die" if self.colour else "any die"
        if self.values in names:
            name = names[self.values]
            if name in ("even", "odd"):
                return f"an {name} {colour}die"
            return f"a {colour}die of {name}"
        return f"a {colour}die showing {' or '.join(map(str, sorted(self.values)))}"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One to three slots and the relation between them."""

    slots: tuple[Slot, ...]
    relation: Relation = Relation.ANY

    @property
    def size(self) -> int:
        """How many dice the requirement shows."""
        return len(self.slots)

    @property
    def rerolls(self) -> tuple[int, ...]:
        """Places of the slots with the reroll symbol, which comes with Surprises."""
        return tuple(at for at, slot in enumerate(self.slots) if slot.reroll)

    def describe(self) -> str:
        """The requirement in words, for messages."""
        slots = [slot.describe() for slot in self.slots]
        if self.relation.ordered:
            rest = "".join(f", and {slot}" for slot in slots[2:])
            return f"{slots[0]} that is {self.relation} than {slots[1]}{rest}"
        words = " and ".join(slots)
        match self.relation:
            case Relation.EQUAL:
                return f"{words}, equal in value"
            case Relation.CONSECUTIVE:
                return f"{words}, with consecutive values"
            case _:
                return words


@lru_cache(maxsize=65536)
def seatings(requirement: Requirement, party: tuple[Die, ...], free_a_colour: bool) -> tuple[tuple[int, ...], ...]:
    """Every way to seat ``party`` in the slots: for each slot the index of its die.

    ``free_a_colour`` lets one coloured slot take any colour (a photo booth). Empty when the
    party, which must have one die a slot, does not fulfil the requirement.
    """
    freed: tuple[int | None, ...] = (None, *range(requirement.size)) if free_a_colour else (None,)
    return tuple(
        order
        for order in permutations(range(len(party)))
        if requirement.relation.holds([party[index][1] for index in order])
        and any(_seated(requirement, party, order, slot) for slot in freed)
    )


def _seated(requirement: Requirement, party: tuple[Die, ...], order: tuple[int, ...], freed: int | None) -> bool:
    return all(
        slot.accepts(party[index], any_colour=place == freed)
        for place, (slot, index) in enumerate(zip(requirement.slots, order, strict=True))
    )


def fulfils(requirement: Requirement, party: Sequence[Die], *, free_a_colour: bool = False) -> bool:
    """Whether the dice of ``party``, or the right number among them, fulfil the requirement."""
    return any(seatings(requirement, chosen, free_a_colour) for chosen in combinations(party, requirement.size))
