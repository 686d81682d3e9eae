"""Bodies of requests for long searches."""

import json
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, validates_schema

from api.jobs.search_request import JobKind, ReviewRequest
from api.schemas.fields import BoundedList, EnumField, FlagField, NestedObject, SecondsField
from api.theme_park.input_limits import MOST_MOVES
from api.theme_park.schemas.moves import MoveSchema
from api.theme_park.schemas.requests import SequencesRequestSchema, SolveRequestSchema
from solver.theme_park.operate.settings import Settings

OF_REVIEWS = dict.fromkeys(("moves", "total_limit", "complete", "known"), (JobKind.REVIEW,))
OF_SOLVES = dict.fromkeys(("alternatives", "weights"), (JobKind.SOLVE,))
KINDS_WITH: Mapping[str, tuple[JobKind, ...]] = OF_REVIEWS | OF_SOLVES | {"objective": (JobKind.SOLVE, JobKind.WHAT_IF)}
"""Kinds of jobs that a field belongs to; others belong to all."""


class JobRequestSchema(SolveRequestSchema, SequencesRequestSchema):
    """A position to solve for as long as a job may, or a sequence to review; an attached job ends when nobody listens to
    it any more."""

    sequences = ("moves", "known")

    kind = EnumField(JobKind, load_default=JobKind.SOLVE)
    attached = FlagField(load_default=False)
    moves = BoundedList(NestedObject(MoveSchema), "moves", MOST_MOVES)
    total_limit = SecondsField()
    complete = FlagField()
    known = BoundedList(NestedObject(MoveSchema), "moves", MOST_MOVES)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def fields_of_its_kind(self, data: Mapping[str, Any], original: Any, **_: Any) -> None:
        """A review has moves; what one kind of job alone is asked stands in no other."""
        kind = data.get("kind")
        faults = {
            name: [f'Found {name}; accepted: this field only beside "kind": {" or ".join(map(json.dumps, kinds))}.']
            for name, kinds in KINDS_WITH.items()
            if kind and kind not in kinds and name in original
        }
        if kind is JobKind.REVIEW and "moves" not in original:
            faults["moves"] = [str(self.fields["moves"].error_messages["required"])]
        if faults:
            raise ValidationError(faults)


def review_request(asked: Mapping[str, Any], settings: Settings, total: float) -> ReviewRequest:
    """What a loaded ``ReviewRequestSchema`` or the review of a ``JobRequestSchema`` asks for, in ``total`` seconds."""
    return ReviewRequest(
        asked["position"], asked["moves"], settings, total, asked.get("complete", True), asked.get("known", ())
    )
