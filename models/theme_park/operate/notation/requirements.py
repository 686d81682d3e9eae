"""Requirements in the notation: a relation letter and one group of letters a slot."""

import re

from models.theme_park.operate.notation.fields import COLOUR_LETTERS, COLOURS, Field
from models.theme_park.requirement import ANY_VALUE, NAMED_VALUES, Relation, Requirement, Slot

RELATIONS: dict[str, Relation] = {
    "": Relation.ANY,
    "E": Relation.EQUAL,
    "C": Relation.CONSECUTIVE,
    "H": Relation.HIGHER,
    "L": Relation.LOWER,
}
RELATION_LETTERS: dict[Relation, str] = {relation: letter for letter, relation in RELATIONS.items()}
VALUES: dict[str, frozenset[int]] = {
    "": ANY_VALUE,
    "e": NAMED_VALUES["even"],
    "o": NAMED_VALUES["odd"],
    "n": frozenset(),
}
VALUE_LETTERS: dict[frozenset[int], str] = {values: letter for letter, values in VALUES.items()}

_DIGIT = r"[0-9]|_(?:0|-?[1-9][0-9]{0,3999})_"
_RELATION = re.compile("[ECHL]?")
_SLOT = re.compile(rf"(?P<colour>[abgyx])(?P<values>[eon]|(?:{_DIGIT})*)(?P<reroll>r?)(?:s(?P<symbol>[a-z0-9-]+)_)?")


def write_requirement(requirement: Requirement) -> str:
    """Such as ``yoae`` for an odd yellow die and an even die."""
    return RELATION_LETTERS[requirement.relation] + "".join(_write_slot(slot) for slot in requirement.slots)


def _write_slot(slot: Slot) -> str:
    colour = COLOUR_LETTERS[slot.colour] if slot.colour else "a"
    values = VALUE_LETTERS.get(slot.values)
    if values is None:
        values = "".join(f"{value:d}" if 0 <= value <= 9 else f"_{value:d}_" for value in sorted(slot.values))
    return f"{colour}{values}{'r' if slot.reroll else ''}{f's{slot.symbol}_' if slot.symbol else ''}"


def read_requirement(field: Field) -> Requirement:
    """The requirement written in ``field``; raises ``NotationError``."""
    relation = _RELATION.match(field.text)
    assert relation is not None
    at = relation.end()
    slots: list[Slot] = []
    while at < len(field.text):
        slot = _SLOT.match(field.text, at)
        if slot is None:
            raise field.after(at).fault(
                "a slot: a, b, g, y or x, then e, o, n or the digits it accepts, then r for the reroll symbol, "
                "then another symbol's name between s and _"
            )
        slots.append(_read_slot(slot))
        at = slot.end()
    return Requirement(tuple(slots), RELATIONS[relation[0]])


def _read_slot(slot: re.Match[str]) -> Slot:
    named = VALUES.get(slot["values"])
    values = (
        named if named is not None else frozenset(int(value.strip("_")) for value in re.findall(_DIGIT, slot["values"]))
    )
    return Slot(COLOURS.get(slot["colour"]), values, bool(slot["reroll"]), slot["symbol"])
