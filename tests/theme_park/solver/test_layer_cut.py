"""A layer that was cut to its width: what promises less than the least that was kept finds no room, and is not forgotten."""

import math

import numpy as np

from solver.theme_park.operate.layered.encoding.codes import GUIDANCE, LEAST_PROMISE, LEFT_OUT
from solver.theme_park.operate.layered.kernel import pruning
from solver.theme_park.operate.layered.kernel.layers import clear, new_layer

STAGES = np.array([0, GUIDANCE, 0])
finds_room = pruning.finds_room.py_func  # it has no way in from Python


def test_all_states_find_room_before_a_layer_is_cut() -> None:
    layer = new_layer(4, 4, 3, limits_promise=True)
    assert finds_room(layer.cut, np.array([-5.0, -5.0, -5.0]), STAGES)
    assert layer.cut[LEFT_OUT] == -math.inf


def test_what_promises_less_than_the_least_kept_is_left_out_with_what_it_may_bring() -> None:
    layer = new_layer(4, 4, 3, limits_promise=True)
    layer.cut[LEAST_PROMISE] = 12.0
    assert finds_room(layer.cut, np.array([9.0, 4.0, 8.0]), STAGES)  # the least limit and the guidance are 12
    assert layer.cut[LEFT_OUT] == -math.inf
    assert not finds_room(layer.cut, np.array([9.0, 4.0, 7.5]), STAGES)
    assert layer.cut[LEFT_OUT] == 7.5
    assert not finds_room(layer.cut, np.array([3.0, 4.0, 9.0]), STAGES)
    assert layer.cut[LEFT_OUT] == 7.5


def test_a_narrow_pass_looks_at_guidance_alone() -> None:
    layer = new_layer(4, 4, 3)
    layer.cut[LEAST_PROMISE] = 4.0
    assert finds_room(layer.cut, np.array([0.0, 4.0, 0.0]), STAGES)
    assert not finds_room(layer.cut, np.array([50.0, 3.0, 50.0]), STAGES)


def test_a_cleared_layer_is_not_cut() -> None:
    layer = new_layer(4, 4, 3)
    layer.cut[LEAST_PROMISE] = layer.cut[LEFT_OUT] = 4.0
    clear(layer)
    assert finds_room(layer.cut, np.array([0.0, 0.0, 0.0]), STAGES)
    assert layer.cut[LEFT_OUT] == -math.inf
