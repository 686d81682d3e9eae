"""Moves as one line.

Room is left for the full game: ``k<mascot>s<pairs>`` for a skill whose pairs come first, and the
letters k (a kept die) and r<pairs> (rerolls) behind ``o``, each with its fields before the party.
"""

import re
from collections.abc import Callable, Iterable

from models.theme_park.guests import GUEST_COLOURS, GuestId, TileId
from models.theme_park.moves import (
    AdjustColour,
    Adjustment,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    Move,
    OperateMove,
)
from models.theme_park.notation.fields import (
    COLOUR_LETTERS,
    COLOURS,
    NotationError,
    Record,
    records,
    write_line,
    write_record,
    write_text,
)

VERSION = "m1"


def print_moves(moves: Iterable[Move]) -> str:
    """The line of a sequence of moves."""
    return write_line(VERSION, [_write(move) for move in moves])


def print_move(move: Move) -> str:
    """The line of one move."""
    return print_moves([move])


def parse_moves(line: str) -> tuple[Move, ...]:
    """The moves that ``line`` says; raises NotationError and nothing else."""
    moves = []
    for record in records(line, VERSION):
        read = READERS.get(record.letter.text)
        if read is None:
            raise record.letter.fault("m (map), g (guide), k (mascot) or o (operate)")
        moves.append(read(record))
        record.finish()
    return tuple(moves)


def parse_move(line: str) -> Move:
    """The one move that ``line`` says; raises NotationError and nothing else."""
    moves = parse_moves(line)
    if len(moves) != 1:
        raise NotationError(f"the line says {len(moves)} moves", 1, "exactly one move")
    return moves[0]


def _write(move: Move) -> str:
    match move:
        case MapMove():
            return write_record("m", write_text(move.guest), write_text(move.to))
        case GuideMove():
            return write_record("g", write_text(move.guest), write_text(move.to))
        case MascotMove():
            changes = (part for adjustment in move.adjust for part in _write_adjustment(adjustment))
            return write_record(f"k{move.mascot:d}", write_text(move.tile), *changes)
        case OperateMove():
            walk = ("" if part is None else write_text(part) for part in (move.mover, move.to))
            party = (write_text(guest) for guest in move.party)
            return write_record("om" if move.manager else "o", write_text(move.tile), *walk, *party)


def _write_adjustment(adjustment: Adjustment) -> tuple[str, str]:
    match adjustment:
        case AdjustValue():
            return write_text(adjustment.guest), f"{adjustment.by:d}"
        case AdjustColour():
            return write_text(adjustment.guest), COLOUR_LETTERS[adjustment.colour]


def _walk(record: Record) -> tuple[GuestId, TileId]:
    record.bare()
    return GuestId(record.take("a guest's id").words()), TileId(record.take("a tile's id").words())


def _read_mascot(record: Record) -> MascotMove:
    mascot, tile = record.head.number(), TileId(record.take("a tile's id").words())
    changes: list[Adjustment] = []
    while record.more:
        changes.append(_read_adjustment(record))
    return MascotMove(mascot, tile, tuple(changes))


def _read_adjustment(record: Record) -> Adjustment:
    guest = GuestId(record.take("a guest's id").words())
    change = record.take("pips such as 1 or -1, or a colour")
    if change.text in COLOURS:
        return AdjustColour(guest, COLOURS[change.text])
    if re.match("[0-9-]", change.text) is None:
        raise change.fault(f"pips such as 1 or -1, or {', '.join(COLOUR_LETTERS[colour] for colour in GUEST_COLOURS)}")
    return AdjustValue(guest, change.number())


def _read_operate(record: Record) -> OperateMove:
    if record.head.text not in ("", "m"):
        raise record.head.fault("m (a Manager) or '.' behind 'o'")
    tile = TileId(record.take("a tile's id").words())
    mover = record.take("the guest that moves, or nothing").words_or_none()
    to = record.take("the tile it moves to, or nothing").words_or_none()
    party = []
    while record.more:
        party.append(GuestId(record.take("").words()))
    return OperateMove(
        tile,
        tuple(party),
        None if mover is None else GuestId(mover),
        None if to is None else TileId(to),
        bool(record.head.text),
    )


READERS: dict[str, Callable[[Record], Move]] = {
    "m": lambda record: MapMove(*_walk(record)),
    "g": lambda record: GuideMove(*_walk(record)),
    "k": _read_mascot,
    "o": _read_operate,
}
"""Readers of a move by its letter."""
