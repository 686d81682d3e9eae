"""Cube vectors asked for by several threads: each once, closed while the best stands, and nothing lost when one fails."""

import threading
from collections import deque
from collections.abc import Callable

import numpy as np
import pytest

from solver.theme_park.operate.layered.park import Array
from solver.theme_park.operate.layered.search import Stopped
from solver.theme_park.operate.layered.vector_questions import TRIED, Answer, VectorQuestions, VectorRound
from solver.theme_park.operate.settings import STAGES, Objective
from solver.theme_park.operate.shared_bounds import SharedBounds

NUMBERS = tuple(range(20))


def questions() -> tuple[VectorQuestions, SharedBounds]:
    """No vectors yet, and a best of ten stars."""
    bounds = SharedBounds(STAGES[Objective.STARS])
    bounds.found((10, 0, 0))
    return VectorQuestions(bounds), bounds


def none_closed() -> Array:
    """Of every vector that it is not closed."""
    return np.zeros(len(NUMBERS), dtype=np.bool_)


def vectors(closed: Array, *, gives_up: bool = False) -> VectorRound:
    """All of them, chosen when ten stars were the best."""
    return VectorRound(deque(NUMBERS), (10, 0, 0), 400, 1, closed, gives_up)


def helped(asked: VectorQuestions, answer: Answer) -> threading.Thread:
    """A thread that helps until there are no more vectors."""

    def help_once() -> None:
        while not asked.waiting:
            pass
        asked.help(answer, waits=True)

    thread = threading.Thread(target=help_once, daemon=True)
    thread.start()
    return thread


def test_two_threads_ask_for_every_vector_once() -> None:
    asked, _ = questions()
    both, seen = threading.Barrier(2, timeout=10), list[tuple[int, str]]()

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        if number < 2:
            both.wait()  # the first two are asked for at the same time, by both
        assert (width, depth) == (400, 1)
        seen.append((number, threading.current_thread().name))
        return number % 2 == 0

    closed = none_closed()
    helper = helped(asked, answer)
    assert not asked.ask(vectors(closed), answer)
    helper.join(10)
    assert sorted(number for number, _ in seen) == list(NUMBERS)
    assert len({name for _, name in seen}) == 2
    assert closed.tolist() == [number % 2 == 0 for number in NUMBERS]


def test_a_better_sequence_ends_the_round_and_closes_nothing_more() -> None:
    asked, bounds = questions()

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        if number == 3:
            bounds.found((11, 0, 0))
            assert improved()
        return True

    closed = none_closed()
    assert asked.ask(vectors(closed), answer)
    assert closed.tolist() == [True] * 3 + [False] * 17
    assert not asked.waiting


def test_vectors_chosen_by_a_best_that_was_bettered_since_are_not_asked_for() -> None:
    asked, bounds = questions()
    bounds.found((11, 0, 0))

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        pytest.fail("Closed against a better best, a vector says nothing of those that only the first best left open.")

    closed = none_closed()
    assert asked.ask(vectors(closed), answer)
    assert not closed.any()


def test_a_round_that_closes_few_is_given_up_where_it_may_be() -> None:
    asked, _ = questions()
    seen = list[int]()

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        seen.append(number)
        return number == 0

    assert not asked.ask(vectors(none_closed(), gives_up=True), answer)
    assert len(seen) == TRIED
    anew, _ = questions()
    assert not anew.ask(vectors(none_closed()), answer)
    assert len(seen) == TRIED + len(NUMBERS)


def test_a_pass_stopped_by_a_better_sequence_is_no_stop_of_the_search() -> None:
    asked, bounds = questions()

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        bounds.found((11, 0, 0))
        raise Stopped

    assert asked.ask(vectors(none_closed()), answer)


def test_a_stop_of_the_search_ends_the_round() -> None:
    asked, _ = questions()

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        raise Stopped

    closed = none_closed()
    with pytest.raises(Stopped):
        asked.ask(vectors(closed), answer)
    assert not closed.any()
    assert not asked.waiting


