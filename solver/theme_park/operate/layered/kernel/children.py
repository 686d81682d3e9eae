"""What the inner loop of the layered search does for one party and one child (compiled, and made part of that loop)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    CREDIT_SHIFT,
    DICE,
    DICE_BITS,
    KEPT_BITS,
    LED_BITS,
    MOVER_BITS,
    OPERATED_BITS,
    ROLLED,
    ROLLED_BITS,
    SEAT_BITS,
    SEATS,
    SKILLS,
    VALUES,
)
from solver.theme_park.operate.layered.kernel.hashing import hash_of
from solver.theme_park.operate.layered.kernel.pruning import adjustments_kept


@compiled_into
def is_like_the_one_before(park, codes, guest):  # type: ignore[no-untyped-def]
    """Whether the guest before is just like a guest: what is done with one need not be with the other."""
    return guest > 0 and park.kinds[guest] == park.kinds[guest - 1] and codes[guest] == codes[guest - 1]


@compiled_into
def has_its_like_before(park, codes, joined, guest):  # type: ignore[no-untyped-def]
    """Whether the guest before is just like a guest, and may be of the party in its place: one who has ``joined`` may not."""
    return is_like_the_one_before(park, codes, guest) and not joined >> (guest - 1) & 1


@compiled_into
def limits_with_cube(park, potentials, tile, managed, start, cubed):  # type: ignore[no-untyped-def]
    """Fill ``cubed`` [index]: the limits ``start`` with one more cube on ``tile``, a Manager's where ``managed``, and what that brings."""
    for index in range(cubed.size):
        cubed[index] = (
            start[index]
            - potentials.cubes[index]
            - (potentials.managers[index] if managed else potentials.icons[index, tile])
            + potentials.stars[index] * park.stars[tile]
            + potentials.money[index] * park.money[tile]
        )


@compiled_into
def limits_without(park, potentials, codes, party, size, start, absent):  # type: ignore[no-untyped-def]
    """Fill ``absent`` [index]: the limits ``start`` without the party."""
    for index in range(absent.size):
        absent[index] = start[index]
    for seat in range(size):
        code, kind = codes[party[seat]], park.kinds[party[seat]]
        for index in range(absent.size):
            absent[index] -= potentials.guest[kind, code & BASE, index]
        if code > BASE:
            mascots = adjustments_kept(code) / park.per_mascot
            for index in range(absent.size):
                absent[index] -= potentials.mascots[index] * mascots


@compiled_into
def seats_rolled(park, targets, tile):  # type: ignore[no-untyped-def]
    """The seats of a party whose die may be rerolled, a bit each."""
    if park.faces.size == 0:
        return np.int64(0)
    first, second, third = np.int64(targets[0]), np.int64(targets[1]), np.int64(targets[2])
    return np.int64(park.rolls[tile, (third * DICE + second) * DICE + first])


@compiled_into
def may_roll(park, codes, party, rolls, rolled, kept):  # type: ignore[no-untyped-def]
    """Whether the die of the reroll numbered ``rolled`` (face by face, seat by seat) is not kept, no VIP, and one of ``rolls``,
    and may show that face."""
    seat, face = rolled // park.faces.size, park.faces[rolled % park.faces.size]
    rolled_before = codes[park.kinds.size + park.icons.size + SKILLS] & ROLLED
    if park.first_face >= 0 and not rolled_before and face != park.first_face:
        return False
    return rolls >> seat & 1 and seat != kept and not park.vips[park.kinds[party[seat]]]


@compiled_into
def pipped_down(park, targets, party, size, alone, kept, rolled, after):  # type: ignore[no-untyped-def]
    """Fill ``after`` [seat]: the values after pipping down or rerolling, -1 where no pip is left. ``alone``: whether none has joined them.

    Returns which dice may make the compulsory move, a bit for each seat, and the stars of VIPs.
    """
    movable, vips = 0, 0
    for seat in range(size):
        value = targets[seat] % VALUES
        after[seat] = value if seat == kept else value - 1
        lives = after[seat] >= 0
        stays = seat == kept and (park.sole_kept_stays if size == 1 and alone else park.kept_stays)
        if rolled >= 0 and seat == rolled // park.faces.size:
            after[seat], lives = park.faces[rolled % park.faces.size], True
            stays = park.rolled_stays and (park.sole_kept_stays or size > 1 or not alone)
        if lives and not stays:
            movable |= 1 << seat
        if park.vips[park.kinds[party[seat]]] and (lives or park.vip_leaves_star):
            vips += 1
    return movable, vips


