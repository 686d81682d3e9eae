"""Operating an attraction: place a cube, assemble a party, pip down, move one die."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.shared.rulebook import Broken, first_broken, rule
from models.theme_park.operate.between import BETWEEN
from models.theme_park.operate.compulsory_move import MOVER_CHECKS, movable, the_mover_walks_next_door
from models.theme_park.operate.cubes_and_managers import CUBE_CHECKS
from models.theme_park.operate.kept_and_rerolled import KEPT_CHECKS, REROLLED_CHECKS, unpipped_candidates
from models.theme_park.operate.movement import destinations, moved
from models.theme_park.operate.moves import Between, Move, OperateMove
from models.theme_park.operate.party import PARTY_CHECKS, party_candidates
from models.theme_park.operate.phrases import tile_name
from models.theme_park.operate.pip_down import pip_down
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import State, guest_now
from models.theme_park.operate.transition import Outcome, Played
from models.theme_park.rulings import Choice, Ruling


@rule(Rule.TIMING)
def an_operation_is_finished_first(position: Position, state: State, move: OperateMove) -> str | None:
    """Maps, guides and mascots wait until an operation is finished (ruling ``timing.between-operations``)."""
    if not (move.assembled or move.pipped) or position.rulings.says(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ANY_STEP):
        return None
    return f"The operation of {tile_name(position, move.tile)} is finished before a map, guide or mascot is used, under the ruling {Ruling.TIMING_BETWEEN_OPERATIONS}."


BEFORE_CHECKS = (*CUBE_CHECKS, *PARTY_CHECKS, an_operation_is_finished_first)


def operation_transition(position: Position, state: State, move: OperateMove) -> Outcome:
    """What becomes of an operation; what is used in its midst is judged where it is used."""
    broken = first_broken(BEFORE_CHECKS, position, state, move)
    if broken is not None:
        return broken
    assembled = _between(position, state, move.assembled)
    if isinstance(assembled, Broken):
        return assembled
    prepared = _last(assembled, state)
    broken = (
        first_broken(KEPT_CHECKS, position, prepared, move)
        or first_broken(REROLLED_CHECKS, position, state, move)
        or first_broken(MOVER_CHECKS, position, prepared, move)
    )
    if broken is not None:
        return broken
    down = pip_down(position, prepared, move)
    pipped = _between(position, down, move.pipped)
    if isinstance(pipped, Broken):
        return pipped
    after = _last(pipped, down)
    broken = first_broken((the_mover_walks_next_door,), position, after, move)
    return broken or Played(state, move, _ended(position, after, move), assembled + pipped)


def _between(position: Position, state: State, moves: tuple[Move, ...]) -> tuple[Played, ...] | Broken[Rule]:
    """The ``moves`` used in the midst of an operation, or the first rule they break."""
    used: list[Played] = []
    for move in moves:
        outcome = BETWEEN[type(move)].transition(position, _last(used, state), move)
        if isinstance(outcome, Broken):
            return outcome
        used.append(outcome)
    return tuple(used)


def _last(played: Sequence[Played], state: State) -> State:
    """The state after what was played from ``state``."""
    return played[-1].after if played else state


def _ended(position: Position, state: State, move: OperateMove) -> State:
    """The state after the last part of an operation: the die has walked, the cube lies there."""
    after = state
    if move.mover is not None and move.to is not None:
        after = moved(position, after, move.mover, move.to)
    index = position.tile_index[move.tile]
    return after._replace(
        cubes=(*state.cubes[:index], state.cubes[index] + 1, *state.cubes[index + 1 :]),
        managers=state.managers - move.manager,
        vip_stars=state.vip_stars + _vip_stars(position, after, move),
    )


def _vip_stars(position: Position, after: State, move: OperateMove) -> int:
    """A star for each VIP of the party (ruling ``vip.star`` for one that leaves)."""
    vips = [guest for guest in move.party if guest in position.vips]
    if position.rulings.says(Ruling.VIP_STAR, Choice.NO):
        vips = [guest for guest in vips if guest_now(position, after, guest) is not None]
    return len(vips)


def operate_candidates(position: Position, state: State) -> Iterator[OperateMove]:
    """Every operation worth checking, nothing used in its midst; its tile, icon and party are already legal."""
    for move in _assembled(position, state):
        left = movable(position, state, move)
        if not left:
            yield move
        for mover in left:
            for to in destinations(position, move.tile):
                yield replace(move, mover=mover, to=to)


def _assembled(position: Position, state: State) -> Iterator[OperateMove]:
    """Operations up to their second step: tile, party, and the dice that are not to be pipped down."""
    for tile in position.tiles:
        for manager in (False, True):
            if first_broken(CUBE_CHECKS, position, state, OperateMove(tile.id, (), manager=manager)):
                continue
            for party in party_candidates(position, state, tile.id):
                move = OperateMove(tile.id, party, manager=manager)
                if first_broken(PARTY_CHECKS, position, state, move) is None:
                    for keep, rerolls in unpipped_candidates(position, move):
                        yield replace(move, keep=keep, rerolls=rerolls)


def in_the_midst(position: Position, state: State) -> Iterator[OperateMove]:
    """Operations with maps, guides or mascots used in their midst (ruling ``timing.between-operations``).

    Every order of every such use: far too many to list for players, and meant for small parks.
    """
    if position.rulings.says(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ONLY_BETWEEN):
        return
    for move in _assembled(position, state):
        if first_broken(REROLLED_CHECKS, position, state, move) is not None:
            continue
        for assembled, prepared in _uses(position, state):
            for pipped, after in _uses(position, pip_down(position, prepared, move)):
                if assembled or pipped:
                    used = replace(move, assembled=assembled, pipped=pipped)
                    yield from _endings(position, state, after, used)


def _uses(position: Position, state: State) -> Iterator[tuple[tuple[Between, ...], State]]:
    """Every sequence of maps, guides and mascots, the empty one too, and the state it leads to."""
    yield (), state
    for family in BETWEEN.values():
        for move in family.candidates(position, state):
            outcome = family.transition(position, state, move)
            if isinstance(outcome, Played) and not isinstance(move, OperateMove):
                for rest, after in _uses(position, outcome.after):
                    yield (move, *rest), after


def _endings(position: Position, state: State, after: State, move: OperateMove) -> Iterator[OperateMove]:
    """``move`` with each die and place it may end with."""
    for mover in (None, *move.party):
        now = None if mover is None else guest_now(position, after, mover)
        for to in (None,) if now is None else destinations(position, now.at):
            ended = replace(move, mover=mover, to=to)
            if isinstance(operation_transition(position, state, ended), Played):
                yield ended
