"""The oracle: every sequence there is, with equal states visited once.

Plain, slow and meant to be obviously right; tests hold the other engines against it.
"""

from dataclasses import dataclass

from models.theme_park.moves import Move
from models.theme_park.operate.phase import legal_moves, play
from models.theme_park.operate.state import State, start
from models.theme_park.position import Position
from solver.operate.advice import Settings
from solver.operate.score import score


class TooManyStates(Exception):
    """The park has more states than the caller wanted visited."""


@dataclass(frozen=True, slots=True)
class Exhaustive:
    """The best score there is, one sequence that reaches it, and how many states were visited."""

    score: tuple[int, ...]
    moves: tuple[Move, ...]
    states: int


def exhaust(position: Position, settings: Settings, *, most_states: int = 1_000_000) -> Exhaustive:
    """Visit every state ``position`` can reach; raises TooManyStates beyond ``most_states``."""
    first = start(position)
    came_from: dict[State, tuple[State, Move] | None] = {first: None}
    best, best_score = first, score(position, first, settings)
    waiting = [first]
    while waiting:
        state = waiting.pop()
        for move in legal_moves(position, state):
            after = play(position, state, move)
            if after in came_from:
                continue
            if len(came_from) >= most_states:
                raise TooManyStates(most_states)
            came_from[after] = (state, move)
            waiting.append(after)
            worth = score(position, after, settings)
            if worth > best_score:
                best, best_score = after, worth
    return Exhaustive(best_score, _way_to(best, came_from), len(came_from))


def _way_to(state: State, came_from: dict[State, tuple[State, Move] | None]) -> tuple[Move, ...]:
    moves: list[Move] = []
    step = came_from[state]
    while step is not None:
        moves.append(step[1])
        step = came_from[step[0]]
    return tuple(reversed(moves))
