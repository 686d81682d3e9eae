"""Bodies of requests for the jobs of Theme Park."""

import json
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, validates_schema

from api.http.requests import faults_of
from api.jobs.request import JobRequest
from api.problems.bad_input import BadInput
from api.schemas.fields import BoundedList, EnumField, FlagField, NestedObject, SecondsField, StrictSchema
from api.theme_park.club_boxes import box_store
from api.theme_park.club_tiles import with_club_tiles
from api.theme_park.game_answers import record_of
from api.theme_park.game_reviews import GamePhases
from api.theme_park.input_limits import MOST_MOVES
from api.theme_park.jobs.requests import GameReviewRequest, JobKind, ReviewRequest, SolveRequest, WhatIfRequest
from api.theme_park.schemas.moves import MoveSchema
from api.theme_park.schemas.requests import (
    GameReviewRequestSchema,
    SequencesRequestSchema,
    SolveRequestSchema,
    settings_of,
)
from models.shared.fault import Fault
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.supported import refuse_unsolved
from solver.theme_park.operate.time_limits import REVIEW_OF_A_STATE, SOLVE

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


class GameReviewJobSchema(GameReviewRequestSchema):
    """A game record of which every Operate phase is reviewed."""

    kind = EnumField((JobKind.GAME_REVIEW,), required=True)
    attached = FlagField(load_default=False)


def review_request(asked: Mapping[str, Any], settings: Settings, total: float) -> ReviewRequest:
    """What a loaded ``ReviewRequestSchema`` or the review of a ``JobRequestSchema`` asks for, in ``total`` seconds."""
    return ReviewRequest(
        settings, total, asked["position"], asked["moves"], asked.get("complete", True), asked.get("known", ())
    )


def requested(body: Any, most: float) -> JobRequest:
    """The request that a body asks for, of at most ``most`` seconds; raises ``BadInput`` and NotSolvedYet."""
    if isinstance(body, dict) and body.get("kind") == JobKind.GAME_REVIEW.value:
        return _game_review(body, most)
    if isinstance(body, dict) and "position" in body:
        body = {**body, "position": with_club_tiles(body["position"])}
    asked = _loaded(JobRequestSchema(), body)
    refuse_unsolved(asked["position"])
    review = asked["kind"] is JobKind.REVIEW
    settings = settings_of(asked, default=min(REVIEW_OF_A_STATE if review else SOLVE, most), most=most)
    match asked["kind"]:
        case JobKind.REVIEW:
            return _review(asked, settings, most)
        case JobKind.WHAT_IF:
            return WhatIfRequest(asked["position"], settings)
    return SolveRequest(asked["position"], settings)


def _loaded(schema: StrictSchema, body: Any) -> Any:
    try:
        return schema.load(body)
    except ValidationError as error:
        raise BadInput(faults_of(error)) from None


def _game_review(body: Any, most: float) -> JobRequest:
    """A whole game; without ``total_limit`` each of its states has its whole time, as far as a job may take so long."""
    faults = list[Fault]()
    try:
        asked = _loaded(GameReviewJobSchema(), body)
        settings = settings_of(asked, default=min(REVIEW_OF_A_STATE, most), most=most)
    except BadInput as bad:
        faults += bad.faults
    try:
        if isinstance(body.get("record"), str | dict):
            record = record_of(body["record"], prefix="/record", boxes=box_store().find)
    except BadInput as bad:
        faults += bad.faults
    if faults:
        raise BadInput(faults)
    each = settings.time_limit or most
    total = asked.get("total_limit", min(most, each * max(1, GamePhases.of(record).states)))
    return GameReviewRequest(settings, total, record)


def _review(asked: Mapping[str, Any], settings: Settings, most: float) -> JobRequest:
    """A review; without ``total_limit`` each of its states has its whole time, as far as a job may take so long."""
    each = settings.time_limit or most
    return review_request(asked, settings, asked.get("total_limit", min(most, each * (len(asked["moves"]) + 1))))
