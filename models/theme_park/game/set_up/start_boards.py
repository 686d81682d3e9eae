"""Start boards: the park board each player takes, and where the first attraction goes on it.

That a park board shows three starting attractions beside the Park Entrance is inferred: the rulebook has four park
boards (Components), income on "your other attractions" before any is built (Income), and positions shown (Setup 22).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from models.shared.hexgrid import Hex
from models.shared.phrases import listing
from models.shared.rulebook import rule
from models.theme_park.attraction import Tile, names_the_entrance
from models.theme_park.game.box.printed_facts import StartBoard
from models.theme_park.game.events import TakeBoard
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import BoardId, PlayerId
from models.theme_park.game.places import free_places, outline_fault, place_fault
from models.theme_park.game.rules import EventFamily, GameRule
from models.theme_park.game.state import ENTRANCE, Game, Player
from models.theme_park.game.table import Table
from models.theme_park.guests import TileId
from models.theme_park.rulings import Ruling

PARK_BOARDS = 4  # rulebook, Components
PLACE_OF_THE_ENTRANCE = Hex(0, 0)

BoardFault = tuple[tuple[str | int, ...], str]
"""The place of a fault within a board, and what is wrong there."""


def lying(board: StartBoard | None) -> tuple[Tile, ...]:
    """The starting attractions of a board as they lie in a park."""
    return tuple(Tile(tile.id, tile.hex, tile.attraction, tile.upgrades) for tile in board.tiles) if board else ()


def board_of(game: Game, player: Player) -> StartBoard | None:
    """The start board of a player; None for the Entrance alone."""
    box = game.table.box
    return box.start_board if player.board is None else box.start_boards[player.board]


def without_board(game: Game) -> list[PlayerId]:
    """Players who must still take a start board.

    Records that name a box of the catalogue may be older than its start boards: there all players may have none.
    """
    box = game.table.box
    left = [player.id for player in game.players if player.board is None]
    optional = box.name is not None and len(left) == len(game.players)
    return [] if optional or not box.start_boards else left


@rule(GameRule.START_BOARD)
def the_board_is_left(game: Game, event: TakeBoard) -> str | None:
    """Four park boards: a name stands for several of them only where fewer are named (rulebook, Components)."""
    if event.board in boards_left(game):
        return None
    by = [player.id for player in game.players if player.board == event.board]
    return (
        f"{event.by} takes the start board {event.board}, which {listing(by)} took; "
        f"the box has {PARK_BOARDS} park boards. Left: {listing(boards_left(game), 'or')}."
    )


@rule(GameRule.START_BOARD)
def the_board_is_inside_the_outline(game: Game, event: TakeBoard) -> str | None:
    """The outline is that of the park board: where it was entered, the board's own attractions lie inside it."""
    return board_outside(game.table, game.table.box.start_boards[event.board])


def board_outside(table: Table, board: StartBoard | None) -> str | None:
    """What is wrong with a board that reaches beyond the outline (ruling ``board.boundary``)."""
    outline = table.rulings.outline
    for tile in lying(board):
        if outline is not None and tile.hex not in outline:
            at = f"[{tile.hex.q}, {tile.hex.r}]"
            return f"The starting attraction {tile.name} lies at {at}, outside the outline of the ruling {Ruling.BOARD_BOUNDARY}."
    return None


def boards_left(game: Game) -> tuple[BoardId, ...]:
    """The start boards that may still be taken."""
    boards = game.table.box.start_boards
    taken = Counter(player.board for player in game.players if player.board is not None)
    spare = PARK_BOARDS - sum(max(1, taken[name]) for name in boards)
    return tuple(name for name in boards if not taken[name] or spare > 0)


def take_board(game: Game, event: TakeBoard) -> Game:
    """The board lies before the player, its attractions are part of the park."""
    player = game.by_id[event.by]
    tiles = lying(game.table.box.start_boards[event.board])
    return game.with_player(changed(player, board=event.board, tiles=(*player.tiles, *tiles)))


def positions_shown(game: Game, player: Player) -> frozenset[Hex] | None:
    """Where the first attraction may go as the board shows it; None when not entered."""
    board = board_of(game, player)
    return game.table.box.first_hexes if board is None or board.first_hexes is None else board.first_hexes


def first_place_fault(game: Game, player: Player, tile: TileId, place: Hex) -> str | None:
    """What is wrong with laying the first attraction ``tile`` at ``place`` (rulebook, Setup 22)."""
    shown = positions_shown(game, player)
    if shown is not None and place not in shown:
        places = listing((f"[{each.q}, {each.r}]" for each in sorted(shown)), "or")
        return f"The first attraction lies at [{place.q}, {place.r}]; the positions shown are {places}."
    return place_fault(player.tiles, tile, place) or outline_fault(game, place)


def first_places(game: Game, player: Player) -> tuple[Hex, ...]:
    """Every hex on which the first attraction may be laid, in order."""
    shown = positions_shown(game, player)
    beside = free_places((each.hex for each in player.tiles), game.table.rulings.outline)
    return tuple(place for place in beside if shown is None or place in shown)


def board_faults(board: StartBoard) -> Iterator[BoardFault]:
    """Everything that a board cannot show: a hex or an id twice, the Entrance again, a tile apart from the others."""
    hexes, ids = {PLACE_OF_THE_ENTRANCE: "the Park Entrance"}, {ENTRANCE: "the Park Entrance"}
    for number, tile in enumerate(board.tiles):
        at = f"[{tile.hex.q}, {tile.hex.r}]"
        if tile.hex in hexes:
            yield ("tiles", number, "hex"), f"Found {at}, where {hexes[tile.hex]} lies; accepted: another hex."
        if tile.id in ids:
            yield ("tiles", number, "id"), f'Found "{tile.id}", the id of {ids[tile.id]}; accepted: another id.'
        if names_the_entrance(tile.attraction.name):
            detail = "Found the Park Entrance, which every board has at [0, 0]; accepted: its other attractions."
            yield ("tiles", number, "attraction"), detail
        hexes.setdefault(tile.hex, tile.attraction.name)
        ids.setdefault(tile.id, tile.attraction.name)
    reached = _reached(set(hexes))
    for number, tile in enumerate(board.tiles):
        if tile.hex not in reached:
            detail = f"Found [{tile.hex.q}, {tile.hex.r}], which no tile joins to the Park Entrance at [0, 0]."
            yield ("tiles", number, "hex"), detail


def covered(board: StartBoard | None, places: Iterable[Hex]) -> Iterator[tuple[int, str]]:
    """Each of the positions shown (by its number) that the board itself covers."""
    lies = {tile.hex: tile.attraction.name for tile in board.tiles} if board else {}
    lies[PLACE_OF_THE_ENTRANCE] = "the Park Entrance"
    for number, place in enumerate(places):
        if place in lies:
            yield number, f"Found [{place.q}, {place.r}], where {lies[place]} lies; accepted: a free hex."


def _reached(hexes: set[Hex]) -> set[Hex]:
    """The hexes that are joined to the Entrance."""
    reached, edge = set[Hex](), [PLACE_OF_THE_ENTRANCE]
    while edge:
        place = edge.pop()
        reached.add(place)
        edge += [other for other in place.neighbours() if other in hexes - reached]
    return reached


FAMILIES: dict[type, EventFamily[Any]] = {
    TakeBoard: EventFamily((the_board_is_left, the_board_is_inside_the_outline), take_board)
}
