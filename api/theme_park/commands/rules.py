"""``rules``: the catalogue of rules and rulings."""

import click

from api.cli.documents import game_option, json_option
from api.cli.output import Exit, examples, say, say_json, text_width
from api.theme_park.catalogue_answers import rule_document, rules_document
from api.theme_park.text.rulebook import rule_text, rules_text


def _ids(_context: click.Context, _argument: click.Parameter, begun: str) -> list[str]:
    """Ids that a shell may complete: those of rules and rulings."""
    document = rules_document()
    return [entry["id"] for entry in (*document["rules"], *document["rulings"]) if entry["id"].startswith(begun)]


@click.command(
    short_help="The rules and rulings, with their sources.",
    epilog=examples(
        "park-advisor rules", "park-advisor rules operate.party.requirement", "park-advisor rules --of dice-manor"
    ),
)
@click.argument("rule_id", required=False, shell_complete=_ids)
@game_option
@json_option
def rules(rule_id: str | None, as_json: bool) -> int:
    """List the rules and rulings, or show the one with RULE_ID in full."""
    document = rules_document() if rule_id is None else rule_document(rule_id)
    if as_json:
        say_json(document)
    else:
        say(rules_text(document) if rule_id is None else rule_text(document, text_width()))
    return Exit.FINE
