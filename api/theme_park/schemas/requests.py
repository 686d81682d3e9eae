"""Bodies of requests: a position, and what is asked about it."""

import json
import math
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from typing import Any

from marshmallow import ValidationError, post_load, pre_load, validates_schema

from api.input_limits import LARGEST_BODY
from api.problems.bad_input import BadInput
from api.schemas.describing import ABSENT, Describer, Description, Document
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    DescribedField,
    EnumField,
    FlagField,
    NestedObject,
    SecondsField,
    StrictSchema,
)
from api.schemas.loading import WHOLE
from api.theme_park.club_tiles import with_club_tiles
from api.theme_park.input_limits import HEAVIEST, HIGHEST_SEED, MOST_ALTERNATIVES, MOST_MOVES
from api.theme_park.matching_moves import MOST_LISTED
from api.theme_park.schemas.loading import load_position
from api.theme_park.schemas.moves import LikeSchema, MoveSchema
from api.theme_park.schemas.position import PositionSchema
from api.theme_park.schemas.record import RecordSchema
from api.theme_park.schemas.references import reference_faults
from models.shared.fault import Fault
from models.theme_park.game.validate import GameRecord
from models.theme_park.operate.position import Position
from solver.theme_park.operate.settings import Objective, Settings, Weights

POSITIONS = 256
"""Positions that are kept read."""
DEFAULTS = Settings()


class Coded(str):
    """A message that remembers the code of its fault."""

    code: StrEnum

    def __new__(cls, detail: str, code: StrEnum) -> "Coded":
        """The message ``detail``."""
        self = super().__new__(cls, detail)
        self.code = code
        return self


def refusal_of(faults: tuple[Fault, ...]) -> ValidationError:
    """Faults as marshmallow passes errors on: messages in a tree of the steps of their pointers."""
    tree: dict[str, Any] = {}
    for fault in faults:
        place = tree
        for step in fault.pointer.split("/")[1:]:
            place = place.setdefault(step.replace("~1", "/").replace("~0", "~"), {})
        place.setdefault(WHOLE, []).append(Coded(fault.detail, fault.code))
    return ValidationError(tree)


class PositionField(NestedObject):
    """A position document, read with everything that must hold between its parts."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(PositionSchema, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Position:
        try:
            return _position(json.dumps(value))
        except BadInput as bad:
            raise refusal_of(bad.faults) from None


@lru_cache(POSITIONS)
def _position(text: str) -> Position:
    """The position of a document; a table asks about the same one move after move. Raises ``BadInput``."""
    return load_position(json.loads(text))


class RecordField(DescribedField[Any]):
    """A game record, as a document or in its text form; what it holds is judged by ``check_game_document``."""

    schema = RecordSchema

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f"a game record, an object or its text form of at most {LARGEST_BODY} characters", **kwargs)

    def shape(self, describer: Describer) -> Description:
        """A document of a record, or its text form."""
        text = {"type": "string", "maxLength": LARGEST_BODY}
        return {"anyOf": [describer.resolve_nested_schema(self.schema), text]}

    def read(self, value: Any) -> Any:
        """Reads the record as it came; raises ValidationError for anything else."""
        if isinstance(value, dict) or (isinstance(value, str) and len(value) <= LARGEST_BODY):
            return value
        raise self.refusal(value)

    def write(self, value: GameRecord) -> Document:
        """The document of a record."""
        return self.schema.write(value)


class PositionRequestSchema(StrictSchema):
    """A request about a position, in which a club's tiles may stand by slug."""

    what = "a request"

    position = PositionField(required=True)

    @pre_load
    def with_facts_of_the_club(self, data: Any, **_: Any) -> Any:
        """A club's own tiles stand for their printed facts."""
        if isinstance(data, dict) and "position" in data:
            return {**data, "position": with_club_tiles(data["position"])}
        return data


class SequencesRequestSchema(PositionRequestSchema):
    """A position and, in some fields, moves from it."""

    sequences: tuple[str, ...] = ()

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def names_of_the_park(self, data: Mapping[str, Any], original: Any, **_: Any) -> None:
        """Every tile and guest that the moves name is in the park."""
        position = data.get("position")
        if not isinstance(position, Position):
            return
        given = {name: original.get(name) for name in self.sequences}
        faults = [
            fault
            for name, raw in given.items()
            for index, each in enumerate(raw if isinstance(raw, list) and len(raw) <= MOST_MOVES else ())
            for fault in reference_faults(each, position, name, index)
        ]
        if faults:
            raise refusal_of(tuple(faults))


class MovesRequestSchema(SequencesRequestSchema):
    """A position and moves from it."""

    sequences: tuple[str, ...] = ("moves",)

    moves = BoundedList(NestedObject(MoveSchema), "moves", MOST_MOVES, required=True)


