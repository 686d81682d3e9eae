"""Constraints of the skills that turn dice to other values."""

from models.theme_park.cards import SkillKind
from models.theme_park.operate.adjustments import turned
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.cpsat.skills.encoder import Encoded, SkillSlot, Truth
from solver.theme_park.operate.cpsat.variables import Bool, GuestVars, TouchVars
from solver.theme_park.operate.plan import Pick
from solver.theme_park.operate.tables import DICE_TURNED, VALUES


def encode_turning(slot: SkillSlot) -> Encoded:
    """Exactly as many dice as the card turns show one of the values it may turn them to."""
    ways = slot.tables.turns_by(slot.skill.kind)
    chosen = slot.choose(len(slot.before))
    slot.model.add(sum(chosen) == DICE_TURNED[slot.skill.kind] * slot.used)
    for index, before, touch in slot.parts:
        slot.model.add_implication(chosen[index], touch.present)
        slot.of_colour(chosen[index], before)
        if slot.skill.kind is SkillKind.REROLL and slot.position.guests[index].vip:
            slot.model.add(chosen[index] == 0)
        for value in VALUES:
            to = [touch.skilled[way] for way in sorted(ways.get(value, ()))]
            slot.model.add_bool_or([chosen[index].negated(), before.value[value].negated(), *to])
    same_sign = slot.position.rulings.says(Ruling.SKILL_TWO_BY_ONE_SIGNS, Choice.SAME)
    if slot.skill.kind is SkillKind.TWO_BY_ONE and same_sign:
        up = slot.model.new_bool_var("")
        for index, before, touch in slot.parts:
            _turn_with(slot, chosen[index], before, touch, up)

    def read(true: Truth) -> tuple[Pick, ...]:
        return tuple(
            Pick(slot.position.guests[index].id, value=next(value for value in VALUES if true(touch.skilled[value])))
            for index, _, touch in slot.parts
            if true(chosen[index])
        )

    return Encoded(read, turns=tuple(enumerate(chosen)))


def _turn_with(slot: SkillSlot, chosen: Bool, before: GuestVars, touch: TouchVars, up: Bool) -> None:
    """The die turns up if ``up``, else down."""
    for value in VALUES:
        for literal, by in ((up, 1), (up.negated(), -1)):
            to = turned(slot.position, value, by)
            shown = [] if to is None else [touch.skilled[to]]
            slot.model.add_bool_or([chosen.negated(), before.value[value].negated(), literal.negated(), *shown])
