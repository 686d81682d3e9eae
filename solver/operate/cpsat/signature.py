"""What a player sees of an answer, and asking the model for something else."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ortools.sat.python import cp_model

from models.theme_park.guests import GUEST_COLOURS, Colour, TileId
from models.theme_park.position import Position
from solver.operate.cpsat.extraction import Plan
from solver.operate.cpsat.variables import Bool, Vars
from solver.operate.tables import VALUES


class Signature(NamedTuple):
    """How often each tile is operated, and how many guests of each colour and value are left."""

    operated: tuple[tuple[TileId, int], ...]
    left: tuple[tuple[Colour, int, int], ...]


def signature_of(position: Position, plan: Plan) -> Signature:
    """The signature of ``plan``; sequences that differ only in order share it."""
    operated = Counter(step.tile for step in plan.steps if step.operates)
    colours = {guest.id: guest.colour for guest in position.guests}
    left = Counter((colours[last.guest], last.value) for last in plan.end)
    return Signature(
        tuple((tile.id, operated[tile.id]) for tile in position.tiles),
        tuple((colour, value, left[colour, value]) for colour in GUEST_COLOURS for value in VALUES),
    )


def forbid(model: cp_model.CpModel, position: Position, variables: Vars, signatures: Iterable[Signature]) -> None:
    """Only solutions whose signature is none of ``signatures``."""
    for signature in signatures:
        differs: list[Bool] = []
        for tile, number in signature.operated:
            differs.append(_unlike(model, [step.operates[tile] for step in variables.steps], number))
        for colour, value, number in signature.left:
            ends = zip(position.guests, variables.ends, strict=True)
            shows = [end.value[value] for guest, end in ends if guest.colour is colour]
            differs.append(_unlike(model, shows, number))
        model.add_bool_or(differs)


def _unlike(model: cp_model.CpModel, literals: list[Bool], number: int) -> Bool:
    """A literal that may hold only when another number of ``literals`` than ``number`` do."""
    unlike = model.new_bool_var("")
    model.add(sum(literals) != number).only_enforce_if(unlike)
    return unlike
