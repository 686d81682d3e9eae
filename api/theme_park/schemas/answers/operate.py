"""Answers on one Operate phase: what the referee says, what is best, what was lost."""

from marshmallow import fields

from api.schemas.describing import Answer, any_object, flag, inside, many, one_of, table, text, whole
from api.theme_park.schemas.moves import MoveSchema
from api.theme_park.schemas.position import GuestSchema, ParkSchema, PositionSchema
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.position import Expansion, RuleSet
from models.theme_park.rulings import Ruling


class Violation(Answer):
    """The rule that a sequence breaks."""

    step = whole("Which move, from 0.", minimum=0)
    rule = text("Id of the rule; GET /v1/rules/{id} tells of it.")
    message = text("What is wrong, for a player.")
    source = text("Where the sentence stands that decides.")
    page = text("Page or pages of the printed rulebook.", null=True)


class Step(Answer):
    """A move that was played, or could be."""

    move = inside(MoveSchema)
    stars = whole("Stars it brings.")
    money = whole("Dollars it brings.")
    text = text("The move in words.")


class MoveAndText(Answer):
    """A move in words."""

    move = inside(MoveSchema)
    text = text("The move in words.")


class RulingChoice(Answer):
    """A ruling and a choice of it."""

    ruling = one_of(Ruling, "Id of the ruling.")
    choice = text("The choice.")


class FurtherUnder(RulingChoice):
    """A ruling under whose other choice the sequence gets further."""

    step = whole("Where it then breaks a rule, from 0.", minimum=0)


class Left(Answer):
    """What is left of maps, mascots and staff cards."""

    maps = whole("Map tokens.")
    mascots = many(fields.Integer(), "Which mascots are ready.")
    guides = whole("Guides.")
    managers = whole("Managers.")


class RulesInForce(Answer):
    """The game and every ruling, defaults included."""

    game = one_of(RuleSet, "Introductory or full.")
    round = whole("The round.")
    last_round = flag("Whether it is the last one.")
    solo = flag("Whether it is a solo game; absent: no.", x_optional=True)
    short = flag("Whether it is a short game, of four rounds; absent: no.", x_optional=True)
    expansions = many(one_of(Expansion, "An expansion."), "Expansions in play.")
    rulings = any_object("The choice in force for each ruling.")


class ReachedPark(ParkSchema):
    """Tiles and guests as after the last legal move."""


class Standing(Answer):
    """How things stand, but for the guests in the park."""

    left = inside(Left)
    cubes = table(fields.Integer(), "Operate cubes on tiles.")
    bag = table(fields.Integer(), "Dice in the bag by colour.", x_optional=True)
    discarded = many(fields.String(), "Guests that left the park.")
    treated_as = table(one_of(GUEST_COLOURS, "A colour."), "Colours that dice count as in their next operation.")


class State(Standing):
    """How things stand after the last legal move."""

    park = inside(ReachedPark)


class After(Standing):
    """What a move changes of how things stand."""

    guests = many(GuestSchema, "Guests in the park.")


class CheckedStep(Step):
    """A move that was played, and how things stand after it."""

    after = inside(After, x_optional=True)


class StandingAnswer(Answer):
    """How the park stands after moves."""

    position = inside(PositionSchema, null=True)
    taken_at_once = whole("Stars of skills and VIPs so far, which the position does not hold; those of cubes it does.")
    why_not = text("Why there is no position.", null=True)


class CheckAnswer(State):
    """The referee's answer, also to an illegal sequence."""

    legal = flag("Whether every move is legal.")
    stars = whole("Stars of the whole phase, as far as it is legal.")
    money = whole("Dollars, likewise.")
    breakdown = table(fields.Integer(), "Where the stars come from.")
    upkeep = table(fields.Integer(), "Stars that Upkeep brings whatever is played.")
    steps = many(CheckedStep, "The moves up to the last legal one.")
    violation = inside(Violation, null=True)
    instead = many(MoveAndText, "Legal moves nearest to the refused one.")
    legal_under = many(RulingChoice, "Rulings under whose other choice the sequence would be legal.")
    further_under = many(FurtherUnder, "Rulings under whose other choice it would get further.")
    relies_on = many(RulingChoice, "Choices in force without which it would be illegal.")
    more = flag("Whether there may be more of these four, as the time for them was over.")
    next = inside(PositionSchema, null=True)
    over = flag("Whether the game is over after this phase and its Upkeep: there is no next round.")
    notes = many(fields.String(), "What a reader should know of the round.")
    rules = inside(RulesInForce)


class MovesAnswer(Answer):
    """Legal next moves."""

    moves = many(Step, "The moves.")
    more = flag("Whether the list was cut: there were too many, or the time for it was over.")
    notes = many(fields.String(), "What a reader should know of the round.")
