"""Positions as one line: a table of the kinds of record, each with its writer and its reader."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from models.shared.hexgrid import Hex
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import Colour, Guest, GuestId, TileId
from models.theme_park.operate.notation.fields import (
    COLOUR_LETTERS,
    COLOURS,
    Field,
    Record,
    records,
    write_letters,
    write_line,
    write_record,
    write_text,
)
from models.theme_park.operate.notation.tiles import read_tile, write_tile
from models.theme_park.operate.position import Expansion, Position, RuleSet
from models.theme_park.rulings import Choice, Ruling, Rulings

VERSION = "p1"
EXPANSIONS: dict[str, Expansion] = {"s": Expansion.SURPRISES, "i": Expansion.INNOVATIONS, "p": Expansion.PROMO}

_ROUND = re.compile(r"(?P<round>[^L]*)(?P<last>L?)")
_SYMBOL = re.compile("[a-z0-9-]+")
_CARD = re.compile(r"(?P<kind>[a-z-]*)(?P<colour>[BGYX]?)")
_GUEST = re.compile(r"(?P<colour>[bgyx])(?P<value>-?[0-9]+)(?P<vip>v?)")


class RecordKind(NamedTuple):
    """A kind of record: how a position's records of it are written and one is read; may it come again?"""

    words: str
    write: Callable[[Position], Iterator[str]]
    read: Callable[[Record], Any]
    repeats: bool = False


def print_position(position: Position) -> str:
    """The line of ``position``."""
    return write_line(VERSION, [record for kind in KINDS.values() for record in kind.write(position)])


def parse_position(line: str) -> Position:
    """The position that ``line`` says; raises NotationError and nothing else."""
    said: dict[str, list[Any]] = {letter: [] for letter in KINDS}
    for record in records(line, VERSION):
        kind = KINDS.get(record.letter.text)
        if kind is None:
            raise record.letter.fault(", ".join(f"{letter} ({kind.words})" for letter, kind in KINDS.items()))
        if said[record.letter.text] and not kind.repeats:
            raise record.letter.fault(f"{kind.words} only once")
        said[record.letter.text].append(kind.read(record))
        record.finish()
    return _position(said)


def _position(said: dict[str, list[Any]]) -> Position:
    def only(letter: str, default: Any) -> Any:
        return said[letter][0] if said[letter] else default

    round_, last_round = only("r", (1, False))
    return Position(
        tiles=tuple(said["t"]),
        guests=tuple(said["g"]),
        game=only("f", RuleSet.INTRODUCTORY),
        round=round_,
        last_round=last_round,
        solo=only("z", False),
        short=only("h", False),
        expansions=only("e", frozenset()),
        rulings=Rulings(tuple(said["j"]), outline=only("o", None)),
        maps=only("m", 0),
        mascots=tuple(said["k"]),
        staff=only("s", ()),
        administrator=only("a", None),
        money=only("d", 0),
        cubes=tuple(said["c"]),
        bag=only("b", None),
        used_maps=only("u", 0),
        used_mascots=tuple(said["v"]),
    )


def _write_game(position: Position) -> Iterator[str]:
    if position.game is RuleSet.FULL:
        yield "f"


def _read_game(record: Record) -> RuleSet:
    record.bare()
    return RuleSet.FULL


def _write_solo(position: Position) -> Iterator[str]:
    if position.solo:
        yield "z"


def _read_bare(record: Record) -> bool:
    record.bare()
    return True


def _write_short(position: Position) -> Iterator[str]:
    if position.short:
        yield "h"


def _write_round(position: Position) -> Iterator[str]:
    if (position.round, position.last_round) != (1, False):
        yield f"r{position.round:d}{'L' if position.last_round else ''}"


def _read_round(record: Record) -> tuple[int, bool]:
    said = _ROUND.match(record.head.text)
    if said is None or said.end() < len(record.head.text):
        raise record.head.fault("a whole number, then L in the last round")
    return Field(said["round"], record.head.column).number(), bool(said["last"])


def _write_expansions(position: Position) -> Iterator[str]:
    if position.expansions:
        yield "e" + write_letters(EXPANSIONS, position.expansions)


def _read_expansions(record: Record) -> frozenset[Expansion]:
    return record.head.letters(EXPANSIONS)


def _write_rulings(position: Position) -> Iterator[str]:
    for ruling, choice in position.rulings.changed:
        yield write_record("j", ruling, choice)


def _read_ruling(record: Record) -> tuple[Ruling, Choice]:
    record.bare()
    family, question = record.take("a ruling's family"), record.take("a ruling's question")
    ruling = Field(f"{family.text}.{question.text}", family.column).member(Ruling)
    return ruling, record.take("a choice").member(Choice)


def _write_outline(position: Position) -> Iterator[str]:
    if position.rulings.outline is not None:
        yield write_record("o", *(f"{number:d}" for place in sorted(position.rulings.outline) for number in place))


def _read_outline(record: Record) -> frozenset[Hex]:
    record.bare()
    places = []
    while record.more:
        places.append(Hex(record.take("q").number(), record.take("r").number()))
    return frozenset(places)


def _number_kind(letter: str, words: str, value: Callable[[Position], int]) -> RecordKind:
    def write(position: Position) -> Iterator[str]:
        if value(position):
            yield f"{letter}{value(position):d}"

    return RecordKind(words, write, lambda record: record.head.number())


