"""The answer on a whole game."""

from marshmallow import fields

from api.schemas.describing import Answer, any_object, flag, inside, many, one_of, table, text, whole
from api.theme_park.schemas.answers.operate import RulingChoice, Violation
from api.theme_park.schemas.moves import MoveSchema
from api.theme_park.schemas.position import PositionSchema
from models.theme_park.cards import Staff
from models.theme_park.game.events import DO
from models.theme_park.game.variant import Phase, Step


class GameViolation(Violation):
    """The rule that a record breaks, and where."""

    step = whole("Which event, from 0.", minimum=0)
    round = whole("The round; 0 before the first.", minimum=0)
    phase = one_of(Phase, "The phase.")
    player = text("Whose event it is; null for those of the table.", null=True)
    move = whole("Which move of an Operate phase, from 0; null for other events.", null=True)
    line = whole("The line of the event, from 1, in a record sent as text; else null.", null=True)
    page = text("Page or pages of the printed rulebook.", null=True)


class GameFurtherUnder(RulingChoice):
    """A ruling under whose other choice the record gets further."""

    step = whole("Which event then breaks a rule, from 0.", minimum=0)
    move = whole("Which move of it, from 0, where it is an Operate phase; else null.", null=True)


class Row(Answer):
    """A player's round; money and total as at the end of what was judged of it."""

    round = whole("The round.")
    sum = whole("Sum of the die values of the staff cards; null before it is announced.", null=True)
    place = whole("Place in the turn order, from 1; null before it is announced.", null=True)
    income = whole("Income in dollars.")
    earned = whole("Dollars taken in Upkeep.")
    spent = table(fields.Integer(), "Dollars paid, by what for; below 0 where an upgrade moved to a cheaper space.")
    stars = table(fields.Integer(), "Stars by where they came from.")
    round_stars = whole("Stars of the round.")
    money = whole("Dollars in hand.")
    total = whole("Stars on the score track.")


class PlayersSheet(Answer):
    """A player's rounds."""

    player = text("The player.")
    rounds = many(Row, "A row a round.")


class Holding(Answer):
    """What a player has."""

    player = text("The player.")
    stars = whole("Stars on the score track.")
    money = whole("Dollars.")
    guests = whole("Guests in the park.")
    attractions = whole("Attractions without the Park Entrance.")
    maps = whole("Map tokens.")
    mascots = whole("Mascots.")
    upgrades = whole("Upgrades installed.")
    hand = many(one_of(Staff, "A staff card."), "Staff cards in the hand.")


class ScoredGoal(Answer):
    """A goal that was scored."""

    goal = text("The goal.")
    achieved = flag("Whether it was achieved.")


class Solo(Answer):
    """The solo game's target."""

    target = whole("The target as it has grown; null where no overlay is entered.", null=True)
    goals = many(ScoredGoal, "Goals scored so far.")
    discarded = table(fields.Integer(), "Dice in the discard area by colour.")


class OperatedPhase(Answer):
    """A player's Operate phase: what solve, check and review take."""

    round = whole("The round.", minimum=1)
    player = text("The player.")
    events = many(fields.Integer(), "The events that tell it, from 0.")
    position = inside(PositionSchema)
    moves = many(MoveSchema, "The moves made.")


class NextEvent(Answer):
    """An event that may come next: ``event`` with any one value of each field of ``choose``, and what ``fill`` asks for."""

    do = text("The kind of event.", enum=list(DO))
    by = text("Whose event it is; null for those of the table.", null=True)
    phase = one_of(Phase, "The phase it belongs to; events of a later phase end the present one.")
    step = one_of(Step, "The step of the phase.")
    event = any_object("The event as far as it is decided.")
    choose = any_object("Fields to add, each with a list of the values of which one is taken.")
    fill = table(
        fields.String(), "Fields to add, each with what is accepted; without any the event is legal as listed."
    )
    may = table(fields.String(), "Fields that may be added, each with what is accepted.")


class GameAnswer(Answer):
    """The validator's answer to a game record."""

    legal = flag("Whether every event is legal.")
    over = flag("Whether the game came to its end.")
    events = whole("Events up to the last legal one.")
    violation = inside(GameViolation, null=True)
    legal_under = many(RulingChoice, "Rulings under whose other choice the record would be legal.")
    further_under = many(GameFurtherUnder, "Rulings under whose other choice it would get further.")
    relies_on = many(RulingChoice, "Choices in force without which it would be illegal.")
    round = whole("The round reached.")
    phase = one_of(Phase, "The phase reached.")
    step = one_of(Step, "The step of the phase.")
    sheet = many(PlayersSheet, "The score sheet.")
    standings = many(Holding, "What each player has.")
    winners = many(fields.String(), "Who won; null before the end.", null=True)
    solo = inside(Solo, null=True)
    parks = table(inside(PositionSchema), "The park of each player as the last legal event left it, as solve takes it.")
    operated = many(OperatedPhase, "Every Operate phase with the park that it found.")
    next = many(NextEvent, "Events that may come next, in the order of the phases.")
    rules = any_object("Variant, edition and every ruling.")
