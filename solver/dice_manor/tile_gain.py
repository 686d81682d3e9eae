"""What a tile adds to the Grand Opening of a manor, built at the best of its rooms."""

from dataclasses import replace

from models.dice_manor.manor import Manor, Room
from models.dice_manor.rulings import ManorRulings
from models.dice_manor.turn import Seat
from models.shared.deadline import spend
from solver.dice_manor.grand_opening import opening_worth

DICE, TOKENS = 7, 2
"""The Grand Opening that tiles are compared in: the dice that every player has, and the tokens of the set-up."""
OF_TILE = "tile "
"""Begins the ids of a tile's rooms while it is tried."""


def tile_gain(manor: Manor, tile: tuple[Room, ...], rulings: ManorRulings, dice: int = DICE) -> float:
    """What ``tile`` adds at most, its first room joined to one room of the manor and each to the one before.

    Shapes and walls are left aside: where a tile fits is told by the build phase. Raises TimeOver (``models.shared.deadline``).
    """

    def worth(rooms: tuple[Room, ...]) -> float:
        return float(opening_worth(Seat(Manor(rooms), dice, tokens=TOKENS, rulings=rulings)).worth)

    base = worth(manor.rooms)
    best = base
    for host in manor.rooms:
        spend()
        doors = (host.id, *(f"{OF_TILE}{number}" for number in range(len(tile) - 1)))
        rooms = (replace(room, id=f"{OF_TILE}{number}", doors=(doors[number],)) for number, room in enumerate(tile))
        best = max(best, worth((*manor.rooms, *rooms)))
    return best - base
