"""The operations of a state: tile by tile, party by party, and how each party may be adjusted and led (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled_in_place, compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    CREDIT_SHIFT,
    DICE,
    DONE,
    GUIDES,
    LAYER_FULL,
    MANAGERS,
    MAPS,
    MASCOTS,
    MEMO_FULL,
    NOTHING,
    STOPPED,
    VALUES,
)
from solver.theme_park.operate.layered.kernel.children import (
    has_its_like_before,
    limits_with_cube,
    limits_without,
    others_stand,
    serves,
    touches_one,
    with_their_like,
)
from solver.theme_park.operate.layered.kernel.expanding import (
    DICE_SEEN,
    PARTY,
    START,
    WITH_CUBE,
    WITHOUT,
    InHand,
    OperatedTile,
    Way,
)
from solver.theme_park.operate.layered.kernel.larger_parties import joined_who_may_move
from solver.theme_park.operate.layered.kernel.late_uses import (
    credits_just_given,
    each_serves,
    fill_given,
    is_noted,
    may_each_serve,
    note_party,
    some_are_noted,
)
from solver.theme_park.operate.layered.kernel.outcomes import expand_way
from solver.theme_park.operate.layered.kernel.party_adjustments import fill_adjustments, unpacked_ways
from solver.theme_park.operate.layered.kernel.path_limits import worth_beside, worth_of_guest
from solver.theme_park.operate.layered.kernel.prepared import (
    CREDITED,
    FRESH,
    JOINED,
    LEFT,
    MONEY_NOW,
    OWED,
    STARS_NOW,
    TILE,
    shown_colour,
)
from solver.theme_park.operate.layered.kernel.pruning import cubes_in_row
from solver.theme_park.operate.layered.kernel.rides import fill_paid


@compiled_in_place
def expand_operations(of, state, parent):  # type: ignore[no-untyped-def]
    """Every operation of a prepared state, with the dice just touched where there are any.

    Returns DONE, MEMO_FULL, or LAYER_FULL.
    """
    park, prepared, scratch, potentials = of.park, of.prepared, of.scratch, of.potentials
    codes = prepared.rows[state]
    scratch.fulfilled[0] = 0
    if cubes_in_row(park, codes) >= park.most_cubes:
        return DONE
    held = held_by(park, prepared, state, parent)
    if held.given != NOTHING:
        fill_given(of, state)
    start = scratch.limits[START]
    for index in range(start.size):  # adjustments that an open use could still make are not made any more
        start[index] = (
            prepared.limits[state, index] - potentials.mascots[index] * prepared.facts[state, LEFT] / park.per_mascot
        )
    for tile in range(park.icons.size):
        if held.joined and tile != prepared.facts[state, TILE]:
            continue
        if held.given != NOTHING and not some_are_noted(scratch.parties, tile):
            continue
        cubes, managed = codes[park.kinds.size + tile], 0
        if cubes >= park.icons[tile]:
            if held.managers == 0 or cubes >= park.most[tile]:
                continue
            managed = 1
        limits_with_cube(park, potentials, tile, managed, start, scratch.limits[WITH_CUBE])
        ended = expand_tile(of, held, OperatedTile(tile, managed, park.size[tile]))
        if ended != DONE:
            return ended
    return DONE


@compiled_into
def held_by(park, prepared, state, parent):  # type: ignore[no-untyped-def]
    """What a prepared state has."""
    codes, facts, cards = prepared.rows[state], prepared.facts[state], park.kinds.size + park.icons.size
    mascots = np.int64(codes[cards + MASCOTS])
    fresh = with_their_like(park, codes, facts[FRESH])
    credited = with_their_like(park, codes, facts[CREDITED])
    if credited:
        credited &= ~with_their_like(park, codes, facts[FRESH] & ~facts[CREDITED])
    asked, others_move = fresh, np.int64(0)
    if park.larger:
        asked = np.int64(0)  # one who joins later may be just touched
    if facts[JOINED]:
        others_move = joined_who_may_move(park, prepared, state)
    return InHand(
        state=state,
        parent=parent,
        maps=np.int64(codes[cards + MAPS]),
        mascots=mascots,
        guides=np.int64(codes[cards + GUIDES]),
        managers=np.int64(codes[cards + MANAGERS]),
        turns=mascots * park.per_mascot - facts[OWED],
        owed=facts[OWED],
        joined=facts[JOINED],
        others_move=others_move,
        fresh=fresh,
        credited=credited,
        asked=asked,
        made=np.int64(prepared.rows[0, cards + MASCOTS]) - mascots,
        given=credits_just_given(park, prepared, state),
        stars=facts[STARS_NOW],
        money=facts[MONEY_NOW],
    )


@compiled_into
def expand_tile(of, held, place):  # type: ignore[no-untyped-def]
    """Every operation on a tile, by parties in ascending slots; returns DONE, MEMO_FULL, or LAYER_FULL."""
    park, size, asked = of.park, place.size, held.asked
    guests = park.kinds.size
    fill_walks(of, held, place.tile)
    of.scratch.uses[0] = NOTHING
    for i in range(guests):
        if of.record[STOPPED]:
            return LAYER_FULL
        if asked and not asked >> i:
            break
        if not may_sit(of, held, i, NOTHING):
            continue
        for j in range(i + 1 if size > 1 else 0, guests if size > 1 else 1):
            if size > 1 and asked and not (asked >> j or asked >> i & 1):
                break
            if size > 1 and not may_sit(of, held, j, i):
                continue
            for k in range(j + 1 if size > 2 else 0, guests if size > 2 else 1):
                if asked and not touches_one(asked, size, i, j, k):
                    continue
                if size > 2 and not may_sit(of, held, k, j):
                    continue
                ended = expand_party(of, held, place, i, j, k)
                if ended != DONE:
                    return ended
    return DONE


@compiled_into
def fill_walks(of, held, tile):  # type: ignore[no-untyped-def]
    """Fill [guest] with the maps to come to a tile, alone and by a Guide, and whether the Guide helps; NOTHING for who has not enough or cannot
    be seated."""
    park, walks, codes = of.park, of.scratch.walks, of.prepared.rows[held.state]
    for guest in range(park.kinds.size):
        code = np.int64(codes[guest])
        walks[guest, 0] = NOTHING
        if code == ABSENT or held.joined >> guest & 1:
            continue
        alone = park.travel[(code & BASE) // VALUES, tile, 0]
        led = park.travel[(code & BASE) // VALUES, tile, 1] if held.guides else alone
        if alone <= held.maps or led <= held.maps:
            walks[guest, 0], walks[guest, 1] = alone, led
            helps = led < alone or (park.fares.size > 0 and park.led_pays[(code & BASE) // VALUES, tile])
            walks[guest, 2] = np.int64(helps)


@compiled_into
def may_sit(of, held, guest, before):  # type: ignore[no-untyped-def]
    """Whether a guest may be seated next after ``before``: of guests alike only the first ones are."""
    if of.scratch.walks[guest, 0] == NOTHING:
        return False
    codes = of.prepared.rows[held.state]
    return guest == before + 1 or not has_its_like_before(of.park, codes, held.joined, guest)


@compiled_into
def expand_party(of, held, place, i, j, k):  # type: ignore[no-untyped-def]
    """Every operation of a party on a tile; returns DONE, MEMO_FULL, or LAYER_FULL."""
    park, memo, scratch, size, codes = of.park, of.memo, of.scratch, place.size, of.prepared.rows[held.state]
    party, dice = scratch.few[PARTY], scratch.few[DICE_SEEN]
    party[0], party[1], party[2] = i, j, k
    if held.given != NOTHING and not (may_each_serve(of, held, party, size) and is_noted(of, place.tile, party, size)):
        return DONE
    scratch.survives[0] = False
    key, credits = read_dice(park, codes, party, dice, size)
    ways = memo.ways[place.tile, credits, key]
    if ways == 0:
        if not fill_adjustments(park, memo, place.tile, key, dice[0], dice[1], dice[2], credits):
            return MEMO_FULL
        ways = memo.ways[place.tile, credits, key]
    first, last, cost = unpacked_ways(ways)
    if last == first or cost > held.turns:
        return DONE
    scratch.fulfilled[0] |= np.int64(1) << place.tile
    if held.fresh and not touches_one(held.fresh, size, i, j, k):
        return DONE
    limits_without(park, of.potentials, codes, party, size, scratch.limits[WITH_CUBE], scratch.limits[WITHOUT])
    fill_worth_without(of, held, place, party)
    ended = expand_ways(of, held, place, first, last, False)
    if ended != DONE:
        return ended
    if held.state == 0 and scratch.parties[0] != NOTHING:
        if not scratch.survives[0]:
            expand_ways(of, held, place, first, last, True)
        if scratch.survives[0]:
            note_party(scratch.parties, np.int64(place.tile), party, size)
    return DONE


@compiled_into
def expand_ways(of, held, place, first, last, probes):  # type: ignore[no-untyped-def]
    """Every way of a party to come to its tile and to be adjusted, of those from ``first`` to ``last``; returns DONE or LAYER_FULL.

    ``probes``: it is only asked whether limits leave anything of one, whatever uses of mascots make its adjustments. Of ways to adjust
    a party those that another outdoes are not there: counting adjustments, such a one may need fewer, but by less than a mascot makes.
    """
    park, memo, party = of.park, of.memo, of.scratch.few[PARTY]
    for led in range(1 << place.size if held.guides else 1):
        maps, guides = walked(of.scratch.walks, party, place.size, led)
        if maps < 0 or maps > held.maps or guides > held.guides:
            continue
        detours = np.int64(0)
        if park.fares.size:
            codes = of.prepared.rows[held.state]
            detours = held.maps - maps
            fill_paid(park, of.scratch, codes, party, place.size, place.tile, led, detours)
        for entry in range(first, last):
            cost = np.int64(memo.cost[entry])
            if cost > held.turns:
                break
            if not probes and adjusts_early(of, held, place, party, entry):
                continue
            mascots = (cost + held.owed + park.per_mascot - 1) // park.per_mascot
            charged = cost - (park.per_mascot - 1) if probes else mascots * park.per_mascot
            for detour in range(detours + 1):
                paid = of.scratch.paid[detour]
                if detour and paid == of.scratch.paid[detour - 1]:
                    continue
                way = Way(entry, mascots, led, maps + detour, guides, charged, detour, paid, probes)
                ended = expand_way(of, held, place, way)
                if ended != DONE or (probes and of.scratch.survives[0]):
                    return ended
    return DONE


@compiled_into
def read_dice(park, codes, party, dice, size):  # type: ignore[no-untyped-def]
    """Fill ``dice`` [seat] with those that requirements see; gives the memo's key for them, and their credits as one number."""
    dice[0], dice[1], dice[2] = 0, 0, 0
    key, credits = 0, 0
    for seat in range(size - 1, -1, -1):
        code = np.int64(codes[party[seat]])
        dice[seat] = shown_colour(park, party[seat], code) * VALUES + (code & BASE) % VALUES
        key = key * DICE + dice[seat]
        credits = credits * (park.most_credits + 1) + (code >> CREDIT_SHIFT)
    return key, credits


