"""What a solve of Dice Manor is asked, by the phase of its position: over HTTP and of jobs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from marshmallow import ValidationError, fields

from api.dice_manor.bid_answers import HEAVIEST, WEIGHTS
from api.dice_manor.building import load_site
from api.dice_manor.loading import load_table, load_to_solve, phase_of
from api.dice_manor.schemas.bids import BidTable
from api.dice_manor.schemas.building import Site
from api.dice_manor.schemas.fields import HIGHEST_SEED, Phase
from api.problems.bad_input import BadInput
from api.schemas.fields import BoundedInt, DescribedField, SecondsField, StrictSchema, refusals
from api.schemas.loading import load
from models.dice_manor.manor import NUMBERS
from models.dice_manor.turn import Seat
from models.shared.fault import Fault, found
from solver.dice_manor.bid_values import Weights
from solver.dice_manor.grand_opening import MOST_TARGET


class PositionBody(StrictSchema):
    """A request about a position of any phase."""

    what = "a request"

    position = fields.Raw(
        required=True,
        error_messages=refusals("a position"),
        metadata={"type": "object", "description": 'A position with `"of": "dice-manor"`.'},
    )


class SolveBody(PositionBody):
    """A position, and what is asked about it."""

    target = BoundedInt(0, MOST_TARGET, load_default=None, allow_none=True)
    time_limit = SecondsField(load_default=None, allow_none=True)
    seed = BoundedInt(0, HIGHEST_SEED, load_default=0)


class WeightsField(DescribedField[Weights]):
    """What things are worth in the Bid phase."""

    def __init__(self, **kwargs: Any) -> None:
        told = f"an object of weights from 0 to {HEAVIEST:.0f}: {', '.join(WEIGHTS)}, and tiles by Blueprint number"
        super().__init__(told, **kwargs)

    def read(self, value: Any) -> Weights:
        """Reads the weights; raises ValidationError for anything else."""
        if not isinstance(value, dict):
            raise self.refusal(value)
        errors = {
            name: [f"Unknown weight; accepted: {self.accepts}."] for name in value if name not in (*WEIGHTS, "tiles")
        }
        tiles = value.get("tiles", {})
        pairs = [(name, value[name]) for name in WEIGHTS if name in value]
        if not isinstance(tiles, dict) or not set(tiles) <= {str(number) for number in NUMBERS}:
            errors["tiles"] = [found(tiles, 'an object of Blueprint numbers "1" to "6" and weights')]
            tiles = {}
        for name, weight in (*pairs, *((f"tiles/{number}", weight) for number, weight in tiles.items())):
            if not isinstance(weight, int | float) or isinstance(weight, bool) or not 0 <= weight <= HEAVIEST:
                errors[name.partition("/")[0]] = [found(weight, f"a number from 0 to {HEAVIEST:.0f}")]
        if errors:
            raise ValidationError(errors)
        return Weights(
            **{name: float(weight) for name, weight in pairs},
            tiles={int(number): float(weight) for number, weight in tiles.items()},
        )


class BidSolveBody(PositionBody):
    """A position of the Bid phase, and what things are worth."""

    weights = WeightsField(load_default=Weights)
    time_limit = SecondsField(load_default=None, allow_none=True)


class BuildSolveBody(PositionBody):
    """A position of the Build phase."""

    time_limit = SecondsField(load_default=None, allow_none=True)


@dataclass(frozen=True, slots=True)
class Question:
    """A position to solve: a seat of the Grand Opening, a table of the Bid phase or a site of the Build phase.

    ``seconds``: None where the request names no limit. ``target`` and ``seed``: of the Grand Opening, ``weights`` of the Bid phase.
    """

    about: Seat | BidTable | Site
    seconds: float | None
    target: int | None = None
    seed: int = 0
    weights: Weights = field(default_factory=Weights)


Bodies: TypeAlias = Mapping[object, type[PositionBody]]
SOLVES: Bodies = {Phase.GRAND_OPENING: SolveBody, Phase.BID: BidSolveBody, Phase.BUILD: BuildSolveBody}
"""The body of a solve by the phase of its position."""


def read_question(body: Any, bodies: Bodies = SOLVES) -> Question:
    """What a body asks; one of an unknown phase is read as the Grand Opening's. Raises ``BadInput`` with every fault."""
    phase = phase_of(body.get("position")) if isinstance(body, dict) else Phase.GRAND_OPENING
    known = phase if isinstance(phase, str) and phase in bodies else Phase.GRAND_OPENING
    asked = read_fields(bodies[known](), body, LOADS.get(known, load_to_solve))
    rest = {name: asked[name] for name in ("target", "seed", "weights") if name in asked}
    return Question(asked["position"], asked["time_limit"], **rest)


LOADS: Mapping[object, Callable[..., Any]] = {Phase.BID: load_table, Phase.BUILD: load_site}


def within_limit(question: Question, default: float, most: float, beyond: str = "") -> float:
    """The seconds that a question may take; raises ``BadInput`` where it names more than ``most``.

    ``beyond`` says where more may be asked.
    """
    if question.seconds is not None and question.seconds > most:
        detail = f"Found {question.seconds:g}; accepted here: seconds above 0, at most {most:g}.{beyond}"
        raise BadInput([Fault("/time_limit", detail)])
    return min(default, most) if question.seconds is None else question.seconds


def read_fields(schema: StrictSchema, body: Any, position: Callable[..., Any]) -> Mapping[str, Any]:
    """The fields of a request; raises ``BadInput`` with the faults of all of them."""
    asked, faults = load(schema, body, "")
    where = "/position"
    value = None
    if isinstance(body, dict) and "position" in body:
        try:
            value = position(body["position"], prefix=where)
        except BadInput as bad:
            faults = [*(fault for fault in faults if fault.pointer != where), *bad.faults]
    if faults:
        raise BadInput(faults)
    return {**asked, "position": value}
