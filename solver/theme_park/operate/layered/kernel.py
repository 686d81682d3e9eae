"""The compiled part of the layered search: expanding a layer of states and merging equal ones.

A state is a row of bytes: a code for each guest, cubes on each tile, then maps, mascots, guides and
managers left. A guest's code is ``(tile + tiles * floating) * 6 + value - 1``: *floating* means that it
has yet to choose where its compulsory move from that tile leads. Guests of one kind stand sorted, so
that states which differ only in which of them is which are equal rows.
"""

# ruff: noqa: PLR0912, PLR0915 - the inner loop stays in one piece: in functions it took five times as long, inlined ones too,
# as every tuple of arrays handed over has each of its arrays counted

import numpy as np

from solver.theme_park.operate.layered.codes import (
    ABSENT,
    BALANCED,
    CHILDREN,
    COLLECTING,
    DICE,
    DICE_BITS,
    FINAL,
    GUIDES,
    IMPROVEMENTS,
    KEPT_BITS,
    LED_BITS,
    MANAGERS,
    MAPS,
    MASCOTS,
    MOVER_BITS,
    NO_MOVER,
    OPERATION,
    PARENT,
    SEAT_BITS,
    SEATS,
    VALUES,
    compiled,
)
from solver.theme_park.operate.layered.party_adjustments import fill_adjustments
from solver.theme_park.operate.layered.pruning import may_improve
from solver.theme_park.operate.layered.stage_values import is_better, stage_values


@compiled
def hash_of(row):  # type: ignore[no-untyped-def]
    """A hash of a row of 64-bit words."""
    value = np.uint64(0x9E3779B97F4A7C15)
    for word in row:
        value ^= word
        value *= np.uint64(0xFF51AFD7ED558CCD)
        value ^= value >> np.uint64(32)
    return value


