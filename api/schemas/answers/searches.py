"""Answers of searches: the best sequence with its bound, stars lost, what one thing more would bring."""

from marshmallow import fields

from api.schemas.answers.describing import Answer, any_object, flag, inside, many, number, one_of, table, text, whole
from api.schemas.answers.operate import RulesInForce, State, Violation
from api.schemas.moves import MoveSchema
from solver.operate.advice import Engine, Objective, Stage, Status


class Sequence(Answer):
    """A sequence with what it brings."""

    stars = whole("Stars.")
    money = whole("Dollars.")
    moves = many(MoveSchema, "The moves.")
    texts = many(fields.String(), "The moves in words.")


class DifferenceAnswer(Answer):
    """What a sequence brings less what the best does."""

    stars = whole("Stars.")
    money = whole("Dollars.")
    pips = whole("Pips on the guests that stay.")
    guests = whole("Guests that stay.")


class Alternative(Sequence):
    """Another good sequence."""

    difference = inside(DifferenceAnswer)


class Branch(Sequence):
    """How a plan goes on after one result of a reroll."""

    result = whole("The result.", minimum=1, maximum=6)


class Chance(Answer):
    """A plan that rerolls a die."""

    rolls_at = whole("The step that rolls, from 0.", null=True)
    expected = table(fields.Float(), "Expected values.")
    branches = many(Branch, "How to go on for each result.")


class StageAnswer(Answer):
    """One of the quantities that are maximised one after the other."""

    name = one_of(Stage, "What is maximised.")
    value = number("What the answer reaches.")
    bound = number("What no sequence exceeds; null while nothing is known.", null=True)
    proven = flag("Whether nothing better exists.")


class WeightsAnswer(Answer):
    """Weights of the balanced objective."""

    stars = whole("A star.")
    money = whole("A dollar.")
    pips = whole("A pip.")


class SettingsAnswer(Answer):
    """How was searched."""

    objective = one_of(Objective, "What counts as best.")
    time_limit = number("Seconds.", null=True)
    seed = whole("Random seed.")
    alternatives = whole("Other sequences asked for.")
    workers = whole("Threads.")
    weights = inside(WeightsAnswer)
    reproducible = flag("Whether the limit counts work instead of seconds.")
    engines = many(one_of(Engine, "An engine."), "Engines that searched.")


class SolveAnswer(State, Sequence):
    """The best sequence found, with the proven bound."""

    status = one_of(Status, "optimal: proven; feasible: the best found so far; cancelled.")
    bound = whole("What the stars cannot exceed; null while nothing is known.", null=True)
    objective = one_of(Objective, "What counts as best.")
    alternatives = many(Alternative, "Other good sequences.")
    breakdown = table(fields.Integer(), "Where the stars come from.")
    upkeep = table(fields.Integer(), "Stars that Upkeep brings whatever is played.")
    chance = inside(Chance, null=True)
    score = number("Value of the first stage.", null=True)
    stages = many(StageAnswer, "The quantities maximised, in order.")
    notes = many(fields.String(), "What a reader should know of how the search went.")
    seconds = number("Seconds of the search.")
    settings = inside(SettingsAnswer)
    rules = inside(RulesInForce)
    versions = any_object("What answered.")
    cached = flag("Whether the answer was known from an earlier search.", x_optional=True)


class ReviewStep(Answer):
    """A move held against the best."""

    move = inside(MoveSchema)
    text = text("The move in words.")
    best_before = whole("Most stars found from before it.")
    best_after = whole("Most stars found from after it; null where that state cannot be asked about.", null=True)
    proven = flag("Whether both are proven.")
    lost = whole("Stars it gave away.", minimum=0)
    better = many(MoveSchema, "A best sequence from before it.", null=True)


class ReviewAnswer(Answer):
    """Stars lost at each step against the best."""

    legal = flag("Whether every move is legal.")
    stars = whole("Stars of the sequence.")
    best = whole("Most stars found.")
    bound = whole("What the stars cannot exceed; null while nothing is known.", null=True)
    lost = whole("Stars given away in all.", minimum=0)
    left_at_end = whole("Stars given away by stopping.", minimum=0)
    moves = many(MoveSchema, "A best sequence.")
    steps = many(ReviewStep, "The moves, up to the last legal one.")
    violation = inside(Violation, null=True)


class WhatIfGain(Answer):
    """One thing more and what it brings."""

    name = text("What is added.")
    gain = whole("Stars it brings.", minimum=0)
    proven = flag("Whether both searches proved their stars.")


class WhatIfAnswer(Answer):
    """What one thing more would bring."""

    what_if = many(WhatIfGain, "A thing each.")