@compiled_into
def write_child(park, codes, row, party, size, tile, after, mover):  # type: ignore[no-untyped-def]
    """Write the child's guests, sorted, and cubes into ``row``; ``mover``: the slot of the guest that moves, or NOTHING."""
    guests, tiles = park.kinds.size, park.icons.size
    for cell in range(guests + tiles):
        row[cell] = codes[cell]
    row[guests + tile] += 1
    for seat in range(size):
        row[party[seat]] = ABSENT if after[seat] < 0 else tile * VALUES + after[seat]
    if mover >= 0:
        row[mover] += tiles * VALUES
    sort_guests(park, row)


@compiled_into
def sort_guests(park, row):  # type: ignore[no-untyped-def]
    """Sort the guests of each kind, as rows are kept."""
    for guest in range(1, park.kinds.size):
        code, place = row[guest], guest
        while place > 0 and park.kinds[place - 1] == park.kinds[guest] and row[place - 1] > code:
            row[place] = row[place - 1]
            place -= 1
        row[place] = code


@compiled_into
def packed_operation(tile, kept, rolled, led, detour, mover, party, targets):  # type: ignore[no-untyped-def]
    """An operation as one number, as ``decode`` reads it."""
    operation = np.uint64(detour) << np.uint64(OPERATED_BITS) | np.uint64(tile)
    operation = (operation << np.uint64(ROLLED_BITS)) | np.uint64(rolled + 1)
    operation = (operation << np.uint64(KEPT_BITS)) | np.uint64(kept + 1)
    operation = (operation << np.uint64(LED_BITS)) | np.uint64(led)
    operation = (operation << np.uint64(MOVER_BITS)) | np.uint64(mover)
    for seat in range(SEATS):
        operation = (operation << np.uint64(SEAT_BITS)) | np.uint64(party[seat])
        operation = (operation << np.uint64(DICE_BITS)) | np.uint64(targets[seat])
    return np.int64(operation)


@compiled_into
def equal_in(layer, words):  # type: ignore[no-untyped-def]
    """The state of ``layer`` with the row ``words``, -1 where there is none, and the slot of the table that is or would be its."""
    mask = np.uint64(layer.table.size - 1)
    slot = hash_of(words) & mask
    while layer.table[slot] >= 0:
        state = layer.table[slot]
        same = True
        for word in range(words.size):
            if layer.words[state, word] != words[word]:
                same = False
                break
        if same:
            return state, slot
        slot = (slot + np.uint64(1)) & mask
    return np.int32(-1), slot


@compiled_into
def record_way(layer, parent, found):  # type: ignore[no-untyped-def]
    """Record a way from a state to one of ``layer``."""
    number = layer.recorded[0]
    if number >= layer.ways.shape[0]:
        layer.recorded[1] = 1
        return
    layer.ways[number, 0], layer.ways[number, 1] = parent, found
    layer.recorded[0] = number + 1


@compiled_into
def others_stand(park, codes, party, size, joined, tile):  # type: ignore[no-untyped-def]
    """Whether a guest outside the party, and not ``joined`` to it, stands on its tile and may be given a credit."""
    for guest in range(park.kinds.size):
        code = np.int64(codes[guest])
        if code == ABSENT or (code & BASE) // VALUES != tile or code >> CREDIT_SHIFT >= park.most_credits:
            continue
        seated = joined >> guest & 1 != 0
        for seat in range(size):
            if party[seat] == guest:
                seated = True
        if not seated:
            return True
    return False


@compiled_into
def serves(memo, party, dice, size, entry, fresh, credited):  # type: ignore[no-untyped-def]
    """Whether a way to adjust a party needs a credit just given, or has a die that a skill has just touched."""
    for seat in range(size):
        guest = party[seat]
        if fresh >> guest & 1 and (not credited >> guest & 1 or np.int64(memo.targets[entry, seat]) != dice[seat]):
            return True
    return False


@compiled_into
def touches_one(fresh, size, i, j, k):  # type: ignore[no-untyped-def]
    """Whether one of a party's guests is of ``fresh``."""
    return (fresh >> i | (fresh >> j if size > 1 else 0) | (fresh >> k if size > 2 else 0)) & 1


@compiled_into
def with_their_like(park, codes, fresh):  # type: ignore[no-untyped-def]
    """The dice of ``fresh`` and all that are just like one of them."""
    alike = fresh
    for other in range(park.kinds.size):
        if fresh >> other & 1:
            for guest in range(park.kinds.size):
                if park.kinds[guest] == park.kinds[other] and codes[guest] == codes[other]:
                    alike |= np.int64(1) << guest
    return alike
