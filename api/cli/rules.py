"""``rules``: the catalogue of rules and rulings."""

import click

from api.cli.documents import json_option
from api.cli.output import Exit, say, say_json, text_width
from api.documents import rule_document, rules_document
from api.text.rulebook import rule_text, rules_text


@click.command()
@click.argument("rule_id", required=False)
@json_option
def rules(rule_id: str | None, as_json: bool) -> int:
    """List the rules and rulings, or show the one with RULE_ID in full."""
    document = rules_document() if rule_id is None else rule_document(rule_id)
    if as_json:
        say_json(document)
    else:
        say(rules_text(document) if rule_id is None else rule_text(document, text_width()))
    return Exit.FINE
