"""A search that had to wait for the end of the one before searches for so much less, so that its answer is not late."""

import time
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from solver import Settings, advise, search_process
from solver.runtime.process import WarmProcess
from solver.theme_park.operate import advisor
from tests.bench.positions import position

PARK = position("round1-01")
WAITED = 0.3


@pytest.mark.parametrize(
    ("settings", "least", "most"),
    [
        (Settings(time_limit=5.0), 0.0, 5.0 - WAITED),
        (Settings(time_limit=WAITED), WAITED / 2, WAITED / 2),  # half of its limit at least is left to it
        (Settings(time_limit=5.0, reproducible=True), 5.0, 5.0),  # there the limit counts work
    ],
)
def test_what_a_search_waits_is_taken_off_its_limit(
    settings: Settings, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Settings] = []
    task = advisor.search_task

    def noted(park: Any, asked: Settings, **more: Any) -> Any:
        given.append(asked)
        return task(park, asked, **more)

    def late(_process: WarmProcess) -> None:
        time.sleep(WAITED)

    monkeypatch.setattr(advisor, "search_task", noted)
    monkeypatch.setattr(WarmProcess, "make_ready", late)
    with closing(search_process()) as process:
        advise(PARK, settings, child=process)
    assert [replace(each, time_limit=None) for each in given] == [replace(settings, time_limit=None)]
    limit = given[0].time_limit
    assert limit is not None
    assert least <= limit <= most
