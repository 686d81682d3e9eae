"""Where a tile may be laid."""

from collections.abc import Iterable

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Tile
from models.theme_park.game.state import Game
from models.theme_park.guests import TileId
from models.theme_park.rulings import Ruling


def place_fault(tiles: Iterable[Tile], tile: TileId, place: Hex) -> str | None:
    """What is wrong with laying ``tile`` at ``place``: taken, or beside no tile (rulebook, Park Shape)."""
    taken = {each.hex: each for each in tiles}
    if place in taken:
        return f"Tile {tile} is laid at [{place.q}, {place.r}], where {taken[place].name} lies."
    if not any(other in taken for other in place.neighbours()):
        return f"Tile {tile} is laid at [{place.q}, {place.r}], beside no tile of the park."
    return None


def outline_fault(game: Game, place: Hex) -> str | None:
    """Where the outline of the park was entered, tiles lie inside it (ruling ``board.boundary``)."""
    outline = game.table.rulings.outline
    if outline is None or place in outline:
        return None
    return f"[{place.q}, {place.r}] is outside the outline of the ruling {Ruling.BOARD_BOUNDARY}."


def free_places(lying: Iterable[Hex], outline: frozenset[Hex] | None) -> tuple[Hex, ...]:
    """Every hex on which a tile may be laid beside those ``lying``, in order."""
    taken = set(lying)
    beside = {other for place in taken for other in place.neighbours()} - taken
    return tuple(sorted(place for place in beside if outline is None or place in outline))


def tile_called(tile: Tile) -> str:
    """The printed name with the id."""
    return tile.name if tile.is_entrance else f"{tile.name} ({tile.id})"
