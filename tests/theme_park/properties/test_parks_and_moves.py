"""Laws that hold in every park and for every sequence of legal moves."""

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api import dump_position, load_position
from models.shared.hexgrid import Hex
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST
from models.theme_park.operate.compulsory_move import movable
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.end_of_phase import constant_stars
from models.theme_park.operate.mid_phase import colour_waits, standing
from models.theme_park.operate.moves import GuideMove, MapMove, MascotMove, Move, OperateMove
from models.theme_park.operate.next_round import next_round
from models.theme_park.operate.notation import parse_position, print_position
from models.theme_park.operate.phase import legal_moves
from models.theme_park.operate.pip_down import pip_down
from models.theme_park.operate.position import MOST_CUBES, Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import State, start
from models.theme_park.rulings import Choice, Ruling
from tests.theme_park.properties.drawing import parks, played_parks, renamed

Played = tuple[Position, tuple[Move, ...]]


def states_of(position: Position, moves: tuple[Move, ...]) -> list[State]:
    verdict = replay(position, moves)
    assert verdict.violation is None, verdict.violation
    return [start(position), *(step.after for step in verdict.steps)]


@given(played_parks())
def test_every_state_reached_is_one_that_can_lie_on_a_table(played: Played) -> None:
    position, moves = played
    tiles = {tile.id for tile in position.tiles}
    for state in states_of(position, moves):
        here = [now for now in state.guests if now is not None]
        assert all(LOWEST <= now.value <= HIGHEST and now.at in tiles for now in here)
        assert all(now.colour in GUEST_COLOURS and now.counts_as in GUEST_COLOURS for now in here)
        assert min(state.maps, state.guides, state.managers) >= 0
        if position.rulings.says(Ruling.CUBES_LIMIT, Choice.YES):
            assert sum(state.cubes) <= MOST_CUBES


@given(played_parks())
def test_a_standing_park_comes_to_the_same_next_round(played: Played) -> None:
    position, moves = played
    reached = states_of(position, moves)[-1]
    if colour_waits(reached):
        return
    now = standing(position, reached)
    assert load_position(dump_position(now)) == parse_position(print_position(now)) == now
    assert constant_stars(now) == constant_stars(position)
    whole, after = next_round(position, reached), next_round(now, start(now))
    assert (whole is None) is (after is None)
    if whole is not None and after is not None:
        assert Counter(after.mascots) == Counter(whole.mascots)
        assert replace(after, mascots=()) == replace(whole, mascots=())


@given(played_parks())
def test_nothing_used_comes_back_and_nothing_earned_is_lost(played: Played) -> None:
    position, moves = played
    reached = states_of(position, moves)
    for before, after in itertools.pairwise(reached):
        assert all(had is not None for had, has in zip(before.guests, after.guests, strict=True) if has is not None)
        assert all(had <= has for had, has in zip(before.cubes, after.cubes, strict=True))
        assert after.maps <= before.maps
        assert after.guides <= before.guides
        assert after.managers <= before.managers
        assert all(had or not has for had, has in zip(before.mascots, after.mascots, strict=True))
        assert earnings(position, after).stars >= earnings(position, before).stars
        assert earnings(position, after).money >= earnings(position, before).money


@given(played_parks())
def test_a_move_uses_up_exactly_what_it_is_paid_with(played: Played) -> None:
    position, moves = played
    reached = states_of(position, moves)
    for before, after, move in zip(reached, reached[1:], moves, strict=False):
        used = [*getattr(move, "assembled", ()), *getattr(move, "pipped", ()), move]
        assert before.maps - after.maps == sum(isinstance(each, MapMove) for each in used)
        assert before.guides - after.guides == sum(isinstance(each, GuideMove) for each in used)
        assert sum(before.mascots) - sum(after.mascots) == sum(isinstance(each, MascotMove) for each in used)
        assert sum(after.cubes) - sum(before.cubes) == isinstance(move, OperateMove)
        assert before.managers - after.managers == (isinstance(move, OperateMove) and move.manager)


@given(played_parks())
def test_an_operation_costs_a_pip_for_each_die_that_is_neither_kept_nor_rerolled(played: Played) -> None:
    position, moves = played
    for before, move in zip(states_of(position, moves), moves, strict=False):
        if not isinstance(move, OperateMove) or move.assembled:
            continue
        after = pip_down(position, before, move)
        for guest, had, has in zip(position.guests, before.guests, after.guests, strict=True):
            spared = guest.id not in move.party or guest.id == move.keep
            if spared or had is None:
                assert (has and has.value) == (had and had.value)
            elif guest.id in dict(move.rerolls):
                assert has is not None
                assert has.value == dict(move.rerolls)[guest.id]
            else:
                assert (has.value if has else 0) == had.value - 1
        assert (move.mover is None) == (not movable(position, before, move))


@given(played_parks())
def test_the_steps_add_up_to_the_verdict_and_every_beginning_is_legal(played: Played) -> None:
    position, moves = played
    verdict, before = replay(position, moves), earnings(position, start(position))
    assert verdict.stars == before.stars + sum(step.stars for step in verdict.steps) == sum(verdict.breakdown.values())
    assert verdict.money == before.money + sum(step.money for step in verdict.steps)
    for number in range(len(moves)):
        beginning = replay(position, moves[:number])
        assert beginning.legal
        assert beginning.steps == verdict.steps[:number]


@given(played_parks())
def test_names_decide_nothing(played: Played) -> None:
    position, moves = played
    verdict = replay(position, moves)
    park, translated = renamed(position, moves, lambda name: f"x-{name[::-1]}")
    again = replay(park, translated)
    assert again.legal
    assert (again.stars, again.money, again.breakdown) == (verdict.stars, verdict.money, verdict.breakdown)


TURNS: dict[str, Callable[[Hex], Hex]] = {
    "turned": lambda place: Hex(-place.r, place.q + place.r),
    "mirrored": lambda place: Hex(place.r, place.q),
    "shifted": lambda place: Hex(place.q + 2, place.r - 3),
}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@given(parks())
def test_a_park_seen_from_elsewhere_has_the_same_moves(turn: Callable[[Hex], Hex], position: Position) -> None:
    turned = replace(position, tiles=tuple(replace(tile, hex=turn(tile.hex)) for tile in position.tiles))
    assert list(legal_moves(turned, start(turned))) == list(legal_moves(position, start(position)))


@given(played_parks(), st.integers(1, 3))
def test_more_maps_never_make_a_legal_sequence_illegal(played: Played, more: int) -> None:
    position, moves = played
    richer = replay(replace(position, maps=position.maps + more), moves)
    assert richer.legal
    assert richer.stars == replay(position, moves).stars
