"""Printed facts that a record names: in a file beside it, or in a box that the service keeps."""

from collections.abc import Callable
from pathlib import Path

from api.json_input import parse_document, read_bytes
from api.problems.bad_input import BadInput
from api.schemas.describing import Document
from api.theme_park.schemas.record import load_record
from models.shared.fault import Fault, FaultCode, named, shown
from models.theme_park.game.box.box_catalogue import BOXES
from models.theme_park.game.validate import GameRecord

Boxes = Callable[[str], Document | None]
"""Finds printed facts by the name that a record gives in their place; None when there are none of that name."""
PLACE = "/printed"


def no_boxes(_name: str) -> Document | None:
    """Where records name boxes of the catalogue alone."""
    return None


def files_in(folder: Path) -> Boxes:
    """Printed facts in files, whose names are seen from ``folder``; what it gives raises ``BadInput``."""

    def found(name: str) -> Document | None:
        try:
            document = parse_document(read_bytes(str(folder / name), None, "a file with printed facts"))
        except BadInput as bad:
            reasons = " ".join(fault.detail for fault in bad.faults)
            accepted = f"printed facts, {named(BOXES)}, or the name of a file that holds printed facts as JSON"
            detail = f"Found {shown(name)}, read as the name of a file. {reasons} Accepted: {accepted}."
            raise BadInput([Fault(PLACE, detail, FaultCode.UNREADABLE)]) from None
        if isinstance(document, dict) and "slug" in document and "printed" in document:
            document = document["printed"]  # a box as the service gives it
        read: Document = document
        return read

    return found


def load_with_box(document: object, boxes: Boxes, *, prefix: str = "") -> GameRecord:
    """The record of a document, which may name a box of ``boxes``; raises ``BadInput`` with every fault."""
    name = document.get("printed") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(name, str) or name in BOXES:
        return load_record(document, prefix=prefix)
    unread: tuple[Fault, ...] = ()
    try:
        printed = boxes(name)
    except BadInput as bad:
        printed, unread = None, bad.faults
    if printed is None:
        return _without(document, unread, prefix)
    try:
        return load_record({**document, "printed": printed}, prefix=prefix)
    except BadInput as bad:
        within = prefix + PLACE
        raise BadInput(
            Fault(fault.pointer, f"{fault.detail} It is in {shown(name)}.", fault.code)
            if fault.pointer.startswith(within)
            else fault
            for fault in bad.faults
        ) from None


def _without(document: object, unread: tuple[Fault, ...], prefix: str) -> GameRecord:
    """What is said of a record whose printed facts are not found; always raises."""
    try:
        return load_record(document, prefix=prefix)
    except BadInput as bad:
        if not unread:
            raise
        others = (fault for fault in bad.faults if fault.pointer != prefix + PLACE)
        told = (Fault(prefix + fault.pointer, fault.detail, fault.code) for fault in unread)
        raise BadInput([*told, *others]) from None
