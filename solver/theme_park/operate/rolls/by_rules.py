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
from solver.theme_park.operate.policies import Moves, Policy
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Settings

MOST_STATES = 4_000
"""States of the largest park that is searched so: the rules give moves of a few hundred to a few thousand a second."""

MOST_TILES, MOST_GUESTS = 6, 4
"""Of larger parks nobody tries: there are more states."""

MOST_NEXT_MOVES = 300_000
"""Moves from all states together, about a minute's worth and 300 MB: where maps and mascots may be used in the midst of an operation
one state alone may have billions."""

Worth: TypeAlias = tuple[Fraction, ...]


class _Choice(NamedTuple):
    """What is best in a state: its worth, how many moves follow on average, less than nothing, and a move for each result of
    the dice that it rolls; none to stop. Of equal worth the one with fewer moves is greater."""

    worth: Worth
    to_come: Fraction
    moves: tuple[Move, ...]


def best_by_rules(position: Position, settings: Settings, stop: Callable[[], bool]) -> tuple[Worth, Policy] | None:
    """What is expected of the best plan, stage by stage, and the plan; None where there is too much, or ``stop`` says so."""
    larger = len(position.tiles) > MOST_TILES or len(position.guests) > MOST_GUESTS
    ways = None if larger else _every_way(position, stop)
    if ways is None:
        return None
    best: dict[State, _Choice] = {}

    def choice(state: State) -> _Choice:
        if state not in best:
            stopping = tuple(map(Fraction, score(position, state, settings)))
            best[state] = max([_Choice(stopping, Fraction(0), ()), *_decisions(ways[state], choice)], key=_first_two)
        return best[state]

    def plan(state: State) -> Iterator[Moves]:
        if not best[state].moves:
            yield ()
        for move in best[state].moves:
            after = next(after for done, after in ways[state] if done == move)
            yield from ((move, *rest) for rest in plan(after))

    first = start(position)
    return choice(first).worth, tuple(plan(first))


def _every_way(position: Position, stop: Callable[[], bool]) -> dict[State, list[tuple[Move, State]]] | None:
    """Every state that can be reached, with every move there and the state after it."""
    first = start(position)
    ways: dict[State, list[tuple[Move, State]]] = {}
    known, coming, number = {first}, [first], 0
    for state in coming:
        ways[state] = []
        for move, after in next_states(position, state):
            number += 1
            if len(known) > MOST_STATES or number > MOST_NEXT_MOVES or stop():
                return None
            ways[state].append((move, after))
            if after not in known:
                known.add(after)
                coming.append(after)
    return ways


def next_states(position: Position, state: State) -> Iterator[tuple[Move, State]]:
    """Every legal next move, and what may be used in the midst of an operation, with the state after it."""
    midst = ((move, play(position, state, move)) for move in in_the_midst(position, state))
    return chain(((played.done, played.after) for played in legal_transitions(position, state)), midst)


def _decisions(ways: list[tuple[Move, State]], of: Callable[[State], _Choice]) -> Iterator[_Choice]:
    """Each decision with its worth; after a roll the best of what may follow is chosen."""
    rolled: dict[Move, dict[tuple[int, ...], _Choice]] = defaultdict(dict)
    for move, after in ways:
        next_ = of(after)
        choice, shown = _Choice(next_.worth, next_.to_come - 1, (move,)), results(move)
        if not shown:
            yield choice
            continue
        outcomes = rolled[before_chance(move)]
        outcomes[shown] = max(choice, outcomes.get(shown, choice), key=_first_two)
    for outcomes in rolled.values():
        columns = zip(*((*each.worth, each.to_come) for each in outcomes.values()), strict=True)
        *worth, to_come = (sum(column, Fraction(0)) / len(outcomes) for column in columns)
        yield _Choice(tuple(worth), to_come, tuple(move for each in outcomes.values() for move in each.moves))


def _first_two(choice: _Choice) -> tuple[Worth, Fraction]:
    return choice.worth, choice.to_come
