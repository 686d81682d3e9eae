"""Bodies of requests for the jobs of Dice Manor, one for each phase with something to decide."""

from typing import Any

from api.dice_manor.jobs.requests import JobKind, SolveRequest
from api.dice_manor.questions import (
    BidSolveBody,
    Bodies,
    BuildSolveBody,
    SolveBody,
    read_question,
    within_limit,
)
from api.dice_manor.schemas.fields import Phase
from api.schemas.fields import EnumField, FlagField, StrictSchema
from solver.dice_manor.time_limits import JOB


class OfJobs(StrictSchema):
    """What any job is asked besides."""

    kind = EnumField(JobKind, load_default=JobKind.SOLVE)
    attached = FlagField(load_default=False)


class OpeningJobSchema(SolveBody, OfJobs):
    """A Grand Opening to solve."""


class BidJobSchema(BidSolveBody, OfJobs):
    """A turn of the Bid phase to rank."""


class BuildJobSchema(BuildSolveBody, OfJobs):
    """A job that places tiles in the best layouts."""


BODIES: Bodies = {Phase.GRAND_OPENING: OpeningJobSchema, Phase.BID: BidJobSchema, Phase.BUILD: BuildJobSchema}


def requested(body: Any, most: float) -> SolveRequest:
    """The request that a body asks for, of at most ``most`` seconds; raises ``BadInput``."""
    limit = within_limit(read_question(body, BODIES), JOB, most)
    asked = {name: value for name, value in body.items() if name not in ("kind", "attached", "time_limit")}
    return SolveRequest(asked, limit)