def _write_card(letter: str, card: Skill | Administrator) -> str:
    return f"{letter}{card.kind}{COLOUR_LETTERS[card.colour].upper() if card.colour else ''}"


def _card_parts(head: Field) -> tuple[Field, Colour | None]:
    said = _CARD.fullmatch(head.text)
    if said is None:
        raise head.fault("a card's name in small letters, then B, G, Y or X when it depicts a colour")
    return Field(said["kind"], head.column), COLOURS.get(said["colour"].lower())


def _mascot_kind(letter: str, words: str, mascots: Callable[[Position], tuple[Skill | None, ...]]) -> RecordKind:
    def write(position: Position) -> Iterator[str]:
        for skill in mascots(position):
            yield letter if skill is None else _write_card(letter, skill)

    return RecordKind(words, write, _read_mascot, repeats=True)


def _read_mascot(record: Record) -> Skill | None:
    if not record.head.text:
        return None
    kind, colour = _card_parts(record.head)
    return Skill(kind.member(SkillKind), colour)


def _write_staff(position: Position) -> Iterator[str]:
    if position.staff:
        yield write_record("s", *position.staff)


def _read_staff(record: Record) -> tuple[Staff, ...]:
    record.bare()
    played = []
    while record.more:
        played.append(record.take("a staff card").member(Staff))
    return tuple(played)


def _write_administrator(position: Position) -> Iterator[str]:
    if position.administrator is not None:
        card = _write_card("a", position.administrator)
        symbol = position.administrator.symbol
        yield card if symbol is None else write_record(card, symbol)


def _read_administrator(record: Record) -> Administrator:
    kind, colour = _card_parts(record.head)
    symbol = record.take("the card's symbol") if record.more else None
    if symbol is not None and _SYMBOL.fullmatch(symbol.text) is None:
        raise symbol.fault("a symbol's name in small letters, digits and hyphens")
    return Administrator(kind.member(AdministratorKind), colour, symbol.text if symbol else None)


def _write_bag(position: Position) -> Iterator[str]:
    if position.bag is not None:
        yield write_record("b", *(f"{COLOUR_LETTERS[colour]}{number:d}" for colour, number in position.bag))


def _read_bag(record: Record) -> tuple[tuple[Colour, int], ...]:
    record.bare()
    dice = []
    while record.more:
        field = record.take("a colour and a number")
        dice.append((Field(field.text[:1], field.column).letter(COLOURS), field.after(1).number()))
    return tuple(dice)


def _write_tiles(position: Position) -> Iterator[str]:
    for tile in position.tiles:
        yield write_tile(tile)


def _write_cubes(position: Position) -> Iterator[str]:
    for tile, cubes in position.cubes:
        yield write_record("c", write_text(tile), f"{cubes:d}")


def _read_cubes(record: Record) -> tuple[TileId, int]:
    record.bare()
    return TileId(record.take("a tile's id").words()), record.take("a number of cubes").number()


def _write_guests(position: Position) -> Iterator[str]:
    for guest in position.guests:
        die = f"g{COLOUR_LETTERS[guest.colour]}{guest.value:d}{'v' if guest.vip else ''}"
        yield write_record(die, write_text(guest.id), write_text(guest.at))


def _read_guest(record: Record) -> Guest:
    die = _GUEST.fullmatch(record.head.text)
    if die is None:
        raise record.head.fault("a colour (b, g, y or x) and a value such as b5, then v for a VIP")
    value = Field(die["value"], record.head.column + 1).number()
    guest, tile = record.take("the guest's id").words(), record.take("its tile's id").words()
    return Guest(GuestId(guest), COLOURS[die["colour"]], value, TileId(tile), bool(die["vip"]))


KINDS: dict[str, RecordKind] = {
    "f": RecordKind("the full game", _write_game, _read_game),
    "z": RecordKind("a solo game", _write_solo, _read_bare),
    "h": RecordKind("a short game", _write_short, _read_bare),
    "r": RecordKind("the round", _write_round, _read_round),
    "e": RecordKind("expansions", _write_expansions, _read_expansions),
    "j": RecordKind("a ruling", _write_rulings, _read_ruling, repeats=True),
    "o": RecordKind("the park outline", _write_outline, _read_outline),
    "m": _number_kind("m", "maps", lambda position: position.maps),
    "d": _number_kind("d", "dollars", lambda position: position.money),
    "k": _mascot_kind("k", "a mascot", lambda position: position.mascots),
    "u": _number_kind("u", "maps used", lambda position: position.used_maps),
    "v": _mascot_kind("v", "a mascot used", lambda position: position.used_mascots),
    "s": RecordKind("staff", _write_staff, _read_staff),
    "a": RecordKind("the administrator", _write_administrator, _read_administrator),
    "b": RecordKind("the bag", _write_bag, _read_bag),
    "t": RecordKind("a tile", _write_tiles, read_tile, repeats=True),
    "c": RecordKind("cubes of a tile", _write_cubes, _read_cubes, repeats=True),
    "g": RecordKind("a guest", _write_guests, _read_guest, repeats=True),
}
"""Every kind of record by its letter, in the order they are printed."""
