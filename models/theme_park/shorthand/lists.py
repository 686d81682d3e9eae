"""Many tiles at once: shorthand lines, or a table copied from a spreadsheet (CSV, TSV)."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from typing import TypeVar

from models.theme_park.attraction import Attraction
from models.theme_park.guests import Colour
from models.theme_park.requirement import Requirement
from models.theme_park.shorthand import letters
from models.theme_park.shorthand.faults import ShorthandFault, Unreadable, cannot_read
from models.theme_park.shorthand.guests import WrittenGuest, read_guests
from models.theme_park.shorthand.requirements import read_requirement
from models.theme_park.shorthand.tiles import Written, WrittenTile, read_installed, read_tile

COLUMNS = ("name", "colour", "stars", "requirement", "income", "amenity", "upgrades", "guests")
"""Of a table, in this order where no heading names them."""
NEEDED = COLUMNS[:4]
ALSO = {"color": "colour", "attraction": "name", "dice": "requirement", "needs": "requirement"}
"""Other headings that are understood."""
SEPARATORS = "\t;,"
HEADING = f"a heading of {', '.join(COLUMNS)}"

Reader = Callable[[], WrittenTile]
T = TypeVar("T")


def read_list(text: str, names: Iterable[str] = (), most: int | None = None) -> tuple[WrittenTile, ...]:
    """The tiles that ``text`` tells, line by line or as a table; raises ``Unreadable`` with the faults of every line.

    More than ``most`` are refused unread.
    """
    known = tuple(names)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise cannot_read("", "tiles, a line each, or a table with their facts", 1)
    separator, heading = _table(lines[0][1])
    if heading is None:
        return _each([(number, partial(read_tile, line.strip(), known)) for number, line in lines], most)
    if missing := [name for name in NEEDED if name not in heading]:
        raise Unreadable(ShorthandFault(f"no column is headed {', '.join(missing)}", HEADING, line=lines[0][0]))
    rows = csv.reader(StringIO(text, newline=None), delimiter=separator)
    cells = [
        (rows.line_num, dict(zip(heading, row, strict=False))) for row in rows if any(cell.strip() for cell in row)
    ]
    body = cells[1:] if _is_heading(lines[0][1], separator) else cells
    return _each([(number, partial(_row, row)) for number, row in body], most)


def _table(first: str) -> tuple[str, Sequence[str] | None]:
    """The separator and the columns of a table that begins with ``first``; no columns where it is no table."""
    for separator in SEPARATORS:
        if _is_heading(first, separator):
            names = [cell.strip().casefold() for cell in next(csv.reader([first], delimiter=separator))]
            return separator, [ALSO.get(name, name) for name in names]
    return ("\t", COLUMNS) if first.count("\t") >= len(NEEDED) - 1 else ("", None)


def _is_heading(first: str, separator: str) -> bool:
    cells = [cell.strip().casefold() for cell in next(csv.reader([first], delimiter=separator))]
    names = {ALSO.get(cell, cell) for cell in cells}
    return len(cells) > 1 and "name" in names and len(names & set(COLUMNS)) > 1


def _each(rows: Sequence[tuple[int, Reader]], most: int | None) -> tuple[WrittenTile, ...]:
    """All of them, or the faults of all."""
    if most is not None and len(rows) > most:
        raise Unreadable(ShorthandFault(f"{len(rows)} tiles are here", f"at most {most} at once"))
    tiles: list[WrittenTile] = []
    faults: list[ShorthandFault] = []
    for number, read in rows:
        try:
            tiles.append(read())
        except Unreadable as unreadable:
            alone = len(rows) == 1 and not any(fault.cell for fault in unreadable.faults)
            faults += unreadable.faults if alone else [replace(fault, line=number) for fault in unreadable.faults]
    if faults:
        raise Unreadable(*faults)
    return tuple(tiles)


class _Cells:
    """The cells of a row while they are read; ``faults`` gathers what cannot be."""

    def __init__(self, row: Mapping[str, str]) -> None:
        self._cells = {name: cell.strip() for name, cell in row.items()}
        self.faults: list[ShorthandFault] = []

    def read(self, name: str, reader: Callable[[str], T], default: T) -> T:
        """What the cell says; the default where it is empty and may be, or cannot be read."""
        text = self._cells.get(name, "")
        if not text and name not in NEEDED:
            return default
        try:
            return reader(text)
        except Unreadable as unreadable:
            self.faults += [replace(fault, cell=name) for fault in unreadable.faults]
            return default


def _row(row: Mapping[str, str]) -> WrittenTile:
    """A row of a table; raises ``Unreadable`` with the faults of every cell."""
    cells = _Cells(row)
    facts = Attraction(
        cells.read("name", _name, ""),
        cells.read("colour", _colour, Colour.GREY),
        cells.read("stars", _number, 0),
        cells.read("requirement", read_requirement, Requirement(())),
        cells.read("income", _number, 0),
        cells.read("amenity", str, "") or None,
    )
    upgrades, innovation = cells.read("upgrades", lambda text: read_installed(text.removeprefix("#")), Written())
    nobody: tuple[WrittenGuest, ...] = ()
    guests = cells.read("guests", read_guests, nobody)
    if cells.faults:
        raise Unreadable(*cells.faults)
    return WrittenTile(facts.name, facts, upgrades, innovation, guests)


def _name(text: str) -> str:
    if not text:
        raise cannot_read("", "the name of the attraction")
    return text


def _colour(text: str) -> Colour:
    if text.casefold() not in letters.COLOUR_WORDS:
        raise cannot_read(text, f"a colour: {letters.COLOUR_LETTERS}")
    return letters.COLOUR_WORDS[text.casefold()]


def _number(text: str) -> int:
    digits = text.removeprefix("$").rstrip("★* ")
    if letters.WHOLE.fullmatch(digits) is None:
        raise cannot_read(text, "a whole number")
    return int(digits)
