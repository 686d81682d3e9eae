"""Plans that reroll a die: a known sequence up to the roll, and for each face the best way on that a short search finds.

They prove nothing. What they are worth is exact all the same: the mean over the faces of sequences that the rules replay.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from models.theme_park.guests import LOWEST, GuestId, TileId
from models.theme_park.operate.chance import results, showing
from models.theme_park.operate.mid_phase import colour_waits, moves_from, standing
from models.theme_park.operate.movement import destinations
from models.theme_park.operate.moves import Move, OperateMove
from models.theme_park.operate.phase import broken_rule, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from solver.theme_park.operate.policies import Moves, Policy
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Settings

FACES_LOOKED_AT = (4, 1, 2, 3, 5, 6)
"""The faces in the order in which it is looked at them, one in the middle first."""

MOST_MOVED_OFF = 3
"""Choices of the die that moves and of where it goes that are looked at for the other faces, the best ones of the face before: a plan took up to 50
brief searches of a tenth of a second each (board-all5-04)."""

Off = tuple[GuestId | None, TileId | None]
"""The die that moves, and where to."""


class GoOn(Protocol):
    """Gives moves from a position, or none; ``briefly``: of a shorter search."""

    def __call__(self, position: Position, *, briefly: bool) -> Sequence[Move]:
        """Search from ``position`` on."""


def plans_with_a_reroll(position: Position, settings: Settings, moves: Sequence[Move], go_on: GoOn) -> Iterator[Policy]:
    """A plan for each operation of ``moves`` and each die of its party that may be rerolled there.

    What comes before the operation stays, but that no die keeps its pips in it; ``go_on`` says what comes after, for each face
    from 1.
    """
    state = start(position)
    for number, move in enumerate(moves):
        if results(move):
            return
        if isinstance(move, OperateMove):
            for guest in move.party:
                plan = _each_face(
                    position, settings, state, replace(move, keep=None, rerolls=((guest, LOWEST),)), go_on
                )
                if plan is not None:
                    yield tuple((*moves[:number], *rest) for rest in plan)
        state = play(position, state, move)


def plan_of_first_roll(position: Position, settings: Settings, moves: Sequence[Move], go_on: GoOn) -> Policy | None:
    """The plan that rolls what ``moves``, which already name results, roll first; None where they roll nothing."""
    state = start(position)
    for number, move in enumerate(moves):
        if results(move):
            plan = _each_face(position, settings, state, move, go_on)
            return plan and tuple((*moves[:number], *rest) for rest in plan)
        state = play(position, state, move)
    return None


def _each_face(position: Position, settings: Settings, state: State, move: Move, go_on: GoOn) -> Policy | None:
    """A move that rolls a die and what follows, for each face; None where the die may not be rerolled."""
    faces: dict[int, Moves] = {}
    best: list[Off] = []
    for face in FACES_LOOKED_AT:
        shown = showing(move, face)
        legal = [each for each in _moves_off(position, shown) if broken_rule(position, state, each) is None]
        looked_at = [each for each in legal if _off(each) in best] or legal
        ways = [
            (*_gone_on(position, settings, state, each, partial(go_on, briefly=True)), _off(each)) for each in looked_at
        ]
        if not ways:
            return None
        ways.sort(key=lambda way: way[0], reverse=True)
        brief, moves, _ = ways[0]
        longer, more = _gone_on(position, settings, state, moves[0], partial(go_on, briefly=False))
        faces[face] = more if longer > brief else moves
        best = [off for *_, off in ways[:MOST_MOVED_OFF]]
    return tuple(faces[face] for face in sorted(faces))


def _off(move: Move) -> Off:
    return (move.mover, move.to) if isinstance(move, OperateMove) else (None, None)


def _moves_off(position: Position, move: Move) -> Iterator[Move]:
    """The move with each choice of the die that moves and of where it goes."""
    if not isinstance(move, OperateMove):
        yield move
        return
    yield replace(move, mover=None, to=None)
    for mover in move.party:
        for to in destinations(position, move.tile):
            yield replace(move, mover=mover, to=to)


def _gone_on(
    position: Position, settings: Settings, before: State, first: Move, go_on: Callable[[Position], Sequence[Move]]
) -> tuple[tuple[int, ...], Moves]:
    """The score after ``first`` and what follows it, with these moves.

    Nothing follows where a die waits to operate as another colour: no position can say so, and so none can be searched.
    """
    state = play(position, before, first)
    moves: list[Move] = [first]
    for move in () if colour_waits(state) else moves_from(state, go_on(standing(position, state))):
        # what was played before may close a way, such as a Manager's
        if broken_rule(position, state, move) is not None:
            break
        state = play(position, state, move)
        moves.append(move)
    return score(position, state, settings), tuple(moves)
