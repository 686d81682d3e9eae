"""Rules, rulings and the catalogue as documents (api/theme_park/README.md)."""

from collections.abc import Iterable

from api.schemas.describing import Document
from api.schemas.rulebook import Entry, unknown_rule
from api.theme_park.schemas.answers.rulebook import CatalogueAnswer, EveryRule, RuleAnswer, RulesAnswer
from models.shared.rulebook import RuleEntry
from models.theme_park.game.editions import clauses, edition_titles
from models.theme_park.game.rules import GameRule, game_catalogue
from models.theme_park.operate.rules import Rule, catalogue
from models.theme_park.rulings import questions

RULEBOOK = ("rules", "rulings", "clauses")
"""Parts of the rules that have ids."""


def rules_document() -> Document:
    """Every rule, every ruling, and how the editions compare."""
    schema, every_rule = RuleAnswer(), [*_every_rule()]
    editions = [edition.value for edition in edition_titles()]
    return RulesAnswer.write(
        EveryRule(
            rules=[schema.write_rule(entry) for entry in every_rule],
            rulings=[schema.write_ruling(row, every_rule) for row in questions().values()],
            clauses=[schema.written(clause, Entry.CLAUSE, editions=editions) for clause in clauses().values()],
        )
    )


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
    return CatalogueAnswer.write(None)
