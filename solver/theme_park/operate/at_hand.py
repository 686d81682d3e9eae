"""The smallest parks, proven at once by the rules alone: no process, nothing compiled."""

import math
from contextlib import suppress

from models.shared.deadline import Patience, TimeOver, within
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from solver.runtime.messages import Finished
from solver.theme_park.operate.canonical import MOST_COMPARED, in_order, order
from solver.theme_park.operate.incumbent import Incumbent
from solver.theme_park.operate.messages import Candidate, Effort, Limit
from solver.theme_park.operate.policies import Moves
from solver.theme_park.operate.rolls.by_rules import next_states
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES, Engine, Settings
from solver.theme_park.operate.tables import Tables

MOST_STATES, MOST_SECONDS = 24, 0.05
"""States beyond which, and seconds after which, a park is none of the smallest."""
MOST_EQUALS = 100
"""Sequences to one state, in any order of their moves, that are followed."""


def settled_at_hand(incumbent: Incumbent, position: Position, settings: Settings) -> bool:
    """Whether all is proven and the answer known, as the park is so small; ``incumbent`` hears it then."""
    if settings.alternatives or Engine.LAYERED not in settings.engines or not only_operates(position):
        return False
    found = None
    with suppress(TimeOver), within(Patience(math.inf, MOST_SECONDS)):
        found = _only_best(position, settings)
    if found is None:
        return False
    moves, values, states = found
    incumbent.take(Candidate(0, (moves,), Engine.LAYERED, canonical=True))
    for stage, value in zip(STAGES[settings.objective], values, strict=True):
        incumbent.take(Limit(0, stage, value, Engine.LAYERED))
    incumbent.take(Finished(result=Effort(states, incumbent.seconds())))
    incumbent.report()
    return True


def only_operates(position: Position) -> bool:
    """Whether nothing is left but to operate: then the layers of moves are those of the search."""
    tables = Tables(position)
    return not (position.maps or position.mascots or tables.guides or tables.managers or tables.chance)


def _only_best(position: Position, settings: Settings) -> tuple[Moves, tuple[int, ...], int] | None:
    """The best sequence, its stage values and the states that there are.

    Layer after layer of single moves, equal states merged, nothing left out. None where there is too much, or where
    ties are many or between guests that are alike: which of them is the answer, the search says.
    """
    here: dict[State, list[Moves]] = {start(position): [()]}
    best, states = score(position, start(position), settings), 1
    fewest: list[Moves] = [()]
    while here:
        there: dict[State, list[Moves]] = {}
        for state, ways in here.items():
            for move, after in next_states(position, state):
                reached = there.setdefault(after, [])
                reached.extend((*way, move) for way in ways)
                if len(reached) > MOST_EQUALS or states + len(there) > MOST_STATES:
                    return None
        if len({_nameless(position, state) for state in there}) < len(there):
            return None  # the search takes guests that are alike for the same
        for state, ways in there.items():
            worth = score(position, state, settings)
            if worth > best:
                best, fewest = worth, ways
            elif worth == best and len(fewest[0]) == len(ways[0]):
                fewest = [*fewest, *ways]
        states += len(there)
        here = there
    written = {in_order(position, moves) for moves in fewest}
    return (min(written, key=order), best, states) if len(written) <= MOST_COMPARED else None


def _nameless(position: Position, state: State) -> tuple[State, tuple[str, ...]]:
    """The state without the names of its guests."""
    guests = sorted(repr((guest.vip, now)) for guest, now in zip(position.guests, state.guests, strict=True))
    return state._replace(guests=()), tuple(guests)