@compiled
def expand(park, memo, potentials, here, begin, end, there, best, record, depth):  # type: ignore[no-untyped-def]
    """Expand states ``begin`` to ``end`` of layer ``here`` into ``there``.

    Returns the state to go on with: ``end``, or earlier when ``there`` is full, or -1 when the memo is. ``best`` [stage] and
    ``record`` (its cells are named in ``codes``) change when a better place to stop is found.
    """
    tiles, guests = park.icons.size, park.kinds.size
    cards = guests + tiles
    count = potentials.constant.size
    row = np.zeros(there.rows.shape[1], dtype=np.uint8)
    words = row.view(np.uint64)
    limits = np.zeros(count, dtype=np.float64)
    base = np.zeros(count, dtype=np.float64)
    settled = np.zeros(2, dtype=np.int64)
    out = np.zeros(3, dtype=np.int64)
    party = np.zeros(3, dtype=np.int64)
    dice = np.zeros(3, dtype=np.int64)
    after = np.zeros(3, dtype=np.int64)
    room = there.rows.shape[0]
    mask_of_table = np.uint64(there.table.size - 1)
    for parent in range(begin, end):
        if not may_improve(here.limits[parent], potentials.stages, best, depth):
            continue
        # phase 1: what the parent has
        codes = here.rows[parent]
        maps = np.int64(codes[cards + MAPS])
        mascots = np.int64(codes[cards + MASCOTS])
        guides = np.int64(codes[cards + GUIDES])
        managers = np.int64(codes[cards + MANAGERS])
        turns_ready = mascots * park.per_mascot
        placed = 0
        for tile in range(tiles):
            placed += codes[guests + tile]
        if placed >= park.most_cubes:
            continue
        for tile in range(tiles):
            cubes = codes[guests + tile]
            managed = 0
            if cubes >= park.icons[tile]:
                if managers == 0 or cubes >= park.most[tile]:
                    continue
                managed = 1
            # phase 2: a party, in ascending places; of guests alike only the first
            size = park.size[tile]
            for i in range(guests):
                ci = codes[i]
                if ci == ABSENT or (i > 0 and park.kinds[i] == park.kinds[i - 1] and ci == codes[i - 1]):
                    continue
                unled_i = park.travel[ci // VALUES, tile, 0]
                led_i = park.travel[ci // VALUES, tile, 1] if guides else unled_i
                if unled_i > maps and led_i > maps:
                    continue
                for j in range(i + 1 if size > 1 else 0, guests if size > 1 else 1):
                    cj, unled_j, led_j = 0, 0, 0
                    if size > 1:
                        cj = codes[j]
                        if cj == ABSENT or (j > i + 1 and park.kinds[j] == park.kinds[j - 1] and cj == codes[j - 1]):
                            continue
                        unled_j = park.travel[cj // VALUES, tile, 0]
                        led_j = park.travel[cj // VALUES, tile, 1] if guides else unled_j
                        if unled_j > maps and led_j > maps:
                            continue
                    for k in range(j + 1 if size > 2 else 0, guests if size > 2 else 1):
                        ck, unled_k, led_k = 0, 0, 0
                        if size > 2:
                            ck = codes[k]
                            if ck == ABSENT or (
                                k > j + 1 and park.kinds[k] == park.kinds[k - 1] and ck == codes[k - 1]
                            ):
                                continue
                            unled_k = park.travel[ck // VALUES, tile, 0]
                            led_k = park.travel[ck // VALUES, tile, 1] if guides else unled_k
                            if unled_k > maps and led_k > maps:
                                continue
                        # phase 3: how its dice may be adjusted to fulfil the tile
                        party[0], party[1], party[2] = i, j, k
                        dice[0] = park.colours[park.kinds[i]] * VALUES + ci % VALUES
                        dice[1] = park.colours[park.kinds[j]] * VALUES + cj % VALUES if size > 1 else 0
                        dice[2] = park.colours[park.kinds[k]] * VALUES + ck % VALUES if size > 2 else 0
                        key = (dice[2] * DICE + dice[1]) * DICE + dice[0]
                        if memo.first[tile, key] < 0 and not fill_adjustments(
                            park, memo, tile, key, dice[0], dice[1], dice[2]
                        ):
                            return -1
                        # phase 4: which of them a Guide leads, and the maps all need
                        for led in range(1 << size if guides else 1):
                            walk, leads = 0, 0
                            if led & 1:
                                leads += 1
                                walk += led_i
                                if led_i >= unled_i:
                                    continue
                            else:
                                walk += unled_i
                            if led & 2:
                                leads += 1
                                walk += led_j
                                if led_j >= unled_j:
                                    continue
                            else:
                                walk += unled_j
                            if led & 4:
                                leads += 1
                                walk += led_k
                                if led_k >= unled_k:
                                    continue
                            else:
                                walk += unled_k
                            if walk > maps or leads > guides:
                                continue
                            # phase 5: one way to adjust them, and the die that keeps its pip
                            for entry in range(memo.first[tile, key], memo.last[tile, key]):
                                cost = memo.cost[entry]
                                if cost > turns_ready:
                                    break
                                used = (cost + park.per_mascot - 1) // park.per_mascot
                                for kept in range(-1, size if park.keeps[tile] else 0):
                                    if kept >= 0:
                                        seen = (
                                            memo.targets[entry, kept] // VALUES
                                            if park.keep_adjusted
                                            else dice[kept] // VALUES
                                        )
                                        if seen != park.keep_colour:
                                            continue
                                    # phase 6: the values after pipping down, the dice that may move, the VIPs' stars
                                    survivors, movable, vips = 0, 0, 0
                                    for seat in range(size):
                                        value = memo.targets[entry, seat] % VALUES
                                        after[seat] = value if seat == kept else value - 1
                                        lives = after[seat] >= 0
                                        if lives:
                                            survivors += 1
                                            bound_here = seat == kept and (
                                                park.sole_kept_stays if size == 1 else park.kept_stays
                                            )
                                            if not bound_here:
                                                movable |= 1 << seat
                                        if park.vips[park.kinds[party[seat]]] and (lives or park.vip_leaves_star):
                                            vips += 1
                                    if movable and not park.walkable[tile]:
                                        continue
                                    stars = here.stars[parent] + park.stars[tile] + vips
                                    money = here.money[parent] + park.money[tile]
                                    # phase 7: the parent's limits, changed by what the operation uses and brings
                                    for index in range(count):
                                        limit = here.limits[parent, index]
                                        for seat in range(size):
                                            guest = party[seat]
                                            kind = park.kinds[guest]
                                            limit -= potentials.guest[index, kind, codes[guest]]
                                            if after[seat] >= 0:
                                                limit += potentials.guest[index, kind, tile * VALUES + after[seat]]
                                        limit -= potentials.maps[index] * walk
                                        limit -= potentials.mascots[index] * used
                                        limit -= potentials.guides[index] * leads
                                        limit -= potentials.cubes[index]
                                        if managed:
                                            limit -= potentials.managers[index]
                                        else:
                                            limit -= potentials.icons[index, tile]
                                        limit += potentials.stars[index] * (park.stars[tile] + vips)
                                        limit += potentials.money[index] * park.money[tile]
                                        base[index] = limit
                                    # phase 8: one child for each die that may move
                                    for mover in range(size if movable else 1):
                                        if movable and not (movable >> mover) & 1:
                                            continue
                                        record[CHILDREN] += 1
                                        fine = True
                                        for index in range(count):
                                            limits[index] = base[index]
                                            if movable:
                                                kind = park.kinds[party[mover]]
                                                limits[index] += (
                                                    potentials.guest[
                                                        index, kind, (tile + tiles) * VALUES + after[mover]
                                                    ]
                                                    - potentials.guest[index, kind, tile * VALUES + after[mover]]
                                                )
                                        if not may_improve(limits, potentials.stages, best, depth):
                                            # it may still be the best place to stop
                                            fine = False
                                        out[0] = stars + park.most_bonus
                                        if park.objective == FINAL:
                                            out[0] += (park.held + money) // park.dollars_a_star
                                        if not fine and (
                                            record[COLLECTING] or (park.objective != BALANCED and out[0] < best[0])
                                        ):
                                            continue
                                        # phase 9: the child's row, guests of a kind sorted
                                        for place in range(guests + tiles):
                                            row[place] = codes[place]
                                        row[guests + tile] += 1
                                        row[cards + MAPS] = maps - walk
                                        row[cards + MASCOTS] = mascots - used
                                        row[cards + GUIDES] = guides - leads
                                        row[cards + MANAGERS] = managers - managed
                                        for seat in range(size):
                                            guest = party[seat]
                                            if after[seat] < 0:
                                                row[guest] = ABSENT
                                            else:
                                                place = tile + tiles if movable and seat == mover else tile
                                                row[guest] = place * VALUES + after[seat]
                                        for guest in range(1, guests):
                                            code = row[guest]
                                            place = guest
                                            while (
                                                place > 0
                                                and park.kinds[place - 1] == park.kinds[guest]
                                                and row[place - 1] > code
                                            ):
                                                row[place] = row[place - 1]
                                                place -= 1
                                            row[place] = code
                                        # phase 10: the operation, packed as ``decode`` reads it
                                        operation = np.uint64(tile)
                                        operation = (operation << np.uint64(KEPT_BITS)) | np.uint64(kept + 1)
                                        operation = (operation << np.uint64(LED_BITS)) | np.uint64(led)
                                        operation = (operation << np.uint64(MOVER_BITS)) | np.uint64(
                                            mover if movable else NO_MOVER
                                        )
                                        for seat in range(SEATS):
                                            operation = (operation << np.uint64(SEAT_BITS)) | np.uint64(party[seat])
                                            operation = (operation << np.uint64(DICE_BITS)) | np.uint64(
                                                memo.targets[entry, seat]
                                            )
                                        # phase 11: is stopping here better than the best
                                        if not record[COLLECTING]:
                                            stage_values(park, row, stars, money, out, settled)
                                            if is_better(park, row, out, best, settled):
                                                best[0], best[1], best[2] = out[0], out[1], out[2]
                                                record[PARENT] = parent
                                                record[OPERATION] = np.int64(operation)
                                                record[IMPROVEMENTS] += 1
                                        if not fine:
                                            continue
                                        # phase 12: merge the child with its equal, or enter it
                                        slot = hash_of(words) & mask_of_table
                                        found = -1
                                        while there.table[slot] >= 0:
                                            other = there.table[slot]
                                            same = True
                                            for word in range(words.size):
                                                if there.words[other, word] != words[word]:
                                                    same = False
                                                    break
                                            if same:
                                                found = other
                                                break
                                            slot = (slot + np.uint64(1)) & mask_of_table
                                        if found >= 0:
                                            if stars <= there.stars[found]:
                                                continue
                                        else:
                                            if there.number[0] >= room:
                                                return parent
                                            found = there.number[0]
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
    return end


@compiled
def retable(layer):  # type: ignore[no-untyped-def]
    """Enter the states of a layer into its hash table anew."""
    mask = np.uint64(layer.table.size - 1)
    layer.table[:] = -1
    for index in range(layer.number[0]):
        slot = hash_of(layer.words[index]) & mask
        while layer.table[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        layer.table[slot] = index
