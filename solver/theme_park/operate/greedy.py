"""A first sequence at once: the player who always takes the most stars in sight."""

import math
import time
from collections.abc import Iterator

from models.theme_park.operate.chance import results
from models.theme_park.operate.moves import GuideMove, MapMove, Move, OperateMove
from models.theme_park.operate.phase import legal_transitions_of
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Settings

PREPARING = (MapMove, GuideMove)
"""Moves the greedy player considers to make an operation possible."""


def greedy(position: Position, settings: Settings, *, ends: float = math.inf) -> tuple[Move, ...]:
    """Operations one after the other, each the best in sight; stops by ``ends`` (time.monotonic)."""
    moves: tuple[Move, ...] = ()
    for moves in growing(position, settings):  # noqa: B007 - the last
        if time.monotonic() >= ends:
            break
    return moves


def growing(position: Position, settings: Settings) -> Iterator[tuple[Move, ...]]:
    """The same sequence as it grows, told after every prospect: who listens may break off, or pause, after any.

    Its last operation is the best of those looked at so far.
    """
    state, moves = start(position), tuple[Move, ...]()
    most = score(position, state, settings)
    while True:
        best, before = moves, state
        for prospect in _prospects(position, before):
            if prospect is not None and (scored := score(position, prospect[1], settings)) > most:
                most, state, best = scored, prospect[1], (*moves, *prospect[0])
            yield best
        if best == moves:
            return
        moves = best


def _prospects(position: Position, state: State) -> Iterator[tuple[tuple[Move, ...], State] | None]:
    """Every next operation and the state after it; prepared by one move if none is possible at once. None where
    a preparation was of no use."""
    found = False
    for move, after in _operations(position, state):
        found = True
        yield (move,), after
    if found:
        return
    for kind in PREPARING:
        for prepared in legal_transitions_of(kind, position, state):
            yield None
            for move, after in _operations(position, prepared.after):
                yield (prepared.done, move), after


def _operations(position: Position, state: State) -> Iterator[tuple[Move, State]]:
    """Operations without a reroll: what a die will show is not known beforehand."""
    for played in legal_transitions_of(OperateMove, position, state):
        if not results(played.done):
            yield played.done, played.after
