"""Prices from the start are the same however a search goes: what names the one answer among equals depends on them."""

import pytest

from solver.theme_park.operate.flow.prices import THRIFTY, Pricing, supplies
from solver.theme_park.operate.layered.beam.start_prices import HeldPrices, StartPrices
from solver.theme_park.operate.layered.plans.pass_result import Stopped
from solver.theme_park.operate.settings import STAGES, Objective, Settings
from solver.theme_park.operate.tables import Tables
from tests.bench.positions import position

WEIGHTS = Settings().weights
TABLES = Tables(position("board3-04"))
HAVE, IN_STARS = supplies(TABLES), STAGES[Objective.STARS]


def held_prices(stages=IN_STARS):
    made = []

    def make():
        made.append(Pricing(TABLES, WEIGHTS))
        return made[-1]

    return HeldPrices(make, stages, HAVE), made


def never() -> bool:
    return False


def always() -> bool:
    return True


def test_prices_of_the_start_are_those_of_a_program_asked_for_nothing_else() -> None:
    pricing, alone = Pricing(TABLES, WEIGHTS), Pricing(TABLES, WEIGHTS)
    start = StartPrices(pricing, IN_STARS[0], HAVE, THRIFTY)
    solved = start.solved()
    pricing.prices(IN_STARS[1], HAVE, {IN_STARS[0]: 10})
    assert start.solved() == solved
    assert solved == (alone.prices(IN_STARS[0], HAVE), alone.guidance(IN_STARS[0], HAVE, THRIFTY))


def test_prices_of_later_stages_are_the_same_whatever_was_asked_before() -> None:
    values = (20, 4, 0)
    anew = held_prices()[0].solved(values, never)
    assert len(anew) == len(IN_STARS) - 1
    assert None not in anew
    asked_before, made = held_prices()
    asked_before.solved((20, 2, 0), never)
    asked_before.begin_again()
    asked_before.begin_again()
    assert len(made) == 2, "one is begun, and no other before that is used"
    assert asked_before.solved(values, never) == anew
    assert len(made) == 2, "what was begun served"
    asked_before.begin_again()
    assert asked_before.solved((19, 4, 0), never) == held_prices()[0].solved((19, 4, 0), never)


def test_nothing_is_begun_that_was_never_asked_for() -> None:
    held, made = held_prices()
    held.begin_again()
    assert made == []


def test_a_single_stage_has_no_later_ones() -> None:
    held, made = held_prices(STAGES[Objective.BALANCED])
    assert held.solved((5,), always) == []
    assert made == []


def test_it_stops_between_two_stages() -> None:
    with pytest.raises(Stopped):
        held_prices()[0].solved((20, 4, 0), always)
