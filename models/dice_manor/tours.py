"""Manor tours: where a path may start, and how it goes on (Rulebook, Location: Manor Tours)."""

import itertools
from collections.abc import Collection, Iterator, Mapping

from models.dice_manor.manor import Dice, Manor, Place
from models.dice_manor.phrases import place_text, room_text
from models.dice_manor.rules import Rule
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.dice_manor.turn import Seat, Turn
from models.shared.phrases import count, listing
from models.shared.rulebook import rule


def ways(manor: Manor, rulings: ManorRulings) -> Mapping[str, frozenset[str]]:
    """The rooms that a die may go to next, from each room other than itself."""
    if rulings.says(Ruling.PASS_WITHOUT_DIE, Choice.YES):
        return manor.in_one_piece_with
    return manor.joined


def goes_on_inside(rulings: ManorRulings) -> bool:
    """Whether the second slot of a room may be the next die of a path."""
    return rulings.says(Ruling.SECOND_SLOT_ON_PATH, Choice.NEXT_DIE)


def opens(place: Place, rooms: Collection[str], manor: Manor, rulings: ManorRulings) -> bool:
    """Whether a path may start at ``place``, next to one of the ``rooms`` with dice."""
    if not ways(manor, rulings)[place.room].isdisjoint(rooms):
        return True
    return place.room in rooms and rulings.says(Ruling.START_IN_OCCUPIED_ROOM, Choice.ALWAYS)


def first_places(manor: Manor, dice: Dice, rulings: ManorRulings) -> frozenset[Place]:
    """Every free place at which the first path of a turn may start, whatever the number."""
    if not dice:
        return frozenset(Place(manor.entrance, slot) for slot in range(len(manor.by_id[manor.entrance].slots)))
    rooms = {place.room for place in dice}
    return frozenset(place for place in manor.places if place not in dice and opens(place, rooms, manor, rulings))


def reachable(manor: Manor, dice: Dice, number: int, rulings: ManorRulings) -> frozenset[Place]:
    """Every free place that some tour with dice of ``number`` can fill."""
    free = {place for place in manor.places if place not in dice and manor.accepts(place, number)}
    reached = first_places(manor, dice, rulings) & free
    waiting, leads = set(reached), ways(manor, rulings)
    while waiting:
        room = waiting.pop().room
        new = {place for place in free - reached if place.room == room or place.room in leads[room]}
        reached |= new
        waiting |= new
    return reached


@rule(Rule.SLOT_FREE)
def slots_are_free(seat: Seat, turn: Turn) -> str | None:
    """A slot holds a single die."""
    used: set[Place] = set()
    for place in _places(turn):
        if place in seat.dice:
            return f"{place_text(seat.manor, place)} holds a die already; free: {_free(seat, turn.number)}."
        if place in used:
            return f"{place_text(seat.manor, place)} is filled twice in this turn; each slot takes one die."
        used.add(place)
    return None


@rule(Rule.SLOT_NUMBER)
def slots_accept(seat: Seat, turn: Turn) -> str | None:
    """A slot takes the numbers printed in it."""
    for place in _places(turn):
        if not seat.manor.accepts(place, turn.number):
            accepted = listing(sorted(seat.manor.by_id[place.room].slots[place.slot]), "or")
            return f"{place_text(seat.manor, place)} accepts {accepted}, not {turn.number}."
    return None


@rule(Rule.TOUR_DOOR)
def steps_go_through_doors(seat: Seat, turn: Turn) -> str | None:
    """Neighbours on a path share a room or a door."""
    leads = ways(seat.manor, seat.rulings)
    for path in turn.paths:
        for one, two in itertools.pairwise(path):
            if one.room == two.room and not goes_on_inside(seat.rulings):
                return f"The path has a second die in {room_text(two.room)}; the table rules one in each room."
            if one.room != two.room and two.room not in leads[one.room]:
                doors = listing(sorted(leads[one.room]), "or", none="nowhere")
                return f"No door joins {room_text(one.room)} to {room_text(two.room)}; it leads to {doors}."
    return None


