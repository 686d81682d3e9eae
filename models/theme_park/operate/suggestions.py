"""Legal moves that differ little from one that is not: what a player may have meant.

Crowded parks allow more moves than anyone would wait for, so moves near the one submitted are
looked at first, and only so many in all.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import chain, islice

from models.shared.rulebook import first_broken
from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.adjustments import adjustment_candidates
from models.theme_park.operate.cubes_and_managers import CUBE_CHECKS
from models.theme_park.operate.movement import destinations
from models.theme_park.operate.moves import Adjustment, MascotMove, Move, OperateMove, SkillUse
from models.theme_park.operate.party import PARTY_CHECKS, party_candidates
from models.theme_park.operate.phase import FAMILIES, broken_rule
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills import SKILL_CARDS
from models.theme_park.operate.state import State, guests_on

MOST_LOOKED_AT = 20_000
MOST_OF_A_PART = 1_000
"""Parties of a tile, and uses of a skill on one, that are looked at."""
CROWD = 12
"""Guests together on a tile beyond which not every party is tried."""


def nearest_moves(position: Position, state: State, move: Move, most: int = 5) -> tuple[Move, ...]:
    """Legal moves of the same kind in ``state``: those of the same tile or guest, then those with the fewest fields unlike ``move``."""
    looked_at = chain(_like(position, state, move), _any(position, state, move))
    found = dict.fromkeys(islice(looked_at, MOST_LOOKED_AT))
    ranked = sorted(found, key=lambda other: distance(move, other))
    legal = (other for other in ranked if broken_rule(position, state, other) is None)
    return tuple(islice(legal, most))


def distance(move: Move, other: Move) -> tuple[bool, int, int]:
    """Whether two moves of a kind are about another tile, or another guest that walks; how many fields differ, and by how
    many members in those that hold several.
    """
    unlike = members = 0
    for field in fields(move):
        one, two = getattr(move, field.name), getattr(other, field.name)
        if one != two:
            unlike += 1
            if isinstance(one, tuple) and isinstance(two, tuple):
                members += len(set(one) ^ set(two))
    return about(move) != about(other), unlike, members


def about(move: Move) -> TileId | GuestId:
    """What a player who errs means all the same: the tile that is operated or adjusted, the guest that walks."""
    return move.tile if isinstance(move, OperateMove | MascotMove) else move.guest


def _like(position: Position, state: State, move: Move) -> Iterator[Move]:
    """Moves near the one submitted, where there may be very many in all."""
    if isinstance(move, MascotMove):
        yield from _mascots(position, state, move)
    elif isinstance(move, OperateMove):
        yield from _operations(position, state, move)


def _any(position: Position, state: State, move: Move) -> Iterator[Move]:
    """Every move of the kind, unless a crowd has too many parties to go through."""
    crowd = max((len(guests_on(position, state, tile.id)) for tile in position.tiles), default=0)
    if crowd <= CROWD or not isinstance(move, OperateMove):
        yield from FAMILIES[type(move)].candidates(position, state)


def _tiles(position: Position, first: TileId) -> list[TileId]:
    return [first, *(tile.id for tile in position.tiles if tile.id != first)]


def _mascots(position: Position, state: State, move: MascotMove) -> Iterator[MascotMove]:
    """Another mascot, tile, adjustment or use of the skill, and any of these together."""
    ready = [index for index, is_ready in enumerate(state.mascots) if is_ready]
    ready.sort(key=lambda index: index != move.mascot)
    for tile in _tiles(position, move.tile):
        adjusts = list(dict.fromkeys(_adjusts(position, state, tile, move.adjust)))
        for mascot in ready:
            for adjust in adjusts:
                if move.skill is not None:
                    yield MascotMove(mascot, tile, adjust, move.skill, move.skill_after)
                yield MascotMove(mascot, tile, adjust)
            for use in _uses(position, state, mascot, tile):
                for adjust in ((), move.adjust):
                    yield MascotMove(mascot, tile, adjust, use, min(move.skill_after, len(adjust)))
                    yield MascotMove(mascot, tile, adjust, use)


def _adjusts(
    position: Position, state: State, tile: TileId, adjust: tuple[Adjustment, ...]
) -> Iterator[tuple[Adjustment, ...]]:
    """The adjustments as they are, with one replaced or left out, and each single one."""
    yield adjust
    single = list(adjustment_candidates(position, state, tile))
    for index in range(len(adjust)):
        yield (*adjust[:index], *adjust[index + 1 :])
        yield from ((*adjust[:index], other, *adjust[index + 1 :]) for other in single)
    yield from ((each,) for each in single)


def _uses(position: Position, state: State, mascot: int, tile: TileId) -> Iterator[SkillUse]:
    skill = position.mascots[mascot]
    if skill is not None:
        yield from islice(SKILL_CARDS[skill.kind].candidates(position, state, tile), MOST_OF_A_PART)


def _operations(position: Position, state: State, move: OperateMove) -> Iterator[OperateMove]:
    """Another party, mover, destination, payment or tile, and any of these together."""
    for tile in _tiles(position, move.tile):
        parties = list(dict.fromkeys(_parties(position, state, tile, move.party)))
        for manager in (move.manager, not move.manager):
            if first_broken(CUBE_CHECKS, position, state, OperateMove(tile, (), manager=manager)):
                continue
            for party in parties:
                plain = replace(move, tile=tile, party=party, manager=manager)
                if first_broken(PARTY_CHECKS, position, state, plain) is None:
                    yield from _endings(position, plain)


def _parties(
    position: Position, state: State, tile: TileId, party: tuple[GuestId, ...]
) -> Iterator[tuple[GuestId, ...]]:
    """The party itself, with one die replaced, left out or added, then any other."""
    here = guests_on(position, state, tile)
    with_one_less = [tuple(other for other in party if other != guest) for guest in party]
    with_one_more = [(*each, guest) for each in (*with_one_less, party) for guest in here if guest not in each]
    near = (tuple(sorted(each)) for each in (party, *with_one_less, *with_one_more))
    return chain(near, islice(party_candidates(position, state, tile), MOST_OF_A_PART))


def _endings(position: Position, move: OperateMove) -> Iterator[OperateMove]:
    """Every mover and destination, with and without what else the move says of the operation."""
    ends = [(move.mover, move.to), (None, None)]
    ends += [(mover, to) for mover in move.party for to in destinations(position, move.tile)]
    for mover, to in ends:
        ended = replace(move, mover=mover, to=to)
        yield ended
        yield replace(ended, keep=None)
        yield replace(ended, rerolls=())
        yield replace(ended, keep=None, rerolls=(), assembled=(), pipped=())
