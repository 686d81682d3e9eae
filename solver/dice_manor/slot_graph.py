"""The free slots of a manor as bits of a whole number, and what lies beside each."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.dice_manor.manor import NUMBERS, Dice, Manor, Place
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.dice_manor.tours import first_places, goes_on_inside, ways


@dataclass(frozen=True)
class SlotGraph:
    """Slots 0, 1, … that are free before the first turn; sets of them are masks.

    ``accepts``: by number (0 unused), the slots for it. ``beside``: by slot, those in rooms that a die in it leads to.
    ``same``: by slot, the others of its room; ``follows``: by slot, those that may come next on a path. ``opens``: by slot, those at which a path may start once a die lies in it.
    ``first``: those at which the first path may start, before any die is added. ``last_opens``: whether the last die of
    a path opens slots for other paths of the turn, too. ``by_length``: whether a branch is no longer than what the path
    goes on with. ``lying``: dice in the manor already.
    """

    places: tuple[Place, ...]
    room: tuple[int, ...]
    accepts: tuple[int, ...]
    beside: tuple[int, ...]
    same: tuple[int, ...]
    follows: tuple[int, ...]
    opens: tuple[int, ...]
    first: int
    last_opens: bool
    by_length: bool
    lying: int

    def opened(self, filled: int) -> int:
        """The slots at which a path may start once dice lie in ``filled``."""
        found = 0
        for slot in bits(filled):
            found |= self.opens[slot]
        return found

    def reached(self, free: int, starts: int) -> int:
        """The slots of ``free`` that a tour from ``starts`` can fill."""
        reached = waiting = free & starts
        while waiting:
            slot = lowest(waiting)
            waiting &= waiting - 1
            new = (self.beside[slot] | self.same[slot]) & free & ~reached
            reached |= new
            waiting |= new
        return reached


def slot_graph(manor: Manor, dice: Dice, rulings: ManorRulings, farthest: int) -> SlotGraph:
    """The free slots that ``farthest`` dice can reach, the nearest to the first places first."""
    leads = ways(manor, rulings)
    places = _nearest(manor, dice, rulings, farthest)
    number = {place: slot for slot, place in enumerate(places)}
    rooms = {room.id: index for index, room in enumerate(manor.rooms)}

    def mask(found: Iterator[Place]) -> int:
        return sum(1 << number[place] for place in found)

    beside = tuple(mask(two for two in places if two.room in leads[one.room]) for one in places)
    same = tuple(mask(two for two in places if two.room == one.room and two != one) for one in places)
    anywhere = rulings.says(Ruling.START_IN_OCCUPIED_ROOM, Choice.ALWAYS)
    return SlotGraph(
        places=places,
        room=tuple(rooms[place.room] for place in places),
        accepts=(0, *(mask(place for place in places if manor.accepts(place, each)) for each in NUMBERS)),
        beside=beside,
        same=same,
        follows=tuple(b | s for b, s in zip(beside, same, strict=True)) if goes_on_inside(rulings) else beside,
        opens=tuple(b | s for b, s in zip(beside, same, strict=True)) if anywhere else beside,
        first=mask(place for place in places if place in first_places(manor, dice, rulings)),
        last_opens=rulings.says(Ruling.PATH_CONTINUED, Choice.OWN_PATH),
        by_length=rulings.says(Ruling.TRUNK_OF_BRANCHES, Choice.LONGEST_BRANCH),
        lying=len(dice),
    )


def _nearest(manor: Manor, dice: Dice, rulings: ManorRulings, farthest: int) -> tuple[Place, ...]:
    leads = ways(manor, rulings)
    found = list(first_places(manor, dice, rulings))
    found.sort(key=manor.places.index)
    seen, ring = set(found), list(found)
    for _ in range(farthest - 1):
        rooms = {place.room for place in ring}
        rooms |= {other for room in rooms for other in leads[room]}
        ring = [place for place in manor.places if place.room in rooms and place not in seen and place not in dice]
        seen.update(ring)
        found += ring
    return tuple(found)


def lowest(mask: int) -> int:
    """The lowest slot in ``mask``, which is not empty."""
    return (mask & -mask).bit_length() - 1


def bits(mask: int) -> Iterator[int]:
    """Yields the slots in ``mask`` from the lowest."""
    while mask:
        yield lowest(mask)
        mask &= mask - 1
