"""A first sequence at once: the player who always takes the most stars in sight."""

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


def greedy(position: Position, settings: Settings, *, ends: float) -> tuple[Move, ...]:
    """Operations one after the other, each the best in sight; stops by ``ends`` (time.monotonic)."""
    state = start(position)
    moves: list[Move] = []
    while time.monotonic() < ends:
        best = max(_prospects(position, state, ends), key=lambda way: score(position, way[1], settings), default=None)
        if best is None or score(position, best[1], settings) <= score(position, state, settings):
            break
        moves += best[0]
        state = best[1]
    return tuple(moves)


def _prospects(position: Position, state: State, ends: float) -> Iterator[tuple[tuple[Move, ...], State]]:
    """Every next operation and the state after it; prepared by one move if none is possible at once."""
    found = False
    for move, after in _operations(position, state):
        found = True
        yield (move,), after
    if found:
        return
    for kind in PREPARING:
        for prepared in legal_transitions_of(kind, position, state):
            if time.monotonic() >= ends:
                return
            for move, after in _operations(position, prepared.after):
                yield (prepared.done, move), after


def _operations(position: Position, state: State) -> Iterator[tuple[Move, State]]:
    """Operations without a reroll: what a die will show is not known beforehand."""
    for played in legal_transitions_of(OperateMove, position, state):
        if not results(played.done):
            yield played.done, played.after
