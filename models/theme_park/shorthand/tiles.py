"""Tiles: a line each, such as ``Wave Swinger b5 o+e $2 @Ice cream #e: b5``."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.theme_park.attraction import Attraction, Innovation, Upgrade
from models.theme_park.guests import Colour
from models.theme_park.operate.notation.fields import COLOUR_LETTERS
from models.theme_park.operate.notation.tiles import INNOVATIONS, UPGRADES
from models.theme_park.requirement import Requirement
from models.theme_park.shorthand import letters
from models.theme_park.shorthand.faults import Unreadable, cannot_read
from models.theme_park.shorthand.guests import WrittenGuest, read_guests, write_guests
from models.theme_park.shorthand.requirements import A_REQUIREMENT, read_requirement, write_requirement

A_LINE = (
    "a name, then colour and stars such as b5, then a requirement such as o+e; then $2, @amenity, #upgrades or : guests"
)
A_NAME = "a name known here, or one with its facts behind it, such as b5 o+e"
INSTALLED = f"different letters of {letters.INSTALLED_LETTERS}, one innovation at most"

_TOKEN = re.compile(r'@?"(?:[^"]|"")*"|\S+')
_COLON = re.compile(r'"(?:[^"]|"")*"|(?P<colon>:)')
_STARS = re.compile(r"(?P<colour>[bgyx])(?P<stars>[0-9]{1,9})[★*]?", re.ASCII)
_ON_TILE = re.compile(r"\s*(?:#(?P<letters>\S*))?\s*")
_MARKS = "$@#"


@dataclass(frozen=True, slots=True)
class WrittenTile:
    """What a line says of a tile; ``attraction`` is None where only a known name was written."""

    name: str
    attraction: Attraction | None = None
    upgrades: frozenset[Upgrade] = frozenset()
    innovation: Innovation | None = None
    guests: tuple[WrittenGuest, ...] = ()


class Written(NamedTuple):
    """Letters that stand behind a # in the shorthand."""

    upgrades: frozenset[Upgrade] = frozenset()
    innovation: Innovation | None = None


class OnTile(NamedTuple):
    """What is added to a tile that lies in the park."""

    upgrades: frozenset[Upgrade]
    innovation: Innovation | None
    guests: tuple[WrittenGuest, ...]


class Token(NamedTuple):
    """A part of a line and the column it begins at, from 1."""

    text: str
    column: int

    @property
    def marked(self) -> bool:
        """Whether it begins what stands behind the facts."""
        return self.text[0] in _MARKS


def read_tile(line: str, names: Iterable[str] = ()) -> WrittenTile:
    """The tile of ``line``; ``names`` are known, and one may stand without facts, as far as it is clear.

    Raises ``Unreadable``.
    """
    head, guests = _apart(line)
    tokens = [Token(found[0], found.start() + 1) for found in _TOKEN.finditer(head)]
    marked = next((index for index, token in enumerate(tokens) if token.marked), len(tokens))
    plain, extras = tokens[:marked], tokens[marked:]
    if not plain:
        raise cannot_read(head.strip(), A_LINE, 1)
    told = _extras(extras)
    place = _facts_at(plain)
    if place is None:
        name = _known(_name(plain), tuple(names), plain[0].column)
        if told.income is not None or told.amenity is not None:
            raise cannot_read(
                extras[0].text, "income and amenity only behind colour, stars and requirement", extras[0].column
            )
        return WrittenTile(name, None, *told.installed, guests)
    if place == 0:
        raise cannot_read(plain[0].text, "the name of the attraction before its facts", plain[0].column)
    colour, stars, behind = _facts(plain, place)
    name = _name(plain[:place])
    attraction = Attraction(name, colour, stars, _requirement(plain[behind:], head), told.income or 0, told.amenity)
    return WrittenTile(name, attraction, *told.installed, guests)


def _apart(line: str) -> tuple[str, tuple[WrittenGuest, ...]]:
    """The line up to the colon outside of quotes, and the guests behind it."""
    for found in _COLON.finditer(line):
        if found["colon"]:
            try:
                return line[: found.start()], read_guests(line[found.end() :])
            except Unreadable as fault:
                raise fault.moved(found.end()) from None
    return line, ()


def _name(tokens: Sequence[Token]) -> str:
    return " ".join(_unquoted(token.text) for token in tokens)


def _unquoted(text: str) -> str:
    quoted = len(text) > 1 and text[0] == text[-1] == '"'
    return text[1:-1].replace('""', '"') if quoted else text


def _facts_at(tokens: Sequence[Token]) -> int | None:
    """The first token that says a colour with stars."""
    for index, token in enumerate(tokens):
        word = token.text.casefold()
        follows = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if _STARS.fullmatch(word) or (word in letters.COLOUR_WORDS and letters.WHOLE.fullmatch(follows.rstrip("★*"))):
            return index
    return None