@compiled_into
def fill_worth_without(of, held, place, party):  # type: ignore[no-untyped-def]
    """Note what paths make of the state with a cube on the tile, without the party; nothing where no paths limit it."""
    park, paths, scratch, codes = of.park, of.paths, of.scratch, of.prepared.rows[held.state]
    scratch.worth[1] = 0.0
    if paths.most.size == 0:
        return
    if scratch.uses[0] == NOTHING:
        scratch.uses[0], scratch.worth[0] = worth_beside(park, paths, scratch.free, codes, place.tile)
    scratch.worth[1] = scratch.worth[0]
    for seat in range(place.size):
        scratch.worth[1] -= worth_of_guest(park, paths, scratch.uses[0], codes, party[seat])


@compiled_into
def walked(walks, party, size, led):  # type: ignore[no-untyped-def]
    """Maps that a party needs where Guides lead the dice of ``led``, and how many; less than no maps where one leads in vain."""
    maps, guides, vain = 0, 0, False
    for seat in range(size):
        alone, by_guide = walks[party[seat], 0], walks[party[seat], 1]
        if led >> seat & 1:
            guides += 1
            maps += by_guide
            vain |= walks[party[seat], 2] == 0
        else:
            maps += alone
    return (-1 if vain else maps), guides


@compiled_into
def adjusts_early(of, held, place, party, entry):  # type: ignore[no-untyped-def]
    """Whether one of a way's adjustments may as well be made at another time, or be no adjustment of this operation."""
    park, codes = of.park, of.prepared.rows[held.state]
    odd = (of.memo.cost[entry] + held.owed) % park.per_mascot
    if odd and park.most_credits and others_stand(park, codes, party, place.size, held.joined, place.tile):
        return True  # the mascot's last adjustment may as well be a credit of one of them
    dice = of.scratch.few[DICE_SEEN]
    if held.given != NOTHING:
        return not each_serves(of, held, party, dice, place.size, entry)
    # a credit that does not serve here is given later, or never
    return held.credited != 0 and not serves(of.memo, party, dice, place.size, entry, held.fresh, held.credited)
