"""Rules and rulings of any game: the schema that describes them writes them."""

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from marshmallow import fields

from api.problems.bad_input import BadInput
from api.problems.kinds import Kind
from api.schemas.describing import Answer, many, one_of, text
from models.shared.fault import Fault, FaultCode, named, shown
from models.shared.rulebook import RuleEntry
from models.shared.rulings import Question


class Entry(StrEnum):
    """Entries of a catalogue of rules; clauses compare editions."""

    RULE = "rule"
    RULING = "ruling"
    CLAUSE = "clause"


class RulebookEntry(Answer):
    """A rule or a ruling; ``kind`` says which fields it has."""

    sourced = False  # the kind of an entry is told beside it

    kind = one_of((Entry.RULE, Entry.RULING), "Rule or ruling.")
    id = text("Its id.")
    title = text("Of a rule: its name.", x_optional=True)
    wording = text("Of a rule: what it says.", x_optional=True)
    source = text("Of a rule: where it stands.", x_optional=True)
    page = text("Of a rule: the pages of the rulebook.", null=True, x_optional=True)
    rulings = many(fields.String(), "Of a rule: rulings that bear on it.", x_optional=True)
    examples = many(fields.String(), "Of a rule: names of examples.", x_optional=True)
    question = text("Of a ruling: what the rulebook leaves open.", x_optional=True)
    choices = many(fields.String(), "Of a ruling: the choices.", x_optional=True)
    default = text("Of a ruling: the choice that holds otherwise.", x_optional=True)
    why = text("Of a ruling: why.", x_optional=True)
    note = text("Of a ruling: what its choices mean, where their names do not say it all.", null=True, x_optional=True)
    rules = many(fields.String(), "Of a ruling: the rules it bears on.", x_optional=True)

    def written(self, value: object, kind: Entry, **more: Any) -> dict[str, Any]:
        """The document of ``value``, of whose attributes those are told that the schema describes."""
        document: dict[str, Any] = self.dump(value)
        return {"kind": kind.value, **document, **more}

    def write_rule(self, entry: RuleEntry[Any]) -> dict[str, Any]:
        """The document of a rule, as the schema describes it."""
        return self.written(entry, Entry.RULE)

    def write_ruling(self, question: Question[Any, Any], every_rule: Iterable[RuleEntry[Any]]) -> dict[str, Any]:
        """The document of a ruling, with those of ``every_rule`` that it bears on."""
        bears_on = [entry.id.value for entry in every_rule if question.id in entry.rulings]
        return self.written(question, Entry.RULING, rules=bears_on)


def unknown_rule(name: str, ids: Iterable[str], of: str = "") -> BadInput:
    """The refusal of an id that is none of ``ids``, with close matches; ``of`` names the game."""
    known = list(ids)
    close = [each for each in known if name and name in each] or get_close_matches(name, known, n=5, cutoff=0.5)
    accepted = f"perhaps {named(close)}" if close else "the ids that the list of all rules shows"
    detail = f"Found {shown(name)}, which is no rule or ruling{of}; accepted: {accepted}."
    return BadInput([Fault("", detail, FaultCode.RULE_UNKNOWN)], Kind.NOT_FOUND)
