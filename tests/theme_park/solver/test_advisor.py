import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from multiprocessing import active_children
from random import Random

import pytest

from models.theme_park.operate.moves import MapMove
from models.theme_park.operate.replay import replay
from solver import Advice, Disagreement, Objective, Progress, Settings, Stage, Status, advise, search_process
from solver.runtime import process
from solver.runtime.messages import Task
from solver.theme_park.operate import advisor, incumbent
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import full_park
from tests.theme_park.solver.test_bench_positions import bench_position
from tests.thorough import sampled

HARD = "board4-04"
EASY = "round1-01"
AT_ONCE = 5.0
"""Seconds: a fifth of one where nothing else runs, and far below the limits here."""


@pytest.fixture(autouse=True)
def _no_process_is_left_behind() -> object:
    yield
    assert active_children() == []


@pytest.mark.parametrize("objective", list(Objective))
def test_every_objective_is_proven_on_an_easy_park(objective: Objective) -> None:
    settings = Settings(objective=objective)
    advice = advise(bench_position(EASY), settings)
    assert advice.status is Status.OPTIMAL
    assert advice.bound == advice.verdict.stars
    assert tuple(result.stage for result in advice.stages) == STAGES[objective]
    assert tuple(result.value for result in advice.stages) == score(advice.position, advice.verdict.reached, settings)


def test_a_hard_park_is_answered_when_the_time_is_over() -> None:
    began = time.monotonic()
    advice = advise(bench_position(HARD), Settings(time_limit=1.5))
    assert advice.status is Status.FEASIBLE
    assert advice.verdict.stars > 0
    assert advice.bound is not None
    assert advice.bound >= advice.verdict.stars
    assert time.monotonic() - began < 5


def test_progress_never_takes_back_stars_or_loosens_the_bound() -> None:
    news: list[Progress] = []
    advise(bench_position(HARD), Settings(time_limit=2), on_progress=news.append)
    stars = [each.stars for each in news]
    bounds = [each.bound for each in news if each.bound is not None]
    assert stars == sorted(stars)
    assert bounds == sorted(bounds, reverse=True)


def test_cancelling_ends_a_search_at_once_with_the_best_sequence_so_far() -> None:
    news, asked = list[Progress](), list[float]()

    def cancelled() -> bool:
        if news and news[-1].stars > 0:
            asked.append(time.monotonic())
        return bool(asked)

    advice = advise(bench_position(HARD), Settings(time_limit=60), on_progress=news.append, cancelled=cancelled)
    assert time.monotonic() - asked[0] < AT_ONCE
    assert advice.status is Status.CANCELLED
    assert advice.verdict.stars >= news[-1].stars > 0


