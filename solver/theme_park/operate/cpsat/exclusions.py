"""Asking the model for something else than what is known."""

from collections.abc import Iterable

from ortools.sat.python import cp_model

from models.theme_park.operate.position import Position
from solver.theme_park.operate.cpsat.variables import Bool, Vars
from solver.theme_park.operate.signature import Signature


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
