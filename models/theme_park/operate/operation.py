"""Operating an attraction: place a cube, assemble a party, pip down, move one die."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.shared.phrases import count, listing
from models.shared.rulebook import Broken, Cited, Told, first_broken, rule
from models.theme_park.cards import Staff
from models.theme_park.guests import GuestId
from models.theme_park.operate.between import BETWEEN
from models.theme_park.operate.kept_and_rerolled import UNPIPPED_CHECKS, unpipped_candidates
from models.theme_park.operate.movement import destinations, moved, walking_fault
from models.theme_park.operate.moves import Between, Move, OperateMove
from models.theme_park.operate.party import PARTY_CHECKS, party_candidates
from models.theme_park.operate.phrases import guest_name, spent, tile_name
from models.theme_park.operate.pip_down import pip_down, stays
from models.theme_park.operate.position import MOST_CUBES, Position
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import State, cubes_on, free_icons, guest_now
from models.theme_park.operate.transition import Outcome, Played
from models.theme_park.rulings import Choice, Ruling


@rule(Rule.CUBE_SUPPLY)
def a_cube_is_left(position: Position, state: State, move: OperateMove) -> str | None:
    """A player has 17 operate cubes (ruling ``cubes.limit``)."""
    if sum(state.cubes) < MOST_CUBES or position.rulings.says(Ruling.CUBES_LIMIT, Choice.NO):
        return None
    return f"All {MOST_CUBES} operate cubes are placed; none is left for {tile_name(position, move.tile)}."


@rule(Rule.CUBE_ICON)
def an_icon_is_free(position: Position, state: State, move: OperateMove) -> str | None:
    """Each operate icon takes one cube a round; a Manager's cube needs no icon."""
    if move.manager or free_icons(position, state, move.tile):
        return None
    icons = count(position.tile[move.tile].icons, "operate icon")
    return f"{tile_name(position, move.tile)} has {icons} and {count(cubes_on(position, state, move.tile), 'cube')} on it; no icon is free."


@rule(Rule.MANAGER_READY)
def a_manager_is_ready(position: Position, state: State, move: OperateMove) -> str | None:
    """Each Manager card played pays for one operation."""
    if not move.manager or state.managers:
        return None
    return f"No Manager can operate {tile_name(position, move.tile)} again: {spent(position, Staff.MANAGER)}."


@rule(Rule.MANAGER_ICONS_COVERED)
def a_manager_needs_covered_icons(position: Position, state: State, move: OperateMove) -> str | None:
    """A Manager operates an attraction that has no available icon."""
    free = free_icons(position, state, move.tile) if move.manager else 0
    if not free:
        return None
    return f"The Manager works only on an attraction without a free operate icon; {tile_name(position, move.tile)} still has {free}."


@rule(Rule.MANAGER_SAME_TILE)
def managers_may_share_a_tile(position: Position, state: State, move: OperateMove) -> str | None:
    """Only under the ruling ``manager.twice-same-tile`` = no must two Managers choose two tiles."""
    managed = move.manager and cubes_on(position, state, move.tile) > position.tile[move.tile].icons
    if not managed or position.rulings.says(Ruling.MANAGER_TWICE_SAME_TILE, Choice.YES):
        return None
    return f"A Manager has already operated {tile_name(position, move.tile)}; the ruling {Ruling.MANAGER_TWICE_SAME_TILE} asks for another attraction."


CUBE_CHECKS = (
    an_icon_is_free,
    a_manager_is_ready,
    a_manager_needs_covered_icons,
    managers_may_share_a_tile,
    a_cube_is_left,
)


@rule(Rule.TIMING)
def an_operation_is_finished_first(position: Position, state: State, move: OperateMove) -> str | None:
    """Maps, guides and mascots wait until an operation is finished (ruling ``timing.between-operations``)."""
    if not (move.assembled or move.pipped) or position.rulings.says(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ANY_STEP):
        return None
    return f"The operation of {tile_name(position, move.tile)} is finished before a map, guide or mascot is used, under the ruling {Ruling.TIMING_BETWEEN_OPERATIONS}."


def movable(position: Position, state: State, move: OperateMove) -> tuple[GuestId, ...]:
    """The dice of the party that may be the one to move; ``state`` is the one before they are pipped down."""
    left = (guest for guest in move.party if stays(position, state, move, guest))
    return tuple(guest for guest in left if may_move(position, move, guest))


