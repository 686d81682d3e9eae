"""The oracle: every sequence there is, with equal states visited once.

Plain, slow and meant to be obviously right; tests hold the engines against it.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from models.theme_park.operate.chance import before_chance, results
from models.theme_park.operate.moves import Move
from models.theme_park.operate.operation import in_the_midst
from models.theme_park.operate.phase import legal_transitions, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Settings


class TooManyStates(Exception):
    """The park has more states than the caller wanted visited."""


Worth = tuple[int | Fraction, ...]
"""Values of the stages in their order; fractions where chance has a part."""


@dataclass(frozen=True, slots=True)
class Exhaustive:
    """The best score there is (expected, where dice are rerolled), a way to it, and how many states were visited.

    ``moves`` end before the first reroll.
    """

    score: Worth
    moves: tuple[Move, ...]
    states: int


def exhaust(position: Position, settings: Settings, *, most_states: int = 1_000_000) -> Exhaustive:
    """Visit every state ``position`` can reach; raises TooManyStates beyond ``most_states``."""
    oracle = Oracle(position, settings, most_states)
    first = start(position)
    best = oracle.worth(first)
    moves: list[Move] = []
    state, move = first, oracle.choice(first)
    while move is not None and not results(move):
        moves.append(move)
        state = play(position, state, move)
        move = oracle.choice(state)
    return Exhaustive(best, tuple(moves), oracle.states)


class Oracle:
    """The worth of every state: the best of stopping and of each move, averaged over what dice may show."""

    def __init__(self, position: Position, settings: Settings, most_states: int) -> None:
        """Nothing is visited; beyond ``most_states`` TooManyStates is raised."""
        self._position, self._settings, self._most = position, settings, most_states
        self._known: dict[State, tuple[Worth, Move | None]] = {}

    @property
    def states(self) -> int:
        """Counts the states that the oracle visited."""
        return len(self._known)

    def choice(self, state: State) -> Move | None:
        """The best move in ``state``, which is known; None to stop."""
        return self._known[state][1]

    def worth(self, state: State) -> Worth:
        """The best score from a state of the position."""
        if state not in self._known:
            if len(self._known) >= self._most:
                raise TooManyStates(self._most)
            stop: Worth = score(self._position, state, self._settings)
            best: tuple[Worth, Move | None] = (stop, None)
            for move, worth in self._prospects(state):
                if worth > best[0]:
                    best = (worth, move)
            self._known[state] = best
        return self._known[state][0]

    def _prospects(self, state: State) -> Iterator[tuple[Move, Worth]]:
        """What may be decided next and its worth; after a roll the best of what may follow is chosen."""
        rolled: dict[Move, dict[tuple[int, ...], list[Worth]]] = defaultdict(lambda: defaultdict(list))
        used_in_the_midst = ((move, play(self._position, state, move)) for move in in_the_midst(self._position, state))
        played = ((played.done, played.after) for played in legal_transitions(self._position, state))
        for move, after in chain(played, used_in_the_midst):
            worth = self.worth(after)
            shown = results(move)
            if shown:
                rolled[before_chance(move)][shown].append(worth)
            else:
                yield move, worth
        for decided, outcomes in rolled.items():
            yield decided, _average([max(worths) for worths in outcomes.values()])


def _average(worths: list[Worth]) -> Worth:
    return tuple(
        sum((Fraction(value) for value in values), Fraction(0)) / len(worths) for values in zip(*worths, strict=True)
    )
