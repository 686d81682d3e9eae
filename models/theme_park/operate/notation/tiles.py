"""Tiles in the notation: place, printed facts, and what is installed."""

from collections.abc import Callable
from typing import Any

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Attraction, Innovation, Tile, Upgrade
from models.theme_park.guests import TileId
from models.theme_park.operate.notation.fields import (
    COLOUR_LETTERS,
    COLOURS,
    Field,
    Record,
    write_letters,
    write_record,
    write_text,
)
from models.theme_park.operate.notation.requirements import read_requirement, write_requirement

UPGRADES: dict[str, Upgrade] = {"k": Upgrade.MERCH_KIOSK, "e": Upgrade.SPECIAL_EFFECT, "g": Upgrade.GENERATOR}
INNOVATIONS: dict[str, Innovation] = {
    "c": Innovation.CABLE_CAR,
    "p": Innovation.PHOTO_BOOTH,
    "1": Innovation.STATUE_1,
    "2": Innovation.STATUE_2,
    "3": Innovation.STATUE_3,
}
EXTRAS: dict[str, Callable[[Field], Any]] = {
    "i": Field.number,
    "a": Field.words,
    "u": lambda field: field.letters(UPGRADES),
    "n": lambda field: field.letter(INNOVATIONS),
    "l": lambda field: frozenset() if field.text == "0" else field.letters(UPGRADES),
}
"""Readers of the fields that a tile has only when they say something."""


def write_tile(tile: Tile) -> str:
    """Writes ``tile`` as a record of the notation."""
    printed = tile.attraction
    fields = [
        write_text(tile.id),
        *(f"{number:d}" for number in tile.hex),
        write_text(printed.name),
        f"{COLOUR_LETTERS[printed.colour]}{printed.stars:d}",
        write_requirement(printed.requirement),
    ]
    if printed.income:
        fields.append(f"i{printed.income:d}")
    if printed.amenity is not None:
        fields.append(f"a{write_text(printed.amenity)}")
    if tile.upgrades:
        fields.append(f"u{write_letters(UPGRADES, tile.upgrades)}")
    if tile.innovation is not None:
        fields.append(f"n{write_letters(INNOVATIONS, [tile.innovation])}")
    if tile.installed is not None:
        fields.append(f"l{write_letters(UPGRADES, tile.installed) or 0}")
    return write_record("t", *fields)


def read_tile(record: Record) -> Tile:
    """The tile that ``record`` says."""
    record.bare()
    tile = record.take("the tile's id").words()
    place = Hex(record.take("the hex's q").number(), record.take("the hex's r").number())
    name = record.take("the attraction's name").words()
    facts = record.take("the attraction's colour and stars, such as y4")
    colour, stars = Field(facts.text[:1], facts.column).letter(COLOURS), facts.after(1).number()
    requirement = read_requirement(record.take("a requirement"))
    extras = _read_extras(record)
    attraction = Attraction(name, colour, stars, requirement, extras.get("i", 0), extras.get("a"))
    return Tile(TileId(tile), place, attraction, extras.get("u", frozenset()), extras.get("n"), extras.get("l"))


def _read_extras(record: Record) -> dict[str, Any]:
    extras: dict[str, Any] = {}
    while record.more:
        field = record.take("")
        letter = field.text[:1]
        if letter not in EXTRAS or letter in extras:
            raise field.fault(
                "i (income), a (amenity), u (upgrades), n (innovation) or l (installed upgrades), each at most once"
            )
        extras[letter] = EXTRAS[letter](field.after(1))
    return extras
