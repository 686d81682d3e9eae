"""The catalogue of rules and rulings as text."""

from api.schemas.describing import Document
from api.schemas.rulebook import Entry
from api.theme_park.text.answers import wrapped
from models.theme_park.game.editions import Play


def rules_text(document: Document) -> str:
    """Ids and titles of the rules, ids and defaults of the rulings, editions and the clauses compared."""
    rules, rulings, clauses = document["rules"], document["rulings"], document["clauses"]
    wide = max(len(row["id"]) for row in (*rules, *rulings, *clauses)) + 2
    lines = ["Rules", *(f"  {row['id']:<{wide}}{row['title']}" for row in rules), ""]
    lines += ["Rulings, with their defaults", *(f"  {row['id']:<{wide}}{row['default']}" for row in rulings)]
    first, *others = document["editions"]
    lines += ["", "Editions, the field edition of a game record", f"  {first['id']:<{wide}}{first['title']} (default)"]
    lines += [f"  {row['id']:<{wide}}{row['title']}" for row in others]
    for play, heading in COMPARED.items():
        lines += ["", heading, *(f"  {row['id']:<{wide}}{row['rulebook']}" for row in clauses if row["play"] == play)]
    return "\n".join([*lines, "", "park-advisor rules RULE_ID shows one in full."])


COMPARED = {
    Play.DIFFERS: "Clauses in which play differs between the editions",
    Play.SAME: "Clauses in which it does not",
    Play.SILENT: "Clauses that the draft's text does not reach: its edition has the rulebook's",
}
"""How clauses of the two editions compare, and what to head them with."""
PLAYED = {
    Play.DIFFERS: "Play differs between the editions.",
    Play.SAME: "Play does not differ between the editions.",
    Play.SILENT: "The draft's text does not reach this; its edition has the rulebook's.",
}
"""The same of one clause."""


def rule_text(document: Document, width: int) -> str:
    """One rule, ruling or clause in full."""
    write = {Entry.RULE: _rule, Entry.RULING: _ruling, Entry.CLAUSE: _clause}[Entry(document["kind"])]
    return "\n".join([document["id"], *write(document, width)])


def _clause(clause: Document, width: int) -> list[str]:
    lines = [*wrapped(PLAYED[clause["play"]], width, "  "), "", *wrapped(clause["text"], width, "  "), ""]
    lines += wrapped(f"Rulebook: {clause['rulebook']}", width, "  ")
    lines += wrapped(f"Draft v3.1: {clause['draft'] or 'nothing'}", width, "  ")
    return lines + (wrapped(f"Rule: {clause['rule']}", width, "  ") if clause["rule"] else [])


def _rule(rule: Document, width: int) -> list[str]:
    page = f", page {rule['page']}" if rule["page"] else ""
    lines = [*wrapped(rule["title"], width, "  "), "", *wrapped(rule["wording"], width, "  "), ""]
    lines += wrapped(f"Source: {rule['source']}{page}", width, "  ")
    if rule["rulings"]:
        lines += wrapped(f"Rulings that bear on it: {', '.join(rule['rulings'])}", width, "  ")
    return lines + wrapped(f"Examples: {', '.join(rule['examples'])}", width, "  ")


def _ruling(row: Document, width: int) -> list[str]:
    choices = [f"{choice} (default)" if choice == row["default"] else choice for choice in row["choices"]]
    if row["takes_hexes"]:
        choices.append("or a list of hexes [q, r]")
    lines = [*wrapped(row["question"], width, "  "), "", *wrapped(f"Choices: {', '.join(choices)}", width, "  ")]
    lines += wrapped(f"Why: {row['why']}", width, "  ")
    lines += wrapped(row["note"] or "", width, "  ")
    return lines + (wrapped(f"Rules it bears on: {', '.join(row['rules'])}", width, "  ") if row["rules"] else [])
