"""Cube vectors asked for by several threads: each once, until better is known, and nothing lost when one fails."""

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.theme_park.operate.layered.kernel.shared_states import LEAST_SHARED, SharedStates
from solver.theme_park.operate.layered.pass_widths import WIDE
from solver.theme_park.operate.layered.plans.pass_result import Stopped
from solver.theme_park.operate.layered.vectors import vector_questions
from solver.theme_park.operate.layered.vectors.vector_questions import TRIED, GivesUp, VectorRound
from tests.theme_park.solver.asking import NUMBERS, helped, questions, vectors


def test_two_threads_ask_for_every_vector_once() -> None:
    asked, _ = questions()
    both, seen = threading.Barrier(2, timeout=10), list[tuple[int, str]]()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        if number < 2:
            both.wait()  # the first two are asked for at the same time, by both
        assert (width, asked_in.depth) == (400, 1)
        seen.append((number, threading.current_thread().name))
        return number % 2 == 0

    asked_for = vectors()
    helper = helped(asked, answer)
    assert not asked.ask(asked_for, answer)
    helper.join(10)
    assert sorted(number for number, _ in seen) == list(NUMBERS)
    assert len({name for _, name in seen}) == 2
    assert asked_for.closed == set(NUMBERS[::2])


def test_a_better_sequence_ends_the_round() -> None:
    asked, bounds = questions()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        if number == 3:
            bounds.found((11, 0, 0))
            assert over()
        return True

    asked_for = vectors()
    assert asked.ask(asked_for, answer)
    assert asked_for.closed == {0, 1, 2, 3}
    assert not asked.waiting


def test_vectors_chosen_by_a_best_that_was_bettered_since_are_not_asked_for() -> None:
    asked, bounds = questions()
    bounds.found((11, 0, 0))

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        pytest.fail("The vectors next to a better best are others.")

    asked_for = vectors()
    assert asked.ask(asked_for, answer)
    assert not asked_for.closed


def test_a_round_that_closes_few_is_given_up_where_it_may_be() -> None:
    asked, _ = questions()
    seen = list[int]()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        seen.append(number)
        return number == 0

    assert not asked.ask(vectors(gives_up=GivesUp.WHERE_FEW_CLOSE), answer)
    assert len(seen) == TRIED
    anew, _ = questions()
    assert not anew.ask(vectors(), answer)
    assert len(seen) == TRIED + len(NUMBERS)


def test_a_pass_stopped_by_a_better_sequence_is_no_stop_of_the_search() -> None:
    asked, bounds = questions()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        bounds.found((11, 0, 0))
        raise Stopped

    assert asked.ask(vectors(), answer)


@pytest.mark.parametrize(("width", "stars", "ends"), [(WIDE, 12, False), (WIDE, 11, True), (400, 12, True)])
def test_a_wide_pass_for_a_vector_that_brings_more_than_what_was_found_meanwhile_goes_on(
    width: int, stars: int, ends: bool
) -> None:
    asked, bounds = questions()
    seen = list[bool]()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        bounds.found((11, 0, 0))
        seen.append(over())
        return True

    asked_for = replace(vectors(0, 1, width=width), matters=(), stars={0: stars, 1: stars})
    assert asked.ask(asked_for, answer)
    assert seen == [ends]
    assert asked_for.closed == {0}, "no other is begun"


def test_a_stop_of_the_search_ends_the_round() -> None:
    asked, _ = questions()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        raise Stopped

    asked_for = vectors()
    with pytest.raises(Stopped):
        asked.ask(asked_for, answer)
    assert not asked_for.closed
    assert not asked.waiting


