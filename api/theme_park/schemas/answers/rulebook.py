"""Answers on rules, rulings, editions and the catalogue."""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from marshmallow import fields
from marshmallow.fields import Field

from api.schemas.describing import ABSENT, Answer, Document, flag, kept_as, many, one_of, table, text, whole
from api.schemas.rulebook import Entry, RulebookEntry
from api.theme_park.schemas.answers.parts import attraction_field
from api.theme_park.schemas.attraction import RequirementSchema
from api.theme_park.schemas.cards import ADMINISTRATOR_COLOURS
from models.shared.data import read_json
from models.theme_park.attraction import Tile, Upgrade
from models.theme_park.cards import COLOURED_SKILLS, AdministratorKind, SkillKind, Staff
from models.theme_park.catalogue import amenities, attractions, entrance
from models.theme_park.game.box.box_catalogue import made_up_boards
from models.theme_park.game.box.printed_facts import StartBoard
from models.theme_park.game.editions import Play, edition_titles
from models.theme_park.game.set_up.start_boards import PLACE_OF_THE_ENTRANCE, lying
from models.theme_park.game.state import ENTRANCE
from models.theme_park.game.variant import Edition
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.operate.position import SHORT_ROUNDS, RuleSet
from models.theme_park.operate.skills import SKILL_CARDS


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

    id = one_of(Edition, "Its id.", of=itemgetter(0))
    title = text("What it is.", of=itemgetter(1))


class GameRoundsAnswer(Answer):
    """A game that a position may be of."""

    id = one_of(RuleSet, "Its id.", of=lambda game: game)
    rounds = whole("Rounds that it is played for; the last is round `rounds`.", minimum=1)
    short_rounds = whole(
        "Rounds of a short game of it; null where there is none.",
        minimum=1,
        null=True,
        of=lambda game: SHORT_ROUNDS if game is RuleSet.FULL else None,
    )


class EveryRule(NamedTuple):
    """The rules, rulings and clauses, each as ``RuleAnswer`` writes it."""

    rules: Sequence[Document]
    rulings: Sequence[Document]
    clauses: Sequence[Document]


class RulesAnswer(Answer):
    """Every rule and ruling, and how the editions compare."""

    rules = many(kept_as(RuleAnswer), "The rules.")
    rulings = many(kept_as(RuleAnswer), "What the rulebook leaves open.")
    games = many(GameRoundsAnswer, "The games, and how long they are.", of=lambda _: RuleSet)
    editions = many(EditionAnswer, "The editions of the rules.", of=lambda _: edition_titles().items())
    clauses = many(kept_as(RuleAnswer), "Where the editions were compared.")


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
    attraction = attraction_field(null=True)
    upgrades = many(fields.String(), "Upgrades printed on it.", of=lambda entry: sorted(entry.printed_upgrades))
    missing = many(fields.String(), "Facts that are not known and without which it cannot be played by slug.")
    facts = table(fields.Nested(FactAnswer), "What is known of it.")


def _colours(of: Callable[[Any], Iterable[Colour]]) -> Field[Any]:
    return many(one_of(Colour, "A colour."), "Colours it comes in; empty where it depicts none.", of=of)


class AdministratorAnswer(Answer):
    """A kind of administrator card."""

    kind = text("Its kind.", of=str)
    colours = _colours(lambda kind: ADMINISTRATOR_COLOURS.get(kind, ()))
    symbol = flag(
        "Whether it prints a symbol of its own, which slots may print too; absent: no.",
        x_optional=True,
        of=lambda kind: kind is AdministratorKind.REROLL or ABSENT,
    )


class SkillCardAnswer(Answer):
    """A kind of skill card and what its use names."""

    kind = text("Its kind.", of=str)
    colours = _colours(lambda kind: GUEST_COLOURS if kind in COLOURED_SKILLS else ())
    takes = many(
        fields.String(),
        "Fields of `skill` in a mascot's move that its use names.",
        of=lambda kind: sorted(SKILL_CARDS[kind].takes),
    )


class PrintedRequirement(Answer):
    """A shape of requirements that the rulebook lists."""

    id = text("Its name.", of=itemgetter("id"))
    requirement = kept_as(RequirementSchema, of=itemgetter("requirement"))


class LyingTile(Answer):
    """A tile of a start board, as a position has it."""

    id = text("Its id.")
    hex = many(fields.Integer(), "Its axial coordinates, q and r.")
    attraction = attraction_field()
    upgrades = many(one_of(Upgrade, "An upgrade."), "Upgrades printed on it.", of=lambda tile: sorted(tile.upgrades))


class BoardOf(NamedTuple):
    """A made-up start board and its name."""

    name: str
    board: StartBoard


class StartBoardAnswer(Answer):
    """What a park begins with: the Park Entrance and the starting attractions of a park board."""

    name = text("Its name in the made-up box.")
    made_up = flag("Whether it is invented.", of=lambda _: True)
    tiles = many(LyingTile, "The tiles of a position.", of=lambda told: [_entrance(), *lying(told.board)])
    first_hexes = many(
        many(fields.Integer(), "q and r."),
        "Where the first attraction may go.",
        of=lambda told: sorted(told.board.first_hexes or ()),
    )


def _entrance() -> Tile:
    """The Park Entrance where it lies on every board."""
    printed = entrance()
    assert printed.attraction is not None
    return Tile(ENTRANCE, PLACE_OF_THE_ENTRANCE, printed.attraction, printed.printed_upgrades)


class CatalogueAnswer(Answer):
    """Attractions, amenities, kinds of cards and start boards."""

    attractions = many(CatalogueEntryAnswer, "Attractions known by slug.", of=lambda _: attractions().values())
    requirements = many(
        PrintedRequirement,
        "Shapes of requirements.",
        of=lambda _: read_json("theme_park/catalogue/requirements.json")["shapes"],
    )
    amenities = table(fields.Nested(FactAnswer), "What is known of amenities.", of=lambda _: amenities())
    skills = many(SkillCardAnswer, "Skill cards.", of=lambda _: SkillKind)
    administrators = many(AdministratorAnswer, "Administrators.", of=lambda _: AdministratorKind)
    staff = many(fields.String(), "Staff cards.", of=lambda _: Staff)
    start_boards = many(
        StartBoardAnswer,
        "Start boards to begin a park with.",
        of=lambda _: [BoardOf(name, board) for name, board in made_up_boards().items()],
    )
