"""What only Dice Manor is asked: its rules, and a manor read from its line."""

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.dice_manor.answers import rule_document, rules_document
from api.dice_manor.schemas.answers.manors import ManorAnswer
from api.dice_manor.schemas.answers.rulebook import ManorRuleAnswer, ManorRulesAnswer
from api.http.requests import Blueprint, answer
from api.problems.bad_input import BadInput
from api.problems.kinds import Kind
from api.schemas.fields import DescribedField, StrictSchema
from models.dice_manor.manor import DICE, MOST_ROOMS
from models.dice_manor.notation import PartError, parse_manor
from models.shared.fault import Fault, FaultCode

LONGEST_TEXT = 8000
dice_manor = Blueprint("dice_manor", __name__, url_prefix="/v1/dice-manor", description="Manors of Dice Manor.")


class ManorText(DescribedField[str]):
    """The line that a manor is written in."""

    def __init__(self, **kwargs: Any) -> None:
        accepts = f"a manor in one line of at most {LONGEST_TEXT} characters, such as entrance-a; a: 4 red office"
        super().__init__(accepts, {"type": "string", "maxLength": LONGEST_TEXT}, **kwargs)

    def read(self, value: Any) -> str:
        """Reads the text; raises ValidationError for anything else."""
        if isinstance(value, str) and len(value) <= LONGEST_TEXT:
            return value
        raise self.refusal(value)


class ManorRequestSchema(StrictSchema):
    """A request that tells a manor in one line."""

    what = "a request"

    text = ManorText(required=True)


@dice_manor.post("/manors")
@dice_manor.arguments(ManorRequestSchema)
@dice_manor.response(200, ManorAnswer)
def read_manor(asked: Mapping[str, Any]) -> Response:
    """Read a manor from its line"""
    try:
        written = parse_manor(asked["text"])
    except PartError as error:
        raise BadInput([Fault("/text", f"{error}", FaultCode.UNREADABLE)]) from None
    if len(written.manor.rooms) > MOST_ROOMS or len(written.dice) > DICE:
        detail = f"Found {len(written.manor.rooms)} rooms and {len(written.dice)} dice; accepted: at most {MOST_ROOMS} and {DICE}."
        raise BadInput([Fault("/text", detail)])
    return answer(ManorAnswer.write(written))


@dice_manor.get("/rules")
@dice_manor.response(200, ManorRulesAnswer)
def every_rule() -> Response:
    """List the rules and rulings of Dice Manor"""
    return answer(rules_document())


@dice_manor.get("/rules/<string(maxlength=80):rule_id>")
@dice_manor.response(200, ManorRuleAnswer)
@dice_manor.may_tell(Kind.NOT_FOUND)
def one_rule(rule_id: str) -> Response:
    """Tell of one rule or ruling of Dice Manor"""
    return answer(rule_document(rule_id))
