"""The one answer among equals is the same whether two threads look for it or one."""

import math
from threading import Event

import pytest

from solver.theme_park.operate.layered import conclusion
from solver.theme_park.operate.layered.canonical_passes import NARROW, WIDER
from solver.theme_park.operate.layered.equals import Equals
from solver.theme_park.operate.layered.pass_result import Stopped
from solver.theme_park.operate.messages import Candidate
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import Settings
from tests.bench.positions import position

FOR_LONG = 10.0
NARROWEST, NEXT, ALL = (((), 1),), (((), 2),), (((), 3),)


class Line:
    """Passes that come to what they are told to."""

    def __init__(self, over, found, wait_for=None) -> None:
        self.over, self.found, self.wait_for, self.priced = over, found, wait_for, 0
        self.told = Event()

    def by_counting(self):
        return self.found.get("counting", [])

    def prices(self):
        self.priced += 1
        return []

    def with_few_uses(self, prices, width):
        assert prices == []
        if width == NARROW and self.wait_for is not None:
            assert self.wait_for.wait(FOR_LONG)
        self.told.set()
        return self.found.get(width, [])

    def with_all_uses(self, prices):
        return self.found.get("all", [])


def lines(found, *, slow=False):
    """What makes two such lines, and those made; the second comes to its end after the first's pass of the middle width where it is slow."""
    made = []

    def make(over):
        made.append(Line(over, found, made[0].told if made and slow else None))
        return made[-1]

    return make, made


@pytest.mark.parametrize("look", [Equals.one_by_one, Equals.by_two_threads])
def test_the_first_pass_that_comes_to_an_equal_gives_the_answer(look) -> None:
    for found, answer in (
        ({"counting": [NARROWEST], NARROW: [NEXT]}, [NARROWEST]),
        ({NARROW: [NEXT], WIDER: [ALL]}, [NEXT]),
        ({"all": [ALL]}, [ALL]),
        ({}, []),
    ):
        assert look(Equals(lines(found)[0], lambda: False)) == answer


def test_a_pass_that_is_over_sooner_does_not_come_before_one_that_counts_more() -> None:
    make, made = lines({NARROW: [NARROWEST], WIDER: [NEXT]}, slow=True)
    assert Equals(make, lambda: False).by_two_threads() == [NARROWEST]
    assert made[1].over(), "what still runs is asked to end"
    assert [line.priced for line in made] == [0, 1], "both use the prices of the second"


def test_nothing_is_priced_for_what_counting_finds() -> None:
    make, made = lines({"counting": [NARROWEST]})
    assert Equals(make, lambda: False).one_by_one() == [NARROWEST]
    assert len(made) == 1


@pytest.mark.parametrize("look", [Equals.one_by_one, Equals.by_two_threads])
def test_nothing_is_found_once_time_is_over(look) -> None:
    assert look(Equals(lines({NARROW: [NARROWEST]})[0], lambda: True)) == []


def test_a_pass_that_is_stopped_comes_to_nothing() -> None:
    make, made = lines({"all": [ALL]})
    equals = Equals(make, lambda: False)

    def stopped():
        raise Stopped

    made[0].by_counting = stopped
    assert equals.one_by_one() == [ALL]


@pytest.mark.parametrize("name", ["board2-04", "board3-06", "board-full2-05"])
def test_two_threads_answer_as_one_does(name, monkeypatch) -> None:
    answers = []
    for many in (0, math.inf):
        monkeypatch.setattr(conclusion, "MANY_NODES", many)
        told = []
        search(position(name), Settings(time_limit=60.0), told.append)
        answers.append([message.sequences for message in told if isinstance(message, Candidate) and message.canonical])
    assert answers[0] == answers[1] != []
