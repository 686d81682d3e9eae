"""Uses of mascots in the notation: what the skill card did, then the adjustments."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from models.theme_park.guests import GUEST_COLOURS, GuestId, TileId
from models.theme_park.operate.moves import AdjustColour, Adjustment, AdjustValue, MascotMove, SkillUse, Walk
from models.theme_park.operate.notation.fields import (
    COLOUR_LETTERS,
    COLOURS,
    Field,
    Record,
    write_record,
    write_text,
)

_HEAD = re.compile(r"(?P<mascot>[^sa]*)(?P<skill>s?)(?:a(?P<after>[^sa]*))?")

CHOICES: dict[str, tuple[str, Callable[[Field], Any]]] = {
    "g": ("guest", lambda field: GuestId(field.words())),
    "b": ("by", Field.number),
    "t": ("to", lambda field: TileId(field.words())),
    "c": ("to_colour", lambda field: field.letter(COLOURS)),
    "r": ("result", Field.number),
}
"""Fields of a skill that come at most once: what each is and how it is read."""
TURN, WALK = "d", "w"
"""Fields of a skill that may come again: a die turned by the pips in the next field, a die walking to
the tile in the next field."""
EXPECTED = "g, b, t, c, r (each at most once), d (a die turned), w (a die walking), or nothing where the skill ends"


def write_mascot(move: MascotMove) -> str:
    """The record of a use of a mascot."""
    head = f"k{move.mascot:d}{'s' if move.skill else ''}{f'a{move.skill_after:d}' if move.skill_after else ''}"
    fields = [] if move.skill is None else list(_write_skill(move.skill))
    if move.skill is not None and move.adjust:
        fields.append("")
    for adjustment in move.adjust:
        fields += _write_adjustment(adjustment)
    return write_record(head, write_text(move.tile), *fields)


def _write_skill(use: SkillUse) -> Iterator[str]:
    if use.guest is not None:
        yield f"g{write_text(use.guest)}"
    if use.by is not None:
        yield f"b{use.by:d}"
    if use.to is not None:
        yield f"t{write_text(use.to)}"
    if use.to_colour is not None:
        yield f"c{COLOUR_LETTERS[use.to_colour]}"
    if use.result is not None:
        yield f"r{use.result:d}"
    for turn in use.guests:
        yield from (f"{TURN}{write_text(turn.guest)}", f"{turn.by:d}")
    for walk in use.moves:
        yield from (f"{WALK}{write_text(walk.guest)}", write_text(walk.to))


def _write_adjustment(adjustment: Adjustment) -> tuple[str, str]:
    match adjustment:
        case AdjustValue():
            return write_text(adjustment.guest), f"{adjustment.by:d}"
        case AdjustColour():
            return write_text(adjustment.guest), COLOUR_LETTERS[adjustment.colour]


def read_mascot(record: Record) -> MascotMove:
    """The use of a mascot that ``record`` says; raises ``NotationError``."""
    head = _HEAD.fullmatch(record.head.text)
    if head is None:
        raise record.head.fault(
            "a whole number, then s where the skill is used, then a and how many extras come before"
        )
    mascot = Field(head["mascot"], record.head.column).number()
    after = 0 if head["after"] is None else Field(head["after"], record.head.column + head.start("after")).number()
    tile = TileId(record.take("a tile's id").words())
    skill = _read_skill(record) if head["skill"] else None
    changes: list[Adjustment] = []
    while record.more:
        changes.append(_read_adjustment(record))
    return MascotMove(mascot, tile, tuple(changes), skill, after)


def _read_skill(record: Record) -> SkillUse:
    chosen: dict[str, Any] = {}
    turns: list[AdjustValue] = []
    walks: list[Walk] = []
    while record.more and (field := record.take("")).text:
        letter, rest = field.text[0], field.after(1)
        name, read = CHOICES.get(letter, ("", None))
        if letter == TURN:
            turns.append(AdjustValue(GuestId(rest.words()), record.take("pips such as 1 or -1").number()))
        elif letter == WALK:
            walks.append(Walk(GuestId(rest.words()), TileId(record.take("a tile's id").words())))
        elif read is None or name in chosen:
            raise field.fault(EXPECTED)
        else:
            chosen[name] = read(rest)
    return SkillUse(**chosen, guests=tuple(turns), moves=tuple(walks))


def _read_adjustment(record: Record) -> Adjustment:
    guest = GuestId(record.take("a guest's id").words())
    change = record.take("pips such as 1 or -1, or a colour")
    if change.text in COLOURS:
        return AdjustColour(guest, COLOURS[change.text])
    if re.match("[0-9-]", change.text) is None:
        raise change.fault(f"pips such as 1 or -1, or {', '.join(COLOUR_LETTERS[colour] for colour in GUEST_COLOURS)}")
    return AdjustValue(guest, change.number())