@pytest.fixture
def heeding_ctrl_c() -> Iterator[None]:
    """Processes in a shell's background ignore it, and so does what they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeding_ctrl_c")
def test_ctrl_c_ends_a_search_at_once_with_the_best_sequence_so_far() -> None:
    asked = list[float]()

    def press(news: Progress) -> None:
        if news.stars > 0 and not asked:
            asked.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

    advice = advise(bench_position(HARD), Settings(time_limit=60), on_progress=press)
    assert time.monotonic() - asked[0] < AT_ONCE
    assert advice.status is Status.CANCELLED
    assert advice.verdict.stars > 0


def test_a_search_process_that_dies_costs_the_proof_and_not_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    start = process.start

    def start_and_kill(task: Task) -> object:
        spawned = start(task)
        spawned.process.kill()
        return spawned

    monkeypatch.setattr(process, "start", start_and_kill)
    monkeypatch.setattr(incumbent, "GREEDY_SECONDS", AT_ONCE)  # what it finds in less depends on what else runs
    advice = advise(bench_position(HARD), Settings(time_limit=20))
    assert advice.status is Status.FEASIBLE
    assert advice.verdict.stars > 0
    assert advice.notes


def test_alternatives_differ_in_what_is_operated_or_left() -> None:
    position = bench_position(EASY)
    advice = advise(position, Settings(alternatives=3))
    assert len(advice.alternatives) == 3

    def seen(verdict: object) -> tuple[object, ...]:
        reached = verdict.reached  # type: ignore[attr-defined]
        return reached.cubes, sorted((now.colour, now.value) for now in reached.guests if now)

    shown = [seen(verdict) for verdict in (advice.verdict, *advice.alternatives)]
    assert all(one not in shown[:place] for place, one in enumerate(shown))
    stars = [verdict.stars for verdict in (advice.verdict, *advice.alternatives)]
    assert stars == sorted(stars, reverse=True)


def test_an_illegal_proposal_is_a_loud_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    position = bench_position(EASY)
    nowhere = MapMove(position.guests[0].id, position.guests[0].at)
    monkeypatch.setattr(advisor, "growing", lambda *_: iter([(nowhere,)]))
    with pytest.raises(Disagreement):
        advise(position, Settings(time_limit=5))


def test_an_advice_cannot_hold_an_illegal_sequence() -> None:
    position = bench_position(EASY)
    advice = advise(position, Settings(time_limit=0.2))
    refused = replay(position, [MapMove(position.guests[0].id, position.guests[0].at)])
    with pytest.raises(ValueError, match="legal"):
        replace(advice, verdict=refused)


def test_an_empty_park_is_an_answer_of_no_stars() -> None:
    position = replace(bench_position(EASY), guests=())
    advice: Advice = advise(position, Settings())
    assert advice.status is Status.OPTIMAL
    assert advice.verdict.stars == 0
    assert [result.stage for result in advice.stages] == [Stage.STARS, Stage.MONEY, Stage.PIPS]


def test_a_warm_child_serves_one_search_after_the_other_and_outlives_a_cancelled_one() -> None:
    position = bench_position(EASY)
    with closing(search_process()) as child:
        first = advise(position, Settings(), child=child)
        again = advise(position, Settings(), child=child)
        cancelled = advise(bench_position(HARD), Settings(time_limit=60), cancelled=lambda: True, child=child)
        after = advise(position, Settings(), child=child)
    assert cancelled.status is not Status.OPTIMAL
    assert [advice.status for advice in (first, again, after)] == [Status.OPTIMAL] * 3
    assert first.verdict == again.verdict == after.verdict


@pytest.mark.parametrize("name", sampled(["round2-04", "round3-04"], first=0))
def test_the_answer_is_the_same_whoever_was_first_and_however_long_it_took(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = bench_position(name)
    settings = Settings(alternatives=2)
    with closing(search_process()) as served:
        answers = [advise(position, settings, child=served)]
        monkeypatch.setattr(advisor, "HEAD_START", 0.0)  # the greedy player takes part
        answers.append(advise(position, settings, child=served))
    answers.append(advise(position, settings))
    answers.append(advise(position, replace(settings, reproducible=True)))
    assert {advice.status for advice in answers} == {Status.OPTIMAL}
    first, *others = [(advice.verdict, advice.alternatives) for advice in answers]
    assert others == [first] * len(others)


@pytest.mark.parametrize("seed", sampled([116, 100, 102]))
def test_answers_that_only_cp_sat_finds_are_the_same_with_other_threads(seed: int) -> None:
    position = full_park(Random(seed))
    assert Tables(position).visits
    with closing(search_process()) as served:
        answers = [advise(position, Settings(alternatives=2, workers=number), child=served) for number in (8, 3, 8)]
    assert {advice.status for advice in answers} == {Status.OPTIMAL}
    first, *others = [(advice.verdict, advice.alternatives) for advice in answers]
    assert others == [first] * len(others)


def test_the_reproducible_mode_gives_the_same_moves_again() -> None:
    position = bench_position("round3-03")
    settings = Settings(time_limit=2, reproducible=True)
    one, other = advise(position, settings), advise(position, settings)
    assert one.verdict == other.verdict
    assert one.stages == other.stages
