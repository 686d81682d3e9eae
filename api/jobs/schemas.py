"""Jobs as the API describes them."""

from operator import attrgetter
from typing import NamedTuple

from api.jobs.kinds import carried_out, every_game
from api.jobs.states import Job, JobMishap, State
from api.schemas.describing import ABSENT, Answer, flag, number, one_kind_of, one_of, text, whole

BODIES = tuple(body for game in every_game().values() for body in game.bodies)
"""Schemas of requests for jobs; each request fits one."""


class JobTold(NamedTuple):
    """A job with its place in the queue; ``joined``: None but where it was asked for just now."""

    job: Job
    ahead: int | None
    joined: bool | None = None


class JobAnswer(Answer):
    """A long search as the API tells of it."""

    id = text("Its unguessable id.", of=attrgetter("job.id"))
    game = text("The game that it is about, as `of` names it.", of=attrgetter("job.game"))
    kind = text("What it does.", enum=list(dict.fromkeys(kind for _, kind in carried_out())), of=attrgetter("job.kind"))
    state = one_of(
        State,
        "queued and running go on; done, cancelled, failed and interrupted are final.",
        of=attrgetter("job.state"),
    )
    ahead = whole("How many jobs will begin before it, if no other comes; null unless it waits.", null=True)
    request = one_kind_of(*BODIES, of=attrgetter("job.request"))
    created = number("When it was asked for, in seconds since 1970.", of=attrgetter("job.created"))
    started = number("When its search began.", null=True, of=attrgetter("job.started"))
    finished = number("When it ended.", null=True, of=attrgetter("job.finished"))
    progress = one_kind_of(
        *(each for game in every_game().values() for each in game.progress), null=True, of=attrgetter("job.progress")
    )
    answer = one_kind_of(
        *(each for game in every_game().values() for each in game.answers), null=True, of=attrgetter("job.answer")
    )
    cached = flag("Whether the answer was known from an earlier search.", of=attrgetter("job.cached"))
    attached = flag("Whether it ends when nobody listens to it any more.", of=attrgetter("job.attached"))
    attempt = whole("How often its search was begun.", minimum=1, of=attrgetter("job.attempt"))
    cancel_asked = flag("Whether someone asked for its end.", of=attrgetter("job.cancel_asked"))
    mishap = one_of(
        JobMishap, "In one word what went wrong; null when nothing did.", null=True, of=attrgetter("job.mishap")
    )
    detail = text("The same in a sentence, or why it ended before its time.", null=True, of=attrgetter("job.detail"))
    events = text("Address of its event stream.", of=lambda told: f"/v1/jobs/{told.job.id}/events")
    joined = flag(
        "Whether it was open already when it was asked for again.",
        x_optional=True,
        of=lambda told: ABSENT if told.joined is None else told.joined,
    )
