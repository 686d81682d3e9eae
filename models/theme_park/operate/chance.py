"""Rerolls: what is decided before a die is rolled, and what after."""

from dataclasses import replace

from models.theme_park.guests import HIGHEST, LOWEST
from models.theme_park.operate.moves import MascotMove, Move, OperateMove

FACES = HIGHEST - LOWEST + 1
UNROLLED = 0
"""Stands for the result of a die that is still to be rolled."""


def results(move: Move) -> tuple[int, ...]:
    """What the dice rolled by ``move`` show; empty when chance has no part in it."""
    match move:
        case OperateMove():
            return tuple(result for _, result in move.rerolls)
        case MascotMove(skill=skill) if skill is not None and skill.result is not None:
            return (skill.result,)
        case _:
            return ()


def showing(move: Move, face: int) -> Move:
    """The part of ``move`` that is decided before its dice are rolled, with each of them showing ``face``.

    A die is rerolled in the third step of an operation, before one die moves; a mascot's extra
    adjustments after its skill see the result.
    """
    match move:
        case OperateMove() if move.rerolls:
            shown = tuple((guest, face) for guest, _ in move.rerolls)
            return replace(move, rerolls=shown, mover=None, to=None, pipped=())
        case MascotMove(skill=skill) if skill is not None and skill.result is not None:
            return replace(move, skill=replace(skill, result=face), adjust=move.adjust[: move.skill_after])
        case _:
            return move


def before_chance(move: Move) -> Move:
    """The part of ``move`` that is decided before its dice are rolled; the rest may depend on what they show."""
    return showing(move, UNROLLED)
