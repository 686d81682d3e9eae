"""Game records from files: JSON documents, or their text form."""

import json
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from marshmallow import ValidationError

from api.faults import BadInput
from api.reading import LARGEST, parse_document
from api.schemas.box import PrintedSchema
from api.schemas.dumping_game import HARD_TARGET, dump_box
from api.schemas.record import check_record, load_record
from models.fault import Fault, FaultCode
from models.theme_park.game.boxes import BOXES, HARD, NORMAL, SIDES, box_named
from models.theme_park.game.notation import FIRST_LINE, LineError, parse_game, print_game
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord


def read_record(source: str, stream: BinaryIO) -> GameRecord:
    """The record in the file ``source``, or in ``stream`` when it is "-"; raises ``BadInput``."""
    data = _bytes(source, stream)
    if data.lstrip().startswith(FIRST_LINE.encode()):
        return parse_record(data.decode("utf-8", errors="replace"))
    return load_record(parse_document(data))


def _bytes(source: str, stream: BinaryIO) -> bytes:
    if source == "-":
        return stream.read(LARGEST + 1)
    try:
        with Path(source).open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        detail = f"The file cannot be read ({reason}); accepted: a readable file, or - for standard input."
        raise BadInput([Fault("", detail, FaultCode.UNREADABLE)]) from None


def record_text(record: GameRecord) -> str:
    """The text form of a record; printed facts that are no box of the catalogue stand in it as JSON."""
    box = record.table.box
    printed = json.dumps(dump_box(box)) if box.name is None else box.name
    if box.name is not None and box.overlay is not None:
        printed += f" {HARD if box.overlay.target == HARD_TARGET else NORMAL}"
    return print_game(record.table, record.events, printed)


def parse_record(text: str) -> GameRecord:
    """The record of a text form; raises ``BadInput`` at its first fault."""
    try:
        table, events = parse_game(text, _with_box)
    except LineError as error:
        raise BadInput([Fault("", f"Line {error.line}: {error.message}.", FaultCode.UNREADABLE)]) from None
    return check_record(GameRecord(table, events))


def _with_box(printed: str, table: Table) -> Table:
    name, _, side = printed.partition(" ")
    if name in BOXES:
        if side not in ("", *SIDES):
            raise ValueError(f"{side!r} is no side of the overlay")
        return replace(table, box=box_named(name, table.seats, table.expansions, side or None))
    try:
        return replace(table, box=PrintedSchema().load(json.loads(printed)))
    except ValidationError as error:
        raise ValueError(f"the printed facts cannot be used: {error.messages}") from error
