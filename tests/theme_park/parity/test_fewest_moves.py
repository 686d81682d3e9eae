"""Of all sequences worth as much the answer has the fewest moves: held against a search in breadth by the rules alone."""

from dataclasses import replace

import pytest

from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.phase import legal_moves, play
from models.theme_park.operate.state import start
from solver import Settings, advise
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES, Engine
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import (
    full_park,
    introductory_park,
    park_with_extras_in_any_order,
    small_parks,
    solved,
)
from tests.thorough import sampled

PARKS_A_BATCH, PARKS_OF_CP_SAT = 20, 8
MOST_STATES = 1_500


def fewest_moves(position, settings, worth):
    """Moves after which a state is first worth as much, by layers of all states."""
    layer, seen, moves = {start(position)}, set(), 0
    while not any(score(position, state, settings) == worth for state in layer):
        seen |= layer
        layer = {play(position, state, move) for state in layer for move in legal_moves(position, state)} - seen
        moves += 1
    return moves


@pytest.mark.parametrize(
    ("park", "first"),
    sampled([(introductory_park, 80_000), (full_park, 80_100), (introductory_park, 80_050)], 0, thorough=2),
)
def test_the_layered_search_answers_with_the_fewest_moves_there_are(park, first) -> None:
    alone = frozenset({Engine.LAYERED, Engine.RELAXATION})
    compared = 0
    for seed, position, settings, truth in small_parks(first, PARKS_A_BATCH, most_states=MOST_STATES, park=park):
        stages = len(STAGES[settings.objective])
        if not fits(position) or exact_stages(Tables(position), settings.objective) < stages:
            continue
        _, moves, _ = solved(position, replace(settings, engines=alone))
        assert len(moves) == fewest_moves(position, settings, truth.score), f"park {seed}: {position}: {moves}"
        compared += len(moves) > 0
    assert compared


@pytest.mark.parametrize(
    ("park", "first"),
    sampled([(full_park, 81_100), (introductory_park, 81_000), (park_with_extras_in_any_order, 81_200)]),
)
def test_cp_sat_answers_with_the_fewest_moves_there_are(park, first) -> None:
    compared = 0
    for seed, position, settings, truth in small_parks(first, PARKS_OF_CP_SAT, most_states=MOST_STATES, park=park):
        _, moves, _ = solved(position, replace(settings, engines=frozenset({Engine.CPSAT})))
        assert len(moves) == fewest_moves(position, settings, truth.score), f"park {seed}: {position}: {moves}"
        compared += len(moves) > 0
    assert compared


def test_of_ways_to_be_paid_last_the_one_of_the_best_is_found() -> None:
    position = parse_position(
        "p1~f~r2~m1~kmoney-per-guestY~t.a.0.1.A.b1.g~t.b.-1.1.B.b1.g~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.p.0.2.P.b2.b"
        "~t.w.-1.0.W.b0.Egg.uk~t.y.1.0.Y.b1.g~c.a.1~c.b.1~c.entrance.2~c.y.1"
        "~gg3.w1.w~gg4.w2.w~gy3.y1.a~gy3.y2.a~gy3.y3.b~gy3.y4.y~gy3.y5.y~gy3.y6.y~gb1.z.p"
    )
    advice = advise(position, Settings(time_limit=20))
    assert [stage.value for stage in advice.stages] == [7, 10, 25]
    assert len(advice.verdict.steps) == 2
