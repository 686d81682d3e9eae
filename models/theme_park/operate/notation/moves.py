"""Moves of the Operate phase as one line, and back."""

import re
from collections.abc import Callable, Iterable, Iterator

from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.moves import Between, GuideMove, MapMove, MascotMove, Move, OperateMove
from models.theme_park.operate.notation.fields import (
    Field,
    NotationError,
    Record,
    records,
    write_line,
    write_record,
    write_text,
)
from models.theme_park.operate.notation.mascots import read_mascot, write_mascot

VERSION = "m1"
MANAGER, KEEP, REROLLS, ASSEMBLED, PIPPED = "m", "k", "r", "a", "p"

_HEAD = re.compile(r"(?P<m>m?)(?P<k>k?)(?:r(?P<r>[1-9][0-9]*))?(?:a(?P<a>[1-9][0-9]*))?(?:p(?P<p>[1-9][0-9]*))?")


def print_moves(moves: Iterable[Move]) -> str:
    """The line of a sequence of moves."""
    return write_line(VERSION, [record for move in moves for record in _write(move)])


def print_move(move: Move) -> str:
    """Writes one move as a line of its own."""
    return print_moves([move])


def parse_moves(line: str) -> tuple[Move, ...]:
    """The moves that ``line`` says; raises NotationError and nothing else."""
    waiting = _Records(line)
    return tuple(_read_move(record, waiting) for record in waiting)


def parse_move(line: str) -> Move:
    """The one move that ``line`` says; raises NotationError and nothing else."""
    moves = parse_moves(line)
    if len(moves) != 1:
        raise NotationError(f"the line says {len(moves)} moves", 1, "exactly one move")
    return moves[0]


class _Records:
    """The records of a line, one after the other; an operation takes those of the moves within it."""

    def __init__(self, line: str) -> None:
        self._records = records(line, VERSION)
        self._end = len(line) + 1

    def __iter__(self) -> Iterator[Record]:
        return self._records

    def within(self, number: int) -> tuple[Between, ...]:
        """The next ``number`` moves; raises ``NotationError`` where the line ends before them."""
        asides: list[Between] = []
        while len(asides) < number:
            record = next(self._records, None)
            if record is None:
                raise NotationError(
                    "the line ends here", self._end, f"'~' and move {len(asides) + 1} of {number} within"
                )
            asides.append(_read_aside(record))
        return tuple(asides)


def _write(move: Move) -> Iterator[str]:
    match move:
        case MapMove():
            yield write_record("m", write_text(move.guest), write_text(move.to))
        case GuideMove():
            yield write_record("g", write_text(move.guest), write_text(move.to))
        case MascotMove():
            yield write_mascot(move)
        case OperateMove():
            yield _write_operate(move)
            for aside in (*move.assembled, *move.pipped):
                yield from _write(aside)


def _write_operate(move: OperateMove) -> str:
    counts = ((REROLLS, move.rerolls), (ASSEMBLED, move.assembled), (PIPPED, move.pipped))
    return write_record(
        "o"
        + (MANAGER if move.manager else "")
        + (KEEP if move.keep is not None else "")
        + "".join(f"{letter}{len(each)}" for letter, each in counts if each),
        write_text(move.tile),
        *("" if part is None else write_text(part) for part in (move.mover, move.to)),
        *(() if move.keep is None else (write_text(move.keep),)),
        *(part for guest, result in move.rerolls for part in (write_text(guest), f"{result:d}")),
        *(write_text(guest) for guest in move.party),
    )


def _read_move(record: Record, waiting: _Records) -> Move:
    if record.letter.text == "o":
        return _read_operate(record, waiting)
    if record.letter.text not in ASIDES:
        raise record.letter.fault("m (map), g (guide), k (mascot) or o (operate)")
    return _read_aside(record)


def _read_aside(record: Record) -> Between:
    read = ASIDES.get(record.letter.text)
    if read is None:
        raise record.letter.fault("m (map), g (guide) or k (mascot), as the operation before says")
    move = read(record)
    record.finish()
    return move


def _walk(record: Record) -> tuple[GuestId, TileId]:
    record.bare()
    return GuestId(record.take("a guest's id").words()), TileId(record.take("a tile's id").words())


def _read_operate(record: Record, waiting: _Records) -> OperateMove:
    head = _HEAD.fullmatch(record.head.text)
    if head is None:
        raise record.head.fault(
            "m (a Manager), k (a kept die), r, a, p with a number (rerolls, moves within), in this order, or '.'"
        )
    numbers = {letter: _number(record, head, letter) for letter in (REROLLS, ASSEMBLED, PIPPED)}
    tile = TileId(record.take("a tile's id").words())
    mover = record.take("the guest that moves, or nothing").words_or_none()
    to = record.take("the tile it moves to, or nothing").words_or_none()
    keep = GuestId(record.take("the guest that is kept").words()) if head[KEEP] else None
    rerolls = tuple(_rerolls(record, numbers[REROLLS]))
    party = tuple(_party(record))
    return OperateMove(
        tile=tile,
        party=party,
        mover=None if mover is None else GuestId(mover),
        to=None if to is None else TileId(to),
        manager=bool(head[MANAGER]),
        keep=keep,
        rerolls=rerolls,
        assembled=waiting.within(numbers[ASSEMBLED]),
        pipped=waiting.within(numbers[PIPPED]),
    )


def _number(record: Record, head: re.Match[str], letter: str) -> int:
    return Field(head[letter], record.head.column + head.start(letter)).number() if head[letter] else 0


def _rerolls(record: Record, number: int) -> Iterator[tuple[GuestId, int]]:
    taken = 0
    while taken < number:
        yield GuestId(record.take("a rerolled guest").words()), record.take("what it shows").number()
        taken += 1


def _party(record: Record) -> Iterator[GuestId]:
    while record.more:
        yield GuestId(record.take("").words())


ASIDES: dict[str, Callable[[Record], Between]] = {
    "m": lambda record: MapMove(*_walk(record)),
    "g": lambda record: GuideMove(*_walk(record)),
    "k": read_mascot,
}
"""Readers of the moves that may stand within an operation, by their letter."""
