"""What changes during the Operate phase; everything that does not is in the Position."""

from typing import NamedTuple

from models.theme_park.cards import Staff
from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.operate.position import Position


class GuestNow(NamedTuple):
    """A guest still in the park. ``treated_as`` is a mascot's colour adjustment that waits for its
    operation; ``treated_at`` the tile it was made on, kept only where a ruling binds it to that tile."""

    at: TileId
    value: int
    colour: Colour
    treated_as: Colour | None = None
    treated_at: TileId | None = None

    @property
    def counts_as(self) -> Colour:
        """The colour that requirements see."""
        return self.treated_as or self.colour


class State(NamedTuple):
    """The phase at one moment; guests, cubes and mascots are in the order of the position.

    ``money`` in dollars is what was taken at once (skills, cable cars); cubes pay in Upkeep. ``set_aside``: colours of the dice
    discarded in a solo game whose bag is known, as they do not return to it (rulebook, Solo Rules, Discarding Dice).
    """

    guests: tuple[GuestNow | None, ...]
    cubes: tuple[int, ...]
    maps: int
    mascots: tuple[bool, ...]
    guides: int
    managers: int
    skill_stars: int = 0
    vip_stars: int = 0
    money: int = 0
    set_aside: tuple[Colour, ...] = ()


def start(position: Position) -> State:
    """The state in which ``position`` begins.

    Cubes beyond a tile's icons were placed by Managers, who are spent.
    """
    placed = dict(position.cubes)
    spent = sum(max(0, placed.get(tile.id, 0) - tile.icons) for tile in position.tiles)
    return State(
        guests=tuple(GuestNow(guest.at, guest.value, guest.colour) for guest in position.guests),
        cubes=tuple(placed.get(tile.id, 0) for tile in position.tiles),
        maps=position.maps,
        mascots=(True,) * len(position.mascots),
        guides=position.played[Staff.GUIDE],
        managers=max(0, position.played[Staff.MANAGER] - spent),
    )


def guest_now(position: Position, state: State, guest: GuestId) -> GuestNow | None:
    """Where and what ``guest`` is, or None once it has left the park."""
    return state.guests[position.guest_index[guest]]


def with_guest(position: Position, state: State, guest: GuestId, now: GuestNow | None) -> State:
    """``state`` with one guest replaced."""
    index = position.guest_index[guest]
    return state._replace(guests=(*state.guests[:index], now, *state.guests[index + 1 :]))


def guests_on(position: Position, state: State, tile: TileId) -> tuple[GuestId, ...]:
    """The guests standing on ``tile``, in order of id."""
    return tuple(
        guest.id for guest, now in zip(position.guests, state.guests, strict=True) if now is not None and now.at == tile
    )


def cubes_on(position: Position, state: State, tile: TileId) -> int:
    """Operate cubes lying on ``tile``."""
    return state.cubes[position.tile_index[tile]]


def free_icons(position: Position, state: State, tile: TileId) -> int:
    """Operate icons of ``tile`` that no cube covers."""
    return max(0, position.tile[tile].icons - cubes_on(position, state, tile))
