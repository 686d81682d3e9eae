"""The operations of a state, and what they lead to: the inner loop of the layered search (compiled)."""

# ruff: noqa: PLR0912, PLR0915 - the inner loop stays in one piece: in functions it took five times as long, inlined ones too,
# as every tuple of arrays handed over has each of its arrays counted

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.layered.codes import (
    ABSENT,
    BALANCED,
    BASE,
    CHILDREN,
    COLLECTING,
    CREDIT_SHIFT,
    DICE,
    DICE_BITS,
    DONE,
    FINAL,
    GUIDES,
    IMPROVEMENTS,
    KEPT_BITS,
    LAYER_FULL,
    LED_BITS,
    MANAGERS,
    MAPS,
    MASCOTS,
    MEMO_FULL,
    MOVER_BITS,
    NO_MOVER,
    OPERATION,
    PARENT,
    SEAT_BITS,
    SEATS,
    SKILLS,
    STOPPED,
    USES,
    VALUES,
    compiled_into,
    compiled_part,
)
from solver.theme_park.operate.layered.hashing import hash_of
from solver.theme_park.operate.layered.park import Array
from solver.theme_park.operate.layered.party_adjustments import fill_adjustments
from solver.theme_park.operate.layered.prepared import CREDITED, FRESH, LEFT, MONEY_NOW, STARS_NOW, log_of, shown_colour
from solver.theme_park.operate.layered.pruning import adjustments_kept, cubes_in_row, may_improve
from solver.theme_park.operate.layered.stage_values import is_better, stage_values


class Scratch(NamedTuple):
    """Room that one state after the other is expanded in."""

    row: Array
    words: Array
    limits: Array  # [use, price]
    few: Array  # [use, seat or stage]


def new_scratch(cells: int, prices: int) -> Scratch:
    """Room for rows of ``cells`` and as many ``prices``."""
    row = np.zeros(cells, dtype=np.uint16)
    return Scratch(row, row.view(np.uint64), np.zeros((4, prices)), np.zeros((5, 3), dtype=np.int64))


