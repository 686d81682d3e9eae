"""Pip down: every die of the party loses a pip; a die at 1 leaves the park."""

from models.theme_park.guests import LOWEST
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import GuestNow, State
from models.theme_park.rulings import Choice, Ruling


def operated(now: GuestNow, *, kept: bool, result: int | None) -> GuestNow | None:
    """A die of the party after its operation, or None when it is discarded (rulebook, Pip Down).

    ``kept``: an administrator leaves it un-pipped; ``result``: it was rerolled instead. Its colour
    adjustment ends with the operation.
    """
    now = now._replace(treated_as=None, treated_at=None)
    if kept:
        return now
    if result is not None:
        return now._replace(value=result)
    return None if now.value == LOWEST else now._replace(value=now.value - 1)


def pip_down(position: Position, state: State, move: OperateMove) -> State:
    """``state`` after the third step of the operation ``move``."""
    party, results = set(move.party), dict(move.rerolls)
    guests = []
    for guest, now in zip(position.guests, state.guests, strict=True):
        if now is None or guest.id not in party:
            guests.append(now and _bystander(position, now, move))
        else:
            guests.append(operated(now, kept=guest.id == move.keep, result=results.get(guest.id)))
    return state._replace(guests=tuple(guests))


def _bystander(position: Position, now: GuestNow, move: OperateMove) -> GuestNow:
    """A die outside the party: its colour adjustment may end with its tile's operation."""
    by_die = position.rulings.says(Ruling.MASCOT_COLOUR_LASTS, Choice.NEXT_OPERATION_OF_DIE)
    if by_die or now.treated_at != move.tile:
        return now
    return now._replace(treated_as=None, treated_at=None)
