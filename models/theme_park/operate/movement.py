"""Walking to an adjacent attraction, riding cable cars, and going anywhere with a guide."""

from collections.abc import Iterator

from models.shared.phrases import listing
from models.shared.rulebook import Check, Cited, Told, rule
from models.theme_park.cards import Staff
from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.moves import GuideMove, MapMove
from models.theme_park.operate.phrases import guest_name, spent, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import OperateCheck, Rule
from models.theme_park.operate.state import GuestNow, State, guest_now, with_guest
from models.theme_park.rulings import Choice, Ruling

CABLE_CAR_FARE = 1  # rulebook, Innovations, Cable Car: gain $1


def destinations(position: Position, tile: TileId) -> tuple[TileId, ...]:
    """Where a die may walk from ``tile``: next door, or by cable car (ruling ``move.to-entrance``)."""
    others = position.neighbours[tile]
    if tile in position.cable_cars:
        others = tuple(sorted({*others, *position.cable_cars} - {tile}))
    if position.rulings.says(Ruling.MOVE_TO_ENTRANCE, Choice.NO):
        return tuple(other for other in others if other != position.entrance)
    return others


def fare(position: Position, origin: TileId, to: TileId) -> int:
    """Dollars gained by a move from ``origin`` to another tile ``to``, whatever moved the die."""
    return CABLE_CAR_FARE if {origin, to} <= position.cable_cars else 0


def guide_destinations(position: Position, tile: TileId) -> tuple[TileId, ...]:
    """Where a guide may lead a die from ``tile`` (ruling ``guide.entrance``)."""
    others = tuple(other.id for other in position.tiles if other.id != tile)
    if position.rulings.says(Ruling.GUIDE_ENTRANCE, Choice.NO):
        return () if tile == position.entrance else tuple(other for other in others if other != position.entrance)
    return others


def walking_fault(position: Position, guest: str, origin: TileId, to: TileId) -> Told:
    """What is wrong with a walk of ``guest`` (already worded) from ``origin`` to ``to``."""
    if to in destinations(position, origin):
        return None
    open_to = _open_to(position, origin)
    if to in position.neighbours[origin]:
        return Cited(
            f"{guest} may not walk to the Park Entrance under the ruling {Ruling.MOVE_TO_ENTRANCE}; {open_to}.",
            "closed",
        )
    told = f"{guest} cannot walk from {tile_name(position, origin)} to {tile_name(position, to)}, which is not adjacent"
    if origin == to or not position.cable_cars:
        return f"{told}; {open_to}."
    case = "closed-cable-car" if {origin, to} <= position.cable_cars else "cable-car"
    return Cited(f"{told}{no_ride(position, origin, to)}; {open_to}.", case)


def _open_to(position: Position, origin: TileId) -> str:
    """Where a die may go from ``origin``, next door and by cable car."""
    allowed = destinations(position, origin)
    near = [tile for tile in allowed if tile in position.neighbours[origin]]
    far = [tile for tile in allowed if tile not in position.neighbours[origin]]
    on_foot = listing((tile_name(position, tile) for tile in near), "or")
    riding = f"by cable car to {listing((tile_name(position, tile) for tile in far), 'or')}" if far else ""
    ways = ", or ".join(filter(None, (on_foot and f"walk to {on_foot}", riding and f"go {riding} (Innovations)")))
    return f"it can {ways}" if ways else "it has nowhere to walk"


def no_ride(position: Position, origin: TileId, to: TileId) -> str:
    """Why no cable car takes a die from ``origin`` to another tile ``to``, as the end of a sentence."""
    without = [tile_name(position, tile) for tile in (origin, to) if tile not in position.cable_cars]
    if not without:  # both have one, so it is the ruling that keeps the Entrance shut
        return f", and the ruling {Ruling.MOVE_TO_ENTRANCE} closes the Park Entrance to cable cars too"
    neither = "neither " if len(without) == 2 else ""
    return f", and {neither}{listing(without, 'nor')} has {'a' if neither else 'no'} cable car (Innovations)"


def moved(position: Position, state: State, guest: GuestId, to: TileId) -> State:
    """``state`` with ``guest``, which is in the park, moved to another tile ``to``."""
    now = guest_now(position, state, guest)
    assert now is not None
    after = with_guest(position, state, guest, _left(position, now)._replace(at=to))
    return after._replace(money=state.money + fare(position, now.at, to))


