"""Rows of words that are numbered a chunk at a time."""

import numpy as np
import pytest

from solver.theme_park.operate.layered.chance import chance_states
from solver.theme_park.operate.layered.chance.chance_states import CHUNK, States, numbered, without_repeats


@pytest.mark.parametrize("mixing", [None, np.zeros(64, dtype=np.uint64)], ids=["told-apart", "all-sums-alike"])
def test_rows_of_several_chunks_have_the_numbers_of_the_different_ones(mixing, monkeypatch) -> None:
    if mixing is not None:
        monkeypatch.setattr(chance_states, "MIXING", mixing)
    rows = np.random.default_rng(0).integers(0, 30, (2 * CHUNK + 7, 2)).astype(np.uint64)
    first, place = numbered(rows.__getitem__, len(rows))
    assert len(first) == len(np.unique(rows, axis=0))
    assert (rows[first[place]] == rows).all()


def test_states_that_differ_in_one_fact_alone_are_different() -> None:
    rows = np.zeros((5, 4), dtype=np.uint16)
    facts = np.eye(5, 4, dtype=np.int64)
    states = States(rows, *facts.T[:3], facts[:, 3].astype(np.bool_))
    different, place = without_repeats(states)
    assert len(different) == len(set(place.tolist())) == 5
    alike, place = without_repeats(states.of(np.array([1, 1, 0])))
    assert len(alike) == 2
    assert place[0] == place[1] != place[2]
