"""Answers as the API describes them; the documents themselves are made by ``api.documents`` and its neighbours."""

from enum import StrEnum
from typing import Any

from marshmallow import Schema, fields
from marshmallow.fields import Field

from api.schemas.attraction import AttractionSchema, RequirementSchema
from api.schemas.moves import MoveSchema
from api.schemas.position import GuestSchema, ParkSchema, PositionSchema
from models.theme_park.game.editions import Play
from models.theme_park.game.variant import Edition
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.position import Expansion, Game
from models.theme_park.rulings import Ruling
from solver.operate.advice import Engine, Objective, Stage, Status


class Answer(Schema):
    """An object of which every described field is there; more may be added."""

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        """Every field is there unless it says otherwise."""
        field_obj.required = not field_obj.metadata.get("x_optional", False)


def text(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """A string."""
    return fields.String(allow_none=null, metadata={"description": description, **more})


def whole(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """A whole number."""
    return fields.Integer(allow_none=null, metadata={"description": description, **more})


def number(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Any number."""
    return fields.Float(allow_none=null, metadata={"description": description, **more})


def flag(description: str, **more: Any) -> Field[Any]:
    """True or false."""
    return fields.Boolean(metadata={"description": description, **more})


def one_of(members: Any, description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """One of a few words."""
    words: list[str | None] = [member.value for member in members]
    described = {"description": description, "enum": [*words, None] if null else words}
    return fields.String(allow_none=null, metadata={**described, **more})


def many(inner: Field[Any] | type[Schema], description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """A list."""
    each = inside(inner) if isinstance(inner, type) else inner
    return fields.List(each, allow_none=null, metadata={"description": description, **more})


def inside(schema: type[Schema], *, null: bool = False, **more: Any) -> Field[Any]:
    """An object."""
    return fields.Nested(schema, allow_none=null, metadata=more)


def table(values: Field[Any], description: str, **more: Any) -> Field[Any]:
    """An object of values of one kind under names."""
    return fields.Dict(keys=fields.String(), values=values, metadata={"description": description, **more})


def any_object(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """An object that is not described further."""
    return fields.Dict(allow_none=null, metadata={"description": description, **more})


class Kind(StrEnum):
    """Entries of the rules catalogue."""

    RULE = "rule"
    RULING = "ruling"
    CLAUSE = "clause"


class Violation(Answer):
    """The rule that a sequence breaks."""

    step = whole("Which move, from 0.", minimum=0)
    rule = text("Id of the rule; GET /v1/rules/{id} tells of it.")
    message = text("What is wrong, for a player.")
    source = text("Where the rule stands.")


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

    game = one_of(Game, "Introductory or full.")
    round = whole("The round.")
    last_round = flag("Whether it is the last one.")
    expansions = many(one_of(Expansion, "An expansion."), "Expansions in play.")
    rulings = any_object("The choice in force for each ruling.")


class ReachedPark(ParkSchema):
    """Tiles and guests as after the last legal move."""


class State(Answer):
    """How things stand after the last legal move."""

    park = inside(ReachedPark)
    left = inside(Left)
    cubes = table(fields.Integer(), "Operate cubes on tiles.")
    bag = table(fields.Integer(), "Dice in the bag by colour.", x_optional=True)
    discarded = many(fields.String(), "Guests that left the park.")
    treated_as = table(one_of(GUEST_COLOURS, "A colour."), "Colours that dice count as in their next operation.")


class After(Answer):
    """What a move changes of how things stand."""

    guests = many(GuestSchema, "Guests in the park.")
    left = inside(Left)
    cubes = table(fields.Integer(), "Operate cubes on tiles.")
    bag = table(fields.Integer(), "Dice in the bag by colour.", x_optional=True)
    discarded = many(fields.String(), "Guests that left the park.")
    treated_as = table(one_of(GUEST_COLOURS, "A colour."), "Colours that dice count as in their next operation.")


class CheckedStep(Step):
    """A move that was played, and how things stand after it."""

    after = inside(After, x_optional=True)


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
    next = inside(PositionSchema, null=True)
    rules = inside(RulesInForce)


class MovesAnswer(Answer):
    """Every legal next move."""

    moves = many(Step, "The moves.")


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


class RuleAnswer(Answer):
    """A rule or a ruling; ``kind`` says which fields it has."""

    kind = one_of(Kind, "Rule, ruling, or clause of the editions.")
    id = text("Its id.")
    title = text("Of a rule: its name.", x_optional=True)
    wording = text("Of a rule: what it says.", x_optional=True)
    source = text("Of a rule: where it stands.", x_optional=True)
    page = text("Of a rule: the pages of the rulebook.", null=True, x_optional=True)
    rulings = many(fields.String(), "Of a rule: rulings that bear on it.", x_optional=True)
    examples = many(fields.String(), "Of a rule: names of examples.", x_optional=True)
    question = text("Of a ruling: what the rulebook leaves open.", x_optional=True)
    choices = many(fields.String(), "Of a ruling: the choices.", x_optional=True)
    takes_hexes = flag("Of a ruling: whether a list of hexes is a choice too.", x_optional=True)
    default = text("Of a ruling: the choice that holds otherwise.", x_optional=True)
    why = text("Of a ruling: why.", x_optional=True)
    rules = many(fields.String(), "Of a ruling: the rules it bears on.", x_optional=True)
    rulebook = text("Of a clause: where the rulebook has it.", x_optional=True)
    draft = text("Of a clause: where the draft has it; null where it does not.", null=True, x_optional=True)
    play = one_of(Play, "Of a clause: how play compares.", x_optional=True)
    rule = text("Of a clause: the rule where play differs.", null=True, x_optional=True)
    editions = many(one_of(Edition, "An edition."), "Of a clause: the editions compared.", x_optional=True)
    text = text("Of a clause: what differs.", x_optional=True)


class EditionAnswer(Answer):
    """An edition of the rules."""

    id = one_of(Edition, "Its id.")
    title = text("What it is.")


class RulesAnswer(Answer):
    """Every rule and ruling, and how the editions compare."""

    rules = many(RuleAnswer, "The rules.")
    rulings = many(RuleAnswer, "What the rulebook leaves open.")
    editions = many(EditionAnswer, "The editions of the rules.")
    clauses = many(RuleAnswer, "Where the editions were compared.")


class FactAnswer(Answer):
    """A printed fact, and where it stands."""

    value = fields.Raw(allow_none=True, metadata={"description": "The fact."})
    source = text("Where it stands.")
    inferred = flag("Whether it is only inferred from there.")


class CatalogueEntryAnswer(Answer):
    """An attraction that is known by slug."""

    slug = text("Its slug.")
    name = text("Its name.")
    made_up = flag("Whether it is invented.")
    attraction = inside(AttractionSchema, null=True)
    upgrades = many(fields.String(), "Upgrades printed on it.")
    missing = many(fields.String(), "Facts that are not known and without which it cannot be played by slug.")
    facts = table(fields.Nested(FactAnswer), "What is known of it.")


class CardAnswer(Answer):
    """A kind of card."""

    kind = text("Its kind.")
    colours = many(one_of(Colour, "A colour."), "Colours it comes in; empty where it depicts none.")


class WhatIfGain(Answer):
    """One thing more and what it brings."""

    name = text("What is added.")
    gain = whole("Stars it brings.", minimum=0)
    proven = flag("Whether both searches proved their stars.")


class WhatIfAnswer(Answer):
    """What one thing more would bring."""

    what_if = many(WhatIfGain, "A thing each.")


class PrintedRequirement(Answer):
    """A shape of requirements that the rulebook lists."""

    id = text("Its name.")
    requirement = inside(RequirementSchema)


class CatalogueAnswer(Answer):
    """Attractions, amenities and kinds of cards."""

    attractions = many(CatalogueEntryAnswer, "Attractions known by slug.")
    requirements = many(PrintedRequirement, "Shapes of requirements.")
    amenities = table(fields.Nested(FactAnswer), "What is known of amenities.")
    skills = many(CardAnswer, "Skill cards.")
    administrators = many(CardAnswer, "Administrators.")
    staff = many(fields.String(), "Staff cards.")


class TileAnswer(Answer):
    """A club's own attraction."""

    slug = text("Its slug.")
    attraction = inside(AttractionSchema)


class TilesAnswer(Answer):
    """A club's own attractions; what POST /v1/tiles/import takes."""

    version = whole("1.")
    tiles = many(TileAnswer, "The attractions.")


class ImportAnswer(Answer):
    """What became of an import."""

    created = whole("Tiles that are new.", minimum=0)
    replaced = whole("Tiles that were there.", minimum=0)


class ParkAnswer(Answer):
    """A saved park."""

    id = text("Its unguessable id.")
    position = inside(PositionSchema)
    created = number("When, in seconds since 1970.")
    updated = number("When it was last changed.")


class NewParkAnswer(ParkAnswer):
    """A park just saved."""

    edit_token = text("Needed to change or delete it; told only now.")


class ShareAnswer(Answer):
    """A position and its line."""

    notation = text("The position as one line that a URL carries.")
    page = text("Address of the page that shows it.")
    position = inside(PositionSchema)


class HealthAnswer(Answer):
    """How the service is."""

    status = text("ok.")


class ReadyAnswer(HealthAnswer):
    """Whether requests can be served, part by part."""

    checks = table(fields.Boolean(), "Whether each part works.")


class ErrorAnswer(Answer):
    """One fault of the input."""

    pointer = text("JSON pointer (RFC 6901) into the body; empty for the whole.")
    detail = text("What was found there, and what would be accepted.")
    code = text("The kind of fault.")


class ProblemAnswer(Answer):
    """Why a request was refused (RFC 9457)."""

    type = fields.String(
        metadata={"description": "Address of a page on this kind of problem.", "format": "uri-reference"}
    )
    title = text("The kind of problem.")
    status = whole("The HTTP status.")
    detail = text("What is wrong with this request.")
    instance = text("The path that was asked.")
    request_id = text("The id of the request in the log and in X-Request-ID.", null=True)
    errors = many(ErrorAnswer, "Every fault of the input.")
