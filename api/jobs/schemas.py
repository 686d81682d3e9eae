"""Jobs as the API describes them."""

from api.jobs.kinds import carried_out, every_game
from api.jobs.states import JobMishap, State
from api.schemas.describing import Answer, flag, number, one_kind_of, one_of, text, whole

BODIES = tuple(body for game in every_game().values() for body in game.bodies)
"""Of requests for jobs, one of which each fits."""


class JobAnswer(Answer):
    """A long search as the API tells of it."""

    id = text("Its unguessable id.")
    game = text("The game that it is about, as `of` names it.")
    kind = text("What it does.", enum=list(dict.fromkeys(kind for _, kind in carried_out())))
    state = one_of(State, "queued and running go on; done, cancelled, failed and interrupted are final.")
    ahead = whole("How many jobs will begin before it, if no other comes; null unless it waits.", null=True)
    request = one_kind_of(*BODIES)
    created = number("When it was asked for, in seconds since 1970.")
    started = number("When its search began.", null=True)
    finished = number("When it ended.", null=True)
    progress = one_kind_of(*(each for game in every_game().values() for each in game.progress), null=True)
    answer = one_kind_of(*(each for game in every_game().values() for each in game.answers), null=True)
    cached = flag("Whether the answer was known from an earlier search.")
    attached = flag("Whether it ends when nobody listens to it any more.")
    attempt = whole("How often its search was begun.", minimum=1)
    joined = flag("Whether it was open already when it was asked for again.", x_optional=True)
    cancel_asked = flag("Whether someone asked for its end.")
    mishap = one_of(JobMishap, "In one word what went wrong; null when nothing did.", null=True)
    detail = text("The same in a sentence, or why it ended before its time.", null=True)
    events = text("Address of its event stream.")
