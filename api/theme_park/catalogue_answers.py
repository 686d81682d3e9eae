"""Rules, rulings and the catalogue as documents (api/theme_park/README.md)."""

from collections.abc import Iterable
from dataclasses import asdict

from api.schemas.describing import Document
from api.schemas.rulebook import Entry, unknown_rule
from api.theme_park.schemas.answers.rulebook import RuleAnswer
from api.theme_park.schemas.attraction import dump_attraction
from api.theme_park.schemas.cards import ADMINISTRATOR_COLOURS
from models.shared.data import read_json
from models.shared.rulebook import RuleEntry
from models.theme_park.attraction import Tile
from models.theme_park.cards import COLOURED_SKILLS, AdministratorKind, SkillKind, Staff
from models.theme_park.catalogue import CatalogueEntry, amenities, attractions, entrance
from models.theme_park.game.box_catalogue import made_up_boards
from models.theme_park.game.editions import clauses, edition_titles
from models.theme_park.game.printed_facts import StartBoard
from models.theme_park.game.rules import GameRule, game_catalogue
from models.theme_park.game.start_boards import PLACE_OF_THE_ENTRANCE, lying
from models.theme_park.game.state import ENTRANCE
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.operate.position import SHORT_ROUNDS, RuleSet
from models.theme_park.operate.rules import Rule, catalogue
from models.theme_park.operate.skills import SKILL_CARDS
from models.theme_park.rulings import questions

RULEBOOK = ("rules", "rulings", "clauses")
"""Parts of the rules that have ids."""


def rules_document() -> Document:
    """Every rule, every ruling, and how the editions compare."""
    schema, every_rule = RuleAnswer(), [*_every_rule()]
    editions = [edition.value for edition in edition_titles()]
    return {
        "rules": [schema.write_rule(entry) for entry in every_rule],
        "rulings": [schema.write_ruling(row, every_rule) for row in questions().values()],
        "games": [
            {"id": game.value, "rounds": game.rounds, "short_rounds": SHORT_ROUNDS if game is RuleSet.FULL else None}
            for game in RuleSet
        ],
        "editions": [{"id": edition.value, "title": title} for edition, title in edition_titles().items()],
        "clauses": [schema.written(clause, Entry.CLAUSE, editions=editions) for clause in clauses().values()],
    }


def rule_document(name: str) -> Document:
    """One rule, ruling or clause of the editions by id; raises ``BadInput`` with close matches when there is none."""
    documents: dict[str, Document] = {
        each["id"]: each for kind in (rules_document()[kind] for kind in RULEBOOK) for each in kind
    }
    if name not in documents:
        raise unknown_rule(name, documents)
    return documents[name]


def _every_rule() -> Iterable[RuleEntry[Rule] | RuleEntry[GameRule]]:
    """The rules of the Operate phase, then those of the game around it."""
    return (*catalogue().values(), *game_catalogue().values())


def catalogue_document() -> Document:
    """Attractions known by slug, what is known of amenities, and the kinds of cards with the colours they depict."""
    return {
        "attractions": [_entry(entry) for entry in attractions().values()],
        "requirements": [
            {"id": shape["id"], "requirement": shape["requirement"]}
            for shape in read_json("theme_park/catalogue/requirements.json")["shapes"]
        ],
        "amenities": {name: asdict(fact) for name, fact in amenities().items()},
        "skills": [
            {
                "kind": kind.value,
                "colours": _colours(GUEST_COLOURS if kind in COLOURED_SKILLS else ()),
                "takes": sorted(SKILL_CARDS[kind].takes),
            }
            for kind in SkillKind
        ],
        "administrators": [
            {"kind": kind.value, "colours": _colours(ADMINISTRATOR_COLOURS.get(kind, ()))}
            | ({"symbol": True} if kind is AdministratorKind.REROLL else {})
            for kind in AdministratorKind
        ],
        "staff": [card.value for card in Staff],
        "start_boards": [_start_board(name, board) for name, board in made_up_boards().items()],
    }


def _start_board(name: str, board: StartBoard) -> Document:
    """A start board with the Park Entrance, as tiles of a position."""
    printed = entrance()
    assert printed.attraction is not None
    first = Tile(ENTRANCE, PLACE_OF_THE_ENTRANCE, printed.attraction, printed.printed_upgrades)
    return {
        "name": name,
        "made_up": True,
        "tiles": [
            {
                "id": tile.id,
                "hex": list(tile.hex),
                "attraction": dump_attraction(tile.attraction),
                "upgrades": sorted(upgrade.value for upgrade in tile.upgrades),
            }
            for tile in (first, *lying(board))
        ],
        "first_hexes": [list(place) for place in sorted(board.first_hexes or ())],
    }


def _entry(entry: CatalogueEntry) -> Document:
    return {
        "slug": entry.slug,
        "name": entry.name,
        "made_up": entry.made_up,
        "attraction": None if entry.attraction is None else dump_attraction(entry.attraction),
        "upgrades": sorted(upgrade.value for upgrade in entry.printed_upgrades),
        "missing": list(entry.missing),
        "facts": {name: asdict(fact) for name, fact in entry.facts.items()},
    }


def _colours(colours: Iterable[Colour]) -> list[str]:
    return [colour.value for colour in colours]
