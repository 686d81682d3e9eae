"""Answers on Dice Manor as text."""

import math
import textwrap

from api.schemas.describing import Document
from models.dice_manor.turn import Seat
from models.shared.phrases import count, listing

MOST_OPTIONS = 12
"""Options shown on a terminal; --json has them all."""
PLACES = 4
NOISE = 1e-9
"""Of decimals."""


def solve_text(seat: Seat, document: Document, width: int) -> str:
    """The value, the decision, and what the others lose."""
    lines = _value(document, "expected", "prestige still to come")
    lines += _options(document, "expected", width)
    target = document["target"]
    if target is not None:
        lines += ["", *_value(target, "chance", f"is the chance of {target['prestige']} prestige or more")]
        lines += _options(target, "chance", width)
    if seat.rolled is None:
        lines.append("Nothing is rolled yet: tell what the dice show to get the decision.")
    return "\n".join(lines)


def _value(document: Document, name: str, means: str) -> list[str]:
    value, exact = document[name], document["exact"]
    fraction = f" (exactly {exact})" if exact is not None and len(exact) <= 30 else ""
    if document["status"] == "optimal":
        return [f"{_four(value, name)} {means}{fraction}: the best there is, proven."]
    error, most = _up(document["error"], 2), _up(document["bound"], PLACES)
    return [
        f"About {value:.2f} {means}, by a policy played many times (standard error {error:.2f}).",
        f"No policy is worth more than {most:.{PLACES}f}.",
    ]


def _up(number: float, places: int) -> float:
    """Rounded up: neither a limit nor an error is told as less than it is."""
    step: int = 10**places
    return math.ceil((number - NOISE) * step) / step


def _four(value: float, name: str) -> str:
    """Four places; a chance below 1 is never told as certain, nor one above 0 as none."""
    told, step = f"{value:.{PLACES}f}", 10**-PLACES
    if name == "chance" and value < 1 <= float(told):
        return f"More than {1 - step:.{PLACES}f}"
    return f"Less than {step:.{PLACES}f}" if name == "chance" and float(told) <= 0 < value else told


def _options(document: Document, name: str, width: int) -> list[str]:
    options = document["options"]
    if not options:
        return []
    best = "Best" if document["status"] == "optimal" else "Best found"
    lines = ["", *_wrapped(f"{best}: {options[0]['text']}", width), "", f"{name:>10} {'loss':>8}"]
    for option in options[:MOST_OPTIONS]:
        first, *others = textwrap.wrap(option["text"], width - 21) or [""]
        lines.append(f"{option[name]:>10.4f} {option['loss']:>8.4f}  {first}")
        lines += [" " * 21 + other for other in others]
    if len(options) > MOST_OPTIONS:
        lines.append(f"{len(options) - MOST_OPTIONS} more that lose at least as much; --json lists them.")
    return lines


def bid_text(document: Document, width: int) -> str:
    """The turns of the Bid phase, the best first, and what they are weighed by."""
    weights = [f"{name} {worth:g}" for name, worth in document["weights"].items() if name != "tiles"]
    weights += [f"tile {number} {worth:g}" for number, worth in document["weights"]["tiles"].items()]
    lines = _options(document, "expected", width)
    lines += ["", *_wrapped(f"Weights: {', '.join(weights)}.", width)]
    for note in document["notes"]:
        lines += _wrapped(note, width)
    return "\n".join(lines).lstrip("\n")


def layouts_text(document: Document) -> str:
    """Where to build, and what that adds."""
    lines = []
    for option in document["options"]:
        built = "; ".join(f"{move['tile']} at {move['at']} turned {move['turn']}" for move in option["moves"])
        lines.append(f"{option['expected']:>10.4f} {option['loss']:>8.4f}  {built or 'nothing'}")
    head = [f"The manor is worth {document['before']:.4f} now.", f"{'expected':>10} {'loss':>8}"]
    return "\n".join([*head, *lines, *document["notes"]])


def building_text(document: Document, width: int) -> str:
    """The verdict on tiles built."""
    lines = [f"{number}. {step['text']}" for number, step in enumerate(document["steps"], 1)]
    violation = document["violation"]
    if violation is None:
        return "\n".join([*lines, "Legal."])
    lines += _wrapped(f"Illegal at tile {violation['step'] + 1}: {violation['message']}", width)
    lines += _wrapped(f"Rule {violation['rule']}; {violation['source']}.", width)
    return "\n".join([*lines, *_otherwise(document, width)])


