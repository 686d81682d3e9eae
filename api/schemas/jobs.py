"""Jobs as the API describes them."""

from api.jobs.states import JobMishap, State
from api.schemas.answers.describing import Answer, flag, inside, number, one_of, text, whole
from api.schemas.answers.searches import SolveAnswer
from api.schemas.requests import SolveRequestSchema
from solver.operate.advice import Engine, Stage


class ProgressAnswer(Answer):
    """News of a running search."""

    stage = one_of(Stage, "What is being maximised.")
    stars = whole("Stars of the best sequence so far.")
    bound = whole("What the stars cannot exceed; null while nothing is known.", null=True)
    gap = whole("Stars that might still be missing.", null=True)
    seconds = number("Seconds since the search began.")
    engine = one_of(Engine, "Who found the best sequence so far.")


class JobAnswer(Answer):
    """A long search."""

    id = text("Its unguessable id.")
    state = one_of(State, "queued and running go on; done, cancelled, failed and interrupted are final.")
    ahead = whole("How many jobs wait before it; null unless it waits.", null=True)
    request = inside(SolveRequestSchema)
    created = number("When it was asked for, in seconds since 1970.")
    started = number("When its search began.", null=True)
    finished = number("When it ended.", null=True)
    progress = inside(ProgressAnswer, null=True)
    answer = inside(SolveAnswer, null=True)
    cached = flag("Whether the answer was known from an earlier search.")
    cancel_asked = flag("Whether someone asked for its end.")
    mishap = one_of(JobMishap, "In one word what went wrong; null when nothing did.", null=True)
    detail = text("The same in a sentence, or why it ended before its time.", null=True)
    events = text("Address of its event stream.")
