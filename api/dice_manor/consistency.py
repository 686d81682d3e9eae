"""What must hold between the parts of a document, read as far as its parts have the right shape."""

from collections.abc import Iterator
from typing import Any

from models.dice_manor.manor import DICE, ENTRANCE_ID, Room, RoomType, doors_both_ways, reached_from
from models.shared.fault import Fault, named, pointer, shown

ENTRANCE_SLOTS = '["any"], the entrance has one slot for any number'


def opening_faults(document: object) -> Iterator[Fault]:
    """Faults of a position in the Grand Opening."""
    whole = _object(document)
    manor = _object(whole.get("manor"))
    yield from manor_faults(manor, "/manor")
    unplaced, unhappy, dice = whole.get("unplaced"), whole.get("unhappy", 0), manor.get("dice", [])
    if _whole(unplaced) and _whole(unhappy) and isinstance(dice, list) and unplaced + unhappy + len(dice) > DICE:
        yield Fault(
            "/unplaced",
            f"Found {unplaced} unplaced dice, {len(dice)} in the manor and {unhappy} unhappy; "
            f"accepted: at most {DICE} in all.",
        )
    yield from _rolled_faults(whole.get("rolled"), unplaced)


def bid_faults(document: object) -> Iterator[Fault]:
    """Faults of the table in the Bid phase."""
    whole = _object(document)
    players = [_object(player) for player in _list(whole.get("players"))]
    ids = [player["id"] for player in players if isinstance(player.get("id"), str)]
    for at, each in enumerate(players):
        if each.get("id") in ids[:at]:
            yield Fault(pointer("players", at, "id"), f"Found {shown(each.get('id'))} twice; accepted: different ids.")
    named_at = [("/active", whole.get("active")), ("/first", whole.get("first"))]
    named_at += [(pointer("tours", at), name) for at, name in enumerate(_list(whole.get("tours")))]
    blueprints, advertising = _object(whole.get("blueprints")), _list(whole.get("advertising"))
    for place, bids in [
        *((pointer("blueprints", key), _list(bids)) for key, bids in blueprints.items()),
        ("/advertising", advertising),
    ]:
        bidders = [_object(bid).get("player") for bid in bids]
        named_at += [(f"{place}/{at}/player", bidder) for at, bidder in enumerate(bidders)]
        for at, bidder in enumerate(bidders):
            if bidder in bidders[:at]:
                yield Fault(f"{place}/{at}/player", f"Found {shown(bidder)} twice; accepted: one bid of each player.")
    manors = _object(whole.get("manors"))
    named_at += [(pointer("manors", name), name) for name in manors]
    for where, name in named_at:
        if isinstance(name, str) and ids and name not in ids:
            yield Fault(where, f"Found {shown(name)}; accepted: a player, {named(ids)}.")
    for name, manor in manors.items():
        yield from manor_faults(_object(manor), pointer("manors", name))
    if "manor" in whole:
        yield from manor_faults(_object(whole["manor"]), "/manor")
    seat = next((player for player in players if player.get("id") == whole.get("active")), None)
    active = _object(seat)
    if isinstance(whole.get("active"), str):
        told = whole["active"] in manors, whole.get("manor") is not None
        if not any(told):
            yield Fault(pointer("manors"), f"Missing: the manor of {shown(whole['active'])}, whose turn it is.")
        if all(told):
            yield Fault(
                "/manor", f"Found the manor of {shown(whole['active'])} again; accepted: one, here or in manors."
            )
        manors = {whole["active"]: whole.get("manor"), **manors}
    yield from _rolled_faults(whole.get("rolled"), active.get("dice"))
    yield from _dice_owned(players, blueprints, advertising, manors)