def may_move(position: Position, move: OperateMove, guest: GuestId) -> bool:
    """Whether a die of the party that stays in the park may be the one to move, pipped down or not."""
    says = position.rulings.says
    kept = guest == move.keep
    if not kept and (guest not in dict(move.rerolls) or says(Ruling.MOVE_REROLLED_DIE, Choice.YES)):
        return True
    if len(move.party) == 1:
        return says(Ruling.MOVE_SOLE_KEPT_DIE, Choice.MUST_MOVE)
    return kept and says(Ruling.MOVE_KEPT_DIE, Choice.YES)


@rule(Rule.MOVER_OF_PARTY)
def the_mover_is_of_the_party(position: Position, state: State, move: OperateMove) -> str | None:
    """The die that moves is one of the dice of the party."""
    if move.mover is None or move.mover in move.party:
        return None
    return f"{guest_name(position, state, move.mover)} is not in the party of {tile_name(position, move.tile)}, so it may not be the die that moves."


@rule(Rule.MOVER_REQUIRED)
def one_die_must_move(position: Position, state: State, move: OperateMove) -> Told:
    """Exactly one die of the party moves, unless none is left to move."""
    left = movable(position, state, move)
    if not left or (move.mover is not None and move.to is not None):
        return None
    dice = listing((guest_name(position, state, guest) for guest in left), "or")
    told = f"After operating {tile_name(position, move.tile)} one die must move to an adjacent attraction: {dice}."
    case = _unpipped(move, *left)
    return told if case is None else Cited(told, case)


@rule(Rule.MOVER_LEFT)
def a_discarded_die_stays_discarded(position: Position, state: State, move: OperateMove) -> Told:
    """A die at 1 is discarded when pipped down and cannot move; with none left, none moves."""
    if (move.mover is None and move.to is None) or move.mover in movable(position, state, move):
        return None
    if move.mover is None:
        return f"No die of the party is left to move, so the operation of {tile_name(position, move.tile)} names no destination."
    name = guest_name(position, state, move.mover)
    if not stays(position, state, move, move.mover):
        return f"{name} is at value 1: it is discarded by operating {tile_name(position, move.tile)} and cannot move."
    how = "keeps its pips" if move.mover == move.keep else "is rerolled"
    told = f"{name} {how} in the operation of {tile_name(position, move.tile)} and may not be the die that moves"
    case = _unpipped(move, move.mover)
    assert case is not None
    return Cited(f"{told}, under the {UNPIPPED[case]}.", case)


UNPIPPED = {
    "sole": f"ruling {Ruling.MOVE_SOLE_KEPT_DIE}",
    "sole-rerolled": f"rulings {Ruling.MOVE_REROLLED_DIE} and {Ruling.MOVE_SOLE_KEPT_DIE}",
    "kept": f"ruling {Ruling.MOVE_KEPT_DIE}",
    "rerolled": f"ruling {Ruling.MOVE_REROLLED_DIE}",
}
"""What decides on a die that was not pipped down, by the case that is cited."""


def _unpipped(move: OperateMove, *dice: GuestId) -> str | None:
    """Which ruling decides on ``dice`` of the party, if none of them was pipped down."""
    rerolled = dict(move.rerolls)
    if not all(die == move.keep or die in rerolled for die in dice):
        return None
    case = "kept" if move.keep in dice else "rerolled"
    return {"kept": "sole", "rerolled": "sole-rerolled"}[case] if len(move.party) == 1 else case


@rule(Rule.MOVER_ADJACENT)
def the_mover_walks_next_door(position: Position, state: State, move: OperateMove) -> Told:
    """The die that moves goes to an attraction adjacent to where it stands."""
    now = None if move.mover is None else guest_now(position, state, move.mover)
    if move.mover is None or move.to is None or now is None:
        return None
    return walking_fault(position, guest_name(position, state, move.mover), now.at, move.to)


MOVER_CHECKS = (
    the_mover_is_of_the_party,
    one_die_must_move,
    a_discarded_die_stays_discarded,
)
BEFORE_CHECKS = (*CUBE_CHECKS, *PARTY_CHECKS, *UNPIPPED_CHECKS, an_operation_is_finished_first)


def operation_transition(position: Position, state: State, move: OperateMove) -> Outcome:
    """What becomes of an operation; what is used in its midst is judged where it is used."""
    broken = first_broken(BEFORE_CHECKS, position, state, move)
    if broken is not None:
        return broken
    assembled = _between(position, state, move.assembled)
    if isinstance(assembled, Broken):
        return assembled
    prepared = _last(assembled, state)
    broken = first_broken(MOVER_CHECKS, position, prepared, move)
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
        if first_broken(UNPIPPED_CHECKS, position, state, move) is not None:
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