@rule(Rule.TOUR_RETURN)
def paths_do_not_return(seat: Seat, turn: Turn) -> str | None:
    """A path does not come back to a room that it has left."""
    for path in turn.paths:
        left: set[str] = set()
        for one, two in itertools.pairwise(path):
            if one.room != two.room:
                left.add(one.room)
            if two.room in left:
                return f"The path comes back to {room_text(two.room)}, which it has left; both slots follow each other."
    return None


@rule(Rule.TOUR_ENTRANCE)
def first_tour_starts_at_the_entrance(seat: Seat, turn: Turn) -> str | None:
    """The first path into an empty manor starts at the entrance."""
    if seat.dice or not turn.paths or turn.paths[0][0].room == seat.manor.entrance:
        return None
    return (
        f"No die is in the manor yet, so the first path starts at {room_text(seat.manor.entrance)}, "
        f"not at {room_text(turn.paths[0][0].room)}."
    )


@rule(Rule.TOUR_START)
def later_tours_start_beside_a_die(seat: Seat, turn: Turn) -> str | None:
    """Any other path starts in a room joined to another room with a die."""
    rooms = {place.room for place in seat.dice}
    for number, path in enumerate(turn.paths):
        if (seat.dice or number) and not opens(path[0], rooms, seat.manor, seat.rulings):
            return (
                f"Path {number + 1} starts at {room_text(path[0].room)}, which is joined to no other room with a die; "
                f"dice lie in {listing(sorted(rooms))}."
            )
        rooms |= {place.room for place in path}
    return None


@rule(Rule.TOUR_CONTINUED)
def a_path_is_not_cut_in_two(seat: Seat, turn: Turn) -> str | None:
    """A path does not start beside nothing but the last die of an earlier path of the turn."""
    rooms = {place.room for place in seat.dice}
    for number, path in enumerate(turn.paths):
        if (seat.dice or number) and not opens(path[0], rooms, seat.manor, seat.rulings):
            if seat.rulings.says(Ruling.PATH_CONTINUED, Choice.OWN_PATH):
                return None
            return (
                f"Path {number + 1} starts at {room_text(path[0].room)} beside nothing but the last die of an earlier path: "
                "it continues that path and is one with it."
            )
        rooms |= {place.room for place in path[:-1]}
    return None


@rule(Rule.TOUR_BRANCH)
def a_branch_is_not_the_longer_way_on(seat: Seat, turn: Turn) -> str | None:
    """A branch is no longer than what the path goes on with from where it leaves it, where the table rules so."""
    rooms = {place.room for place in seat.dice}
    for number, path in enumerate(turn.paths):
        branches = (seat.dice or number) and not opens(path[0], rooms, seat.manor, seat.rulings)
        if not branches or seat.rulings.says(Ruling.TRUNK_OF_BRANCHES, Choice.AS_DECLARED):
            continue
        onward = [
            len(other) - 1 - at
            for other in turn.paths[:number]
            for at, place in enumerate(other)
            if opens(path[0], (place.room,), seat.manor, seat.rulings)
        ]
        own = 0 in onward and seat.rulings.says(Ruling.PATH_CONTINUED, Choice.OWN_PATH)
        if len(path) > max(onward) and not own:
            return (
                f"Path {number + 1} has {count(len(path), 'die')}, and the path that it leaves goes on with {max(onward)}: "
                "the dice before the fork belong to the longer of the two."
            )
    return None


def _places(turn: Turn) -> Iterator[Place]:
    return (place for path in turn.paths for place in path)


def _free(seat: Seat, number: int) -> str:
    found = sorted(reachable(seat.manor, seat.dice, number, seat.rulings))
    return listing([place_text(seat.manor, place) for place in found]) if found else f"no slot for a {number}"
