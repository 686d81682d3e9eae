"""A state in the midst of the phase as a position of its own, which can be searched."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from models.theme_park.cards import Staff
from models.theme_park.guests import GUEST_COLOURS, Colour, dice_of_each_colour
from models.theme_park.operate.moves import Between, MascotMove, Move, OperateMove
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills.colours import in_bag
from models.theme_park.operate.state import State


def colour_waits(state: State) -> bool:
    """Whether a colour adjustment waits for its operation: no position says so, and the state cannot be asked about."""
    return any(now is not None and now.treated_as is not None for now in state.guests)


def taken_at_once(state: State) -> int:
    """Stars that were taken before the state, which its position does not hold."""
    return state.skill_stars + state.vip_stars


def under_way(position: Position, state: State) -> Position:
    """``position`` with what is left at hand in ``state``; its guests, cubes and bag stay as they are.

    Maps and mascots that were used are told as such, and money that skills and cable cars brought is in hand.
    """
    gone = Counter({Staff.GUIDE: position.played[Staff.GUIDE] - state.guides})
    mascots = tuple(zip(position.mascots, state.mascots, strict=True))
    return replace(
        position,
        maps=state.maps,
        mascots=tuple(skill for skill, ready in mascots if ready),
        used_maps=position.used_maps + position.maps - state.maps,
        used_mascots=(*position.used_mascots, *(skill for skill, ready in mascots if not ready)),
        staff=tuple((position.played - gone).elements()),
        money=position.money + state.money,
    )


def standing(position: Position, state: State) -> Position:
    """``state`` as a position to go on from, without the stars taken at once; a die treated as another colour is of that colour.

    Such a die takes the place of one in the bag, where park and bag hold all dice of that colour already.
    """
    guests = tuple(
        replace(guest, at=now.at, value=now.value, colour=now.counts_as)
        for guest, now in zip(position.guests, state.guests, strict=True)
        if now is not None
    )

    def beside(colour: Colour) -> int:
        """Dice of ``colour`` that the game has beside those guests."""
        shown = sum(guest.colour is colour for guest in guests)
        return max(0, dice_of_each_colour(solo=position.solo) - shown)

    bag = (
        None
        if position.bag is None
        else tuple((colour, min(in_bag(position, state, colour) or 0, beside(colour))) for colour in GUEST_COLOURS)
    )
    return replace(
        under_way(position, state),
        guests=guests,
        cubes=tuple((tile.id, cubes) for tile, cubes in zip(position.tiles, state.cubes, strict=True)),
        bag=bag,
    )


def moves_from(state: State, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Moves of the position that ``standing`` gives as moves from ``state``: mascots are counted otherwise."""
    ready = [index for index, waits in enumerate(state.mascots) if waits]

    def between(move: Between) -> Between:
        return replace(move, mascot=ready[move.mascot]) if isinstance(move, MascotMove) else move

    def counted(move: Move) -> Move:
        if not isinstance(move, OperateMove):
            return between(move)
        return replace(move, assembled=tuple(map(between, move.assembled)), pipped=tuple(map(between, move.pipped)))

    return tuple(map(counted, moves))
