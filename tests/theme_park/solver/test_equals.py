"""The one answer among equals is the same whether two threads look for it or one, and whether it is looked for ahead."""

import math
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from solver.theme_park.operate import portfolio
from solver.theme_park.operate.layered import conclusion
from solver.theme_park.operate.layered.answers.canonical_passes import NARROW, WIDER
from solver.theme_park.operate.layered.answers.equals import Equals
from solver.theme_park.operate.layered.plans.pass_result import Stopped
from solver.theme_park.operate.messages import Candidate
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import Settings
from tests.bench.positions import position

FOR_LONG = 10.0
NARROWEST, NEXT, ALL = (((), 1),), (((), 2),), (((), 3),)


class Line:
    """Passes that come to what they are told to, or to what a function of whether they are over gives."""

    def __init__(self, over, found) -> None:
        self.over, self.found, self.priced = over, found, 0

    def _pass(self, name):
        found = self.found.get(name, [])
        return found(self.over) if callable(found) else found

    def by_counting(self):
        return self._pass("counting")

    def prices(self):
        self.priced += 1
        return []

    def with_few_uses(self, prices, width):
        assert prices == []
        return self._pass(width)

    def with_all_uses(self, prices):
        return self._pass("all")


def equals_of(found, stop=lambda: False):
    """What looks for equals in passes that come to this, and the lines it makes."""
    made = []

    def make(over):
        made.append(Line(over, found))
        return made[-1]

    return Equals(make, list, stop), made


def by_one_thread(equals):
    return equals.answer()


def by_two_threads(equals):
    with ThreadPoolExecutor(1) as other:
        looking = other.submit(equals.look)
        answer = equals.answer()
        looking.result(FOR_LONG)
    return answer


both_ways = pytest.mark.parametrize("look", [by_one_thread, by_two_threads])


@both_ways
def test_the_first_pass_that_comes_to_an_equal_gives_the_answer(look) -> None:
    for found, answer in (
        ({"counting": [NARROWEST], NARROW: [NEXT]}, [NARROWEST]),
        ({NARROW: [NEXT], WIDER: [ALL]}, [NEXT]),
        ({"all": [ALL]}, [ALL]),
        ({}, []),
    ):
        assert look(equals_of(found)[0]) == answer


def test_a_pass_that_is_over_sooner_does_not_come_before_one_that_counts_more() -> None:
    wider_over = Event()

    def narrow(over):
        assert wider_over.wait(FOR_LONG)
        return [NARROWEST]

    def wider(over):
        wider_over.set()
        return [NEXT]

    equals, made = equals_of({NARROW: narrow, WIDER: wider})
    assert by_two_threads(equals) == [NARROWEST]
    assert sum(line.priced for line in made) == 1, "both use the same prices"


def test_what_still_runs_is_asked_to_end_once_one_that_counts_more_comes_to_an_equal() -> None:
    narrow_begun, asked = Event(), Event()

    def counting(over):
        assert narrow_begun.wait(FOR_LONG)
        return [NEXT]

    def narrow(over):
        narrow_begun.set()
        ends = time.monotonic() + FOR_LONG
        while not over() and time.monotonic() < ends:
            time.sleep(0.001)
        asked.set()
        return [ALL]

    assert by_two_threads(equals_of({"counting": counting, NARROW: narrow})[0]) == [NEXT]
    assert asked.is_set()


def test_one_that_makes_none_beside_others_waits_until_they_are_over() -> None:
    narrow_begun, wanted, narrow_over = Event(), Event(), Event()

    def narrow(over):
        narrow_begun.set()
        assert wanted.wait(FOR_LONG)
        time.sleep(0.05)  # in which another could begin
        narrow_over.set()
        return []

    def wider(over):
        assert narrow_over.is_set()
        return [NEXT]

    equals, _ = equals_of({NARROW: narrow, WIDER: wider})
    with ThreadPoolExecutor(1) as other:
        looking = other.submit(equals.look, 2)
        assert narrow_begun.wait(FOR_LONG)
        wanted.set()
        assert equals.answer(beside=False) == [NEXT]
        looking.result(FOR_LONG)


def test_one_thread_goes_on_where_another_left_off() -> None:
    equals, made = equals_of({WIDER: [ALL]})
    equals.look(2)
    assert [line.priced for line in made] == [0, 1]
    assert equals.answer() == [ALL]
    assert [line.priced for line in made] == [0, 1]


def test_nothing_is_priced_for_what_counting_finds() -> None:
    equals, made = equals_of({"counting": [NARROWEST]})
    assert equals.answer() == [NARROWEST]
    assert [line.priced for line in made] == [0]


@both_ways
def test_nothing_is_found_once_time_is_over(look) -> None:
    assert look(equals_of({NARROW: [NARROWEST]}, lambda: True)[0]) == []


def test_a_pass_that_is_stopped_comes_to_nothing() -> None:
    def stopped(over):
        raise Stopped

    assert equals_of({"counting": stopped, "all": [ALL]})[0].answer() == [ALL]


@both_ways
def test_what_goes_wrong_in_a_pass_is_told_and_nobody_waits_for_it(look) -> None:
    def wrong(over):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        look(equals_of({"counting": wrong})[0])


@pytest.mark.parametrize("name", ["board2-04", "board3-06", "board-full2-05"])
def test_two_threads_answer_as_one_does(name, monkeypatch) -> None:
    answers = []
    for many, early in ((0, False), (math.inf, False), (math.inf, True)):
        monkeypatch.setattr(conclusion, "MANY_NODES", many)
        monkeypatch.setattr(portfolio, "LOOKING", 0.001 if early else FOR_LONG)
        told = []
        search(position(name), Settings(time_limit=60.0), told.append)
        answers.append([message.sequences for message in told if isinstance(message, Candidate) and message.canonical])
    assert answers[0] == answers[1] == answers[2] != []


def test_nothing_is_looked_for_ahead_before_there_is_an_engine(monkeypatch) -> None:
    made = portfolio.layered_engine

    def slowly(*given):
        time.sleep(0.1)
        return made(*given)

    monkeypatch.setattr(portfolio, "_opened", Event())  # as in the first search of a process: all threads begin at once
    monkeypatch.setattr(portfolio, "LOOKING", 0.001)
    monkeypatch.setattr(portfolio, "layered_engine", slowly)
    assert search(position("board2-08"), Settings(time_limit=60.0), lambda _: None).proven(3)
