"""Reviews of small parks whose every state is known, by searches that come to their end or do not."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from models.theme_park.operate.chance import before_chance, results
from models.theme_park.operate.moves import Move
from models.theme_park.operate.phase import legal_moves, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import State, start
from solver.theme_park.operate.result import Advice, StageResult, Status
from solver.theme_park.operate.settings import Settings, Stage
from solver.theme_park.operate.trivial_bounds import upper_limit
from tests.theme_park.oracle import Oracle, TooManyStates, exhaust

PLAIN = Settings(time_limit=None, workers=1)
MOST_STATES = 300


class Truth:
    """What the oracle knows of the states of one park."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._oracle = Oracle(position, PLAIN, 100 * MOST_STATES)

    def best(self, state: State) -> Fraction:
        """The most stars of the whole phase from a state, expected where a die may be rerolled."""
        return Fraction(self._oracle.worth(state)[0])

    def lost_by(self, before: State, move: Move) -> Fraction:
        """What the choices of a move give away; what dice show is no choice."""
        position, after = self.position, play(self.position, before, move)
        if not results(move):
            return self.best(before) - self.best(after)
        shown: dict[tuple[int, ...], Fraction] = {}
        for other in legal_moves(position, before):
            if results(other) and before_chance(other) == before_chance(move):
                worth = self.best(play(position, before, other))
                shown[results(other)] = max(worth, shown.get(results(other), worth))
        decided = sum(shown.values(), Fraction(0)) / len(shown)
        return self.best(before) - decided + shown[results(move)] - self.best(after)


def random_sequence(position: Position, rng: Random, most: int = 8) -> tuple[Move, ...]:
    """Legal moves, some good and some not; it may stop early."""
    state, moves = start(position), list[Move]()
    while len(moves) < most and rng.random() > 0.1:
        choices = list(legal_moves(position, state))
        if not choices:
            break
        moves.append(rng.choice(choices))
        state = play(position, state, moves[-1])
    return tuple(moves)


def weak_search(rng: Random, how_weak: float) -> Callable[..., Advice]:
    """A search that seldom comes to its end: its sequences stop short and its limits are loose, but both are true."""

    def advise(position: Position, settings: Settings, **_: object) -> Advice:
        truth = exhaust(position, PLAIN, most_states=100 * MOST_STATES)
        most = upper_limit(position, Stage.STARS, settings.weights)
        if rng.random() < how_weak:
            verdict = replay(position, truth.moves[: rng.randint(0, len(truth.moves))])
            bound = rng.choice([most, min(most, truth.score[0] + rng.randint(0, 3))])
        else:
            verdict, bound = replay(position, truth.moves), truth.score[0]
        stage = StageResult(Stage.STARS, verdict.stars, bound)
        status = Status.OPTIMAL if stage.proven else Status.FEASIBLE
        return Advice(position, settings, status, verdict, int(bound // 1), (stage,), 0.0)

    return advise


def reviewable(park: Callable[[Random], Position], rng: Random) -> Position:
    """A park that the oracle can visit as a whole."""
    while True:
        position = park(rng)
        try:
            exhaust(position, PLAIN, most_states=MOST_STATES)
        except TooManyStates:
            continue
        return position
