"""Guests set apart because they can serve no more, held against the referee; and which of states alike without them are kept."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from models.theme_park.guests import LOWEST, GuestId
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.phase import legal_transitions
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from solver import Settings
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.records import kinds_of
from solver.theme_park.operate.layered.encoding.codes import ABSENT, BASE, GUIDES, MAPS, MASCOTS, SKILLS, VALUES
from solver.theme_park.operate.layered.encoding.park import ParkArrays, first_row, fits, park_arrays
from solver.theme_park.operate.layered.encoding.potentials import no_potentials
from solver.theme_park.operate.layered.kernel.expanding import new_scratch
from solver.theme_park.operate.layered.kernel.idle_guests import merge_alike, set_idle_apart
from solver.theme_park.operate.layered.kernel.layers import Layer, new_layer
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import full_park, introductory_park
from tests.thorough import sampled

PARKS_A_BATCH, FIRST_PARK, MOST_STATES = 60, 52_000, 300


def loaded(position: Position, rows: list[Array], *, stays: bool = False) -> tuple[ParkArrays, Layer]:
    """A layer of these rows, idle guests set apart."""
    park = park_arrays(Tables(position), Settings())
    layer = new_layer(len(rows), len(rows[0]), 0, sets_idle_apart=True)
    layer.rows[:], layer.stars[:], layer.money[:], layer.number[0] = np.array(rows), 0, 0, len(rows)
    set_idle_apart(park, no_potentials(position, 0), layer, stays, 0, len(rows))
    return park, layer


def serving(position: Position) -> set[GuestId]:
    """Guests with the kind, place and value of one that is not set apart at the start."""
    park, layer = loaded(position, [start_row(position)])
    left = {
        (int(kind), int(code) & BASE)
        for kind, code in zip(park.kinds, layer.serving[0], strict=False)
        if code != ABSENT
    }
    kinds = kinds_of(position)
    return {
        guest.id
        for guest in position.guests
        if (kinds.index((guest.colour, guest.vip)), position.tile_index[guest.at] * VALUES + guest.value - LOWEST)
        in left
    }


def parties(position: Position) -> Iterator[tuple[GuestId, ...]]:
    """The parties of operations that the referee allows in the first states reached, whatever is done before them."""
    waiting, seen = [start(position)], set[State]()
    while waiting and len(seen) < MOST_STATES:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        for played in legal_transitions(position, state):
            if isinstance(played.done, OperateMove):
                yield played.done.party
            waiting.append(played.after)


@pytest.mark.parametrize("park", [introductory_park, full_park])
@pytest.mark.parametrize("batch", sampled(range(5)))
def test_no_operation_has_a_guest_that_was_set_apart(batch, park) -> None:
    apart = 0
    for seed in range(FIRST_PARK + batch * PARKS_A_BATCH, FIRST_PARK + (batch + 1) * PARKS_A_BATCH):
        position = park(Random(seed))
        position = replace(position, maps=min(position.maps, seed % 2), mascots=position.mascots[: seed // 2 % 2])
        if fits(position):
            may = serving(position)
            apart += len(position.guests) - len(may)
            for party in parties(position):
                assert set(party) <= may, f"park {seed}: {position}"
    assert apart, "no park in which a guest was set apart"


def start_row(position: Position) -> Array:
    """The row of the position's start."""
    return first_row(Tables(position), park_arrays(Tables(position), Settings()))[0]


def kept(position: Position, rows: list[Array], *, stays: bool = False) -> list[bool]:
    """Which of these states are kept."""
    park, layer = loaded(position, rows, stays=stays)
    alive = np.ones(len(rows), dtype=np.bool_)
    into = np.arange(len(rows))
    merge_alike(park, layer, new_scratch(len(rows[0]), 0), alive, into)
    assert (alive[into[~alive]] & (into[~alive] != np.flatnonzero(~alive))).all()  # another that is kept stands for it
    return alive.tolist()


def parks(idle: int) -> Iterator[tuple[Position, Array, list[int]]]:
    """Parks without cards in which so many guests are idle, their rows, and the places of the idle ones in them."""
    for seed in range(FIRST_PARK, FIRST_PARK + 2_000):
        position = replace(introductory_park(Random(seed)), mascots=(), maps=0, staff=())
        guests = len(position.guests)
        _, layer = loaded(position, [start_row(position)])
        apart = np.flatnonzero(layer.serving[0, :guests] == ABSENT)
        if guests > 1 and len({guest.colour for guest in position.guests}) == guests and len(apart) == idle:
            yield position, start_row(position), apart.tolist()


def a_park(idle: int) -> tuple[Position, Array, list[int]]:
    """The first of them."""
    return next(parks(idle))


def cards_of(position: Position) -> int:
    """Where the cards stand in a row."""
    return len(position.guests) + len(position.tiles)


def test_of_states_that_differ_in_idle_guests_one_is_kept() -> None:
    position, row, (idle,) = a_park(idle=1)
    other = row.copy()
    other[idle] = ABSENT
    assert kept(position, [row, other]) == [True, False]


def still_idle(position: Position, row: Array, idle: int, like: Callable[[int], bool]) -> Array | None:
    """The row with the idle guest changed so that it is ``like`` before and still idle; None where it cannot be."""
    for code in range(2 * len(position.tiles) * VALUES):
        changed = row.copy()
        changed[idle] = code
        if code != row[idle] and like(code) and loaded(position, [changed])[1].serving[0, idle] == ABSENT:
            return changed
    return None


def test_where_pips_count_an_idle_guest_stands_anywhere_with_what_it_shows() -> None:
    for position, row, (idle,) in parks(idle=1):
        place, value = divmod(int(row[idle]), VALUES)
        elsewhere = still_idle(position, row, idle, lambda code, value=value: code % VALUES == value)
        other_value = still_idle(position, row, idle, lambda code, place=place: code // VALUES == place)
        if elsewhere is not None and other_value is not None:
            break
    assert elsewhere is not None
    assert other_value is not None
    for stays in (False, True):
        assert kept(position, [row, elsewhere], stays=stays) == [True, False]
    assert kept(position, [row, other_value]) == [True, False]
    assert kept(position, [row, other_value], stays=True) == [True, True]


def test_states_that_differ_in_guests_who_may_serve_are_both_kept() -> None:
    position, row, _ = a_park(idle=0)
    other = row.copy()
    other[0] = ABSENT
    assert kept(position, [row, other]) == [True, True]


@pytest.mark.parametrize("card", [MAPS, MASCOTS, GUIDES])
def test_the_state_with_more_of_a_card_is_kept_whichever_came_first(card) -> None:
    position, row, _ = a_park(idle=0)
    more = row.copy()
    more[cards_of(position) + card] += 1
    assert kept(position, [row, more]) == [False, True]
    assert kept(position, [more, row]) == [True, False]


def test_states_with_more_of_one_card_each_are_both_kept() -> None:
    position, row, _ = a_park(idle=0)
    one, other = row.copy(), row.copy()
    one[cards_of(position) + MAPS] += 1
    other[cards_of(position) + GUIDES] += 1
    assert kept(position, [one, other]) == [True, True]


def test_while_a_skill_is_left_no_guest_is_set_apart() -> None:
    position, row, _ = a_park(idle=1)
    row[cards_of(position) + SKILLS] = 1
    _, layer = loaded(position, [row])
    assert (layer.serving[0] == row).all()
