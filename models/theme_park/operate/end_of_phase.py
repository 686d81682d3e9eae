"""What is left when the phase ends: the guests that stay, and stars that Upkeep brings in any case."""

from models.theme_park.attraction import STATUE_STARS
from models.theme_park.cards import AdministratorKind, Staff
from models.theme_park.guests import HIGHEST, LOWEST, Colour
from models.theme_park.operate.earnings import MASCOTS_OWNED, stars_reached
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State


def staying_value(value: int) -> int:
    """Pips a guest of ``value`` takes along: value-1 dice leave in Upkeep (rulebook, Value 1 Dice)."""
    return value if value > LOWEST else 0


def returned_colour(position: Position) -> Colour | None:
    """The colour of which the administrator puts one discarded die back, if it does."""
    administrator = position.administrator
    returns = position.has_administrator(AdministratorKind.RETURN_DISCARDED)
    return administrator.colour if administrator is not None and returns else None


def returning(position: Position, state: State) -> int:
    """Value-1 guests put back on the Entrance: any by Ticket Agents, one of its colour by the administrator."""
    leaving = [now.colour for now in state.guests if now is not None and now.value == LOWEST]
    by_administrator = returned_colour(position) in leaving
    return min(len(leaving), position.played[Staff.TICKET_AGENT] + by_administrator)


def guests_left(position: Position, state: State) -> int:
    """How many guests the park keeps after Upkeep."""
    return sum(now is not None and now.value > LOWEST for now in state.guests) + returning(position, state)


def pips_left(position: Position, state: State) -> int:
    """The pips on the guests that stay; a returned guest is set to the highest value."""
    staying = sum(staying_value(now.value) for now in state.guests if now is not None)
    return staying + HIGHEST * returning(position, state)


def constant_stars(position: Position) -> dict[str, int]:
    """Stars of Upkeep that nothing in this phase changes and that are not counted in its stars."""
    by_mascots = position.has_administrator(AdministratorKind.MASCOTS)
    return {
        "statues": sum(STATUE_STARS.get(tile.innovation, 0) for tile in position.tiles if tile.innovation),
        "administrator": stars_reached(position.mascots_owned, MASCOTS_OWNED) if by_mascots else 0,
    }