def _dice_owned(
    players: list[Any], blueprints: dict[str, Any], advertising: list[Any], manors: dict[str, Any]
) -> Iterator[Fault]:
    bids = [bid for each in blueprints.values() for bid in _list(each)] + advertising
    for at, player in enumerate(players):
        name, unplaced = player.get("id"), player.get("dice")
        bid = [_object(each).get("dice", 0) for each in bids if _object(each).get("player") == name]
        inside = len(_list(_object(manors.get(name)).get("dice"))) if isinstance(name, str) else 0
        if _whole(unplaced) and all(map(_whole, bid)) and unplaced + sum(bid) + inside > DICE:
            yield Fault(
                pointer("players", at, "dice"),
                f"Found {unplaced} unplaced dice, {sum(bid)} bid and {inside} in the manor; accepted: at most {DICE} in all.",
            )


def manor_faults(manor: dict[str, Any], at: str) -> Iterator[Fault]:
    """Faults of rooms, their doors and the dice in them."""
    rooms = [_object(room) for room in _list(manor.get("rooms"))]
    yield from room_faults(rooms, at + "/rooms", known=())
    entrances = [number for number, room in enumerate(rooms) if room.get("type") == RoomType.ENTRANCE]
    if rooms and not entrances:
        yield Fault(at + "/rooms", f'Found no room of type "{RoomType.ENTRANCE}"; accepted: exactly one.')
    for number in entrances[1:]:
        yield Fault(f"{at}/rooms/{number}/type", "Found another entrance; accepted: exactly one.")
    for number in entrances[:1]:
        slots = rooms[number].get("slots")
        if isinstance(slots, list) and slots not in (["any"], [[1, 2, 3, 4, 5, 6]]):
            yield Fault(
                f"{at}/rooms/{number}/slots",
                f"Found {shown(slots)}; accepted: {ENTRANCE_SLOTS}.",
            )
    if entrances and all(isinstance(room.get("id"), str) for room in rooms):
        yield from _cut_off(rooms, rooms[entrances[0]]["id"], at + "/rooms")
    yield from _dice_faults(_list(manor.get("dice")), rooms, at + "/dice")


def room_faults(rooms: list[Any], at: str, known: tuple[str, ...]) -> Iterator[Fault]:
    """Ids given twice, and doors that lead nowhere; ``known``: ids that need no room."""
    ids = [room.get("id") for room in rooms]
    for number, room in enumerate(rooms):
        if isinstance(room.get("id"), str) and room["id"] in ids[:number]:
            yield Fault(f"{at}/{number}/id", f"Found {shown(room['id'])} twice; accepted: different ids.")
        for door, other in enumerate(_list(room.get("doors"))):
            if isinstance(other, str) and other == room.get("id"):
                yield Fault(
                    f"{at}/{number}/doors/{door}", "Found a door from a room to itself; accepted: another room."
                )
            elif isinstance(other, str) and other not in ids and other not in known:
                others = [id for id in ids if isinstance(id, str) and id != room.get("id")]
                yield Fault(f"{at}/{number}/doors/{door}", f"Found {shown(other)}; accepted: a room, {named(others)}.")


def _cut_off(rooms: list[Any], entrance: str, at: str) -> Iterator[Fault]:
    """Rooms that no way of doors leads to, unless by a room of a tile of two: one door of the tile is enough to build it (rulebook, Build!)."""
    graph = [
        Room(
            room["id"], RoomType.OFFICE, doors=tuple(door for door in _list(room.get("doors")) if isinstance(door, str))
        )
        for room in rooms
    ]
    doors = doors_both_ways(graph)
    of_two = [room["id"] for room in rooms if room.get("type") == RoomType.DINING_KITCHEN.value]
    reached = set().union(*(reached_from(begin, doors) for begin in (entrance, *of_two)))
    for number, room in enumerate(graph):
        if room.id not in reached:
            yield Fault(
                f"{at}/{number}/doors",
                f"Found no way of doors from {shown(room.id)} to the entrance; accepted: rooms built door to door.",
            )


