"""One answer for all that are worth the same: fewest moves, and independent moves in the order of their notation."""

from collections.abc import Sequence

from models.shared.rulebook import Broken
from models.theme_park.operate.moves import Move
from models.theme_park.operate.notation.moves import print_move, print_moves
from models.theme_park.operate.phase import play, transition
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start

MOST_COMPARED = 4
"""Sequences of equal worth and equally few moves that are written down and compared."""

Order = tuple[int, str]
"""Number of moves, then notation: of equal sequences the one with the lesser is the answer."""


def order(moves: Sequence[Move]) -> Order:
    """Where a sequence stands among equals."""
    return len(moves), print_moves(moves)


def in_order(position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The legal sequence ``moves``, those that may change places without another outcome in the order of their notation.

    Each move goes before the first one written later than it that it can pass: sequences that differ only in the order of
    independent moves come out alike (the lexicographic normal form of Anisimov and Knuth 1979, Inhomogeneous sorting).
    """
    ordered: list[tuple[str, Move]] = []
    states = [start(position)]
    for move in moves:
        written = print_move(move)
        place, after = _place(position, ordered, states, written, move)
        ordered.insert(place, (written, move))
        states[place + 1 :] = after
    return tuple(move for _, move in ordered)


def _place(
    position: Position, ordered: Sequence[tuple[str, Move]], states: Sequence[State], written: str, move: Move
) -> tuple[int, list[State]]:
    """Where ``move``, legal after all of ``ordered``, goes, and the states after it and each that then follows it.

    ``states`` are those before each of ``ordered`` and after the last.
    """
    place = length = len(ordered)
    reached = [
        play(position, states[-1], move)
    ]  # by the moves from ``before`` on with ``move`` first, the last state first
    later = (number for number, (other, _) in enumerate(ordered) if written < other)
    for before in reversed(range(next(later, length), length)):
        earlier_written, earlier = ordered[before]
        first = transition(position, states[before], move)
        if isinstance(first, Broken):
            break
        second = transition(position, first.after, earlier)
        if isinstance(second, Broken) or second.after != reached[-1]:
            break
        reached.append(first.after)
        if written < earlier_written:
            place = before
    return place, reached[length - place :: -1]
