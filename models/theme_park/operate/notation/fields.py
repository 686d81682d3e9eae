"""Records and fields of a line: cutting it with the column of every part, numbers, text, letters.

Whatever cannot be read raises ``NotationError``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

from models.theme_park.guests import Colour

RECORD, FIELD = "~", "."
NO_TEXT = "_-_"
LONGEST_SHOWN = 24

COLOURS: dict[str, Colour] = {"b": Colour.BLUE, "g": Colour.GREEN, "y": Colour.YELLOW, "x": Colour.GREY}
COLOUR_LETTERS: dict[Colour, str] = {colour: letter for letter, colour in COLOURS.items()}

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,3999}")  # Python turns no longer text into a number
_PLAIN = re.compile(r"[A-Za-z0-9-]")
_PIECE = re.compile(r"[A-Za-z0-9-]|_([0-9a-f]{0,6})_")

E = TypeVar("E", bound=StrEnum)


class NotationError(ValueError):
    """A line cannot be read: what is wrong, the column (from 1), and what would be accepted there."""

    def __init__(self, message: str, column: int, expected: str) -> None:
        """Say all three in one sentence, and keep each."""
        super().__init__(f"column {column}: {message}; expected {expected}")
        self.message, self.column, self.expected = message, column, expected


def shortened(text: str, longest: int) -> str:
    """``text`` as a message repeats it: no more than ``longest`` of its characters."""
    return text if len(text) <= longest else text[:longest] + "..."


class Field(NamedTuple):
    """A part of a line and the column it begins at."""

    text: str
    column: int

    def fault(self, expected: str) -> NotationError:
        """The error that this field is not what was ``expected``."""
        shown = shortened(self.text, LONGEST_SHOWN)
        return NotationError(f"{shown!r} cannot be read" if shown else "nothing is here", self.column, expected)

    def after(self, length: int) -> "Field":
        """This field without its first ``length`` characters."""
        return Field(self.text[length:], self.column + length)

    def number(self) -> int:
        """The whole number written here."""
        if _NUMBER.fullmatch(self.text) is None:
            raise self.fault("a whole number")
        return int(self.text)

    def words(self) -> str:
        """The text written here, its escapes undone."""
        if self.text == NO_TEXT:
            return ""
        found: list[str] = []
        at = 0
        while at < len(self.text):
            piece = _PIECE.match(self.text, at)
            if (
                piece is None
                or (code := int(piece[1] or "20", 16) if piece[1] is not None else ord(piece[0])) > 0x10FFFF
            ):
                raise self.after(at).fault("letters, digits, '-', '__' for a space or '_' a hexadecimal code '_'")
            found.append(chr(code))
            at = piece.end()
        if not found:
            raise self.fault(f"a text, or {NO_TEXT} for an empty one")
        return "".join(found)

    def words_or_none(self) -> str | None:
        """The text written here, or None for nothing."""
        return self.words() if self.text else None

    def letter(self, table: Mapping[str, E]) -> E:
        """The one letter of ``table`` written here."""
        if self.text not in table:
            raise self.fault(letters_of(table))
        return table[self.text]

    def letters(self, table: Mapping[str, E]) -> frozenset[E]:
        """One or more different letters of ``table``."""
        if not self.text or len(set(self.text)) < len(self.text):
            raise self.fault(f"different letters of {letters_of(table)}")
        return frozenset(Field(letter, self.column + index).letter(table) for index, letter in enumerate(self.text))

    def member(self, kind: type[E]) -> E:
        """The member of ``kind`` whose value is written here."""
        if self.text not in {member.value for member in kind}:
            raise self.fault(f"one of {', '.join(kind)}")
        return kind(self.text)


class Record:
    """One record while it is read: the letter, what follows it directly, and the fields in order."""

    def __init__(self, text: str, column: int) -> None:
        """Cut ``text``, which begins at ``column``, into its fields."""
        head, *rest = text.split(FIELD)
        self.letter = Field(head[:1], column)
        self.head = self.letter.after(0) if not head else Field(head[1:], column + 1)
        self._fields: list[Field] = []
        column += len(head) + 1
        for part in rest:
            self._fields.append(Field(part, column))
            column += len(part) + 1
        self._end = column - 1
        self._next = 0

    @property
    def more(self) -> bool:
        """Whether fields of the record are left to read."""
        return self._next < len(self._fields)

    def take(self, expected: str) -> Field:
        """The next field; an error naming what was ``expected`` when there is none."""
        if not self.more:
            raise NotationError("the record ends here", self._end, f"{FIELD!r} and {expected}")
        self._next += 1
        return self._fields[self._next - 1]

    def bare(self) -> None:
        """Nothing may stand directly behind the letter."""
        if self.head.text:
            raise self.head.fault(f"{FIELD!r} or the end of the record behind {self.letter.text!r}")

    def finish(self) -> None:
        """Raises NotationError where a field of the record is left."""
        if self.more:
            raise self.take("").fault("the end of the record")


def records(line: str, version: str) -> Iterator[Record]:
    """The records of ``line``, which must begin with ``version``."""
    start, *rest = line.split(RECORD)
    if start != version:
        raise Field(start, 1).fault(f"{version!r}, the version of the notation")
    column = len(start) + 2
    for text in rest:
        yield Record(text, column)
        column += len(text) + 1


def write_text(text: str) -> str:
    """``text`` with everything but letters, digits and '-' escaped."""
    if not text:
        return NO_TEXT
    return "".join(char if _PLAIN.fullmatch(char) else "__" if char == " " else f"_{ord(char):x}_" for char in text)


def write_record(letter: str, *fields: str) -> str:
    """A record of ``letter`` (with what follows it directly) and its fields."""
    return FIELD.join((letter, *fields))


def write_letters(table: Mapping[str, E], members: Iterable[E]) -> str:
    """The letters of ``members`` in the order of ``table``."""
    chosen = frozenset(members)
    return "".join(letter for letter, member in table.items() if member in chosen)


def letters_of(table: Mapping[str, E]) -> str:
    """The letters of ``table`` for a message: "b (blue), g (green)"."""
    return ", ".join(f"{letter} ({member})" for letter, member in table.items())


def write_line(version: str, lines: Sequence[str]) -> str:
    """Writes a version and its records as one line."""
    return RECORD.join((version, *lines))