def _dice_faults(dice: list[Any], rooms: list[Any], at: str) -> Iterator[Fault]:
    by_id = {room["id"]: room for room in rooms if isinstance(room.get("id"), str)}
    taken: set[tuple[Any, Any]] = set()
    for number, each in enumerate(map(_object, dice)):
        room, slot, value = each.get("room"), each.get("slot", 0), each.get("value")
        if not isinstance(room, str) or not _whole(slot):
            continue
        if room not in by_id:
            yield Fault(f"{at}/{number}/room", f"Found {shown(room)}; accepted: a room, {named(by_id)}.")
            continue
        slots = by_id[room].get("slots")
        if isinstance(slots, list) and slots and not 0 <= slot < len(slots):
            yield Fault(
                f"{at}/{number}/slot", f"Found {shown(slot)}; accepted: a slot of that room, 0 to {len(slots) - 1}."
            )
            continue
        if (room, slot) in taken:
            yield Fault(
                f"{at}/{number}/slot", f"Found a second die in slot {slot} of {shown(room)}; accepted: one die a slot."
            )
        taken.add((room, slot))
        numbers = slots[slot] if isinstance(slots, list) and slots else None
        if isinstance(numbers, list) and numbers and _whole(value) and value not in numbers:
            yield Fault(
                f"{at}/{number}/value", f"Found {shown(value)}; accepted in that slot: {named(map(str, numbers))}."
            )


def turn_faults(raw: object, seats_rooms: dict[str, int], prefix: str) -> Iterator[Fault]:
    """Faults of a turn: rooms and slots that the manor has not, dice that were not rolled; ``seats_rooms``: slots by room."""
    turn = _object(raw)
    for path, places in enumerate(_list(turn.get("paths"))):
        for at, place in enumerate(map(_object, _list(places))):
            room, slot = place.get("room"), place.get("slot", 0)
            here = f"{prefix}/paths/{path}/{at}"
            if isinstance(room, str) and room not in seats_rooms:
                yield Fault(here + "/room", f"Found {shown(room)}; accepted: a room, {named(seats_rooms)}.")
            elif isinstance(room, str) and _whole(slot) and not 0 <= slot < seats_rooms[room]:
                yield Fault(
                    here + "/slot", f"Found {shown(slot)}; accepted: a slot of that room, 0 to {seats_rooms[room] - 1}."
                )
    rolled = turn.get("rolled")
    if not isinstance(rolled, list):
        return
    accepted = f"an index into rolled, 0 to {len(rolled) - 1}" if rolled else "no die, as none was rolled"
    for number, use in enumerate(map(_object, _list(turn.get("tokens")))):
        here = f"{prefix}/tokens/{number}"
        again, result = use.get("reroll"), use.get("result")
        dice = [(f"{here}/die", use.get("die"))] if "die" in use else []
        dice += [(f"{here}/reroll/{at}", die) for at, die in enumerate(_list(again))]
        yield from (
            Fault(at, f"Found {shown(die)}; accepted: {accepted}.")
            for at, die in dice
            if isinstance(die, int) and die >= len(rolled)
        )
        if len(set(map(str, _list(again)))) < len(_list(again)):
            yield Fault(here + "/reroll", "Found a die twice; accepted: different dice.")
        if isinstance(again, list) and isinstance(result, list) and len(again) != len(result):
            yield Fault(
                here + "/result", f"Found {len(result)} results; accepted: {len(again)}, one for each die rolled again."
            )


def end_faults(document: object) -> Iterator[Fault]:
    """Contradictions between the parts of the end of a game."""
    players = [_object(player) for player in _list(_object(document).get("players"))]
    ids = [player.get("id") for player in players]
    for at, player in enumerate(players):
        if isinstance(player.get("id"), str) and player["id"] in ids[:at]:
            yield Fault(pointer("players", at, "id"), f"Found {shown(player['id'])} twice; accepted: different ids.")
        rooms = [_object(room) for room in _list(player.get("rooms"))]
        yield from room_faults(rooms, pointer("players", at, "rooms"), known=(ENTRANCE_ID,))


def _rolled_faults(rolled: object, unplaced: object) -> Iterator[Fault]:
    if isinstance(rolled, list) and _whole(unplaced) and len(rolled) != unplaced:
        yield Fault("/rolled", f"Found {len(rolled)} dice; accepted: null, or what the {unplaced} unplaced dice show.")


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
