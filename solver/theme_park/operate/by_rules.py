"""Small parks in which dice are rerolled, proven by the rules alone: every state there is, whatever cards and rulings say."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from typing import NamedTuple, TypeAlias

from models.theme_park.operate.chance import before_chance, results
from models.theme_park.operate.moves import Move
from models.theme_park.operate.operation import in_the_midst
from models.theme_park.operate.phase import legal_transitions, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from solver.theme_park.operate.policies import Moves, Plan
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Settings

MOST_STATES = 4_000
"""States of the largest park that is searched so: the rules give moves of a few hundred to a few thousand a second."""

Worth: TypeAlias = tuple[Fraction, ...]


class _Choice(NamedTuple):
    """What is best in a state: its worth, and a move for each result of the dice that it rolls; none to stop."""

    worth: Worth
    moves: tuple[Move, ...]


def best_by_rules(position: Position, settings: Settings, stop: Callable[[], bool]) -> tuple[Worth, Plan] | None:
    """What is expected of the best plan, stage by stage, and the plan; None where there is too much, or ``stop`` says so."""
    ways = _every_way(position, stop)
    if ways is None:
        return None
    best: dict[State, _Choice] = {}

    def worth(state: State) -> Worth:
        if state not in best:
            stopping = tuple(map(Fraction, score(position, state, settings)))
            choices = [_Choice(stopping, ()), *_decisions(ways[state], worth)]
            best[state] = max(choices, key=lambda choice: choice.worth)
        return best[state].worth

    def plan(state: State) -> Iterator[Moves]:
        if not best[state].moves:
            yield ()
        for move in best[state].moves:
            after = next(after for done, after in ways[state] if done == move)
            yield from ((move, *rest) for rest in plan(after))

    first = start(position)
    return worth(first), tuple(plan(first))


def _every_way(position: Position, stop: Callable[[], bool]) -> dict[State, list[tuple[Move, State]]] | None:
    """Every state that can be reached, with every move there and the state after it."""
    first = start(position)
    ways: dict[State, list[tuple[Move, State]]] = {}
    known, coming = {first}, [first]
    for state in coming:
        midst = ((move, play(position, state, move)) for move in in_the_midst(position, state))
        moves = ((played.done, played.after) for played in legal_transitions(position, state))
        ways[state] = list(chain(moves, midst))
        new = {after for _, after in ways[state]} - known
        known |= new
        coming += new
        if len(known) > MOST_STATES or stop():
            return None
    return ways


def _decisions(ways: list[tuple[Move, State]], worth: Callable[[State], Worth]) -> Iterator[_Choice]:
    """Each decision with its worth; after a roll the best of what may follow is chosen."""
    rolled: dict[Move, dict[tuple[int, ...], _Choice]] = defaultdict(dict)
    for move, after in ways:
        choice, shown = _Choice(worth(after), (move,)), results(move)
        if not shown:
            yield choice
            continue
        outcomes = rolled[before_chance(move)]
        outcomes[shown] = max(choice, outcomes.get(shown, choice), key=lambda each: each.worth)
    for outcomes in rolled.values():
        columns = zip(*(each.worth for each in outcomes.values()), strict=True)
        mean = tuple(sum(column, Fraction(0)) / len(outcomes) for column in columns)
        yield _Choice(mean, tuple(move for each in outcomes.values() for move in each.moves))
