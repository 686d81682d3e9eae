"""A short run of random faults; ``python -m tests.cluster.random_faults`` goes on for as long as one likes."""

import pytest

from tests.cluster.random_faults import Trial, tried
from tests.cluster.workers import Cluster
from tests.postgresql import Server

pytestmark = pytest.mark.thorough


def test_faults_in_any_order_lose_no_job_and_end_none_twice(two: Cluster, postgres: Server) -> None:
    trial = Trial(two, postgres)
    tried(trial, rounds=2, steps=8)
    assert trial.steps