def check_text(document: Document, width: int) -> str:
    """The verdict, turn by turn."""
    lines = []
    for number, step in enumerate(document["steps"], 1):
        lines += _wrapped(f"{number}. {step['text']}", width)
    violation = document["violation"]
    if violation is None:
        lines.append(
            f"Legal: {count(document['prestige'], 'prestige', 'prestige')} from paths; "
            f"{count(document['tokens'], 'token')} in hand."
        )
    else:
        lines += _wrapped(f"Illegal at turn {violation['step'] + 1}: {violation['message']}", width)
        lines += _wrapped(f"Rule {violation['rule']}; {violation['source']}.", width)
    lines += _otherwise(document, width)
    relied = [f"{each['ruling']} = {each['choice']}" for each in document["relies_on"]]
    if relied:
        lines += _wrapped(f"This relies on {listing(relied)}.", width)
    for note in document["notes"]:
        lines += _wrapped(note, width)
    return "\n".join(lines)


def _otherwise(document: Document, width: int) -> list[str]:
    under = [f"{each['ruling']} = {each['choice']}" for each in document["legal_under"]]
    return _wrapped(f"Legal if the table rules otherwise: {listing(under, 'or')}.", width) if under else []


def moves_text(document: Document) -> str:
    """Legal turns as text, one a line."""
    lines = [move["text"] for move in document["moves"]]
    if document["more"]:
        lines.append("There may be more: the list was cut.")
    return "\n".join([*lines, *document["notes"]])


def game_text(document: Document, width: int) -> str:
    """The verdict on a game, how the table stands, and the score where it is over."""
    lines = [f"Round {document['round']}, phase {document['phase']}, after {count(document['events'], 'event')}."]
    for row in document["standings"]:
        lines.append(
            f"{row['player']}: {row['prestige']} prestige, {count(row['tokens'], 'token')}, "
            f"{count(row['dice'], 'die')}, {count(len(row['rooms']) - 1, 'room')}."
        )
    if document["score"] is not None:
        lines.append(score_text({"players": document["score"], "winners": document["winners"], "notes": []}))
    for note in document["notes"]:
        lines += _wrapped(note, width)
    violation = document["violation"]
    if violation is None:
        return "\n".join([*lines, "Legal, and over." if document["over"] else "Legal so far."])
    lines += _wrapped(f"Illegal at event {violation['step']}: {violation['message']}", width)
    lines += _wrapped(f"Rule {violation['rule']}; {violation['source']}.", width)
    return "\n".join([*lines, *_otherwise(document, width)])


def score_text(document: Document) -> str:
    """A table of points, and the winners."""
    columns = ("grand_opening", "colours", "largest", "diversity", "tokens", "total")
    wide = max(len(row["id"]) for row in document["players"])
    lines = [" " * wide + "".join(f"  {column.replace('_', ' '):>13}" for column in columns)]
    lines += [
        f"{row['id']:<{wide}}" + "".join(f"  {row[column]:>13}" for column in columns) for row in document["players"]
    ]
    won = listing(document["winners"])
    return "\n".join(
        [*lines, f"{won} {'wins' if len(document['winners']) == 1 else 'share the victory'}.", *document["notes"]]
    )


def rules_text(document: Document) -> str:
    """Ids and titles of the rules, ids and defaults of the rulings."""
    rules, rulings = document["rules"], document["rulings"]
    wide = max(len(row["id"]) for row in (*rules, *rulings)) + 2
    lines = ["Rules of Dice Manor", *(f"  {row['id']:<{wide}}{row['title']}" for row in rules), ""]
    lines += ["Rulings, with their defaults", *(f"  {row['id']:<{wide}}{_held(row)}" for row in rulings)]
    return "\n".join([*lines, "", "park-advisor rules dice-manor RULE_ID shows one in full."])


def _held(ruling: Document) -> str:
    """The choice that holds, and whether there is another."""
    return f"{ruling['default']}{'' if len(ruling['choices']) > 1 else ' (no switch)'}"


def rule_text(document: Document, width: int) -> str:
    """One rule or ruling in full."""
    if document["kind"] == "rule":
        lines = [document["id"], f"  {document['title']}", *_wrapped(document["wording"], width, "  ")]
        lines += _wrapped(f"Source: {document['source']}", width, "  ")
        if document["rulings"]:
            lines += _wrapped(f"Rulings: {', '.join(document['rulings'])}", width, "  ")
        return "\n".join([*lines, *_wrapped(f"Examples: {', '.join(document['examples'])}", width, "  ")])
    choices = [f"{each} (default)" if each == document["default"] else each for each in document["choices"]]
    lines = [document["id"], *_wrapped(document["question"], width, "  ")]
    lines += _wrapped(f"Choices: {', '.join(choices)}", width, "  ")
    lines += _wrapped(f"Why: {document['why']}", width, "  ")
    return "\n".join([*lines, *_wrapped(document["note"] or "", width, "  ")])


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent or "  ")
