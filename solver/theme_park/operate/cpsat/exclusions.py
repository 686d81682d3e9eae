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
            ends = zip(variables.guests[-1], variables.ends, strict=True)
            shows = [_both(model, end.value[value], last.die[colour]) for last, end in ends]
            differs.append(_unlike(model, shows, number))
        model.add_bool_or(differs)


def _unlike(model: cp_model.CpModel, literals: list[Bool], number: int) -> Bool:
    """A literal that may hold only when another number of ``literals`` than ``number`` do."""
    unlike = model.new_bool_var("")
    model.add(sum(literals) != number).only_enforce_if(unlike)
    return unlike


def _both(model: cp_model.CpModel, one: Bool, other: Bool) -> Bool:
    both = model.new_bool_var("")
    model.add_bool_or([one.negated(), other.negated(), both])
    model.add_implication(both, one)
    model.add_implication(both, other)
    return both
