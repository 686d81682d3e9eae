"""The operations of a state, and what they lead to: the inner loop of the layered search (compiled)."""

# ruff: noqa: PLR0912, PLR0915 - one loop in another: what each does is in functions that become part of it

import math
from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.compiling import compiled_part
from solver.theme_park.operate.layered.children import (
    equal_in,
    has_its_like_before,
    limits_with_cube,
    limits_without,
    may_roll,
    others_stand,
    packed_operation,
    pipped_down,
    record_way,
    seats_rolled,
    serves,
    touches_one,
    walked,
    with_their_like,
    write_child,
)
from solver.theme_park.operate.layered.codes import (
    ABSENT,
    BASE,
    CHILDREN,
    COLLECTING,
    CREDIT_SHIFT,
    DICE,
    DONE,
    EACH,
    FIRST_JOINED,
    GUIDES,
    IMPROVEMENTS,
    LAYER_FULL,
    MANAGERS,
    MAPS,
    MASCOTS,
    MEMO_FULL,
    NO_MOVER,
    NOTHING,
    OPERATION,
    PARENT,
    ROLLED,
    SAFETY,
    SEATS,
    SKILLS,
    STOPPED,
    USES,
    VALUES,
)
from solver.theme_park.operate.layered.larger_parties import joined_who_may_move
from solver.theme_park.operate.layered.party_adjustments import fill_adjustments, unpacked_ways
from solver.theme_park.operate.layered.path_limits import fill_moves, more_by_move, worth_beside, worth_of_guest
from solver.theme_park.operate.layered.prepared import (
    CREDITED,
    FRESH,
    JOINED,
    KEPT,
    LEFT,
    MONEY_NOW,
    OWED,
    STARS_NOW,
    TILE,
    log_of,
    shown_colour,
)
from solver.theme_park.operate.layered.pruning import cubes_in_row, finds_room, may_improve
from solver.theme_park.operate.layered.stage_values import is_better, may_come_up_to, stage_values


class Scratch(NamedTuple):
    """Room that one state after the other is expanded in."""

    row: Array
    words: Array
    limits: Array  # [use, price]
    few: Array  # [use, seat or stage]
    free: Array  # [counter of tiles], at most one for each cell
    moves: Array  # [seat], last, what there is where none of them moves
    fulfilled: Array  # [0]: the tiles that some party fulfils, a bit each


def new_scratch(cells: int, prices: int) -> Scratch:
    """Room for rows of ``cells`` and as many ``prices``."""
    row = np.zeros(cells, dtype=np.uint16)
    return Scratch(
        row,
        row.view(np.uint64),
        np.zeros((5, prices)),
        np.zeros((5, 3), dtype=np.int64),
        np.zeros(cells, dtype=np.int64),
        np.zeros(SEATS + 1),
        np.zeros(1, dtype=np.int64),
    )


