"""Passes by prices of the relaxation alone, which small parks hardly need otherwise: of parties larger than printed, against the oracle."""

import pytest
from ortools.linear_solver import pywraplp

from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver import Objective, Settings
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits
from solver.theme_park.operate.settings import STAGES
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import Tables
from tests.theme_park.oracle import exhaust
from tests.theme_park.parity.solving import layered_alone, never, small_parks
from tests.theme_park.parity.wild_parks import park_of_larger_parties, spread_park_of_larger_parties
from tests.thorough import sampled

WIDTHS, FIRST, PARKS, MOST_STATES = (400, 4_000), 91_000, 8, 400


def priced(position: Position, settings: Settings) -> SharedBounds:
    """What passes prove without those by counting, and without one over all sequences before cube vectors are asked for."""
    engine, bounds = layered_alone(position, settings)
    engine._small = False  # as in large parks
    engine.bound()
    engine.run(WIDTHS, never)
    return bounds


def holds(position: Position, settings: Settings, truth: tuple[int, ...]) -> bool:
    """Whether nothing is proven that is not so."""
    bounds = priced(position, settings)
    exact = min(exact_stages(Tables(position), settings.objective), len(bounds.stages))
    proven = max((stage for stage in range(1, exact + 1) if bounds.proven(stage)), default=0)
    return bounds.values <= truth and bounds.values[:proven] == truth[:proven] and bounds.bound(0) >= truth[0]


def whole(values: tuple[object, ...]) -> tuple[int, ...]:
    return tuple(int(value) for value in values)  # type: ignore[call-overload]


@pytest.mark.parametrize("objective", list(Objective))
def test_one_who_joins_may_yet_make_the_compulsory_move_for_nothing(objective: Objective) -> None:
    position = parse_position(
        "p1~f~r2~j.party.size.superset~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.x.1.0.X.b3.b1~t.y.2.0.Y.b5.b1"
        "~c.entrance.2~gb1.a.x~gb2.b.x"
    )
    settings = Settings(objective=objective, time_limit=None, workers=1)
    bounds = priced(position, settings)
    assert bounds.proven(len(STAGES[objective]))
    assert bounds.values == exhaust(position, settings).score


def test_a_skill_that_pays_is_used_where_no_prices_are_found(monkeypatch) -> None:
    position = parse_position(
        "p1~f~r4~m1~d2~kmoney-per-guestG~s.ticket-agent~alower-turn-sum~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg.nc~gg3.g1.entrance"
    )
    monkeypatch.setattr(pywraplp.Solver, "Solve", lambda _: pywraplp.Solver.ABNORMAL)
    settings = Settings(objective=Objective.FINAL, time_limit=None, workers=1)
    truth = whole(exhaust(position, settings).score)
    assert priced(position, settings).values[0] == truth[0]
    assert holds(position, settings, truth)


@pytest.mark.parametrize("park", [park_of_larger_parties, spread_park_of_larger_parties])
@pytest.mark.parametrize("batch", sampled(range(40), 1, thorough=3))
def test_what_prices_prove_of_larger_parties_the_oracle_knows(batch: int, park) -> None:
    first = FIRST + batch * PARKS
    for seed, position, settings, truth in small_parks(first, PARKS, most_states=MOST_STATES, park=park):
        if fits(position) and exact_stages(Tables(position), settings.objective):
            assert holds(position, settings, whole(truth.score)), f"park {seed}: {position}"
