"""Answers on rules, rulings, editions and the catalogue."""

from marshmallow import fields

from api.schemas.describing import Answer, flag, inside, many, one_of, table, text, whole
from api.schemas.rulebook import Entry, RulebookEntry
from api.theme_park.schemas.attraction import AttractionSchema, RequirementSchema
from models.theme_park.attraction import Upgrade
from models.theme_park.game.editions import Play
from models.theme_park.game.variant import Edition
from models.theme_park.guests import Colour
from models.theme_park.operate.position import RuleSet


class RuleAnswer(RulebookEntry):
    """A rule, a ruling or a clause of the editions; ``kind`` says which fields it has."""

    kind = one_of(Entry, "Rule, ruling, or clause of the editions.")
    takes_hexes = flag("Of a ruling: whether a list of hexes is a choice too.", x_optional=True)
    rulebook = text("Of a clause: where the rulebook has it.", x_optional=True)
    draft = text("Of a clause: where the draft has it; null where it does not.", null=True, x_optional=True)
    play = one_of(Play, "Of a clause: how play compares.", x_optional=True)
    rule = text("Of a clause: the rule where play differs.", null=True, x_optional=True)
    editions = many(one_of(Edition, "An edition."), "Of a clause: the editions compared.", x_optional=True)
    text = text("Of a clause: what differs.", x_optional=True)


class EditionAnswer(Answer):
    """An edition of the rules by its id."""

    id = one_of(Edition, "Its id.")
    title = text("What it is.")


class GameRoundsAnswer(Answer):
    """A game that a position may be of."""

    id = one_of(RuleSet, "Its id.")
    rounds = whole("Rounds that it is played for; the last is round `rounds`.", minimum=1)
    short_rounds = whole("Rounds of a short game of it; null where there is none.", minimum=1, null=True)


class RulesAnswer(Answer):
    """Every rule and ruling, and how the editions compare."""

    rules = many(RuleAnswer, "The rules.")
    rulings = many(RuleAnswer, "What the rulebook leaves open.")
    games = many(GameRoundsAnswer, "The games, and how long they are.")
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
    """A kind of card and the colours it depicts."""

    kind = text("Its kind.")
    colours = many(one_of(Colour, "A colour."), "Colours it comes in; empty where it depicts none.")


class AdministratorAnswer(CardAnswer):
    """A kind of administrator card."""

    symbol = flag("Whether it prints a symbol of its own, which slots may print too; absent: no.", x_optional=True)


class SkillCardAnswer(CardAnswer):
    """A kind of skill card and what its use names."""

    takes = many(fields.String(), "Fields of `skill` in a mascot's move that its use names.")


class PrintedRequirement(Answer):
    """A shape of requirements that the rulebook lists."""

    id = text("Its name.")
    requirement = inside(RequirementSchema)


class LyingTile(Answer):
    """A tile of a start board, as a position has it."""

    id = text("Its id.")
    hex = many(fields.Integer(), "Its axial coordinates, q and r.")
    attraction = inside(AttractionSchema)
    upgrades = many(one_of(Upgrade, "An upgrade."), "Upgrades printed on it.")


class StartBoardAnswer(Answer):
    """What a park begins with: the Park Entrance and the starting attractions of a park board."""

    name = text("Its name in the made-up box.")
    made_up = flag("Whether it is invented.")
    tiles = many(LyingTile, "The tiles of a position.")
    first_hexes = many(many(fields.Integer(), "q and r."), "Where the first attraction may go.")


class CatalogueAnswer(Answer):
    """Attractions, amenities, kinds of cards and start boards."""

    attractions = many(CatalogueEntryAnswer, "Attractions known by slug.")
    requirements = many(PrintedRequirement, "Shapes of requirements.")
    amenities = table(fields.Nested(FactAnswer), "What is known of amenities.")
    skills = many(SkillCardAnswer, "Skill cards.")
    administrators = many(AdministratorAnswer, "Administrators.")
    staff = many(fields.String(), "Staff cards.")
    start_boards = many(StartBoardAnswer, "Start boards to begin a park with.")