@compiled_part
def expand_operations(park, memo, potentials, scratch, prepared, state, log, parent, there, best, record, depth):  # type: ignore[no-untyped-def]
    """Every operation of a prepared state, with the dice just touched where there are any.

    Returns DONE, MEMO_FULL, or LAYER_FULL.
    """
    # an array taken out of its tuple is counted: once here, not in every loop
    kinds = park.kinds
    travel = park.travel
    cube_stars = park.stars
    cube_money = park.money
    icons = park.icons
    most_there = park.most
    walkable = park.walkable
    vip_kinds = park.vips
    sizes = park.size
    keeping = park.keeps
    colours = park.colours
    targets = memo.targets
    ends = memo.end
    ways = memo.number
    costs = memo.cost
    table = there.table
    there_words = there.words
    there_stars = there.stars
    there_money = there.money
    there_uses = there.uses
    parents = there.parents
    operations = there.operations
    there_limits = there.limits
    there_number = there.number
    guest_prices = potentials.guest
    mascot_prices = potentials.mascots
    star_prices = potentials.stars
    stages = potentials.stages
    money_prices = potentials.money
    map_prices = potentials.maps
    manager_prices = potentials.managers
    icon_prices = potentials.icons
    guide_prices = potentials.guides
    cube_prices = potentials.cubes
    facts = prepared.facts
    tiles, guests = icons.size, kinds.size
    cards = guests + tiles
    count = potentials.constant.size
    row, words = scratch.row, scratch.words
    limits, base, start, absent = scratch.limits[0], scratch.limits[1], scratch.limits[2], scratch.limits[3]
    settled, out, party, dice, after = scratch.few[0], scratch.few[1], scratch.few[2], scratch.few[3], scratch.few[4]
    room = there.rows.shape[0]
    mask_of_table = np.uint64(table.size - 1)
    # phase 1: what the state has
    codes = prepared.rows[state]
    maps = np.int64(codes[cards + MAPS])
    mascots = np.int64(codes[cards + MASCOTS])
    guides = np.int64(codes[cards + GUIDES])
    managers = np.int64(codes[cards + MANAGERS])
    turns_ready = mascots * park.per_mascot
    fresh = with_their_like(park, codes, facts[state, FRESH])
    credited = with_their_like(park, codes, facts[state, CREDITED])
    if credited:
        credited &= ~with_their_like(park, codes, facts[state, FRESH] & ~facts[state, CREDITED])
    stars_before, money_before = facts[state, STARS_NOW], facts[state, MONEY_NOW]
    for index in range(count):  # adjustments that an open use could still make are not made any more
        start[index] = prepared.limits[state, index] - mascot_prices[index] * facts[state, LEFT] / park.per_mascot
    if cubes_in_row(park, codes) >= park.most_cubes:
        return DONE
    for tile in range(tiles):
        cubes = codes[guests + tile]
        managed = 0
        if cubes >= icons[tile]:
            if managers == 0 or cubes >= most_there[tile]:
                continue
            managed = 1
        # phase 2: a party, in ascending places; of guests alike only the first
        size = sizes[tile]
        for i in range(guests):
            if record[STOPPED]:
                return LAYER_FULL
            ci = np.int64(codes[i])
            if ci == ABSENT or (i > 0 and kinds[i] == kinds[i - 1] and ci == codes[i - 1]):
                continue
            unled_i = travel[(ci & BASE) // VALUES, tile, 0]
            led_i = travel[(ci & BASE) // VALUES, tile, 1] if guides else unled_i
            if unled_i > maps and led_i > maps:
                continue
            for j in range(i + 1 if size > 1 else 0, guests if size > 1 else 1):
                cj, unled_j, led_j = np.int64(0), 0, 0
                if size > 1:
                    cj = np.int64(codes[j])
                    if cj == ABSENT or (j > i + 1 and kinds[j] == kinds[j - 1] and cj == codes[j - 1]):
                        continue
                    unled_j = travel[(cj & BASE) // VALUES, tile, 0]
                    led_j = travel[(cj & BASE) // VALUES, tile, 1] if guides else unled_j
                    if unled_j > maps and led_j > maps:
                        continue
                for k in range(j + 1 if size > 2 else 0, guests if size > 2 else 1):
                    ck, unled_k, led_k = np.int64(0), 0, 0
                    if size > 2:
                        ck = np.int64(codes[k])
                        if ck == ABSENT or (k > j + 1 and kinds[k] == kinds[k - 1] and ck == codes[k - 1]):
                            continue
                        unled_k = travel[(ck & BASE) // VALUES, tile, 0]
                        led_k = travel[(ck & BASE) // VALUES, tile, 1] if guides else unled_k
                        if unled_k > maps and led_k > maps:
                            continue
                    if (
                        fresh
                        and not (fresh >> i | (fresh >> j if size > 1 else 0) | (fresh >> k if size > 2 else 0)) & 1
                    ):
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
                    if ends[tile, credits, key] == 0 and not fill_adjustments(
                        park, memo, tile, key, dice[0], dice[1], dice[2], credits
                    ):
                        return MEMO_FULL
                    last = ends[tile, credits, key] - 1
                    first = last - ways[tile, credits, key]
                    if last == first:
                        continue
                    # the parent's limits without the party, with the cube and what it brings
                    for index in range(count):
                        absent[index] = (
                            start[index]
                            - cube_prices[index]
                            + star_prices[index] * cube_stars[tile]
                            + money_prices[index] * cube_money[tile]
                        )
                    for seat in range(size):
                        code = codes[party[seat]]
                        kind = kinds[party[seat]]
                        for index in range(count):
                            absent[index] -= guest_prices[kind, code & BASE, index]
                        if code > BASE:
                            kept_for_it = adjustments_kept(code) / park.per_mascot
                            for index in range(count):
                                absent[index] -= mascot_prices[index] * kept_for_it
                    if managed:
                        for index in range(count):
                            absent[index] -= manager_prices[index]
                    else:
                        for index in range(count):
                            absent[index] -= icon_prices[index, tile]
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
                        for entry in range(first, last):
                            cost = costs[entry]
                            if cost > turns_ready:
                                break
                            used = (cost + park.per_mascot - 1) // park.per_mascot
                            if (
                                cost % park.per_mascot
                                and park.most_credits
                                and others_stand(park, codes, party, size, tile)
                            ):
                                continue  # the mascot's last adjustment may as well be a credit of one of them
                            if credited and not serves(park, memo, party, dice, size, entry, fresh, credited):
                                continue  # a credit that does not serve here is given later, or never
                            for kept in range(-1, size if keeping[tile] else 0):
                                if kept >= 0:
                                    seen = (
                                        targets[entry, kept] // VALUES
                                        if park.keep_adjusted
                                        else colours[kinds[party[kept]]]
                                    )
                                    if seen != park.keep_colour:
                                        continue
                                # phase 6: the values after pipping down, the dice that may move, the VIPs' stars
                                survivors, movable, vips = 0, 0, 0
                                for seat in range(size):
                                    value = targets[entry, seat] % VALUES
                                    after[seat] = value if seat == kept else value - 1
                                    lives = after[seat] >= 0
                                    if lives:
                                        survivors += 1
                                        bound_here = seat == kept and (
                                            park.sole_kept_stays if size == 1 else park.kept_stays
                                        )
                                        if not bound_here:
                                            movable |= 1 << seat
                                    if vip_kinds[kinds[party[seat]]] and (lives or park.vip_leaves_star):
                                        vips += 1
                                if movable and not walkable[tile]:
                                    continue
                                stars = stars_before + cube_stars[tile] + vips
                                money = money_before + cube_money[tile]
                                # phase 7: the parent's limits, changed by what the operation uses and brings
                                for index in range(count):
                                    base[index] = (
                                        absent[index]
                                        - map_prices[index] * walk
                                        - mascot_prices[index] * used
                                        - guide_prices[index] * leads
                                        + star_prices[index] * vips
                                    )
                                for seat in range(size):
                                    if after[seat] >= 0:
                                        kind, code = kinds[party[seat]], tile * VALUES + after[seat]
                                        for index in range(count):
                                            base[index] += guest_prices[kind, code, index]
                                # phase 8: one child for each die that may move
                                for mover in range(size if movable else 1):
                                    if movable and not (movable >> mover) & 1:
                                        continue
                                    record[CHILDREN] += 1
                                    fine = True
                                    for index in range(count):
                                        limits[index] = base[index]
                                    if movable:
                                        kind, code = kinds[party[mover]], tile * VALUES + after[mover]
                                        gone = code + tiles * VALUES
                                        for index in range(count):
                                            limits[index] += (
                                                guest_prices[kind, gone, index] - guest_prices[kind, code, index]
                                            )
                                    if not may_improve(limits, stages, best, depth):
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
                                    row[cards + SKILLS] = codes[cards + SKILLS] if mascots > used else 0
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
                                        while place > 0 and kinds[place - 1] == kinds[guest] and row[place - 1] > code:
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
                                            targets[entry, seat]
                                        )
                                    # phase 11: is stopping here better than the best
                                    if not record[COLLECTING]:
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
                                    slot = hash_of(words) & mask_of_table
                                    found = -1
                                    while table[slot] >= 0:
                                        other = table[slot]
                                        same = True
                                        for word in range(words.size):
                                            if there_words[other, word] != words[word]:
                                                same = False
                                                break
                                        if same:
                                            found = other
                                            break
                                        slot = (slot + np.uint64(1)) & mask_of_table
                                    if found >= 0:
                                        more = park.rank_stars * (stars - there_stars[found])
                                        more += park.rank_money * (money - there_money[found])
                                        if more <= 0:
                                            continue
                                    else:
                                        if there_number[0] >= room:
                                            return LAYER_FULL
                                        found = there_number[0]
                                        there_number[0] += 1
                                        table[slot] = found
                                        for word in range(words.size):
                                            there_words[found, word] = words[word]
                                    for index in range(count):
                                        there_limits[found, index] = limits[index]
                                    there_stars[found] = stars
                                    there_money[found] = money
                                    parents[found] = parent
                                    operations[found] = operation
                                    there_uses[found] = log_of(prepared, log, state)
    return DONE


@compiled_into
def others_stand(park, codes, party, size, tile):  # type: ignore[no-untyped-def]
    """Whether a guest outside the party stands on its tile and may be given a credit."""
    for guest in range(park.kinds.size):
        code = np.int64(codes[guest])
        if code == ABSENT or (code & BASE) // VALUES != tile or code >> CREDIT_SHIFT >= park.most_credits:
            continue
        seated = False
        for seat in range(size):
            if party[seat] == guest:
                seated = True
        if not seated:
            return True
    return False


@compiled_into
def serves(park, memo, party, dice, size, entry, fresh, credited):  # type: ignore[no-untyped-def]
    """Whether a way to adjust a party needs a credit just given, or has a die that a skill has just touched."""
    for seat in range(size):
        guest = party[seat]
        if fresh >> guest & 1 and (not credited >> guest & 1 or np.int64(memo.targets[entry, seat]) != dice[seat]):
            return True
    return False


@compiled_part
def with_their_like(park, codes, fresh):  # type: ignore[no-untyped-def]
    """The dice of ``fresh`` and all that are just like one of them."""
    alike = fresh
    if fresh:
        for guest in range(park.kinds.size):
            for other in range(park.kinds.size):
                if fresh >> other & 1 and park.kinds[guest] == park.kinds[other] and codes[guest] == codes[other]:
                    alike |= np.int64(1) << guest
    return alike
