"""What objectives and goals count."""

from collections import Counter
from collections.abc import Callable

from models.theme_park.attraction import Tile
from models.theme_park.game.box.printed_facts import Measure, Quantity
from models.theme_park.game.state import Game, Player
from models.theme_park.guests import Colour, Guest, TileId


def amount(game: Game, player: Player, measure: Measure) -> int | None:
    """How much of the quantity a player has now; None when it is counted by hand."""
    count = COUNTS.get(measure.quantity)
    return None if count is None else count(game, player, measure.colour)


def cubes(player: Player) -> dict[TileId, int]:
    """Operate cubes of this round's phase by tile."""
    if player.operated is None:
        return {}
    ids = sorted(tile.id for tile in player.tiles)
    return {tile: number for tile, number in zip(ids, player.operated.reached.cubes, strict=True) if number}


def _guests(player: Player, colour: Colour | None) -> list[Guest]:
    return [guest for guest in player.guests if colour in (None, guest.colour)]


def _tiles(player: Player, colour: Colour | None) -> list[Tile]:
    return [tile for tile in player.tiles if colour in (None, tile.attraction.colour)]


def _operations(player: Player, colour: Colour | None) -> list[int]:
    placed = cubes(player)
    return [placed.get(tile.id, 0) for tile in _tiles(player, colour)]


def _discarded(player: Player, colour: Colour | None) -> int:
    by_colour = Counter(guest.colour for guest in player.discards)
    return by_colour[colour] if colour is not None else sum(by_colour.values())


COUNTS: dict[Quantity, Callable[[Game, Player, Colour | None], int]] = {
    Quantity.MONEY: lambda game, player, colour: player.money,
    Quantity.GUESTS: lambda game, player, colour: len(_guests(player, colour)),
    Quantity.PIPS: lambda game, player, colour: sum(guest.value for guest in _guests(player, colour)),
    Quantity.STARS_THIS_ROUND: lambda game, player, colour: player.row.earned_stars,
    Quantity.STARS: lambda game, player, colour: player.stars,
    Quantity.OPERATIONS: lambda game, player, colour: sum(_operations(player, colour)),
    Quantity.ATTRACTIONS_OPERATED: lambda game, player, colour: sum(n > 0 for n in _operations(player, colour)),
    Quantity.OPERATIONS_OF_ONE: lambda game, player, colour: max(_operations(player, colour), default=0),
    Quantity.ATTRACTIONS: lambda game, player, colour: len(_tiles(player, colour)),
    Quantity.UPGRADES: lambda game, player, colour: len(player.installed),
    Quantity.MAPS: lambda game, player, colour: player.maps,
    Quantity.MASCOTS: lambda game, player, colour: player.mascots,
    Quantity.DISCARDED: lambda game, player, colour: _discarded(player, colour),
}
"""How each quantity is counted; what is not here is counted by hand."""
