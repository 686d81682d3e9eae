"""Reading documents into values, with every fault of a document told at once."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from marshmallow import Schema, ValidationError

from api.problems.document import BadInput
from api.theme_park.input_limits import MOST_MOVES
from api.theme_park.schemas.moves import MoveSchema
from api.theme_park.schemas.position import PositionSchema
from api.theme_park.schemas.references import reference_faults
from models.shared.fault import Fault, pointer, shown
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.position_faults import position_faults

WHOLE = "_schema"
"""Marshmallow's key for what is wrong with an object as a whole."""


def load_position(document: object, *, prefix: str = "") -> Position:
    """The position of a document; raises ``BadInput`` with every fault, at ``prefix`` and below."""
    value, wrong = _load(PositionSchema(), document, prefix)
    faults = _merged(wrong, position_faults(document, prefix))
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
        move, wrong = _load(schema, each, prefix + pointer(index))
        moves.append(move)
        strange = (
            Fault(prefix + fault.pointer, fault.detail, fault.code) for fault in reference_faults(each, position, index)
        )
        faults += _merged(wrong, strange)
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


def _load(schema: Schema, document: object, prefix: str) -> tuple[Any, list[Fault]]:
    try:
        return schema.load(document), []  # type: ignore[arg-type]  # the schema refuses what is no object
    except ValidationError as error:
        return None, [Fault(prefix + at, detail) for at, detail in flat(error.messages)]


def flat(messages: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Marshmallow's tree of messages as (pointer, detail) pairs."""
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            yield from flat(below, at if key == WHOLE else at + pointer(key))
    elif isinstance(messages, str):
        yield at, messages
    else:
        for message in messages:
            yield from flat(message, at)


def _merged(wrong: list[Fault], inconsistent: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults of shape, and the inconsistencies at places whose shape is right."""
    misshapen = {fault.pointer for fault in wrong}
    return (*wrong, *(fault for fault in inconsistent if fault.pointer not in misshapen))
