"""Proofs by counting alone, every limit of it tried, held against the oracle."""

from dataclasses import replace

import pytest

from solver.theme_park.operate.flow import counting
from solver.theme_park.operate.flow.prices import Pricing
from solver.theme_park.operate.layered import engine
from solver.theme_park.operate.layered.encoding.park import fits
from solver.theme_park.operate.settings import STAGES, Engine
from tests.theme_park.parity.solving import full_park, introductory_park, proves_what_the_oracle_knows, small_parks
from tests.thorough import sampled

ALONE = frozenset({Engine.LAYERED})
PARKS_A_BATCH = 20
BATCHES = ((introductory_park, 50_000), (introductory_park, 50_020), (full_park, 50_100), (full_park, 50_180))
"""Parks among which pips from mascots and stars of VIPs decide: left out of the limits they make these fail."""


@pytest.fixture(autouse=True)
def counting_does_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow pass to start from, one that is wide enough for all, and every limit; a linear program is a failure."""
    monkeypatch.setattr(engine, "OPENING", (3, 100_000))
    monkeypatch.setattr(engine, "OPENING_NODES", 10_000_000)
    monkeypatch.setattr(engine, "OPENING_USES", None)  # passes that leave uses of mascots out prove nothing
    monkeypatch.setattr(engine, "WIDTHS", ())
    monkeypatch.setattr(engine.LayeredEngine, "bound", lambda _: None)
    monkeypatch.setattr(counting, "MOST_LIMITS", 1_000)
    monkeypatch.setattr(Pricing, "prices", None)


@pytest.mark.parametrize(("park", "first"), sampled(BATCHES, 0))
def test_counting_proves_the_optimum_of_the_oracle(park, first) -> None:
    all_stages = 0
    for seed, position, settings, truth in small_parks(first, PARKS_A_BATCH, most_states=1_500, park=park):
        if not fits(position):
            continue
        exact = proves_what_the_oracle_knows(seed, position, replace(settings, engines=ALONE), truth)
        all_stages += exact == len(STAGES["stars"])
    assert all_stages, "no park in which all stages are the layered search's"
