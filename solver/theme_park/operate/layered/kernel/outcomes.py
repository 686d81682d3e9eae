"""What an operation leads to: which die keeps its pip, is rerolled or moves, and the child that comes of it (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    CHILDREN,
    COLLECTING,
    DONE,
    EACH,
    FIRST_JOINED,
    GUIDES,
    IMPROVEMENTS,
    LAYER_FULL,
    MANAGERS,
    MAPS,
    MASCOTS,
    NO_MOVER,
    NOTHING,
    OPERATION,
    PARENT,
    ROLLED,
    SAFETY,
    SEATS,
    SKILLS,
    USES,
    VALUES,
)
from solver.theme_park.operate.layered.kernel.children import (
    equal_in,
    may_roll,
    packed_operation,
    pipped_down,
    record_way,
    seats_rolled,
    write_child,
)
from solver.theme_park.operate.layered.kernel.expanding import (
    AFTER,
    LIMITS,
    PARTY,
    SETTLED,
    VALUES_AFTER,
    VALUES_OF_STOP,
    WITHOUT,
    OperationEnd,
)
from solver.theme_park.operate.layered.kernel.path_limits import fill_moves, more_by_move
from solver.theme_park.operate.layered.kernel.prepared import KEPT, log_of
from solver.theme_park.operate.layered.kernel.pruning import finds_room, may_improve
from solver.theme_park.operate.layered.kernel.stage_values import is_better, may_come_up_to, stage_values


@compiled_into
def expand_way(of, held, place, way):  # type: ignore[no-untyped-def]
    """Every outcome of a party adjusted in one way: which die keeps its pip or is rerolled. Returns DONE or LAYER_FULL."""
    park, size, targets = of.park, place.size, of.memo.targets[way.entry]
    party = of.scratch.few[PARTY]
    keeping = 1 + size if park.keeps[place.tile] and of.prepared.facts[held.state, KEPT] == NOTHING else 1
    rolls = seats_rolled(park, targets, place.tile)
    for unpipped in range(keeping * (1 + (size * park.faces.size if rolls else 0))):
        kept, rolled = unpipped - 1, NOTHING
        if unpipped >= keeping:
            kept, rolled = unpipped % keeping - 1, unpipped // keeping - 1
        if rolled >= 0 and not may_roll(park, of.prepared.rows[held.state], party, rolls, rolled, kept):
            continue
        if kept >= 0:
            seen = targets[kept] // VALUES if park.keep_adjusted else park.colours[park.kinds[party[kept]]]
            if seen != park.keep_colour:
                continue
        if not expand_outcome(of, held, place, way, kept, rolled):
            return LAYER_FULL
    return DONE


@compiled_into
def expand_outcome(of, held, place, way, kept, rolled):  # type: ignore[no-untyped-def]
    """A child for each die that may make the compulsory move; False when the layer is full."""
    park, scratch, record, size, tile = of.park, of.scratch, of.record, place.size, place.tile
    party, after = scratch.few[PARTY], scratch.few[VALUES_AFTER]
    movable, vips = pipped_down(park, of.memo.targets[way.entry], party, size, held.joined == 0, kept, rolled, after)
    if (movable or held.others_move) and not park.walkable[tile]:
        return True
    stars, money = held.stars + park.stars[tile] + vips, held.money + park.money[tile] + way.paid
    # a state that leads to nothing better may still be the best place to stop
    worse = way.probes or record[COLLECTING] != 0 or not may_come_up_to(park, stars, money, of.best)
    most = fill_moves(
        park, of.paths, scratch.uses[0], worth_left(of, way), tile, party, size, after, movable, scratch.moves
    )
    if worse and most < -SAFETY and not held.others_move:
        record[CHILDREN] += 1
        return True
    fill_limits_after(of, place, way, vips)
    outcome = OperationEnd(kept, rolled, stars, money, worse)
    # of the party's seats, then of the slots of those who have joined
    moving = movable | held.others_move << FIRST_JOINED
    for mover in range(FIRST_JOINED + park.kinds.size if held.others_move else size if movable else 1):
        if moving and not (moving >> mover) & 1:
            continue
        record[CHILDREN] += 1
        if not expand_mover(of, held, place, way, outcome, mover, moving != 0):
            return False
    return True


@compiled_into
def worth_left(of, way):  # type: ignore[no-untyped-def]
    """What paths make of the state without the party and the cards that it uses."""
    left = of.scratch.worth[1]
    if of.paths.most.size:
        left -= of.paths.cards[MAPS] * way.maps + of.paths.cards[GUIDES] * way.guides
        left -= of.paths.cards[MASCOTS] * way.charged
    return left


@compiled_into
def fill_limits_after(of, place, way, vips):  # type: ignore[no-untyped-def]
    """Fill the limits after an operation, before one of its dice moves on."""
    park, potentials, scratch = of.park, of.potentials, of.scratch
    mascots = way.charged / park.per_mascot
    absent, base, party, after = (
        scratch.limits[WITHOUT],
        scratch.limits[AFTER],
        scratch.few[PARTY],
        scratch.few[VALUES_AFTER],
    )
    for index in range(base.size):
        base[index] = (
            absent[index]
            - potentials.maps[index] * way.maps
            - potentials.mascots[index] * mascots
            - potentials.guides[index] * way.guides
            + potentials.stars[index] * vips
            + potentials.money[index] * way.paid
        )
    for seat in range(place.size):
        if after[seat] >= 0:
            kind, code = park.kinds[party[seat]], place.tile * VALUES + after[seat]
            for index in range(base.size):
                base[index] += potentials.guest[kind, code, index]


@compiled_into
def expand_mover(of, held, place, way, outcome, mover, moving):  # type: ignore[no-untyped-def]
    """The child in which one die moves, or none where none is ``moving``; False when the layer is full."""
    park, potentials, scratch, codes = of.park, of.potentials, of.scratch, of.prepared.rows[held.state]
    base, limits, party = scratch.limits[AFTER], scratch.limits[LIMITS], scratch.few[PARTY]
    goes = mover - FIRST_JOINED if mover >= FIRST_JOINED else party[mover]
    if mover < FIRST_JOINED:
        stays = place.tile * VALUES + scratch.few[VALUES_AFTER, mover]
        worth = scratch.moves[mover]
    else:
        stays = np.int64(codes[goes])
        worth = scratch.moves[SEATS] + more_by_move(park, of.paths, scratch.uses[0], goes, stays)
    fine = worth >= -SAFETY
    if outcome.worse and not fine:
        return True
    for index in range(limits.size):
        limits[index] = base[index]
    if moving:
        kind, gone = park.kinds[goes], stays + park.icons.size * VALUES
        for index in range(limits.size):
            limits[index] += potentials.guest[kind, gone, index] - potentials.guest[kind, stays, index]
    fine = fine and may_improve(limits, potentials.stages, of.best, of.depth)
    fine = fine and (way.probes or finds_room(of.there.cut, limits, potentials.stages))
    if outcome.worse and not fine:
        return True
    scratch.survives[0] = True
    if way.probes:
        return True
    fill_row(of, held, place, way, outcome, goes if moving else NOTHING)
    operation = packed_operation(
        place.tile,
        outcome.kept,
        outcome.rolled,
        way.led,
        way.detour,
        mover if moving else NO_MOVER,
        party,
        of.memo.targets[way.entry],
    )
    if not outcome.worse:
        stop_there(of, held.state, held.parent, outcome.stars, outcome.money, scratch.row, operation)
    return not fine or enter(of, held.state, held.parent, outcome.stars, outcome.money, limits, operation)


@compiled_into
def fill_row(of, held, place, way, outcome, goes):  # type: ignore[no-untyped-def]
    """Fill the row with the child, guests of a kind sorted; ``goes``: the slot of who moves, or NOTHING."""
    park, row, codes = of.park, of.scratch.row, of.prepared.rows[held.state]
    cards = park.kinds.size + park.icons.size
    write_child(park, codes, row, of.scratch.few[PARTY], place.size, place.tile, of.scratch.few[VALUES_AFTER], goes)
    row[cards + MAPS] = held.maps - way.maps
    row[cards + MASCOTS] = held.mascots - way.mascots
    row[cards + GUIDES] = held.guides - way.guides
    row[cards + MANAGERS] = held.managers - place.managed
    row[cards + SKILLS] = codes[cards + SKILLS]
    if held.mascots == way.mascots:
        row[cards + SKILLS] &= np.uint16(ROLLED)
    if outcome.rolled >= 0 and park.first_face >= 0:
        row[cards + SKILLS] |= np.uint16(ROLLED)


@compiled_into
def stop_there(of, state, parent, stars, money, row, operation):  # type: ignore[no-untyped-def]
    """Note where stopping in a state with this row is better than the best: what ``operation`` leads to from a prepared one, or that itself."""
    best, record, settled, out = of.best, of.record, of.scratch.few[SETTLED], of.scratch.few[VALUES_OF_STOP]
    stage_values(of.park, row, stars, money, out, settled)
    if is_better(of.park, row, out, best, settled):
        best[0], best[1], best[2] = out[0], out[1], out[2]
        record[PARENT], record[OPERATION] = parent, operation
        record[USES] = log_of(of.prepared, of.log, state)
        record[IMPROVEMENTS] += 1


@compiled_into
def enter(of, state, parent, stars, money, limits, operation):  # type: ignore[no-untyped-def]
    """Merge the scratch's row with its equal among the children, or enter it; False when the layer is full."""
    park, there, words = of.park, of.there, of.scratch.words
    found, slot = equal_in(there, words)
    if found >= 0 and of.record[COLLECTING] != EACH:
        more = park.rank_stars * (stars - there.stars[found]) + park.rank_money * (money - there.money[found])
        if there.ways.size:
            record_way(there, parent, found)
        if more <= 0:
            return True
    else:
        if there.number[0] >= there.rows.shape[0]:
            return False
        found = there.number[0]
        if there.ways.size:
            record_way(there, parent, found)
        there.number[0] += 1
        there.table[slot] = found
        for word in range(words.size):
            there.words[found, word] = words[word]
    for index in range(limits.size):
        there.limits[found, index] = limits[index]
    there.stars[found], there.money[found] = stars, money
    there.parents[found], there.operations[found] = parent, operation
    there.uses[found] = log_of(of.prepared, of.log, state)
    return True