def _left(position: Position, now: GuestNow) -> GuestNow:
    """The die as it leaves its tile; its colour adjustment may stay behind (ruling ``mascot.colour-lasts``)."""
    if now.treated_as and position.rulings.says(Ruling.MASCOT_COLOUR_LASTS, Choice.ONLY_ON_ITS_TILE):
        return now._replace(treated_as=None, treated_at=None)
    return now


def _still_here(position: Position, state: State, move: MapMove | GuideMove) -> str | None:
    if guest_now(position, state, move.guest) is None:
        return f"{guest_name(position, state, move.guest)} has left the park and cannot be moved."
    return None


@rule(Rule.MAP_READY)
def a_map_is_ready(position: Position, state: State, move: MapMove) -> str | None:
    """Each map moves one die once a round."""
    if state.maps:
        return None
    used = f"every map that was ready ({position.maps}) has been used" if position.maps else "the park has none ready"
    return f"No map is ready to move {guest_name(position, state, move.guest)}: {used}."


map_guest_is_here: OperateCheck[MapMove] = Check(Rule.MAP_GUEST, _still_here)


@rule(Rule.MAP_ADJACENT)
def map_leads_next_door(position: Position, state: State, move: MapMove) -> Told:
    """A map moves a die to an adjacent attraction."""
    now = guest_now(position, state, move.guest)
    assert now is not None
    return walking_fault(position, guest_name(position, state, move.guest), now.at, move.to)


MAP_CHECKS = (a_map_is_ready, map_guest_is_here, map_leads_next_door)


def use_map(position: Position, state: State, move: MapMove) -> State:
    """The state after a legal map move."""
    return moved(position, state, move.guest, move.to)._replace(maps=state.maps - 1)


def map_candidates(position: Position, state: State) -> Iterator[MapMove]:
    """Every map move worth checking."""
    for guest, now in zip(position.guests, state.guests, strict=True):
        if now is not None and state.maps:
            for to in destinations(position, now.at):
                yield MapMove(guest.id, to)


@rule(Rule.GUIDE_READY)
def a_guide_is_ready(position: Position, state: State, move: GuideMove) -> str | None:
    """Each Guide card played moves one die once."""
    if state.guides:
        return None
    return f"No Guide can move {guest_name(position, state, move.guest)}: {spent(position, Staff.GUIDE)}."


guide_guest_is_here: OperateCheck[GuideMove] = Check(Rule.GUIDE_GUEST, _still_here)


@rule(Rule.GUIDE_ELSEWHERE)
def guide_leads_elsewhere(position: Position, state: State, move: GuideMove) -> str | None:
    """A Guide moves a die to another attraction."""
    now = guest_now(position, state, move.guest)
    assert now is not None
    if now.at != move.to:
        return None
    return f"The Guide must lead {guest_name(position, state, move.guest)} to another attraction; it already stands on {tile_name(position, move.to)}."


@rule(Rule.GUIDE_ENTRANCE)
def guide_keeps_off_the_entrance(position: Position, state: State, move: GuideMove) -> str | None:
    """Only under the ruling ``guide.entrance`` = no is the Park Entrance closed to guides."""
    now = guest_now(position, state, move.guest)
    assert now is not None
    if move.to in guide_destinations(position, now.at):
        return None
    return f"The Guide may not lead {guest_name(position, state, move.guest)} from or to the Park Entrance under the ruling {Ruling.GUIDE_ENTRANCE}."


GUIDE_CHECKS = (a_guide_is_ready, guide_guest_is_here, guide_leads_elsewhere, guide_keeps_off_the_entrance)


def use_guide(position: Position, state: State, move: GuideMove) -> State:
    """The state after a legal guide move."""
    return moved(position, state, move.guest, move.to)._replace(guides=state.guides - 1)


def guide_candidates(position: Position, state: State) -> Iterator[GuideMove]:
    """Every guide move worth checking."""
    for guest, now in zip(position.guests, state.guests, strict=True):
        if now is not None and state.guides:
            for to in guide_destinations(position, now.at):
                yield GuideMove(guest.id, to)
