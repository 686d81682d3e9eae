"""States of a layer as two threads take them: each is expanded once, what is not comes back, and who leads waits for who helps."""

import threading
from collections.abc import Callable

import pytest

from solver.theme_park.operate.layered.kernel.shared_states import LEAST_SHARED, Interval, SharedStates
from tests.waiting import wait_for

STATES, CHUNK, PATIENCE = 5_000, 16, 10.0


def helper(states: SharedStates, take: Callable[[Interval], tuple[int, bool]]) -> threading.Thread:
    """A thread that helps to the end of the pass; ``take`` tells which state is to follow and whether there is enough."""

    def help_on() -> None:
        assert states.begin_to_help()
        while (taken := states.last(CHUNK)) is not None:
            done, enough = take(taken)
            states.helped(done, taken[1], enough=enough)

    thread = threading.Thread(target=help_on, daemon=True)
    thread.start()
    return thread


def led(states: SharedStates, count: int) -> list[int]:
    """The states of a layer that the leading thread takes."""
    taken = list[int]()
    states.open(count)
    while (interval := states.first(CHUNK)) is not None:
        taken += range(*interval)
        if states.waits_for_gathering:
            states.gathered()
    assert states.waits_for_gathering
    states.gathered()
    return taken


def test_one_alone_takes_all_states_in_order() -> None:
    states = SharedStates()
    assert led(states, STATES) == list(range(STATES))
    assert led(states, 0) == []
    states.end()


def test_what_is_given_back_comes_next() -> None:
    states = SharedStates()
    states.open(100)
    assert states.first(50) == (0, 50)
    states.give_back(20, 50)
    assert states.first(20) == (20, 40)
    assert states.first(20) == (40, 50)
    assert states.first(20) == (50, 70)


def test_each_state_of_every_layer_is_taken_once_by_one_of_two_threads() -> None:
    states, other = SharedStates(), list[int]()

    def take(taken: Interval) -> tuple[int, bool]:
        other.extend(range(*taken))
        return taken[1], False

    thread = helper(states, take)
    for _ in range(5):
        other.clear()
        own = led(states, STATES)
        assert sorted([*own, *other]) == list(range(STATES))
    states.end()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_who_has_enough_waits_until_it_is_gathered_and_its_rest_is_not_lost() -> None:
    states, other, began = SharedStates(), list[int](), threading.Event()

    def take(taken: Interval) -> tuple[int, bool]:
        other.extend(range(taken[0], taken[1] - 1))
        began.set()
        return taken[1] - 1, True  # the last state is left

    thread = helper(states, take)
    states.open(STATES)
    assert began.wait(PATIENCE)
    wait_for(lambda: states.waits_for_gathering)
    assert len(other) == CHUNK - 1
    own, gathered = list[int](), 0
    while (interval := states.first(CHUNK)) is not None:
        own += range(*interval)
        if states.waits_for_gathering:
            states.gathered()
            gathered += 1
    assert sorted([*own, *other]) == list(range(STATES))
    assert gathered >= 1
    states.end()
    thread.join(PATIENCE)


def test_who_leads_is_not_done_while_the_other_works() -> None:
    states, works, finish = SharedStates(), threading.Event(), threading.Event()

    def take(taken: Interval) -> tuple[int, bool]:
        works.set()
        assert finish.wait(PATIENCE)
        return taken[1], False

    thread = helper(states, take)
    states.open(2 * CHUNK)
    assert works.wait(PATIENCE)
    assert states.first(CHUNK) == (0, CHUNK)
    assert not states.waits_for_gathering
    threading.Timer(0.05, finish.set).start()
    assert states.first(CHUNK) is None
    assert finish.is_set()
    assert states.waits_for_gathering
    states.end()
    thread.join(PATIENCE)


def test_the_end_waits_for_who_helps_and_sends_it_away() -> None:
    states, works, finish = SharedStates(), threading.Event(), threading.Event()

    def take(taken: Interval) -> tuple[int, bool]:
        works.set()
        assert finish.wait(PATIENCE)
        return taken[0], True

    thread = helper(states, take)
    states.open(STATES)
    assert works.wait(PATIENCE)
    threading.Timer(0.05, finish.set).start()
    states.end()
    assert finish.is_set()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert states.first(CHUNK) is None


def test_help_is_wanted_for_many_states_and_by_one_thread() -> None:
    states = SharedStates()
    states.open(LEAST_SHARED - 1)
    assert not states.wants_help
    states.open(LEAST_SHARED)
    assert states.wants_help
    assert states.begin_to_help()
    assert not states.wants_help
    assert not states.begin_to_help()
    ended = SharedStates()
    ended.open(LEAST_SHARED)
    ended.end()
    assert not ended.wants_help
    assert not ended.begin_to_help()


def test_one_who_helps_does_half_of_what_is_done_with_all_states() -> None:
    states, done = SharedStates(), list[tuple[int, int, str]]()

    def part(begin: int, end: int) -> None:
        done.append((begin, end, threading.current_thread().name))

    thread = threading.Thread(target=lambda: states.last(1), name="helps", daemon=True)
    thread.start()
    while not any(name == "helps" for *_, name in done):
        done.clear()
        states.halved(part, 2_000)
    leader = threading.current_thread().name
    assert sorted(done) == [(0, 1_000, leader), (1_000, 2_000, "helps")]
    states.end()
    thread.join()


def test_alone_all_states_are_gone_through_at_once() -> None:
    done = list[tuple[int, int]]()
    SharedStates().halved(lambda begin, end: done.append((begin, end)), 2_000)
    assert done == [(0, 2_000)]


def test_what_goes_wrong_in_the_other_half_is_raised() -> None:
    states = SharedStates()

    def part(begin: int, _end: int) -> None:
        if begin:
            raise ValueError("the other half")

    def until_shared() -> None:
        while True:
            states.halved(part, 2_000)

    threading.Thread(target=lambda: states.last(1), daemon=True).start()
    with pytest.raises(ValueError, match="the other half"):
        until_shared()
    states.end()
