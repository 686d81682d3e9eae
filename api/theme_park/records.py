"""Game records from files: JSON documents, or their text form."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from marshmallow import ValidationError

from api.input_limits import LARGEST_DOCUMENT
from api.json_input import parse_document, read_bytes
from api.problems.bad_input import BadInput, located
from api.schemas.loading import flat
from api.theme_park.printed_files import Boxes, files_in, load_with_box, no_boxes
from api.theme_park.schemas.box import PrintedSchema
from api.theme_park.schemas.record import PrintedField, dump_record, load_record
from models.shared.fault import Fault, FaultCode
from models.theme_park.game.box.box_catalogue import BOXES, box_named
from models.theme_park.game.box.printed_facts import Side
from models.theme_park.game.record.field_text import refusal
from models.theme_park.game.record.notation import (
    OUTLINE,
    PRINTED,
    GameText,
    LineError,
    LineErrors,
    is_game,
    parse_game,
    print_game,
)
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord
from models.theme_park.rulings import Ruling

BOM = b"\xef\xbb\xbf"
"""A byte order mark, which some editors write first."""


def read_record(source: str, stream: BinaryIO | None) -> GameRecord:
    """The record in the file ``source``, or in ``stream`` when it is "-"; raises ``BadInput``.

    Its printed facts may be in a file, whose name is seen from the record's folder; of a stream, from the working folder.
    """
    folder = Path() if source == "-" else Path(source).parent
    with located(source):
        return _record_of(read_bytes(source, stream, "a readable file"), files_in(folder))


def _record_of(data: bytes, boxes: Boxes) -> GameRecord:
    text = data.removeprefix(BOM)
    if len(data) > LARGEST_DOCUMENT or not is_game(text.decode(errors="replace")):
        return load_with_box(parse_document(data), boxes)
    try:
        return parse_record(text.decode(), boxes=boxes)
    except UnicodeDecodeError as error:
        detail = f"Found a byte that is not UTF-8 at offset {error.start} of the text; accepted: text in UTF-8."
        raise BadInput([Fault("", detail, FaultCode.UNREADABLE)]) from None


def record_text(record: GameRecord) -> str:
    """The text form of a record; printed facts that are no box of the catalogue stand in it as JSON."""
    box = record.table.box
    printed = json.dumps(PrintedSchema.write(box)) if box.name is None else box.name
    if box.name is not None and box.overlay is not None:
        printed += f" {box.overlay.side}"
    return print_game(record.table, record.events, printed)


def parse_record(text: str, *, prefix: str = "", boxes: Boxes = no_boxes) -> GameRecord:
    """The record of a text form; raises ``BadInput``.

    Lines that cannot be read are faults at ``prefix``; values out of bounds and unknown names are told all at
    once, each with its line and with a pointer into the document of the same record.
    """
    try:
        read = parse_game(text, partial(_with_box, boxes))
    except (LineError, LineErrors) as error:
        lines = (error,) if isinstance(error, LineError) else error.lines
        raise BadInput(
            Fault(prefix, f"Line {each.line}: {each.message}.", FaultCode.UNREADABLE) for each in lines
        ) from None
    try:
        record = load_record(dump_record(GameRecord(read.table, read.events)))
    except BadInput as bad:
        raise BadInput(_on_its_line(read, fault, prefix) for fault in bad.faults) from None
    return replace(record, lines=read.lines)


def _on_its_line(text: GameText, fault: Fault, prefix: str) -> Fault:
    """A fault of the document that a text stands for, with the line of the text."""
    _, where, *below = fault.pointer.split("/")
    line = None
    if where == "events" and below:
        line = text.lines[int(below[0])]
    elif below[:2] == ["rulings", Ruling.BOARD_BOUNDARY]:
        line = text.head.get(OUTLINE)
    elif below or where == PRINTED:
        line = text.head.get(PRINTED if where == PRINTED else below[0])
    detail = fault.detail if line is None else f"Line {line}: {fault.detail}"
    return Fault(prefix + fault.pointer, detail, fault.code)


def _with_box(boxes: Boxes, printed: str, table: Table) -> Table:
    name, _, side = printed.partition(" ")
    if name in BOXES:
        if side not in ("", *Side):
            raise ValueError(f"found {side!r}, which is no side of the overlay; accepted: {', '.join(Side)}")
        return replace(table, box=box_named(name, table.seats, table.expansions, Side(side) if side else None))
    try:
        facts = parse_document(printed.encode(errors="surrogatepass")) if printed.startswith("{") else boxes(printed)
    except BadInput as bad:
        raise ValueError(" ".join(fault.detail for fault in bad.faults).removesuffix(".")) from bad
    if facts is None:
        raise ValueError(refusal(printed, PrintedField().accepts))
    try:
        return replace(table, box=PrintedSchema().load(facts))
    except ValidationError as error:
        faults = [f"{at}: {detail}" for at, detail in flat(error.messages)]
        raise ValueError(f"the printed facts cannot be used: {' '.join(faults)}".removesuffix(".")) from error