@compiled_part
def expand_operations(park, memo, potentials, paths, scratch, prepared, state, log, parent, there, best, record, depth):  # type: ignore[no-untyped-def]
    """Every operation of a prepared state, with the dice just touched where there are any.

    Returns DONE, MEMO_FULL, or LAYER_FULL.
    """
    tiles, guests = park.icons.size, park.kinds.size
    cards = guests + tiles
    count = potentials.constant.size
    row, words = scratch.row, scratch.words
    limits, base, start, absent = scratch.limits[0], scratch.limits[1], scratch.limits[2], scratch.limits[3]
    cubed = scratch.limits[4]
    settled, out, party, dice, after = scratch.few[0], scratch.few[1], scratch.few[2], scratch.few[3], scratch.few[4]
    moves, room = scratch.moves, there.rows.shape[0]
    scratch.fulfilled[0] = 0
    # phase 1: what the state has
    codes = prepared.rows[state]
    maps = np.int64(codes[cards + MAPS])
    mascots = np.int64(codes[cards + MASCOTS])
    guides = np.int64(codes[cards + GUIDES])
    managers = np.int64(codes[cards + MANAGERS])
    joined, owed = prepared.facts[state, JOINED], prepared.facts[state, OWED]
    others_move = joined_who_may_move(park, prepared, state) if joined else np.int64(0)
    turns_ready = mascots * park.per_mascot - owed
    fresh = with_their_like(park, codes, prepared.facts[state, FRESH])
    credited = with_their_like(park, codes, prepared.facts[state, CREDITED])
    if credited:
        credited &= ~with_their_like(park, codes, prepared.facts[state, FRESH] & ~prepared.facts[state, CREDITED])
    asked = np.int64(0) if park.larger else fresh  # else one who joins later may be just touched
    stars_before, money_before = prepared.facts[state, STARS_NOW], prepared.facts[state, MONEY_NOW]
    for index in range(count):  # adjustments that an open use could still make are not made any more
        start[index] = (
            prepared.limits[state, index] - potentials.mascots[index] * prepared.facts[state, LEFT] / park.per_mascot
        )
    if cubes_in_row(park, codes) >= park.most_cubes:
        return DONE
    for tile in range(tiles):
        if joined and tile != prepared.facts[state, TILE]:
            continue
        cubes = codes[guests + tile]
        managed = 0
        if cubes >= park.icons[tile]:
            if managers == 0 or cubes >= park.most[tile]:
                continue
            managed = 1
        limits_with_cube(park, potentials, tile, managed, start, cubed)
        # phase 2: a party, in ascending places; of guests alike only the first
        size, uses, beside = park.size[tile], -1, 0.0
        for i in range(guests):
            if record[STOPPED]:
                return LAYER_FULL
            if asked and not asked >> i:
                break
            ci = np.int64(codes[i])
            if ci == ABSENT or joined >> i & 1 or has_its_like_before(park, codes, joined, i):
                continue
            unled_i = park.travel[(ci & BASE) // VALUES, tile, 0]
            led_i = park.travel[(ci & BASE) // VALUES, tile, 1] if guides else unled_i
            if unled_i > maps and led_i > maps:
                continue
            for j in range(i + 1 if size > 1 else 0, guests if size > 1 else 1):
                cj, unled_j, led_j = np.int64(0), 0, 0
                if size > 1:
                    if asked and not (asked >> j or asked >> i & 1):
                        break
                    cj = np.int64(codes[j])
                    if cj == ABSENT or joined >> j & 1 or (j > i + 1 and has_its_like_before(park, codes, joined, j)):
                        continue
                    unled_j = park.travel[(cj & BASE) // VALUES, tile, 0]
                    led_j = park.travel[(cj & BASE) // VALUES, tile, 1] if guides else unled_j
                    if unled_j > maps and led_j > maps:
                        continue
                for k in range(j + 1 if size > 2 else 0, guests if size > 2 else 1):
                    ck, unled_k, led_k = np.int64(0), 0, 0
                    if asked and not touches_one(asked, size, i, j, k):
                        continue
                    if size > 2:
                        ck = np.int64(codes[k])
                        if (
                            ck == ABSENT
                            or joined >> k & 1
                            or (k > j + 1 and has_its_like_before(park, codes, joined, k))
                        ):
                            continue
                        unled_k = park.travel[(ck & BASE) // VALUES, tile, 0]
                        led_k = park.travel[(ck & BASE) // VALUES, tile, 1] if guides else unled_k
                        if unled_k > maps and led_k > maps:
                            continue
                    # phase 3: how its dice may be adjusted to fulfil the tile
                    party[0], party[1], party[2] = i, j, k
                    dice[0] = shown_colour(park, i, ci) * VALUES + (ci & BASE) % VALUES
                    dice[1] = shown_colour(park, j, cj) * VALUES + (cj & BASE) % VALUES if size > 1 else 0
                    dice[2] = shown_colour(park, k, ck) * VALUES + (ck & BASE) % VALUES if size > 2 else 0
                    key = (dice[2] * DICE + dice[1]) * DICE + dice[0]
                    credits = ci >> CREDIT_SHIFT
                    if size > 1:
                        credits += (cj >> CREDIT_SHIFT) * (park.most_credits + 1)
                    if size > 2:
                        credits += (ck >> CREDIT_SHIFT) * (park.most_credits + 1) ** 2
                    ways = memo.ways[tile, credits, key]
                    if ways == 0:
                        if not fill_adjustments(park, memo, tile, key, dice[0], dice[1], dice[2], credits):
                            return MEMO_FULL
                        ways = memo.ways[tile, credits, key]
                    first, last, cost = unpacked_ways(ways)
                    if last == first or cost > turns_ready:
                        continue
                    scratch.fulfilled[0] |= np.int64(1) << tile
                    if fresh and not touches_one(fresh, size, i, j, k):
                        continue
                    limits_without(park, potentials, codes, party, size, cubed, absent)
                    worth = 0.0
                    if paths.most.size:
                        if uses < 0:
                            uses, beside = worth_beside(park, paths, scratch.free, codes, tile)
                        worth = beside
                        for seat in range(size):
                            worth -= worth_of_guest(park, paths, uses, codes, party[seat])
                    # phase 4: which of them a Guide leads, and the maps all need
                    for led in range(1 << size if guides else 1):
                        walk, leads = walked(led, led_i, unled_i, led_j, unled_j, led_k, unled_k)
                        if walk < 0 or walk > maps or leads > guides:
                            continue
                        # phase 5: one way to adjust them, and the die that keeps its pip or is rerolled
                        for entry in range(first, last):
                            cost = memo.cost[entry]
                            if cost > turns_ready:
                                break
                            used = np.int64(cost) + owed
                            if park.per_mascot > 1:
                                used = (used + park.per_mascot - 1) // park.per_mascot
                            if (
                                (cost + owed) % park.per_mascot
                                and park.most_credits
                                and others_stand(park, codes, party, size, joined, tile)
                            ):
                                continue  # the mascot's last adjustment may as well be a credit of one of them
                            if credited and not serves(memo, party, dice, size, entry, fresh, credited):
                                continue  # a credit that does not serve here is given later, or never
                            keeping = 1 + size if park.keeps[tile] and prepared.facts[state, KEPT] == NOTHING else 1
                            rolls = seats_rolled(park, memo.targets[entry], tile)
                            for unpipped in range(keeping * (1 + (size * park.faces.size if rolls else 0))):
                                kept, rolled = unpipped - 1, -1
                                if unpipped >= keeping:
                                    kept, rolled = unpipped % keeping - 1, unpipped // keeping - 1
                                if rolled >= 0 and not may_roll(park, codes, party, rolls, rolled, kept):
                                    continue
                                if kept >= 0:
                                    seen = (
                                        memo.targets[entry, kept] // VALUES
                                        if park.keep_adjusted
                                        else park.colours[park.kinds[party[kept]]]
                                    )
                                    if seen != park.keep_colour:
                                        continue
                                # phase 6: the values after pipping down, the dice that may move, the VIPs' stars
                                movable, vips = pipped_down(
                                    park, memo.targets[entry], party, size, joined == 0, kept, rolled, after
                                )
                                if (movable or others_move) and not park.walkable[tile]:
                                    continue
                                stars = stars_before + park.stars[tile] + vips
                                money = money_before + park.money[tile]
                                # a state that leads to nothing better may still be the best place to stop
                                worse = record[COLLECTING] or not may_come_up_to(park, stars, money, best)
                                # phase 7: what paths allow, then the parent's limits, changed by what the operation uses and brings
                                left = worth
                                if paths.most.size:
                                    left -= paths.cards[MAPS] * walk + paths.cards[GUIDES] * leads
                                    left -= paths.cards[MASCOTS] * park.per_mascot * used
                                most = fill_moves(park, paths, uses, left, tile, party, size, after, movable, moves)
                                if others_move:
                                    most = math.inf
                                if worse and most < -SAFETY:
                                    record[CHILDREN] += 1
                                    continue
                                for index in range(count):
                                    base[index] = (
                                        absent[index]
                                        - potentials.maps[index] * walk
                                        - potentials.mascots[index] * used
                                        - potentials.guides[index] * leads
                                        + potentials.stars[index] * vips
                                    )
                                for seat in range(size):
                                    if after[seat] >= 0:
                                        kind, code = park.kinds[party[seat]], tile * VALUES + after[seat]
                                        for index in range(count):
                                            base[index] += potentials.guest[kind, code, index]
                                # phase 8: one child for each die that may move
                                # of the party's seats, then of the slots of those who have joined
                                moving = movable | others_move << FIRST_JOINED
                                for mover in range(FIRST_JOINED + guests if others_move else size if movable else 1):
                                    if moving and not (moving >> mover) & 1:
                                        continue
                                    record[CHILDREN] += 1
                                    goes = mover - FIRST_JOINED if mover >= FIRST_JOINED else party[mover]
                                    stays = np.int64(codes[goes])
                                    if mover < FIRST_JOINED:
                                        stays = tile * VALUES + after[mover]
                                        worth_moved = moves[mover]
                                    else:
                                        worth_moved = moves[SEATS] + more_by_move(park, paths, uses, goes, stays)
                                    fine = worth_moved >= -SAFETY
                                    if worse and not fine:
                                        continue
                                    for index in range(count):
                                        limits[index] = base[index]
                                    if moving:
                                        kind, gone = park.kinds[goes], stays + tiles * VALUES
                                        for index in range(count):
                                            limits[index] += (
                                                potentials.guest[kind, gone, index]
                                                - potentials.guest[kind, stays, index]
                                            )
                                    fine = fine and may_improve(limits, potentials.stages, best, depth)
                                    fine = fine and finds_room(there.cut, limits, potentials.stages)
                                    if worse and not fine:
                                        continue
                                    # phase 9: the child's row, guests of a kind sorted
                                    write_child(park, codes, row, party, size, tile, after, goes if moving else NOTHING)
                                    row[cards + MAPS] = maps - walk
                                    row[cards + MASCOTS] = mascots - used
                                    row[cards + GUIDES] = guides - leads
                                    row[cards + MANAGERS] = managers - managed
                                    row[cards + SKILLS] = codes[cards + SKILLS]
                                    if mascots == used:
                                        row[cards + SKILLS] &= np.uint16(ROLLED)
                                    if rolled >= 0 and park.first_face >= 0:
                                        row[cards + SKILLS] |= np.uint16(ROLLED)
                                    # phase 10: the operation, packed as ``decode`` reads it
                                    operation = packed_operation(
                                        tile,
                                        kept,
                                        rolled,
                                        led,
                                        mover if moving else NO_MOVER,
                                        party,
                                        memo.targets[entry],
                                    )
                                    # phase 11: is stopping here better than the best
                                    if not worse:
                                        stage_values(park, row, stars, money, out, settled)
                                        if is_better(park, row, out, best, settled):
                                            best[0], best[1], best[2] = out[0], out[1], out[2]
                                            record[PARENT] = parent
                                            record[OPERATION] = np.int64(operation)
                                            record[USES] = log_of(prepared, log, state)
                                            record[IMPROVEMENTS] += 1
                                    if not fine:
                                        continue
                                    # phase 12: merge the child with its equal, or enter it
                                    found, slot = equal_in(there, words)
                                    if found >= 0 and record[COLLECTING] != EACH:
                                        more = park.rank_stars * (stars - there.stars[found])
                                        more += park.rank_money * (money - there.money[found])
                                        if there.ways.size:
                                            record_way(there, parent, found)
                                        if more <= 0:
                                            continue
                                    else:
                                        if there.number[0] >= room:
                                            return LAYER_FULL
                                        found = there.number[0]
                                        if there.ways.size:
                                            record_way(there, parent, found)
                                        there.number[0] += 1
                                        there.table[slot] = found
                                        for word in range(words.size):
                                            there.words[found, word] = words[word]
                                    for index in range(count):
                                        there.limits[found, index] = limits[index]
                                    there.stars[found] = stars
                                    there.money[found] = money
                                    there.parents[found] = parent
                                    there.operations[found] = operation
                                    there.uses[found] = log_of(prepared, log, state)
    return DONE
