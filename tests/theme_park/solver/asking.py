"""Rounds of cube vectors for tests, and threads that help to ask for them."""

import threading
from collections import deque

from solver.theme_park.operate.layered.vectors.vector_questions import Answer, GivesUp, VectorQuestions, VectorRound
from solver.theme_park.operate.settings import STAGES, Objective
from solver.theme_park.operate.shared_bounds import SharedBounds

NUMBERS = tuple(range(20))


def questions() -> tuple[VectorQuestions, SharedBounds]:
    """No vectors yet, and a best of ten stars."""
    bounds = SharedBounds(STAGES[Objective.STARS])
    bounds.found((10, 0, 0))
    return VectorQuestions(bounds), bounds


def vectors(
    *numbers: int, width: int = 400, stars: int = 10, gives_up: GivesUp = GivesUp.NEVER, wider: int | None = None
) -> VectorRound:
    """These, or all of them: do they bring more than so many stars?"""
    return VectorRound(deque(numbers or NUMBERS), (stars, 0, 0), width, 1, gives_up, wider, (stars,))


def helped(asked: VectorQuestions, answer: Answer) -> threading.Thread:
    """A thread that helps until there are no more vectors."""

    def help_once() -> None:
        while not asked.waiting:
            pass
        asked.help(answer, waits=True, leaves=lambda: False)

    thread = threading.Thread(target=help_once, daemon=True)
    thread.start()
    return thread