def test_a_helper_that_is_stopped_leaves_its_vector_to_the_one_that_leads() -> None:
    asked, _ = questions()
    began = threading.Event()

    def stopped(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        began.set()
        raise Stopped

    def leads(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        assert began.wait(10)
        helper.join(10)
        return True

    helper = helped(asked, stopped)
    asked_for = vectors()
    assert not asked.ask(asked_for, leads)
    assert asked_for.closed == set(NUMBERS)


def test_what_goes_wrong_in_a_helper_is_raised_where_the_vectors_were_asked_for() -> None:
    asked, _ = questions()
    helper_began = threading.Event()

    def fails(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        helper_began.set()
        raise ZeroDivisionError

    def waits(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        assert helper_began.wait(10)
        return True

    helper = helped(asked, fails)
    with pytest.raises(ZeroDivisionError):
        asked.ask(vectors(), waits)
    helper.join(10)
    assert not helper.is_alive()


def test_who_has_nothing_else_to_do_asks_in_a_wider_pass_for_what_was_left_while_another_still_asks() -> None:
    asked, _ = questions()
    begun, wider, seen = threading.Event(), threading.Event(), list[tuple[int, int]]()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        if threading.current_thread() is helper:
            begun.set()
            assert wider.wait(10)
            return True
        assert begun.wait(10)
        seen.append((number, width))
        if width == 4_000:
            wider.set()
        return width == 4_000

    asked_for = vectors(0, 1, wider=4_000)
    helper = helped(asked, answer)
    assert not asked.ask(asked_for, answer)
    helper.join(10)
    number = seen[0][0]
    assert seen[:2] == [(number, 400), (number, 4_000)]
    assert asked_for.closed == {0, 1}


def test_what_was_left_waits_for_the_next_round_where_nobody_else_asks() -> None:
    asked, _ = questions()
    seen = list[tuple[int, int]]()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        seen.append((number, width))
        return False

    asked.ask(vectors(0, 1, wider=4_000), answer)
    assert seen == [(0, 400), (1, 400)]


def rounds_asked(*widths: int, better_before: int | None = None) -> list[list[tuple[int, int]]]:
    """What is asked in rounds of two vectors, of which the passes for the first always leave something out.

    ``better_before``: the round before which a better sequence becomes known.
    """
    asked, bounds = questions()
    told: list[list[tuple[int, int]]] = []

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        told[-1].append((number, width))
        return number > 0

    for number, width in enumerate(widths):
        if number == better_before:
            bounds.found((11, 0, 0))
        told.append([])
        asked.ask(vectors(0, 1, width=width, stars=bounds.values[0]), answer)
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
    asked.ask(vectors(0), lambda *_: False)
    begun, wider, seen = threading.Event(), threading.Event(), list[tuple[int, int]]()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        seen.append((number, width))
        if width == 400:
            begun.set()
            assert wider.wait(10)
        else:
            wider.set()
        return True

    def help_later() -> None:
        assert begun.wait(10)
        asked.help(answer, waits=False, leaves=lambda: False)

    asked_for = vectors(0, 1, wider=4_000)
    helper = threading.Thread(target=help_later, daemon=True)
    helper.start()
    asked.ask(asked_for, answer)
    helper.join(10)
    assert seen[:2] == [(1, 400), (0, 4_000)]
    assert asked_for.closed == {0, 1}


def test_a_round_in_which_all_must_be_closed_ends_at_the_first_that_is_not() -> None:
    asked, _ = questions()
    asked_for = vectors(gives_up=GivesUp.AT_THE_FIRST_LEFT)
    assert not asked.ask(asked_for, lambda _, number, *__: number < 5)
    assert asked_for.closed == {0, 1, 2, 3, 4}
    assert asked_for.answered == 6


def test_it_does_not_begin_where_one_is_known_to_be_left() -> None:
    asked, _ = questions()
    asked.ask(vectors(7), lambda *_: False)
    asked_for = vectors(gives_up=GivesUp.AT_THE_FIRST_LEFT)
    assert not asked.ask(asked_for, lambda *_: pytest.fail("The pass for another is in vain."))
    assert not asked_for.closed


def test_more_than_is_asked_beyond_ends_a_round_and_no_less_does() -> None:
    asked, bounds = questions()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        bounds.found((12 + number, 0, 0))
        return True

    asked_for = vectors(stars=14)
    assert asked.ask(asked_for, answer)
    assert asked_for.closed == {0, 1, 2, 3}


def test_a_wide_pass_ends_once_another_vector_is_left_and_its_own_stays_open() -> None:
    asked, _ = questions()
    both = threading.Barrier(2, timeout=10)

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        assert asked_in.complete_only(width)
        both.wait()
        if number == 0:
            return False
        while not over():
            pass
        raise Stopped

    asked_for = vectors(0, 1, width=WIDE, gives_up=GivesUp.AT_THE_FIRST_LEFT)
    helper = helped(asked, answer)
    assert not asked.ask(asked_for, answer)
    helper.join(10)
    assert not asked_for.closed


def test_a_pass_that_only_may_be_complete_leaves_one_that_finds_to_be_made() -> None:
    asked, _ = questions()
    seen = list[str]()

    def answer(asked_in: VectorRound, number: int, width: int, over: Callable[[], bool]) -> bool:
        seen.append("complete only" if asked_in.complete_only(width) else "any")
        return False

    for gives_up in (GivesUp.AT_THE_FIRST_LEFT, GivesUp.AT_THE_FIRST_LEFT, GivesUp.NEVER, GivesUp.NEVER):
        asked.ask(vectors(0, width=WIDE, gives_up=gives_up), answer)
    assert seen == ["complete only", "any"]


class SharedPass:
    """A pass with enough states to be shared, and who helps it, as the questions see them."""

    def __init__(self) -> None:
        self.states, self.memo, self.helped_by = SharedStates(), object(), list[str]()
        self.states.open(LEAST_SHARED)

    def share(self, _memo: object) -> "SharedPass":
        return self

    def help(self, _shared: object) -> None:
        self.helped_by.append(threading.current_thread().name)


def test_a_pass_that_began_while_another_was_helped_is_helped_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_questions, "memo_beside", lambda memo: memo)
    asked, _ = questions()
    first, second = SharedPass(), SharedPass()
    with asked.helped(first), asked.helped(second):  # type: ignore[arg-type]
        assert asked.waiting
        assert asked.help_pass()
        assert asked.help_pass()
        assert (len(first.helped_by), len(second.helped_by)) == (1, 1)
        assert not asked.help_pass()
    assert not asked.waiting
