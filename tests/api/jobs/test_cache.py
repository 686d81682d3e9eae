from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from api.jobs.cache import AnswerCache
from api.jobs.kinds import stored_request
from api.storage import Database
from api.storage.tables import answers
from api.theme_park.jobs.requests import SolveRequest
from api.theme_park.schemas.loading import load_position
from solver import Objective, Settings, Weights
from tests.api.jobs.asking import EASY, park
from tests.postgresql import waits_for_another
from tests.waiting import wait_for

ASKED = SolveRequest(load_position(park(EASY)), Settings(time_limit=5.0))


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[AnswerCache]:
    database = Database(f"sqlite:///{tmp_path}/db")
    database.migrate()
    yield AnswerCache(database, most=20)
    database.close()


def found(stars: int, *, proven: bool = False, bound: int = 40, alternatives: Sequence[int] = ()) -> dict[str, Any]:
    status = "optimal" if proven else "feasible"
    return {
        "status": status,
        "stars": stars,
        "bound": bound,
        "stages": [{"value": stars}, {"value": 0}],
        "alternatives": list(alternatives),
        "cached": False,
    }


def asked(**settings: Any) -> SolveRequest:
    return replace(ASKED, settings=replace(ASKED.settings, **settings))


def test_a_proven_answer_serves_every_search_for_the_same(cache: AnswerCache) -> None:
    cache.keep(ASKED, found(9, proven=True))
    assert cache.answer(asked(seed=3, time_limit=500.0)) == found(9, proven=True) | {"cached": True}


@pytest.mark.parametrize(
    "other",
    [
        asked(objective=Objective.FINAL),
        asked(alternatives=1),
        replace(ASKED, position=replace(ASKED.position, money=1)),
        replace(ASKED, position=load_position(park(EASY, rules={"rulings": {"move.to-entrance": "no"}}))),
    ],
)
def test_an_answer_serves_no_search_for_something_else(cache: AnswerCache, other: SolveRequest) -> None:
    cache.keep(ASKED, found(9, proven=True))
    assert cache.answer(other) is None


def test_weights_matter_only_where_they_weigh() -> None:
    heavy = Weights(1, 1, 1)
    assert asked(weights=heavy).cache_key() == ASKED.cache_key()
    balanced = asked(objective=Objective.BALANCED)
    assert replace(balanced, settings=replace(balanced.settings, weights=heavy)).cache_key() != balanced.cache_key()


def test_an_unproven_answer_serves_only_the_same_search_of_no_more_seconds(cache: AnswerCache) -> None:
    cache.keep(ASKED, found(9))
    assert cache.answer(asked(time_limit=4.0)) is not None
    assert cache.answer(asked(time_limit=6.0)) is None
    assert cache.answer(asked(seed=1)) is None


def test_a_proven_answer_without_all_alternatives_serves_no_longer_search(cache: AnswerCache) -> None:
    """Its time was over before they were found; one that has them goes before one that has not, however long that searched."""
    three, whole = asked(alternatives=3), found(9, proven=True, alternatives=[8, 8, 7])
    cache.keep(three, found(9, proven=True, alternatives=[8]))
    assert cache.answer(three) is not None
    assert cache.answer(asked(alternatives=3, time_limit=60.0)) is None
    cache.keep(three, whole)
    assert cache.keep(asked(alternatives=3, time_limit=90.0), found(9, proven=True)) == whole | {"cached": True}
    assert cache.answer(asked(alternatives=3, seed=3, time_limit=500.0)) == whole | {"cached": True}


@pytest.mark.parametrize("better", [found(10), found(9, proven=True), found(9, bound=30)])
def test_a_better_answer_replaces_a_worse_one_and_never_the_other_way_round(
    cache: AnswerCache, better: dict[str, Any]
) -> None:
    cache.keep(ASKED, found(9))
    assert cache.keep(ASKED, better) == better
    assert cache.keep(asked(time_limit=60.0), found(8)) == better | {"cached": True}
    assert cache.answer(ASKED) == better | {"cached": True}


@pytest.mark.parametrize(("stars", "kept"), [(3, 4), (5, 5)])
@pytest.mark.parametrize("known", [False, True])
def test_of_answers_that_two_machines_keep_at_once_the_better_is_kept(
    postgresql_url: str, stars: int, kept: int, *, known: bool
) -> None:
    database = Database(postgresql_url)
    database.migrate()
    cache = AnswerCache(database)
    with database.write() as connection:
        connection.execute(delete(answers))
    if known:
        cache.keep(ASKED, found(2))
    try:
        with ThreadPoolExecutor(1) as other:
            with database.write() as connection:
                mine = {"document": found(4), "proven": False, "seed": 0, "time_limit": 5.0, "used": 0.0}
                if known:
                    connection.execute(update(answers).values(mine))
                else:
                    connection.execute(insert(answers).values(key=ASKED.cache_key(), **mine))
                theirs = other.submit(cache.keep, ASKED, found(stars))
                wait_for(lambda: waits_for_another(database))
            assert theirs.result()["stars"] == kept
        known_now = cache.answer(ASKED)
        assert known_now is not None
        assert known_now["stars"] == kept
    finally:
        database.close()


def test_the_answers_that_were_not_asked_for_longest_go_when_there_are_too_many(cache: AnswerCache) -> None:
    many = [replace(ASKED, position=replace(ASKED.position, money=money)) for money in range(22)]
    for each in many:
        cache.keep(each, found(1, proven=True))
    assert [cache.answer(each) is not None for each in many] == [False] * 2 + [True] * 20


@pytest.mark.parametrize("request_", [ASKED, asked(objective=Objective.BALANCED, weights=Weights(1, 2, 3), seed=4)])
def test_a_stored_request_is_the_request(request_: SolveRequest) -> None:
    assert stored_request(request_.game, request_.kind, request_.document()) == request_
