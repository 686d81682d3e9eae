"""Asking the model for something else than what is known."""

from collections.abc import Sequence

from ortools.sat.python import cp_model

from models.theme_park.guests import GUEST_COLOURS, Colour
from solver.theme_park.operate.cpsat.variables import Bool, Vars
from solver.theme_park.operate.signature import Signature
from solver.theme_park.operate.tables import VALUES


def forbid(model: cp_model.CpModel, variables: Vars, signatures: Sequence[Signature]) -> None:
    """Only solutions whose signature is none of ``signatures``."""
    left = _left(model, variables) if signatures else {}
    for signature in signatures:
        differs: list[Bool] = []
        for tile, number in signature.operated:
            differs.append(_unlike(model, [step.operates[tile] for step in variables.steps], number))
        for colour, value, number in signature.left:
            differs.append(_unlike(model, left[colour, value], number))
        model.add_bool_or(differs)


def _left(model: cp_model.CpModel, variables: Vars) -> dict[tuple[Colour, int], list[Bool]]:
    """Of each colour that a die has in the end, and each value that it shows then, which guests are left so."""
    ends = tuple(zip(variables.guests[-1], variables.ends, strict=True))
    return {
        (colour, value): [_both(model, end.value[value], last.die[colour]) for last, end in ends]
        for colour in GUEST_COLOURS
        for value in VALUES
    }


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
