"""The catalogues: rules and rulings, attractions and cards."""

from flask import Response

from api.http.requests import Blueprint, answer
from api.problems.kinds import Kind
from api.theme_park.catalogue_answers import catalogue_document, rule_document, rules_document
from api.theme_park.schemas.answers.rulebook import CatalogueAnswer, RuleAnswer, RulesAnswer

rules = Blueprint("rules", __name__, url_prefix="/v1", description="Rules, rulings, attractions, cards.")


@rules.get("/rules")
@rules.response(200, RulesAnswer)
def every_rule() -> Response:
    """List the rules and rulings"""
    return answer(rules_document())


@rules.get("/rules/<string(maxlength=80):rule_id>")
@rules.response(200, RuleAnswer)
@rules.may_tell(Kind.NOT_FOUND)
def one_rule(rule_id: str) -> Response:
    """Tell of one rule or ruling"""
    return answer(rule_document(rule_id))


@rules.get("/catalogue")
@rules.response(200, CatalogueAnswer)
def catalogue() -> Response:
    """List attractions, amenities and kinds of cards"""
    return answer(catalogue_document())
