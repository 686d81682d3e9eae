"""Answers of searches: the best sequence with its bound, what one thing more would bring."""

from operator import attrgetter
from typing import NamedTuple

from marshmallow import fields

from api.schemas.describing import (
    Answer,
    AnyNumber,
    any_object,
    flag,
    inside,
    many,
    number,
    one_of,
    table,
    text,
    whole,
)
from api.theme_park.schemas.answers.operate import Reached, RulesInForce, park_field, standing_fields
from api.theme_park.schemas.answers.parts import played_fields, rolled_fields
from api.version import versions
from models.theme_park.operate.disputes import Difference
from models.theme_park.operate.end_of_phase import constant_stars
from models.theme_park.operate.replay import OperateVerdict
from solver.theme_park.operate.policies import moves_of, rolled
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.review.what_if import Thing
from solver.theme_park.operate.settings import Engine, Objective, Stage


class Other(NamedTuple):
    """Another good sequence, and what it brings less what the best does."""

    verdict: OperateVerdict
    difference: Difference


class LessBest(Answer):
    """What an alternative brings less what the best does: on average, perhaps with a fraction, where that rolls dice."""

    stars = number("Stars.")
    money = number("Dollars.")
    pips = number("Pips on the guests that stay.")
    guests = number("Guests that stay.")


class Alternative(Answer):
    """Another good sequence, held against the best."""

    stars = whole("Stars.", of=attrgetter("verdict.stars"))
    money = whole("Dollars.", of=attrgetter("verdict.money"))
    difference = inside(LessBest)
    moves, texts = played_fields(attrgetter("verdict.steps"))


RESULTS = "What the rerolled dice show, one after the other: each branch is as likely as they are together. Answers kept by earlier versions lack it."


class Branched(NamedTuple):
    """What rerolled dice show, one after the other, and how a plan then goes on."""

    results: tuple[int, ...]
    verdict: OperateVerdict


class Branch(Answer):
    """How a plan goes on after the results of its rerolls."""

    result, results = rolled_fields(RESULTS, x_optional=True)
    stars = whole("Stars.", of=attrgetter("verdict.stars"))
    money = whole("Dollars.", of=attrgetter("verdict.money"))
    moves, texts = played_fields(attrgetter("verdict.steps"))


BOUND_BY = "The engine that proved the bound: counting, relaxation, layered or cpsat; null while nothing is known. Answers kept by earlier versions lack it."


class Chance(Answer):
    """A plan that rerolls a die, or several one after the other."""

    rolls_at = whole("The step that rolls first, from 0.", null=True)
    expected = table(
        AnyNumber(), "Expected values.", of=lambda advice: {stage.stage: stage.value for stage in advice.stages}
    )
    branches = many(
        Branch,
        "How to go on for each way that the dice may fall.",
        of=lambda advice: [
            Branched(shown, verdict)
            for shown, verdict in zip(map(rolled, moves_of(advice.branches)), advice.branches, strict=True)
        ],
    )


class StageAnswer(Answer):
    """One of the quantities that are maximised one after the other."""

    name = one_of(Stage, "What is maximised.", of=attrgetter("stage"))
    value = number("What the answer reaches.")
    bound = number("What no sequence exceeds; null while nothing is known.", null=True)
    bound_by = one_of(Engine, BOUND_BY, null=True, x_optional=True)
    proven = flag("Whether nothing better exists.")


class WeightsAnswer(Answer):
    """Weights of the balanced objective."""

    stars = whole("A star.")
    money = whole("A dollar.")
    pips = whole("A pip.")


class SettingsAnswer(Answer):
    """The settings of the search that gave the answer."""

    objective = one_of(Objective, "What counts as best.")
    time_limit = number("Seconds.", null=True)
    seed = whole("Random seed.")
    alternatives = whole("Other sequences asked for.")
    workers = whole("Threads.")
    weights = inside(WeightsAnswer)
    reproducible = flag("Whether the limit counts work instead of seconds.")
    engines = many(one_of(Engine, "An engine."), "Engines that searched.", of=lambda settings: sorted(settings.engines))


def _after(advice: Advice) -> Reached:
    return Reached(advice.position, advice.verdict.reached)


class SolveAnswer(Answer):
    """The best sequence found, with the proven bound, of an ``Advice``; stars and money are those of the replayed verdict."""

    status = one_of(Status, "optimal: proven; feasible: the best found so far; cancelled.")
    stars = whole("Stars.", of=attrgetter("verdict.stars"))
    bound = whole(
        "Upper bound on the stars of any sequence; once status is optimal, the stars of the best sequences by the objective. Where dice may be rerolled, a bound on what any plan brings on average, rounded up. Null while none is known.",
        null=True,
    )
    bound_by = one_of(Engine, BOUND_BY, null=True, x_optional=True)
    money = whole("Dollars.", of=attrgetter("verdict.money"))
    objective = one_of(Objective, "What counts as best.", of=attrgetter("settings.objective"))
    moves, texts = played_fields(attrgetter("verdict.steps"))
    alternatives = many(
        Alternative,
        "Other good sequences.",
        of=lambda advice: [Other(each, advice.difference(each)) for each in advice.alternatives],
    )
    breakdown = table(fields.Integer(), "Where the stars come from.", of=attrgetter("verdict.breakdown"))
    upkeep = table(
        fields.Integer(),
        "Stars that Upkeep brings whatever is played.",
        of=lambda advice: constant_stars(advice.position),
    )
    may_roll = flag(
        "Whether dice may be rerolled in the park, by the plan or not: then every bound is one on average. Answers kept by earlier versions lack it.",
        x_optional=True,
    )
    chance = inside(Chance, null=True, of=lambda advice: None if advice.rolls_at is None else advice)
    score = number(
        "Value of the first stage.", null=True, of=lambda advice: advice.stages[0].value if advice.stages else None
    )
    stages = many(StageAnswer, "The quantities maximised, in order.")
    park = park_field(_after)
    left, cubes, bag, discarded, treated_as = standing_fields(_after)
    notes = many(
        fields.String(),
        "What a reader should know of the round and of how the search went.",
        of=lambda advice: [*advice.position.notes, *advice.notes],
    )
    seconds = number("Seconds of the search.", of=lambda advice: round(advice.seconds, 3))
    settings = inside(SettingsAnswer)
    rules = inside(RulesInForce, of=attrgetter("position"))
    versions = any_object("What answered.", of=lambda _: versions())
    cached = flag("Whether the answer was known from an earlier search.", x_optional=True)


class WhatIfGain(Answer):
    """One thing more and what it brings."""

    name = text("What is added.")
    gain = whole("Stars it brings by the sequences found; 0 for a pip that does harm.", minimum=0)
    proven = flag("Whether at_least and at_most leave no doubt.")
    thing = one_of(Thing, "What there is one more of.")
    guest = text("The guest that has one more pip; null otherwise.", null=True)
    at_least = whole("Stars it brings for certain.", minimum=0)
    at_most = whole("More stars it does not bring; null while nothing is known.", minimum=0, null=True)


class WhatIfAnswer(Answer):
    """What one thing more would bring."""

    what_if = many(WhatIfGain, "A thing each, as far as they are weighed.", of=attrgetter("found"))
    things = whole(
        "Things to weigh: where the time was over before, fewer are told. Answers kept by earlier versions lack it.",
        minimum=0,
        x_optional=True,
    )
