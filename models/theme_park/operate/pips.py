"""Pip down: every die of the party loses a pip; a die at 1 leaves the park."""

from models.theme_park.guests import LOWEST, GuestId, TileId
from models.theme_park.operate.state import GuestNow, State
from models.theme_park.position import Position
from models.theme_park.rulings import Choice, Ruling


def pipped_down(now: GuestNow) -> GuestNow | None:
    """The die after its operation, or None when it is discarded (rulebook, Pip Down).

    Its colour adjustment ends with the operation.
    """
    if now.value == LOWEST:
        return None
    return now._replace(value=now.value - 1, treated_as=None, treated_at=None)


def pip_down(position: Position, state: State, tile: TileId, party: tuple[GuestId, ...]) -> State:
    """``state`` after the third step of operating ``tile`` with ``party``."""
    members = {position.guest_index[guest] for guest in party}
    return state._replace(
        guests=tuple(
            now if now is None else pipped_down(now) if index in members else _bystander(position, now, tile)
            for index, now in enumerate(state.guests)
        )
    )


def _bystander(position: Position, now: GuestNow, tile: TileId) -> GuestNow:
    """A die outside the party: its colour adjustment may end with its tile's operation."""
    if now.treated_at == tile and position.rulings.says(Ruling.MASCOT_COLOUR_LASTS, Choice.NEXT_OPERATION_OF_TILE):
        return now._replace(treated_as=None, treated_at=None)
    return now
