"""A survey searches parks in one warm process, tells shares by kind and rounds, and how two surveys differ."""

import json
import subprocess

import pytest

from solver import Disagreement, NotSolvedYet
from tests.bench import survey_worker
from tests.bench.measure import ROOT
from tests.bench.positions import BOARD, group, kind, names, position, sample
from tests.bench.results import Options, Results
from tests.bench.summary import by_group, compared, rendered, shares
from tests.bench.survey import Worker, survey


def run(stars: int, bound: int, proven: float | None = None, whole: float | None = None, seconds: float = 1.0) -> dict:
    return {
        "stars": stars,
        "bound": bound,
        "stars_proven": proven,
        "all_proven": whole,
        "seconds": seconds,
        "memory_mib": 100.0,
        "events": [],
        "stages": [["stars", float(stars), float(bound), proven is not None]],
    }


def kept(**parks: dict | None) -> Results:
    positions = {
        name.replace("_", "-"): {"together": {"runs": [] if one is None else [one]}} for name, one in parks.items()
    }
    return Results(Options(time_limit=10.0), {"commits": ["abc"]}, positions)


def test_the_hundred_and_forty_parks_with_a_start_board_fall_into_three_kinds_of_five_rounds() -> None:
    there = [path.stem for path in (BOARD / "positions").glob("*.json")]
    assert {kind(name): sum(kind(other) == kind(name) for other in there) for name in there} == {
        "board": 60,
        "board-full": 40,
        "board-all": 40,
    }
    assert len({group(name) for name in there}) == 15


def test_every_fourth_park_is_taken_of_each_group() -> None:
    picked = sample([name for name in names() if kind(name) == "board"], 4)
    assert len(picked) == 15
    assert {group(name) for name in picked} == {f"board{number}" for number in range(1, 6)}


def test_what_is_refused_or_open_counts_as_not_proven() -> None:
    told = shares([run(5, 5, 0.5, 0.7), run(5, 6), run(10, 13), None], 10.0)
    assert (told.parks, told.refused, told.stars, told.all_stages) == (4, 1, 1, 1)
    assert told.gap == (0.2 + 0.3) / 2


def test_an_answer_a_fifth_of_a_second_beyond_its_limit_is_not_late_and_a_later_one_is() -> None:
    told = shares([run(5, 6, seconds=10.19), run(5, 6, seconds=10.3)], 10.0)
    assert told.late == 1
    assert round(told.worst, 6) == 0.3


def test_rounds_are_told_apart() -> None:
    both = dict(by_group(kept(board1_01=run(5, 5, 0.1), board4_01=run(5, 9), board_full5_02=run(4, 4, 0.2))))
    assert {title: each.parks for title, each in both.items()} == {
        "board rounds 1-3": 1,
        "board rounds 4-5": 1,
        "board all rounds": 2,
        "board-full rounds 4-5": 1,
        "board-full all rounds": 1,
    }


def test_a_comparison_names_what_became_otherwise_and_nothing_else() -> None:
    before = kept(board1_01=run(5, 5, 0.5, 0.5), board1_02=run(5, 9), board1_03=run(5, 5, 4.0, 4.0), board1_04=None)
    after = kept(
        board1_01=run(5, 5, 0.55, 0.55), board1_02=run(6, 9), board1_03=run(5, 5, 1.0, 1.0), board1_04=run(1, 1)
    )
    lines = [line for line in compared(before, after) if line.startswith("board1")]
    assert [line.split()[0] for line in lines] == ["board1-02", "board1-03", "board1-04"]
    assert "stars 5 -> 6" in lines[0]
    assert "stars_proven 4.0 -> 1.0" in lines[1]


@pytest.mark.parametrize(("error", "told"), [(NotSolvedYet(()), "refused"), (Disagreement("12"), "failed")])
def test_a_search_that_refuses_a_park_is_told_apart_from_one_that_fails(monkeypatch, error, told) -> None:
    def raises(*_: object) -> None:
        raise error

    monkeypatch.setattr(survey_worker, "searched", raises)
    assert list(survey_worker.answer(position("round1-01"), 1.0)) == [told]


def test_a_search_that_fails_in_a_survey_is_a_disagreement(monkeypatch) -> None:
    monkeypatch.setattr("tests.bench.survey.answered", lambda process, _: json.dumps({"failed": "Disagreement: 12"}))
    found = kept()
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as silent:
        monkeypatch.setattr(Worker, "_ready", lambda _: silent)
        assert list(survey(["round1-01"], ROOT, 5.0, found))
    assert found.disagreements == ["round1-01: Disagreement: 12"]


def test_a_survey_searches_in_one_warm_process_and_judges_what_it_hears() -> None:
    found = kept()
    lines = list(survey(["round1-01", "round1-02"], ROOT, 5.0, found))
    assert len(lines) == 2
    assert not found.disagreements
    for name, rows in found.positions.items():
        (one,) = rows["together"]["runs"]
        assert one["stages"][0][:3] == ["stars", one["stars"], one["bound"]], name
        assert one["all_proven"] < 5.0
    assert any("round rounds 1-3 (2)" in line for line in rendered(found))
