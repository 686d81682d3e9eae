"""What is written at the table as documents: tiles and guests for the page, the command line and the API."""

from collections.abc import Sequence

from marshmallow import ValidationError

from api.problems.bad_input import BadInput
from api.schemas.describing import Document
from api.schemas.loading import flat
from api.theme_park.schemas.answers.shorthand import GuestsWrittenAnswer, TilesWrittenAnswer
from api.theme_park.schemas.attraction import AttractionSchema
from models.shared.fault import Fault, found
from models.theme_park.catalogue import attractions
from models.theme_park.guests import DICE
from models.theme_park.shorthand import (
    ShorthandFault,
    Unreadable,
    WrittenTile,
    read_list,
    read_on_tile,
)

MOST_TILES = 200
"""Tiles in one list: more than any box holds."""
WHERE = "/text"


def tiles_document(text: str, names: Sequence[str] | None = None) -> Document:
    """The tiles that ``text`` tells; raises ``BadInput`` with every fault, all at the pointer ``/text``."""
    known = [entry.name for entry in attractions().values() if entry.attraction] if names is None else names
    try:
        tiles = read_list(text, known, MOST_TILES)
    except Unreadable as unreadable:
        raise _refused(unreadable.faults) from None
    guests = sum(len(tile.guests) for tile in tiles)
    if guests > DICE:
        raise BadInput([Fault(WHERE, found(guests, f"at most {DICE} guests in all, as many as there are dice"))])
    faults = [
        fault
        for number, tile in enumerate(tiles, 1)
        for fault in _out_of_bounds(tile, number if len(tiles) > 1 else None)
    ]
    if faults:
        raise BadInput(faults)
    return TilesWrittenAnswer.write(tiles)


def guests_document(text: str) -> Document:
    """What ``text`` adds to a tile: guests, upgrades, an innovation; raises ``BadInput``."""
    try:
        added = read_on_tile(text)
    except Unreadable as unreadable:
        raise _refused(unreadable.faults) from None
    return GuestsWrittenAnswer.write(added)


def _refused(faults: Sequence[ShorthandFault]) -> BadInput:
    return BadInput([Fault(WHERE, str(fault)) for fault in faults])


def _out_of_bounds(tile: WrittenTile, number: int | None) -> list[Fault]:
    """What the schema of attractions says against the facts."""
    if tile.attraction is None:
        return []
    try:
        AttractionSchema().load(AttractionSchema.write(tile.attraction))
    except ValidationError as error:
        named = "" if number is None else f"Tile {number}, {tile.name}, "
        return [
            Fault(WHERE, f"{named}{at.strip('/').replace('/', ' ')}: {detail}") for at, detail in flat(error.messages)
        ]
    return []
