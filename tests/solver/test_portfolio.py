"""The engines of one search, in this process: what they share, and what goes wrong in one of them."""

import math
from dataclasses import replace
from typing import Any

import pytest

from models.theme_park.notation import parse_position
from solver import Settings
from solver.operate.advice import STAGES, Engine, Objective
from solver.operate.compiling import SMALL
from solver.operate.cpsat import search as cpsat
from solver.operate.cpsat.extraction import Found
from solver.operate.knowledge import Knowledge
from solver.operate.news import Limit
from solver.operate.portfolio import search
from solver.operate.signature import signature_of
from tests.solver.test_bench_positions import bench_position

PARK = parse_position(SMALL)
ALONE = Settings(time_limit=None, workers=1, engines=frozenset({Engine.CPSAT}))


def news_of(position: Any, settings: Settings) -> tuple[list[Found | Limit], Knowledge]:
    told: list[Found | Limit] = []
    return told, search(position, settings, told.append)


def test_what_goes_wrong_beside_the_layered_search_is_raised_by_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(cpsat, "search", fail)
    with pytest.raises(MemoryError, match="no room"):
        search(PARK, ALONE, lambda _: None)


def test_a_model_in_which_nothing_is_legal_is_told_as_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    build = cpsat.build_worlds

    def build_without_a_way(*facts: Any) -> Any:
        worlds = build(*facts)
        worlds.model.add_bool_or([])
        return worlds

    monkeypatch.setattr(cpsat, "build_worlds", build_without_a_way)
    with pytest.raises(cpsat.ModelBroken, match="INFEASIBLE"):
        search(PARK, ALONE, lambda _: None)


@pytest.mark.parametrize("engines", [Settings().engines, frozenset({Engine.CPSAT})], ids=["together", "cpsat"])
def test_a_limit_on_work_gives_the_same_news_again(engines: frozenset[Engine]) -> None:
    settings = Settings(time_limit=0.5, reproducible=True, engines=engines, alternatives=1)
    one, other = (news_of(bench_position("round1-01"), settings)[0] for _ in range(2))
    assert one == other
    assert any(isinstance(each, Found) for each in one)


def test_cp_sat_looks_only_for_alternatives_where_the_best_is_proven_already() -> None:
    knowledge = news_of(PARK, ALONE)[1]
    assert knowledge.proven(len(STAGES[Objective.STARS]))
    told: list[Found | Limit] = []
    cpsat.search(
        PARK, replace(ALONE, alternatives=1), told.append, knowledge, math.inf, lambda: False, names_the_answer=False
    )
    found = [each for each in told if isinstance(each, Found)]
    assert {each.rank for each in told} == {1}
    assert knowledge.plan is not None
    assert signature_of(PARK, knowledge.plan) not in {signature_of(PARK, each.plans[0]) for each in found}
