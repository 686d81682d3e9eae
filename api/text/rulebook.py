"""The catalogue of rules and rulings as text."""

from api.schemas.dumping import Document
from api.text.answers import wrapped


def rules_text(document: Document) -> str:
    """Ids and titles of the rules, ids and defaults of the rulings."""
    rules, rulings = document["rules"], document["rulings"]
    wide = max(len(row["id"]) for row in (*rules, *rulings)) + 2
    lines = ["Rules", *(f"  {row['id']:<{wide}}{row['title']}" for row in rules), ""]
    lines += ["Rulings, with their defaults", *(f"  {row['id']:<{wide}}{row['default']}" for row in rulings)]
    return "\n".join([*lines, "", "park-advisor rules RULE_ID shows one in full."])


def rule_text(document: Document, width: int) -> str:
    """One rule or ruling in full."""
    lines = _rule(document, width) if document["kind"] == "rule" else _ruling(document, width)
    return "\n".join([document["id"], *lines])


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
    return lines + (wrapped(f"Rules it bears on: {', '.join(row['rules'])}", width, "  ") if row["rules"] else [])
