"""Reading documents into values, with every fault of a document told at once."""

from collections.abc import Mapping
from typing import Any

from api.problems.bad_input import BadInput
from api.schemas.loading import load, merged
from api.theme_park.input_limits import MOST_MOVES
from api.theme_park.schemas.lenient import position_faults
from api.theme_park.schemas.moves import MoveSchema
from api.theme_park.schemas.position import PositionSchema
from api.theme_park.schemas.references import reference_faults
from models.shared.fault import Fault, pointer, shown
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position


def load_position(document: object, *, prefix: str = "") -> Position:
    """The position of a document; raises ``BadInput`` with every fault, at ``prefix`` and below."""
    value, wrong = load(PositionSchema(), document, prefix)
    faults = merged(wrong, position_faults(document, prefix))
    if faults:
        raise BadInput(faults)
    assert isinstance(value, Position)
    return value


def load_moves(document: object, position: Position, *, prefix: str = "") -> tuple[Move, ...]:
    """The moves of a list, or of an object ``{"moves": [...]}``; raises ``BadInput`` with every fault."""
    raw = document
    if isinstance(document, dict):
        prefix, raw = _moves_of(document, prefix)
    if not isinstance(raw, list) or len(raw) > MOST_MOVES:
        detail = (
            f"Found {shown(raw)}; accepted: a list of 0 to {MOST_MOVES} moves, or an object with that list as moves."
        )
        raise BadInput([Fault(prefix, detail)])
    schema, moves, faults = MoveSchema(), [], list[Fault]()
    for index, each in enumerate(raw):
        move, wrong = load(schema, each, prefix + pointer(index))
        moves.append(move)
        strange = (
            Fault(prefix + fault.pointer, fault.detail, fault.code) for fault in reference_faults(each, position, index)
        )
        faults += merged(wrong, strange)
    if faults:
        raise BadInput(faults)
    return tuple(moves)


def _moves_of(document: Mapping[str, Any], prefix: str) -> tuple[str, object]:
    strange = [name for name in document if name != "moves"]
    if strange or "moves" not in document:
        faults = [Fault(prefix + pointer(name), "Unknown field; accepted here: moves.") for name in strange]
        if "moves" not in document:
            faults.append(Fault(prefix + pointer("moves"), f"Missing; accepted: a list of 0 to {MOST_MOVES} moves."))
        raise BadInput(faults)
    return prefix + pointer("moves"), document["moves"]
