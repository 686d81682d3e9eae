"""Game records from files: JSON documents, or their text form."""

import json
from dataclasses import replace
from typing import BinaryIO

from marshmallow import ValidationError

from api.faults import BadInput, located
from api.reading import LARGEST, parse_document, read_bytes
from api.schemas.box import PrintedSchema
from api.schemas.dumping_game import dump_box, dump_record
from api.schemas.loading import flat
from api.schemas.record import load_record
from models.fault import Fault, FaultCode, named
from models.theme_park.game.box import Side
from models.theme_park.game.boxes import BOXES, box_named
from models.theme_park.game.notation import FIRST_LINE, LineError, LineErrors, parse_game, print_game
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord

BOM = b"\xef\xbb\xbf"
"""A byte order mark, which some editors write first."""


def read_record(source: str, stream: BinaryIO | None) -> GameRecord:
    """The record in the file ``source``, or in ``stream`` when it is "-"; raises ``BadInput``."""
    with located(source):
        return _record_of(read_bytes(source, stream, "a readable file"))


def _record_of(data: bytes) -> GameRecord:
    text = data.removeprefix(BOM).lstrip()
    if not text.startswith(FIRST_LINE.encode()) or len(data) > LARGEST:
        return load_record(parse_document(data))
    try:
        return parse_record(text.decode())
    except UnicodeDecodeError as error:
        detail = f"Found a byte that is not UTF-8 at offset {error.start} of the text; accepted: text in UTF-8."
        raise BadInput([Fault("", detail, FaultCode.UNREADABLE)]) from None


def record_text(record: GameRecord) -> str:
    """The text form of a record; printed facts that are no box of the catalogue stand in it as JSON."""
    box = record.table.box
    printed = json.dumps(dump_box(box)) if box.name is None else box.name
    if box.name is not None and box.overlay is not None:
        printed += f" {box.overlay.side}"
    return print_game(record.table, record.events, printed)


def parse_record(text: str, *, prefix: str = "") -> GameRecord:
    """The record of a text form; raises ``BadInput``.

    Lines that cannot be read are faults at ``prefix``; values out of bounds and unknown names are told all at
    once, with pointers into the document of the same record.
    """
    try:
        table, events = parse_game(text, _with_box)
    except (LineError, LineErrors) as error:
        lines = (error,) if isinstance(error, LineError) else error.lines
        raise BadInput(
            Fault(prefix, f"Line {each.line}: {each.message}.", FaultCode.UNREADABLE) for each in lines
        ) from None
    return load_record(dump_record(GameRecord(table, events)), prefix=prefix)


def _with_box(printed: str, table: Table) -> Table:
    name, _, side = printed.partition(" ")
    if name in BOXES:
        if side not in ("", *Side):
            raise ValueError(f"found {side!r}, which is no side of the overlay; accepted: {', '.join(Side)}")
        return replace(table, box=box_named(name, table.seats, table.expansions, Side(side) if side else None))
    try:
        return replace(table, box=PrintedSchema().load(parse_document(printed.encode())))
    except BadInput as bad:
        raise ValueError(f"{' '.join(fault.detail for fault in bad.faults)} Or one of {named(BOXES)}") from bad
    except ValidationError as error:
        faults = [f"{at}: {detail}" for at, detail in flat(error.messages)]
        raise ValueError(f"the printed facts cannot be used: {' '.join(faults)}".removesuffix(".")) from error
