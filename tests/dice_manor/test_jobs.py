"""Long searches of Dice Manor: what a search process answers and tells on the way."""

import random
from collections import OrderedDict

import pytest

from api.dice_manor.answers import solve_document
from api.dice_manor.bid_answers import bid_document
from api.dice_manor.building import layouts_document, load_site
from api.dice_manor.jobs.bodies import requested
from api.dice_manor.jobs.requests import stored_solve_request
from api.dice_manor.jobs.worker import GOES_ON, solve_and_tell
from api.dice_manor.loading import load_seat, load_table
from api.dice_manor.schemas.answers.manors import ManorAnswer
from api.jobs.tasks import Order
from api.problems.bad_input import BadInput
from models.dice_manor.notation import WrittenManor
from solver.dice_manor import tables
from solver.dice_manor.bid_values import Weights
from solver.dice_manor.tables import QUICK, ExactSize
from tests.dice_manor.documents import example
from tests.dice_manor.manors import random_manor

PLAIN = 2048
"""MiB of a process with room for any of these."""


def opening(rooms=8, dice=5, **more):
    """A Grand Opening in a manor drawn at random."""
    home = ManorAnswer.write(WrittenManor(random_manor(random.Random(7), rooms, 2, 2, 0.3), {}))["manor"]
    return {"of": "dice-manor", "phase": "grand-opening", "manor": home, "unplaced": dice, "tokens": 2, **more}


def answered(position, seconds=5.0, memory=PLAIN, **asked):
    """The answer of a job's process, and what it told."""
    told = []
    request = requested({"position": position, "time_limit": seconds, **asked}, 100.0)
    return solve_and_tell(Order(request.document(), seconds, memory), told.append), told


def same(one, other):
    """Whether two answers differ in nothing but the seconds they took."""
    strip = lambda each: {name: value for name, value in each.items() if name != "seconds"}  # noqa: E731
    one, other = strip(one), strip(other)
    for each in (one, other):
        if each.get("target"):
            each["target"] = strip(each["target"])
    return one == other


@pytest.mark.parametrize("rolled", [None, [1, 2, 3, 4, 4]])
@pytest.mark.parametrize("target", [None, 20])
def test_a_job_answers_as_a_request_does_where_that_is_exact(rolled, target):
    position = opening(rolled=rolled)
    answer, _ = answered(position, target=target)
    assert answer["status"] == "optimal"
    assert same(answer, solve_document(load_seat(position), target=target))


def test_a_job_ranks_bids_and_layouts_as_a_request_does():
    bid, build = example("bid"), example("build")
    assert same(answered(bid, weights={"tile": 4})[0], bid_document(load_table(bid), Weights(tile=4), seconds=5))
    assert same(answered(build)[0], layouts_document(load_site(build), seconds=5))


def test_a_job_is_exact_beyond_the_size_of_a_request_and_tells_an_estimate_before(monkeypatch):
    monkeypatch.setattr("solver.dice_manor.long_search.AT_ONCE", 0.0)
    monkeypatch.setattr("api.dice_manor.jobs.worker.SELDOM", 0.0)
    position = opening(rooms=9, dice=6)
    exact = solve_document(load_seat(position))
    monkeypatch.setattr(tables, "_kept", OrderedDict())
    answer, told = answered(position)
    assert (answer["status"], answer["exact"]) == ("optimal", exact["exact"])
    first = next(each.answer for each in told if each.answer)
    assert first["status"] == "estimate"
    assert first["bound"] >= exact["expected"] - 1e-9
    stages = list(dict.fromkeys(each.progress["stage"] for each in told))
    assert stages == ["estimate", "fillings", "values"]
    for each in told:
        done, of = each.progress["done"], each.progress["of"]
        assert done is None or 0 <= done <= of


@pytest.mark.parametrize("why", ["size", "memory"])
def test_a_job_beyond_the_exact_size_or_its_memory_ends_with_the_longest_estimate(monkeypatch, why):
    monkeypatch.setattr(tables, "_kept", OrderedDict())
    if why == "size":
        monkeypatch.setattr("solver.dice_manor.long_search.LONG", ExactSize(10, QUICK.values))
    answer, told = answered(opening(), seconds=1.0, memory=PLAIN if why == "size" else 1)
    assert answer["status"] == "estimate"
    assert 0 < answer["error"] <= next(each.answer["error"] for each in told if each.answer)


def test_the_last_player_with_dice_hears_at_once_what_turns_bring_at_once():
    position = example("bid")
    players = [each | ({} if each["id"] == position["active"] else {"dice": 0}) for each in position["players"]]
    answer, told = answered({**position, "players": players}, seconds=20.0)
    assert answer["status"] == "optimal"
    assert GOES_ON in told[0].answer["notes"]
    assert told[0].answer["status"] == "estimate"


def test_a_request_is_stored_and_read_again():
    request = requested({"position": opening(), "target": 9, "attached": True}, 100.0)
    again = stored_solve_request(request.document())
    assert (again, again.digest(), again.seconds) == (request, request.digest(), 60.0)
    assert again.after(15.0).seconds == 45.0
    assert again.after(15.0).cache_key() == request.cache_key()
    other = requested({"position": opening(), "target": 10}, 100.0)
    assert other.cache_key() != request.cache_key()


def test_an_answer_that_is_proven_or_errs_less_is_worth_more():
    request = requested({"position": opening()}, 100.0)
    proven = {"status": "optimal", "expected": 4.0, "error": None}
    rough, fine = ({"status": "estimate", "expected": 4.0, "error": error} for error in (0.2, 0.1))
    assert request.worth(proven) > request.worth(fine) > request.worth(rough)


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"position": opening(), "kind": "review", "weights": {}}, {"/kind", "/weights"}),
        ({"position": opening(unplaced=12), "time_limit": 0}, {"/position/unplaced", "/time_limit"}),
        ({"position": opening(), "time_limit": 101}, {"/time_limit"}),
        ({"position": example("bid"), "target": 4}, {"/target"}),
        ({"position": opening(phase=["bid"])}, {"/position/phase"}),
    ],
)
def test_what_a_job_cannot_be_asked_is_told_with_its_place(body, pointers):
    with pytest.raises(BadInput) as refused:
        requested(body, 100.0)
    assert {fault.pointer for fault in refused.value.faults} == pointers