def test_a_helper_that_is_stopped_leaves_its_vector_to_the_one_that_leads() -> None:
    asked, _ = questions()
    began = threading.Event()

    def stopped(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        began.set()
        raise Stopped

    def leads(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        assert began.wait(10)
        helper.join(10)
        return True

    helper = helped(asked, stopped)
    closed = none_closed()
    assert not asked.ask(vectors(closed), leads)
    assert closed.all()


def test_what_goes_wrong_in_a_helper_is_raised_where_the_vectors_were_asked_for() -> None:
    asked, _ = questions()
    helper_began = threading.Event()

    def fails(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        helper_began.set()
        raise ZeroDivisionError

    def waits(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        assert helper_began.wait(10)
        return True

    helper = helped(asked, fails)
    with pytest.raises(ZeroDivisionError):
        asked.ask(vectors(none_closed()), waits)
    helper.join(10)
    assert not helper.is_alive()


def test_who_has_nothing_else_to_do_asks_in_a_wider_pass_for_what_was_left_while_another_still_asks() -> None:
    asked, _ = questions()
    begun, wider, seen = threading.Event(), threading.Event(), list[tuple[int, int]]()

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        if threading.current_thread() is helper:
            begun.set()
            assert wider.wait(10)
            return True
        assert begun.wait(10)
        seen.append((number, width))
        if width == 4_000:
            wider.set()
        return width == 4_000

    closed = none_closed()
    helper = helped(asked, answer)
    assert not asked.ask(VectorRound(deque([0, 1]), (10, 0, 0), 400, 1, closed, gives_up=False, wider=4_000), answer)
    helper.join(10)
    number = seen[0][0]
    assert seen == [(number, 400), (number, 4_000)]
    assert closed.tolist() == [True, True] + [False] * 18


def test_what_was_left_waits_for_the_next_round_where_nobody_else_asks() -> None:
    asked, _ = questions()
    seen = list[tuple[int, int]]()

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        seen.append((number, width))
        return False

    asked.ask(VectorRound(deque([0, 1]), (10, 0, 0), 400, 1, none_closed(), gives_up=False, wider=4_000), answer)
    assert seen == [(0, 400), (1, 400)]


def rounds_asked(*widths: int, better_before: int | None = None) -> list[list[tuple[int, int]]]:
    """What is asked in rounds of two vectors, of which the passes for the first always leave something out.

    ``better_before``: the round before which a better sequence becomes known.
    """
    asked, bounds = questions()
    told: list[list[tuple[int, int]]] = []

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        told[-1].append((number, width))
        return number > 0

    for number, width in enumerate(widths):
        if number == better_before:
            bounds.found((11, 0, 0))
        told.append([])
        asked.ask(VectorRound(deque([0, 1]), bounds.values, width, 1, none_closed(), gives_up=False), answer)
    return told


def test_a_vector_is_not_asked_for_again_in_a_width_that_leaves_something_out() -> None:
    assert rounds_asked(4_000, 4_000, 400, 40_000) == [
        [(0, 4_000), (1, 4_000)],
        [(1, 4_000)],
        [(1, 400)],
        [(0, 40_000), (1, 40_000)],
    ]


def test_a_vector_is_asked_for_again_once_more_is_needed_to_be_better() -> None:
    assert rounds_asked(400, 400, better_before=1) == [[(0, 400), (1, 400)]] * 2


def test_what_is_known_to_be_left_out_is_asked_for_in_a_wider_pass_at_once_while_another_still_asks() -> None:
    asked, _ = questions()
    asked.ask(VectorRound(deque([0]), (10, 0, 0), 400, 1, none_closed(), gives_up=False), lambda *_: False)
    begun, wider, seen = threading.Event(), threading.Event(), list[tuple[int, int]]()

    def answer(number: int, width: int, depth: int, improved: Callable[[], bool]) -> bool:
        seen.append((number, width))
        if width == 400:
            begun.set()
            assert wider.wait(10)
        else:
            wider.set()
        return True

    def help_later() -> None:
        assert begun.wait(10)
        asked.help(answer, waits=False)

    closed = none_closed()
    helper = threading.Thread(target=help_later, daemon=True)
    helper.start()
    asked.ask(VectorRound(deque([0, 1]), (10, 0, 0), 400, 1, closed, gives_up=False, wider=4_000), answer)
    helper.join(10)
    assert seen == [(1, 400), (0, 4_000)]
    assert closed.tolist() == [True, True] + [False] * 18
