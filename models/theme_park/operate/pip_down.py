"""Pip down: every die of the party loses a pip; a die at 1 leaves the park."""

from models.theme_park.guests import LOWEST, GuestId
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import GuestNow, State, guest_now
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


def stays(position: Position, state: State, move: OperateMove, guest: GuestId) -> bool:
    """Whether a die of the party is in the park after the third step of ``move``; ``state`` is the one before it."""
    now = guest_now(position, state, guest)
    return now is not None and (now.value > LOWEST or guest == move.keep or guest in dict(move.rerolls))


def pip_down(position: Position, state: State, move: OperateMove) -> State:
    """``state`` after the third step of the operation ``move``."""
    guests, results = _bystanders(position, state, move), dict(move.rerolls)
    discarded = []
    for guest in move.party:
        index = position.guest_index[guest]
        now = state.guests[index]
        if now is not None:
            guests[index] = operated(now, kept=guest == move.keep, result=results.get(guest))
            discarded += [now.colour] if guests[index] is None else []
    state = state._replace(guests=tuple(guests))
    if discarded and position.solo and position.bag is not None:
        state = state._replace(set_aside=tuple(sorted((*state.set_aside, *discarded))))
    return state


def _bystanders(position: Position, state: State, move: OperateMove) -> list[GuestNow | None]:
    """The dice as they are outside the party: colour adjustments may end with the operation of their tile."""
    if position.rulings.says(Ruling.MASCOT_COLOUR_LASTS, Choice.NEXT_OPERATION_OF_DIE):
        return list(state.guests)
    return [
        now._replace(treated_as=None, treated_at=None) if now and now.treated_at == move.tile else now
        for now in state.guests
    ]
