"""Answers of searches: the best sequence with its bound, stars lost, what one thing more would bring."""

from marshmallow import fields

from api.schemas.describing import Answer, any_object, flag, inside, many, number, one_of, table, text, whole
from api.theme_park.schemas.answers.operate import RulesInForce, State, Violation
from api.theme_park.schemas.moves import MoveSchema
from solver.theme_park.operate.result import Status
from solver.theme_park.operate.settings import Engine, Objective, Stage
from solver.theme_park.operate.what_if import Thing


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


BOUND_BY = "The engine that proved the bound: counting, relaxation, layered or cpsat; null while nothing is known. Answers kept by earlier versions lack it."


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
    bound_by = one_of(Engine, BOUND_BY, null=True, x_optional=True)
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
    bound_by = one_of(Engine, BOUND_BY, null=True, x_optional=True)
    objective = one_of(Objective, "What counts as best.")
    alternatives = many(Alternative, "Other good sequences.")
    breakdown = table(fields.Integer(), "Where the stars come from.")
    upkeep = table(fields.Integer(), "Stars that Upkeep brings whatever is played.")
    chance = inside(Chance, null=True)
    score = number("Value of the first stage.", null=True)
    stages = many(StageAnswer, "The quantities maximised, in order.")
    notes = many(fields.String(), "What a reader should know of the round and of how the search went.")
    seconds = number("Seconds of the search.")
    settings = inside(SettingsAnswer)
    rules = inside(RulesInForce)
    versions = any_object("What answered.")
    cached = flag("Whether the answer was known from an earlier search.", x_optional=True)


class TogetherAnswer(Answer):
    """Moves between which no state could be searched, as a colour adjustment waited for its operation; they end here."""

    moves = whole("How many.", minimum=2)
    lost = number("Stars they gave away; null where that is not proven.", null=True, minimum=0)
    lost_at_least = number("Stars they gave away for certain.", minimum=0)
    lost_at_most = number("More stars they did not give away.", minimum=0)


class ReviewBranch(Answer):
    """How a sequence goes on after one result of a reroll."""

    result = whole("The result.", minimum=1, maximum=6)
    stars = whole("Stars.")
    moves = many(MoveSchema, "The moves.")
    texts = many(fields.String(), "The moves in words.")


class ReviewStep(Answer):
    """A move held against the best. Numbers of stars are expected ones, perhaps with a fraction, where a die may be rerolled."""

    move = inside(MoveSchema)
    text = text("The move in words.")
    best_before = number("Most stars found from before it; never less than were played.")
    bound_before = number("What nothing from before it exceeds.")
    best_after = number("Most stars found from after it.")
    bound_after = number("What nothing from after it exceeds.")
    proven = flag("Whether the most before and after it are known exactly.")
    lost = number("Stars it gave away; null where that is not proven.", null=True, minimum=0)
    lost_at_least = number("Stars it gave away for certain.", minimum=0)
    lost_at_most = number("More stars it did not give away.", minimum=0)
    rolls = flag("Whether it rolls dice; what they show is not lost by the move.")
    luck = number("Stars beyond what was to be expected that its dice brought; null without dice or proof.", null=True)
    together = inside(TogetherAnswer, null=True)
    better = many(
        MoveSchema, "A sequence from before it for more stars than were found after it; else null.", null=True
    )
    better_texts = many(fields.String(), "The same in words.", null=True)
    better_stars = number("Stars of the whole phase with it.", null=True)
    better_chance = many(ReviewBranch, "Where it rerolls a die, how it goes on for each result.", null=True)


class ReviewAnswer(Answer):
    """Stars lost at each step against the best."""

    status = one_of(Status, "optimal: all is proven; feasible: some is told as least and most; cancelled.")
    legal = flag("Whether every move is legal.")
    complete = flag("Whether stopping was judged too; never of an illegal sequence.")
    stars = whole("Stars of the sequence.")
    best = number("Most stars found from the start; never less than were played, unless dice were lucky.")
    bound = number("What no sequence exceeds.")
    proven = flag("Whether the most stars from the start are known exactly.")
    lost = number("Stars given away in all; null where that is not proven.", null=True, minimum=0)
    lost_at_least = number("Stars given away for certain.", minimum=0)
    lost_at_most = number("More stars were not given away.", minimum=0)
    left_at_end = number("Stars given away by stopping; null where not proven or not judged.", null=True, minimum=0)
    left_at_least = number("Stars given away by stopping for certain.", null=True, minimum=0)
    left_at_most = number("More stars were not given away by stopping.", null=True, minimum=0)
    better_at_end = many(
        MoveSchema, "How to go on for more stars where stopping is judged; null where none is known.", null=True
    )
    better_at_end_texts = many(fields.String(), "The same in words.", null=True)
    better_at_end_stars = number("Stars of the whole phase with it.", null=True)
    better_at_end_chance = many(ReviewBranch, "Where it rerolls a die, how it goes on for each result.", null=True)
    moves = many(MoveSchema, "The best sequence found.")
    texts = many(fields.String(), "Its moves in words.")
    chance = many(ReviewBranch, "Where it rerolls a die, how it goes on for each result.", null=True)
    steps = many(ReviewStep, "The moves, up to the last legal one.")
    violation = inside(Violation, null=True)
    searched = whole("States that were looked at.")
    states = whole("States that the moves come through.")
    notes = many(fields.String(), "What a reader should know of the round and of how the searches went.")
    seconds = number("Seconds of the review.")


class WhatIfGain(Answer):
    """One thing more and what it brings."""

    name = text("What is added.")
    gain = whole("Stars it brings by the sequences found.", minimum=0)
    proven = flag("Whether both searches proved their stars.")
    thing = one_of(Thing, "What there is one more of.")
    guest = text("The guest that has one more pip; null otherwise.", null=True)
    at_least = whole("Stars it brings for certain.", minimum=0)
    at_most = whole("More stars it does not bring; null while nothing is known.", minimum=0, null=True)


class WhatIfAnswer(Answer):
    """What one thing more would bring."""

    what_if = many(WhatIfGain, "A thing each.")
