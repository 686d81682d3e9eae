"""News and answers of Dice Manor's jobs, as the API describes them."""

from marshmallow import fields

from api.schemas.describing import Answer, any_object, many, number, one_of, text, whole
from solver.dice_manor.grand_opening import Status
from solver.dice_manor.heard import Stage


class ManorProgressAnswer(Answer):
    """News of a job that solves a position of Dice Manor."""

    stage = one_of(Stage, "What the search is at.")
    dice = whole("Dice placed in the fillings that it looks at.", null=True)
    done = whole("Of these, or of the layouts, so many are done.", null=True)
    of = whole("How many there are.", null=True)
    expected = number("Worth of the best so far, as in its answer.", null=True)
    error = number("Standard error of an estimate.", null=True)
    bound = number("No policy is worth more.", null=True)
    seconds = number("Seconds since the search began.")


class ManorSolveAnswer(Answer):
    """The answer to a solve of Dice Manor; what belongs to one phase alone may be absent."""

    status = text("How far it is proven.", enum=[*(status.value for status in Status), "feasible"])
    expected = number("Worth of the best decision, or before a roll of the best policy.", null=True)
    exact = text("The same as a fraction, where it is known as one.", null=True, x_optional=True)
    error = number("Standard error of an estimate.", null=True, x_optional=True)
    bound = number("No policy is worth more.", x_optional=True)
    decision = any_object("What to do now.", null=True, x_optional=True)
    options = many(fields.Dict(), "Decisions, turns or layouts, the best first.")
    target = any_object("The policy that most likely reaches the target.", null=True, x_optional=True)
    weights = any_object("What things are worth in the Bid phase.", x_optional=True)
    before = number("Worth of the manor before it is built on.", x_optional=True)
    moves = many(fields.Dict(), "Tiles as the best layout builds them.", x_optional=True)
    notes = many(fields.String(), "What else is to know.", x_optional=True)
    rules = any_object("The rulings in force.", x_optional=True)
    seconds = number("Seconds that the search took.")
