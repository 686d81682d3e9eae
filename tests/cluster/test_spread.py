"""A job of many searches is spread: other machines take those that nobody has begun."""

import json
from collections.abc import Sequence

import pytest

from api.jobs.request import JobRequest
from api.jobs.states import Job, State
from api.theme_park.answers import what_if_document
from api.theme_park.jobs.requests import ReviewRequest, WhatIfRequest
from api.theme_park.schemas.loading import load_position
from models.theme_park.operate.moves import Move
from solver import advise
from solver.runtime.process import lent_or_own
from solver.theme_park.operate.review.what_if import weigh
from solver.theme_park.operate.search_process import PRELOAD
from solver.theme_park.operate.settings import Settings
from tests.api.jobs.asking import EASY, HARD, park
from tests.cluster.workers import Cluster, until

pytestmark = pytest.mark.thorough

CROWDED = load_position(park(HARD))


@pytest.fixture(scope="module")
def played() -> tuple[Move, ...]:
    """Moves that someone might have made in the crowded park."""
    return tuple(step.move for step in advise(CROWDED, Settings(time_limit=1)).verdict.steps[:4])


def asked(cluster: Cluster, request: JobRequest) -> str:
    return cluster.store.add(request)[0].id


def owners(cluster: Cluster, job: str) -> Sequence[str]:
    """Who searches now, for a job."""
    with cluster.database.read() as connection:
        query = "SELECT owner FROM jobs WHERE state = 'running' AND (id = %s OR parent = %s)"
        return connection.exec_driver_sql(query, (job, job)).scalars().all()


def parts(cluster: Cluster, job: str) -> int:
    with cluster.database.read() as connection:
        query = "SELECT count(*) FROM jobs WHERE parent = %s AND finished IS NULL"
        return int(connection.exec_driver_sql(query, (job,)).scalar_one())


def spread(cluster: Cluster, job: str) -> None:
    """Two machines search for it at once."""
    until(lambda: len(set(owners(cluster, job))) == 2)


def over(cluster: Cluster, job: str) -> Job:
    ended = cluster.over(job)
    until(lambda: parts(cluster, job) == 0)
    return ended


def test_a_review_is_searched_by_two_machines_and_tells_of_every_state(two: Cluster, played: tuple[Move, ...]) -> None:
    job = asked(two, ReviewRequest(Settings(time_limit=2.0, seed=5), 30.0, CROWDED, played))
    spread(two, job)
    ended = over(two, job)
    assert (ended.state, ended.attempt) == (State.DONE, 1)
    assert ended.answer is not None
    assert ended.answer["searched"] == ended.answer["states"] == len(played) + 1
    assert ended.answer["best"] >= ended.answer["stars"]
    assert ended.answer["lost_at_most"] >= ended.answer["lost_at_least"] >= 0


def test_a_cancelled_review_ends_its_searches_everywhere(two: Cluster, played: tuple[Move, ...]) -> None:
    job = asked(two, ReviewRequest(Settings(time_limit=100.0, seed=6), 600.0, CROWDED, played))
    spread(two, job)
    two.store.ask_cancel(job)
    ended = over(two, job)
    assert (ended.state, ended.answer is not None) == (State.CANCELLED, True)


def test_what_one_thing_more_brings_is_the_same_on_two_machines_as_on_one(two: Cluster) -> None:
    position, settings = load_position(park(EASY)), Settings(time_limit=60.0, seed=7)
    job = over(two, asked(two, WhatIfRequest(position, settings)))
    with lent_or_own(None, PRELOAD) as child:
        alone = what_if_document(weigh(position, settings, child))
    assert job.answer is not None
    weighed = sorted(json.dumps(each) for each in job.answer["what_if"])
    assert weighed == sorted(json.dumps(each) for each in alone["what_if"]) != []
