"""A campaign measures in fresh processes, keeps what it measured, goes on where it stopped, and becomes a table."""

import json
from dataclasses import replace
from math import isinf

import pytest

from tests.bench import campaign, results
from tests.bench.best_known import learned, written
from tests.bench.campaign import OtherOptions
from tests.bench.figures import figures
from tests.bench.judging import best_stars
from tests.bench.outcome import Watch
from tests.bench.positions import Known, best_known, names
from tests.bench.results import Options
from tests.bench.table import by_position

QUICK = Options(time_limit=10.0, repeats=1, alone_repeats=1, cold=True, engines=("clingo",))


def quiet(_: str) -> None:
    """Say nothing."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    return tmp_path


def test_a_campaign_is_kept_after_each_position_and_goes_on_where_it_stopped(folder) -> None:
    campaign.run("try", ["round1-01"], QUICK, tell=quiet)
    before = (folder / "try.json").read_text()
    kept = campaign.run("try", ["round1-01", "made-up-full-01"], QUICK, tell=quiet)
    assert results.load("try") == kept
    assert json.loads(before)["positions"]["round1-01"] == kept.positions["round1-01"]
    (run,) = kept.positions["round1-01"]["clingo"]["runs"]
    assert run["stars"] == run["bound"] == best_known()["round1-01"].stars
    assert run["memory_mib"] > 10
    assert kept.positions["round1-01"]["clingo"]["cold"] > run["seconds"]
    assert "skill cards" in kept.positions["made-up-full-01"]["clingo"]["left_out"]
    assert not kept.disagreements
    more = campaign.run("try", [], replace(QUICK, engines=("together",)), tell=quiet)
    assert set(more.options.engines) == {"together", *QUICK.engines}
    with pytest.raises(OtherOptions):
        campaign.run("try", [], replace(QUICK, repeats=2), tell=quiet)


def test_the_advisor_is_measured_and_its_three_stages_are_told_apart(folder) -> None:
    kept = campaign.run("try", ["round1-01"], replace(QUICK, engines=("together",), cold=False), tell=quiet)
    one = figures(kept.positions["round1-01"]["together"], best_stars(kept.positions["round1-01"], None))
    assert not kept.disagreements
    assert one is not None
    assert one.all_proven is not None
    assert one.first <= one.best <= one.stars_proven <= one.all_proven < QUICK.time_limit


def test_what_never_came_to_pass_is_endless() -> None:
    run = {"stars": 5, "bound": 9, "stars_proven": None, "all_proven": None, "nodes": None, "memory_mib": 1.0}
    row = {"runs": [{**run, "events": [[0.1, 4, 9], [0.2, 5, 9]]}], "cold": None, "three_stages": True}
    one = figures(row, 8)
    assert one is not None
    assert (one.first, one.first_share) == (0.1, 0.5)
    assert isinf(one.best)
    assert isinf(one.stars_proven)


def test_a_watch_notes_only_what_is_better() -> None:
    watch = Watch()
    for stars, bound in ((3, 9), (3, 9), (2, 10), (5, None), (None, 5), (5, 5)):
        watch.found(stars, bound)
    assert [(event.stars, event.bound) for event in watch.events] == [(3, 9), (5, 9), (5, 5)]
    assert watch.stars_proven is not None


def test_best_known_learns_from_results_and_forgets_nothing() -> None:
    before = {"round1-01": Known(3, 40), "elsewhere": Known(7, 7)}
    after = learned(before, results.load("bench"))
    assert after["round1-01"] == best_known()["round1-01"]
    assert after["elsewhere"] == Known(7, 7)
    assert json.loads(written(after))["elsewhere"] == {"stars": 7, "proven": True, "bound": 7}


def test_the_kept_results_agree_and_are_of_the_positions_there_are() -> None:
    for kept in map(results.load, results.shown()):
        assert not kept.disagreements
        assert set(kept.positions) <= set(names())
        assert list(by_position(kept, best_known()))
