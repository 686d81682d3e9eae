"""Jobs as the API describes them."""

from api.jobs.requests import JobRequestSchema
from api.jobs.search_request import JobKind
from api.jobs.states import JobMishap, State
from api.schemas.describing import Answer, flag, inside, number, one_kind_of, one_of, text, whole
from api.theme_park.schemas.answers.searches import ReviewAnswer, SolveAnswer, WhatIfAnswer
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


class JobAnswer(Answer):
    """A long search."""

    id = text("Its unguessable id.")
    game = text("The game that it is about, as `of` names it.")
    kind = one_of(JobKind, "What it does.")
    state = one_of(State, "queued and running go on; done, cancelled, failed and interrupted are final.")
    ahead = whole("How many jobs will begin before it, if no other comes; null unless it waits.", null=True)
    request = inside(JobRequestSchema)
    created = number("When it was asked for, in seconds since 1970.")
    started = number("When its search began.", null=True)
    finished = number("When it ended.", null=True)
    progress = one_kind_of(ProgressAnswer, ReviewProgressAnswer, WhatIfProgressAnswer, null=True)
    answer = one_kind_of(SolveAnswer, ReviewAnswer, WhatIfAnswer, null=True)
    cached = flag("Whether the answer was known from an earlier search.")
    attached = flag("Whether it ends when nobody listens to it any more.")
    attempt = whole("How often its search was begun.", minimum=1)
    joined = flag("Whether it was open already when it was asked for again.", x_optional=True)
    cancel_asked = flag("Whether someone asked for its end.")
    mishap = one_of(JobMishap, "In one word what went wrong; null when nothing did.", null=True)
    detail = text("The same in a sentence, or why it ended before its time.", null=True)
    events = text("Address of its event stream.")
