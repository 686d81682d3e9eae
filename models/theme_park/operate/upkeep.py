"""What is left when the phase ends: the guests that stay for the next round."""

from models.theme_park.cards import Staff
from models.theme_park.guests import HIGHEST, LOWEST
from models.theme_park.operate.state import State
from models.theme_park.position import Position


def staying_value(value: int) -> int:
    """Pips a guest of ``value`` takes along: value-1 dice leave in Upkeep (rulebook, Value 1 Dice)."""
    return value if value > LOWEST else 0


def returning(position: Position, state: State) -> int:
    """Value-1 guests that Ticket Agents put back on the Entrance (rulebook, Ticket Agent)."""
    leaving = sum(now is not None and now.value == LOWEST for now in state.guests)
    return min(leaving, position.played[Staff.TICKET_AGENT])


def guests_left(position: Position, state: State) -> int:
    """How many guests the park keeps after Upkeep."""
    return sum(now is not None and now.value > LOWEST for now in state.guests) + returning(position, state)


def pips_left(position: Position, state: State) -> int:
    """The pips on the guests that stay; a returned guest is set to the highest value."""
    staying = sum(staying_value(now.value) for now in state.guests if now is not None)
    return staying + HIGHEST * returning(position, state)
