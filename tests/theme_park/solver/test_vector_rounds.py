"""What a round of cube vectors says of itself: which passes need only be complete, whether it settles the stars soon, and what is open."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.theme_park.operate.layered.pass_widths import FEW_LEFT, WIDE
from solver.theme_park.operate.layered.vectors.vector_questions import GivesUp, VectorRound
from tests.theme_park.solver.asking import questions, vectors


@pytest.mark.parametrize(
    ("width", "gives_up", "matters", "only"),
    [
        (4_000, GivesUp.WHERE_FEW_CLOSE, (), True),
        (4_000, GivesUp.NEVER, (), True),
        (4_000, GivesUp.NEVER, (10,), False),  # what a pass finds may be better without reaching the vector
        (400, GivesUp.NEVER, (), False),
        (WIDE, GivesUp.NEVER, (), False),
        (4_000, GivesUp.AT_THE_FIRST_LEFT, (), False),
        (WIDE, GivesUp.AT_THE_FIRST_LEFT, (10,), True),
    ],
)
def test_where_a_vector_is_reached_or_not_a_pass_between_narrow_and_wide_may_only_be_complete(
    width: int, gives_up: GivesUp, matters: tuple[int, ...], only: bool
) -> None:
    assert replace(vectors(0, width=width, gives_up=gives_up), matters=matters).complete_only(width) is only


def test_the_last_few_vectors_that_wait_for_a_wide_pass_are_likely_to_settle_the_stars() -> None:
    few, many = range(FEW_LEFT), range(FEW_LEFT + 1)
    assert vectors(*few, width=4_000).settles_soon
    assert vectors(*few, width=WIDE).settles_soon
    assert not vectors(*many, width=WIDE).settles_soon
    assert not vectors(*few, width=400).settles_soon
    assert not vectors(*few, width=160_000).settles_soon, "one pass at a time has the memory for it"
    assert not vectors(*few, width=WIDE, gives_up=GivesUp.AT_THE_FIRST_LEFT).settles_soon
    assert not replace(vectors(*few, width=WIDE), depth=3).settles_soon


def test_they_are_so_only_while_one_of_them_waits() -> None:
    asked, _ = questions()
    seen = list[bool]()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        seen.append(asked.settles_soon)
        return True

    assert not asked.settles_soon
    assert not asked.ask(vectors(0, 1, width=WIDE), answer)
    assert seen == [True, False]
    assert not asked.settles_soon


def test_wide_passes_close_the_last_few_soon_until_one_of_them_does_not() -> None:
    few = range(FEW_LEFT)
    assert vectors(*few, width=WIDE).closes_soon
    assert replace(vectors(width=WIDE), open=deque(), being_asked=[0]).closes_soon
    assert not replace(vectors(width=WIDE), open=deque()).closes_soon
    assert replace(vectors(width=4_000), open=deque(), left=deque(few)).closes_soon, "a wider one is to come"
    assert not vectors(*few, width=400).closes_soon
    assert not replace(vectors(*few, width=WIDE), left=deque([FEW_LEFT - 1])).closes_soon


def test_between_two_rounds_it_is_known_whether_the_last_few_are_closed_soon() -> None:
    asked, _ = questions()
    assert not asked.closes_soon
    assert not asked.ask(vectors(0, 1, width=4_000), lambda *_: False)
    assert asked.closes_soon
    assert not asked.ask(vectors(0, 1, width=WIDE), lambda *_: True)
    assert not asked.closes_soon


def test_the_last_vectors_come_first_of_those_that_are_open() -> None:
    asked, _ = questions()
    seen = list[tuple[int, ...]]()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        seen.append(asked.still_open(1))
        assert asked.still_open(3) == ()
        return number != 0

    assert not asked.ask(vectors(0, 1, 2), answer)
    assert seen == [(2, 1, 0), (2, 0, 1), (0, 2)], "0 is left, and the last one is being asked for"
    assert asked.still_open(1) == ()
