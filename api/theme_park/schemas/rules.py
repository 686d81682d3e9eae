"""The rules in force: game, round, expansions, and the rulings that differ from the defaults."""

from typing import Any

from marshmallow import ValidationError

from api.schemas.describing import Describer, Description, Document, unless_empty
from api.schemas.fields import (
    HEX,
    BoundedInt,
    BoundedList,
    DescribedField,
    EnumField,
    FlagField,
    HexField,
    StrictSchema,
)
from models.shared.fault import found, named, shown
from models.shared.hexgrid import Hex
from models.theme_park.operate.position import ROUNDS, Expansion, RuleSet
from models.theme_park.rulings import Choice, ParkQuestion, Ruling, Rulings, questions

MOST_HEXES = 1000
OUTLINE = BoundedList(HexField(), "hexes", MOST_HEXES, least=1)


class RoundField(DescribedField[int]):
    """A round as the key of an object."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f'a round, "1" to "{ROUNDS}"', {"type": "string"}, **kwargs)

    def shape(self, _describer: Describer) -> Description:
        """The rounds of the longest game, as words."""
        return {"type": "string", "enum": [str(number) for number in range(1, ROUNDS + 1)]}

    def read(self, value: Any) -> int:
        """Reads the round; raises ValidationError for anything else."""
        if value in {str(number) for number in range(1, ROUNDS + 1)}:
            return int(value)
        raise self.refusal(value)

    def write(self, value: int) -> str:
        """Gives the round as the key of an object."""
        return str(value)


class RulingsField(DescribedField[Rulings]):
    """Choices by ruling id; ``board.boundary`` also takes the list of hexes of the outline."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("an object of ruling ids and choices", **kwargs)

    def shape(self, _describer: Describer) -> Description:
        """A choice of each ruling, or hexes where a ruling takes them."""
        properties: Description = {}
        for row in questions().values():
            choices: Description = {"type": "string", "enum": [choice.value for choice in row.choices]}
            hexes = {"type": "array", "items": HEX, "minItems": 1, "maxItems": MOST_HEXES}
            properties[row.id.value] = {"anyOf": [choices, hexes]} if row.takes_hexes else choices
        return {"type": "object", "properties": properties, "additionalProperties": False}

    def write(self, value: Rulings) -> Document:
        """The rulings that differ from the defaults."""
        return dump_rulings(value)

    def read(self, value: Any) -> Rulings:
        """Reads the rulings; raises ValidationError for anything else."""
        if not isinstance(value, dict):
            raise self.refusal(value)
        choices: dict[Ruling, Choice] = {}
        outline: frozenset[Hex] | None = None
        errors: dict[str, Any] = {}
        for name, raw in value.items():
            try:
                row = _question(name)
                if row.takes_hexes and isinstance(raw, list):
                    outline = frozenset(place for place in OUTLINE.deserialize(raw) or () if place)
                else:
                    choices[row.id] = _choice(row, raw)
            except ValidationError as error:
                errors[name] = error.messages
        if errors:
            raise ValidationError(errors)
        return Rulings.of(choices, outline)


def dump_rulings(rulings: Rulings) -> Document:
    """The rulings that differ from the defaults, the outline of the park among them."""
    document: Document = {ruling.value: choice.value for ruling, choice in rulings.changed}
    if rulings.outline is not None:
        document[Ruling.BOARD_BOUNDARY.value] = [list(place) for place in sorted(rulings.outline)]
    return document


def _question(name: str) -> ParkQuestion:
    rows = {row.id.value: row for row in questions().values()}
    if name in rows:
        return rows[name]
    raise ValidationError(f"Found {shown(name)}, which is no ruling; accepted: {named(rows)}.")


def _choice(row: ParkQuestion, raw: object) -> Choice:
    choices = {choice.value: choice for choice in row.choices}
    if isinstance(raw, str) and raw in choices:
        return choices[raw]
    raise ValidationError(found(raw, named(choices) + (", or a list of [q, r]" if row.takes_hexes else "")))


class RulesSchema(StrictSchema):
    """``rules`` of a position document; every field may be absent."""

    what = "the rules"

    game = EnumField(RuleSet, load_default=RuleSet.INTRODUCTORY)
    round = BoundedInt(1, ROUNDS, load_default=1)
    last_round = FlagField(load_default=False)
    solo = FlagField(load_default=False, of=unless_empty("solo"))
    short = FlagField(load_default=False, of=unless_empty("short"))
    expansions = BoundedList(
        EnumField(Expansion),
        "expansions",
        len(Expansion),
        load_default=(),
        of=lambda position: sorted(position.expansions),
    )
    rulings = RulingsField(load_default=Rulings())