class NextMovesRequestSchema(MovesRequestSchema):
    """A position, and the moves already made from it."""

    moves = BoundedList(NestedObject(MoveSchema), "moves", MOST_MOVES, load_default=())
    like = NestedObject(LikeSchema)
    most = BoundedInt(1, MOST_LISTED)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def names_of_like(self, data: Mapping[str, Any], original: Any, **_: Any) -> None:
        """Every tile and guest that the unfinished move names is in the park."""
        if isinstance(data.get("position"), Position):
            faults = tuple(reference_faults(original.get("like"), data["position"], "like"))
            if faults:
                raise refusal_of(faults)


class CheckRequestSchema(MovesRequestSchema):
    """A position, and the sequence of moves to judge."""


class ReviewRequestSchema(MovesRequestSchema):
    """A sequence to hold against the best.

    ``time_limit`` for each state that it comes through, ``total_limit`` for all of them; ``complete``: the player stops after the
    moves; ``known``: moves from the start that may be better.
    """

    sequences = ("moves", "known")

    time_limit = SecondsField(of=attrgetter("settings.time_limit"))
    total_limit = SecondsField(of=attrgetter("total"))
    complete = FlagField(load_default=True)
    known = BoundedList(NestedObject(MoveSchema), "moves", MOST_MOVES, load_default=())
    seed = BoundedInt(0, HIGHEST_SEED, load_default=DEFAULTS.seed, of=attrgetter("settings.seed"))


class WeightsSchema(StrictSchema):
    """What a star, a dollar and a pip left are worth under the balanced objective."""

    what = "weights"

    stars = BoundedInt(0, HEAVIEST, load_default=DEFAULTS.weights.stars)
    money = BoundedInt(0, HEAVIEST, load_default=DEFAULTS.weights.money)
    pips = BoundedInt(0, HEAVIEST, load_default=DEFAULTS.weights.pips)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Weights:
        """The weights; not all are 0."""
        if not any(data.values()):
            raise ValidationError("Found nothing but 0; accepted: at least one weight above 0.")
        return Weights(**data)


class SolveRequestSchema(PositionRequestSchema):
    """A position to solve; how long a search may take without ``time_limit`` is for the endpoint to say."""

    time_limit = SecondsField(of=attrgetter("settings.time_limit"))
    alternatives = BoundedInt(0, MOST_ALTERNATIVES, load_default=0, of=attrgetter("settings.alternatives"))
    objective = EnumField(Objective, load_default=DEFAULTS.objective, of=attrgetter("settings.objective"))
    weights = NestedObject(
        WeightsSchema,
        of=lambda request: request.settings.weights if request.settings.objective is Objective.BALANCED else ABSENT,
    )
    seed = BoundedInt(0, HIGHEST_SEED, load_default=DEFAULTS.seed, of=attrgetter("settings.seed"))

    @validates_schema
    def weights_are_used(self, data: Mapping[str, Any], **_: Any) -> None:
        """Weights belong to the balanced objective."""
        if "weights" in data and data["objective"] is not Objective.BALANCED:
            raise ValidationError('Found weights; accepted: this field only beside "objective": "balanced".', "weights")


class WhatIfRequestSchema(PositionRequestSchema):
    """A position of which one thing more is weighed."""

    time_limit = SecondsField(of=attrgetter("settings.time_limit"))
    objective = EnumField(Objective, load_default=DEFAULTS.objective, of=attrgetter("settings.objective"))


class RecordRequestSchema(StrictSchema):
    """A game record to validate and score."""

    what = "a request"

    record = RecordField(required=True)


class GameReviewRequestSchema(RecordRequestSchema):
    """A game record whose Operate phases are held against the best; the limits as those of a review."""

    time_limit = SecondsField(of=attrgetter("settings.time_limit"))
    total_limit = SecondsField(of=attrgetter("total"))
    seed = BoundedInt(0, HIGHEST_SEED, load_default=DEFAULTS.seed, of=attrgetter("settings.seed"))


def settings_of(asked: Mapping[str, Any], *, default: float, most: float, beyond: str = "") -> Settings:
    """The settings that a loaded ``SolveRequestSchema`` or ``ReviewRequestSchema`` asks for.

    Raises ``BadInput`` when it asks for more than ``most`` seconds; ``beyond`` says where more may be asked.
    """
    limits = {name: asked[name] for name in ("time_limit", "total_limit") if name in asked}
    faults = [
        Fault(f"/{name}", f"Found {_number(found)}; accepted here: seconds above 0, at most {_number(most)}.{beyond}")
        for name, found in limits.items()
        if found > most
    ]
    if faults:
        raise BadInput(faults)
    seconds = limits.get("time_limit", default)
    return Settings(
        objective=asked.get("objective", DEFAULTS.objective),
        time_limit=seconds,
        seed=asked.get("seed", DEFAULTS.seed),
        alternatives=asked.get("alternatives", 0),
        weights=asked.get("weights", DEFAULTS.weights),
    )


def _number(value: float) -> str:
    return str(int(value)) if math.isfinite(value) and value == int(value) else str(value)