def _facts(tokens: Sequence[Token], place: int) -> tuple[Colour, int, int]:
    """Colour, stars, and where the requirement begins."""
    word = tokens[place].text.casefold()
    if found := _STARS.fullmatch(word):
        return letters.COLOUR_WORDS[found["colour"]], int(found["stars"]), place + 1
    return letters.COLOUR_WORDS[word], int(tokens[place + 1].text.rstrip("★*")), place + 2


def _requirement(tokens: Sequence[Token], head: str) -> Requirement:
    if not tokens:
        raise cannot_read("", A_REQUIREMENT, len(head.rstrip()) + 2)
    begin, last = tokens[0].column - 1, tokens[-1]
    try:
        return read_requirement(head[begin : last.column - 1 + len(last.text)])
    except Unreadable as fault:
        raise fault.moved(begin) from None


class _Extras(NamedTuple):
    income: int | None
    amenity: str | None
    installed: Written


def _extras(tokens: Sequence[Token]) -> _Extras:
    """What stands behind the facts; an amenity may have several words."""
    income: int | None = None
    amenity: list[str] = []
    installed: Written | None = None
    for index, token in enumerate(tokens):
        mark, rest = token.text[0], token.text[1:]
        if mark == "$" and income is None:
            if letters.WHOLE.fullmatch(rest) is None:
                raise cannot_read(token.text, "$ and whole dollars, such as $2", token.column)
            income = int(rest)
        elif mark == "#" and installed is None:
            installed = read_installed(rest, token.column)
        elif mark == "@" and not amenity:
            amenity.append(_unquoted(rest))
            if not rest:
                raise cannot_read(
                    token.text, "the name of the amenity right behind @, such as @Ice cream", token.column
                )
        elif not token.marked and amenity and not tokens[index - 1].text.startswith(("$", "#")):
            amenity.append(_unquoted(token.text))
        else:
            raise cannot_read(token.text, "$income, @amenity and #upgrades, each at most once", token.column)
    return _Extras(income, " ".join(amenity) or None, installed or Written())


def read_installed(text: str, column: int = 1) -> Written:
    """Upgrades and an innovation by their letters; raises ``Unreadable``."""
    found = [letters.INSTALLED.get(letter) for letter in text.casefold()]
    upgrades = [each for each in found if isinstance(each, Upgrade)]
    innovations = [each for each in found if isinstance(each, Innovation)]
    if not found or None in found or len(set(found)) < len(found) or len(innovations) > 1:
        raise cannot_read(f"#{text}", INSTALLED, column)
    return Written(frozenset(upgrades), innovations[0] if innovations else None)


def read_on_tile(text: str) -> OnTile:
    """Upgrades, an innovation and guests for a tile, such as ``#k: y5`` or ``y5 g2``; raises ``Unreadable``."""
    head, guests = _apart(text)
    if head.strip() and not head.lstrip().startswith("#"):
        if head != text:
            raise cannot_read(head.strip(), INSTALLED, 1)
        return OnTile(*Written(), read_guests(text))
    found = _ON_TILE.fullmatch(head)
    if found is None:
        raise cannot_read(head.strip(), f"# and {INSTALLED}; then : and guests", 1)
    installed = read_installed(found["letters"], found.start("letters")) if found["letters"] is not None else Written()
    return OnTile(*installed, guests)


def _known(said: str, names: Sequence[str], column: int) -> str:
    """The one of ``names`` that ``said`` is, or of which alone it begins a word."""
    wanted = said.casefold()
    if exact := [name for name in names if name.casefold() == wanted]:
        return exact[0]
    begun = sorted({name for name in names if f" {wanted}" in f" {name.casefold()}"})
    if len(begun) == 1:
        return begun[0]
    shown = ", ".join(begun[:6]) + (" and others" if len(begun) > 6 else "")
    raise cannot_read(said, f"one of {shown}" if begun else A_NAME, column)


def write_tile(tile: WrittenTile) -> str:
    """The line of ``tile``; ``read_tile`` reads it as the same."""
    parts = [_quoted_if_needed(tile.name)]
    if (facts := tile.attraction) is not None:
        parts += [f"{COLOUR_LETTERS[facts.colour]}{facts.stars}", write_requirement(facts.requirement)]
        if facts.income:
            parts.append(f"${facts.income}")
        if facts.amenity is not None:
            parts.append(f"@{_quoted_if_needed(facts.amenity)}")
    marks = [letter for letter, what in UPGRADES.items() if what in tile.upgrades]
    marks += [letter for letter, what in INNOVATIONS.items() if what is tile.innovation]
    if marks:
        parts.append(f"#{''.join(marks)}")
    return " ".join(parts) + (f": {write_guests(tile.guests)}" if tile.guests else "")


def _quoted_if_needed(text: str) -> str:
    """``text`` as it is where it is read as one again."""
    words = text.split(" ")
    plain = (
        all(words) and not re.search(r'[\s:"]', text.replace(" ", "")) and not any(word[0] in _MARKS for word in words)
    )
    facts = (
        _facts_at([Token(word, 1) for word in words if word]) is not None
        or words[-1].casefold() in letters.COLOUR_WORDS
    )
    return text if plain and not facts else '"' + text.replace('"', '""') + '"'
