"""The answer on a whole game."""

from marshmallow import fields

from api.schemas.answers.describing import Answer, any_object, flag, many, text, whole


class GameAnswer(Answer):
    """The validator's answer to a game record."""

    legal = flag("Whether every event is legal.")
    over = flag("Whether the game came to its end.")
    events = whole("Events up to the last legal one.")
    violation = any_object("The first rule that is broken, and where.", null=True)
    round = whole("The round reached.")
    phase = text("The phase reached.")
    step = text("The step of the phase.")
    sheet = many(any_object("A player's rounds."), "The score sheet.")
    standings = many(any_object("A player."), "What each player has.")
    winners = many(fields.String(), "Who won; null before the end.", null=True)
    solo = any_object("Target and goals of a solo game.", null=True)
    rules = any_object("Variant, edition and every ruling.")
