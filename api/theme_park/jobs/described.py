"""News of Theme Park's jobs, as the API describes them."""

from operator import attrgetter

from api.schemas.describing import Answer, flag, number, one_of, whole
from solver.theme_park.operate.settings import Engine, Stage


class ProgressAnswer(Answer):
    """News of a running search."""

    stage = one_of(Stage, "What is being maximised.")
    stars = whole(
        "Stars of the best sequence so far; of a plan that rolls dice those that it brings whatever they show."
    )
    rolls = flag(
        "Whether the best so far is a plan that rolls dice. News kept by earlier versions lack it.", x_optional=True
    )
    bound = whole("What the stars cannot exceed; null while nothing is known.", null=True)
    gap = whole("Stars that might still be missing.", null=True)
    seconds = number("Seconds since the search began.", of=lambda news: round(news.seconds, 3))
    engine = one_of(Engine, "Who found the best sequence so far.")


class ReviewProgressAnswer(Answer):
    """News of a running review."""

    searched = whole("States looked at.")
    states = whole("States that the moves come through.")
    stars = number("Most stars found from the start.", of=attrgetter("best.least"))
    bound = number("What no sequence exceeds.", of=attrgetter("best.most"))
    lost_at_least = number("Stars given away for certain.", of=attrgetter("lost.at_least"))
    lost_at_most = number("More stars were not given away.", of=attrgetter("lost.at_most"))
    seconds = number("Seconds since the review began.", of=lambda news: round(news.seconds, 3))


class WhatIfProgressAnswer(Answer):
    """News of a job that weighs one thing more at a time."""

    weighed = whole("Things weighed.", minimum=0, of=lambda gains: len(gains.found))
    things = whole("Things to weigh.", minimum=0)
