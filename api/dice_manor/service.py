"""The verbs of every game for Dice Manor over HTTP: from the body of a request to the answer."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import Response
from marshmallow import ValidationError, fields

from api.dice_manor.answers import check_document, moves_document, score_document, solve_document
from api.dice_manor.bid_answers import HEAVIEST, WEIGHTS, bid_document
from api.dice_manor.building import building_document, layouts_document, load_builds, load_site
from api.dice_manor.loading import load_end, load_seat, load_table, load_to_solve, load_turns, phase_of
from api.dice_manor.records import game_document, load_record
from api.dice_manor.schemas.fields import HIGHEST_SEED, Phase
from api.http.clients import client_left
from api.http.lanes import slow_lane
from api.http.requests import answer, config
from api.problems.bad_input import BadInput
from api.problems.kinds import RETRY_SECONDS, Kind, Problem
from api.schemas.fields import BoundedInt, DescribedField, SecondsField, StrictSchema
from api.schemas.loading import load
from models.dice_manor.manor import NUMBERS
from models.shared.deadline import Patience
from models.shared.fault import found
from solver.dice_manor.bid_values import Weights
from solver.dice_manor.grand_opening import MOST_TARGET
from solver.dice_manor.time_limits import REQUEST

MOST_MOVES = 5000
LISTING = Patience(work=1.0, seconds=5.0)


class PositionBody(StrictSchema):
    """A position alone."""

    what = "a request"

    position = fields.Raw(required=True)


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
        """The weights."""
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


class CheckBody(PositionBody):
    """A position and turns from it."""

    moves = fields.Raw(required=True)


def solve(body: Any) -> Response:
    """The best policy, the decision on a roll, and what the others lose."""
    if _building(body):
        return _solve_building(body)
    bidding = isinstance(body, dict) and phase_of(body.get("position")) == Phase.BID
    asked = _read(BidSolveBody(), body, load_table) if bidding else _read(SolveBody(), body, load_to_solve)
    most = config().quick_limit
    seconds = min(asked["time_limit"] or REQUEST, most)
    with slow_lane() as longer:
        if not longer(most):
            raise Problem(Kind.BUSY, "Other questions are being answered, and none ended in time.", retry=RETRY_SECONDS)
        if bidding:
            return answer(bid_document(asked["position"], asked["weights"], seconds=seconds))
        return answer(solve_document(asked["position"], target=asked["target"], seconds=seconds, seed=asked["seed"]))


def check(body: Any) -> Response:
    """The verdict on turns, or on tiles built."""
    if _building(body):
        asked = _read(CheckBody(), body, load_site)
        return answer(building_document(asked["position"], load_builds(asked["moves"], prefix="/moves")))
    asked = _read(CheckBody(), body, load_seat)
    return answer(check_document(asked["position"], load_turns(asked["moves"], asked["position"], prefix="/moves")))


def _building(body: Any) -> bool:
    return isinstance(body, dict) and phase_of(body.get("position")) == Phase.BUILD


def _solve_building(body: Any) -> Response:
    asked = _read(BuildSolveBody(), body, load_site)
    most = config().quick_limit
    with slow_lane() as longer:
        if not longer(most):
            raise Problem(Kind.BUSY, "Other questions are being answered, and none ended in time.", retry=RETRY_SECONDS)
        return answer(layouts_document(asked["position"], seconds=min(asked["time_limit"] or REQUEST, most)))


def moves(body: Any) -> Response:
    """Every legal turn on the roll of the position."""
    asked = _read(PositionBody(), body, load_seat)
    with slow_lane() as longer:
        patience = replace(LISTING, left=client_left(), longer=longer)
        return answer(moves_document(asked["position"], most=MOST_MOVES, patience=patience))


def score(body: Any) -> Response:
    """Everybody's points at the end of a game."""
    return answer(score_document(_read(PositionBody(), body, load_end)["position"]))


def _read(schema: StrictSchema, body: Any, position: Callable[..., Any]) -> Mapping[str, Any]:
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


class GameBody(StrictSchema):
    """A record."""

    what = "a request"

    record = fields.Raw(required=True)


def game(body: Any) -> Response:
    """The verdict on a whole game."""
    asked, faults = load(GameBody(), body, "")
    if faults:
        raise BadInput(faults)
    return answer(game_document(load_record(asked["record"], prefix="/record")))


ANSWERS = {"solve": solve, "check": check, "moves": moves, "score": score, "game": game}
