"""News of Theme Park's jobs, as the API describes them."""

from api.schemas.describing import Answer, number, one_of, whole
from solver.theme_park.operate.settings import Engine, Stage


class ProgressAnswer(Answer):
    """News of a running search."""

    stage = one_of(Stage, "What is being maximised.")
    stars = whole("Stars of the best sequence so far.")
    bound = whole("What the stars cannot exceed; null while nothing is known.", null=True)
    gap = whole("Stars that might still be missing.", null=True)
    seconds = number("Seconds since the search began.")
    engine = one_of(Engine, "Who found the best sequence so far.")


class ReviewProgressAnswer(Answer):
    """News of a running review."""

    searched = whole("States looked at.")
    states = whole("States that the moves come through.")
    stars = number("Most stars found from the start.")
    bound = number("What no sequence exceeds.")
    lost_at_least = number("Stars given away for certain.")
    lost_at_most = number("More stars were not given away.")
    seconds = number("Seconds since the review began.")


class WhatIfProgressAnswer(Answer):
    """News of a job that weighs one thing more at a time."""

    weighed = whole("Things weighed.", minimum=0)
    things = whole("Things to weigh.", minimum=0)
