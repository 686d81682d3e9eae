"""The last part of an operation: one die of the party moves to an adjacent attraction."""

from models.shared.phrases import listing
from models.shared.rulebook import Cited, Told, rule
from models.theme_park.guests import GuestId
from models.theme_park.operate.movement import walking_fault
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.phrases import guest_name, tile_name
from models.theme_park.operate.pip_down import stays
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import State, guest_now
from models.theme_park.rulings import Choice, Ruling


def movable(position: Position, state: State, move: OperateMove) -> tuple[GuestId, ...]:
    """The dice of the party that may be the one to move; ``state`` is the one before they are pipped down."""
    left = (guest for guest in move.party if stays(position, state, move, guest))
    return tuple(guest for guest in left if may_move(position, move, guest))


def may_move(position: Position, move: OperateMove, guest: GuestId) -> bool:
    """Whether a die of the party that stays in the park may be the one to move, pipped down or not."""
    says = position.rulings.says
    kept = guest == move.keep
    if not kept and (guest not in dict(move.rerolls) or says(Ruling.MOVE_REROLLED_DIE, Choice.YES)):
        return True
    if len(move.party) == 1:
        return says(Ruling.MOVE_SOLE_KEPT_DIE, Choice.MUST_MOVE)
    return kept and says(Ruling.MOVE_KEPT_DIE, Choice.YES)


@rule(Rule.MOVER_OF_PARTY)
def the_mover_is_of_the_party(position: Position, state: State, move: OperateMove) -> str | None:
    """The die that moves is one of the dice of the party."""
    if move.mover is None or move.mover in move.party:
        return None
    return f"{guest_name(position, state, move.mover)} is not in the party of {tile_name(position, move.tile)}, so it may not be the die that moves."


@rule(Rule.MOVER_REQUIRED)
def one_die_must_move(position: Position, state: State, move: OperateMove) -> Told:
    """Exactly one die of the party moves, unless none is left to move."""
    left = movable(position, state, move)
    if not left or (move.mover is not None and move.to is not None):
        return None
    dice = listing((guest_name(position, state, guest) for guest in left), "or")
    told = f"After operating {tile_name(position, move.tile)} one die must move to an adjacent attraction: {dice}."
    case = _unpipped(move, *left)
    return told if case is None else Cited(told, case)


@rule(Rule.MOVER_LEFT)
def a_discarded_die_stays_discarded(position: Position, state: State, move: OperateMove) -> Told:
    """A die at 1 is discarded when pipped down and cannot move; with none left, none moves."""
    if (move.mover is None and move.to is None) or move.mover in movable(position, state, move):
        return None
    if move.mover is None:
        return f"No die of the party is left to move, so the operation of {tile_name(position, move.tile)} names no destination."
    name = guest_name(position, state, move.mover)
    if not stays(position, state, move, move.mover):
        return f"{name} is at value 1: it is discarded by operating {tile_name(position, move.tile)} and cannot move."
    how = "keeps its pips" if move.mover == move.keep else "is rerolled"
    told = f"{name} {how} in the operation of {tile_name(position, move.tile)} and may not be the die that moves"
    case = _unpipped(move, move.mover)
    assert case is not None
    return Cited(f"{told}, under the {UNPIPPED[case]}.", case)


UNPIPPED = {
    "sole": f"ruling {Ruling.MOVE_SOLE_KEPT_DIE}",
    "sole-rerolled": f"rulings {Ruling.MOVE_REROLLED_DIE} and {Ruling.MOVE_SOLE_KEPT_DIE}",
    "kept": f"ruling {Ruling.MOVE_KEPT_DIE}",
    "rerolled": f"ruling {Ruling.MOVE_REROLLED_DIE}",
}
"""What decides on a die that was not pipped down, by the case that is cited."""


def _unpipped(move: OperateMove, *dice: GuestId) -> str | None:
    """Which ruling decides on ``dice`` of the party, if none of them was pipped down."""
    rerolled = dict(move.rerolls)
    if not all(die == move.keep or die in rerolled for die in dice):
        return None
    case = "kept" if move.keep in dice else "rerolled"
    return {"kept": "sole", "rerolled": "sole-rerolled"}[case] if len(move.party) == 1 else case


@rule(Rule.MOVER_ADJACENT)
def the_mover_walks_next_door(position: Position, state: State, move: OperateMove) -> Told:
    """The die that moves goes to an attraction adjacent to where it stands."""
    now = None if move.mover is None else guest_now(position, state, move.mover)
    if move.mover is None or move.to is None or now is None:
        return None
    return walking_fault(position, guest_name(position, state, move.mover), now.at, move.to)


MOVER_CHECKS = (
    the_mover_is_of_the_party,
    one_die_must_move,
    a_discarded_die_stays_discarded,
)
