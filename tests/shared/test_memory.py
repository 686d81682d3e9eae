"""What a process holds counts once what it has freed is given back."""

import sys

import psutil
import pytest

from solver.runtime.memory import MEBIBYTE, beyond

FREED, ALLOWED = 200, 100


def held() -> float:
    return psutil.Process().memory_info().rss / MEBIBYTE


def leave_in_a_circle(mebibytes: int) -> None:
    """Small things that hold each other, as a task leaves them behind: only the garbage collector finds them."""
    circle: list[object] = [bytes(1000) for _ in range(mebibytes * MEBIBYTE // 1024)]
    circle.append(circle)


def test_a_process_that_needs_more_than_allowed_says_so() -> None:
    assert beyond(1.0)()


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is asked to give memory back")
def test_what_was_freed_does_not_count() -> None:
    allowed = held() + ALLOWED
    leave_in_a_circle(FREED)
    assert held() > allowed
    assert not beyond(allowed)()
    assert held() < allowed
