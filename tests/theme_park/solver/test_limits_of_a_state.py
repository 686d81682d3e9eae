"""Limits on a state: what one of them refutes is left, whatever the others say."""

from random import Random

import numpy as np

from solver.theme_park.operate.layered.encoding.codes import COMPLETION, GUIDANCE
from solver.theme_park.operate.layered.kernel import pruning

may_improve = pruning.may_improve.py_func  # they have no way in from Python
refutes = pruning.refutes.py_func
BEST = np.array([40, 6, 9])


def test_icons_left_over_refute_a_state_and_so_do_fewer_stars_than_the_best() -> None:
    assert refutes(-0.5, COMPLETION, BEST)
    assert not refutes(0.0, COMPLETION, BEST)
    assert refutes(39.9, 0, BEST)
    assert not refutes(40.0, 0, BEST), "later stages may bring more"
    assert not refutes(-50.0, GUIDANCE, BEST), "guidance limits nothing"
    assert not refutes(-50.0, 1, BEST), "the first stage may bring more"


def test_of_what_one_limit_refutes_all_of_them_leave_nothing() -> None:
    rng, alone, together = Random(0), 0, 0
    for _ in range(2_000):
        stages = np.array(rng.sample([COMPLETION, GUIDANCE, 0, 0, 1, 2], 5))
        limits = np.array([rng.choice([-1.0, 0.0, 6.0, 9.0, 39.9, 40.0, 41.0]) for _ in stages])
        depth = rng.randint(1, 3)
        refuted = any(refutes(limit, stage, BEST) for limit, stage in zip(limits, stages, strict=True))
        improves = may_improve(limits, stages, BEST, depth)
        assert not (refuted and improves)
        alone, together = alone + refuted, together + (not refuted and not improves)
    assert min(alone, together) > 20
