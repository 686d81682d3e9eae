"""Layers with less room than one state has children: what is left out is never denied."""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from models.theme_park.operate.position import Position
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered import engine, passes
from solver.theme_park.operate.layered.beam import narrowing
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits
from solver.theme_park.operate.layered.kernel import layers
from solver.theme_park.operate.layered.kernel.layers import Layer
from solver.theme_park.operate.settings import STAGES, Engine
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import full_park, introductory_park, small_parks, solved

ALONE = frozenset({Engine.LAYERED})
FIRST_PARK, PARKS = 60_000, 20
ROOM = 3
"""States of a layer: fewer than the children of most states."""


def parks_missed(park: Callable[[Random], Position] = introductory_park) -> int:
    """How many parks' best is not found; of none is that denied."""
    missed = 0
    for seed, position, settings, truth in small_parks(FIRST_PARK, PARKS, most_states=1_500, park=park):
        if not fits(position) or not exact_stages(Tables(position), settings.objective):
            continue
        found, _, limits = solved(position, replace(settings, engines=ALONE))
        first = limits.get(STAGES[settings.objective][0], math.inf)
        assert found <= truth.score, f"park {seed}: better than the best: {position}"
        assert first >= truth.score[0], f"park {seed}: a limit below the best: {position}"
        missed += found < truth.score
    return missed


def noted(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The limits of what is left out, as passes tell them."""
    left_out, leave_out = list[float](), narrowing.Narrowing.leave_out

    def note(self: narrowing.Narrowing, bound: float) -> None:
        left_out.append(bound)
        leave_out(self, bound)

    monkeypatch.setattr(narrowing.Narrowing, "leave_out", note)
    return left_out


def test_what_a_full_layer_left_out_stays_within_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    left_out = noted(monkeypatch)
    monkeypatch.setattr(layers, "LEAST_ROOM", ROOM)
    monkeypatch.setattr(layers, "ROOM", 1)
    monkeypatch.setattr(engine, "OPENING", (ROOM,))
    monkeypatch.setattr(engine, "WIDTHS", ())
    monkeypatch.setattr(engine.LayeredEngine, "bound", lambda _: None)
    missed = parks_missed()
    assert left_out, "no layer was full"
    assert missed, "no park in which what was left out was needed"


def test_states_dropped_before_they_are_looked_at_stay_within_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    put_first, sifted = narrowing.put_first, 0

    def counted(layer: Layer, chosen: Array) -> None:
        nonlocal sifted
        before, wanted = sorted(map(bytes, layer.rows[: layer.number[0]])), sorted(map(bytes, layer.rows[chosen]))
        put_first(layer, chosen)
        assert sorted(map(bytes, layer.rows[: len(chosen)])) == wanted
        assert sorted(map(bytes, layer.rows[: layer.number[0]])) == before
        sifted += 1

    monkeypatch.setattr(narrowing, "put_first", counted)
    monkeypatch.setattr(narrowing, "SIFTED", 1)
    monkeypatch.setattr(narrowing, "MANY", 1)
    monkeypatch.setattr(engine, "OPENING", (1,))
    monkeypatch.setattr(engine, "WIDTHS", ())
    monkeypatch.setattr(engine.LayeredEngine, "bound", lambda _: None)
    missed = parks_missed()
    assert sifted, "no layer had far more states than its width"
    assert missed, "no park in which what was dropped was needed"


def test_what_a_layer_with_children_enough_left_out_stays_within_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    left_out, few = noted(monkeypatch), 4
    monkeypatch.setattr(passes, "children_a_layer", lambda _width, uses: few if uses else 0)
    monkeypatch.setattr(engine, "OPENING", ())
    monkeypatch.setattr(engine, "WIDTHS", (40,))
    monkeypatch.setattr(engine.LayeredEngine, "bound", lambda _: None)
    missed = parks_missed(full_park)
    assert left_out, "no layer had children enough"
    assert missed, "no park in which what was left out was needed"
