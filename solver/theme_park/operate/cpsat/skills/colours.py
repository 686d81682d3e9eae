"""The skill that swaps a die for one from the bag."""

from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.operate.skills.colours import most_dice_of
from solver.theme_park.operate.cpsat.skills.encoder import Encoded, SkillSlot, Truth
from solver.theme_park.operate.cpsat.variables import Bool
from solver.theme_park.operate.plan import Pick


def encode_swap(slot: SkillSlot) -> Encoded:
    """One die in another colour, if the bag has it: dice in park and bag together never change."""
    swaps = [(index, colour) for index in range(len(slot.before)) for colour in GUEST_COLOURS]
    chosen = dict(zip(swaps, slot.choose(len(swaps)), strict=True))
    slot.model.add(sum(chosen.values()) == slot.used)
    for index, before, touch in slot.parts:
        for colour in GUEST_COLOURS:
            swapped = chosen[index, colour]
            slot.model.add_implication(swapped, touch.present)
            slot.model.add_implication(swapped, before.die[colour].negated())
            slot.model.add_implication(swapped, touch.die[colour])
            for shade in GUEST_COLOURS:
                # a die treated as another colour than its own stays so; any other shows its new colour
                as_itself = [before.colour[shade].negated(), before.die[shade].negated()]
                slot.model.add_bool_or([swapped.negated(), *as_itself, touch.shade[colour]])
                treated = [before.colour[shade].negated(), before.die[shade]]
                slot.model.add_bool_or([swapped.negated(), *treated, touch.shade[shade]])
    for colour in GUEST_COLOURS:
        _from_the_bag(slot, colour, [chosen[index, colour] for index in range(len(slot.before))])

    def read(true: Truth) -> tuple[Pick, ...]:
        guests = slot.position.guests
        return tuple(Pick(guests[index].id, colour=colour) for (index, colour), lit in chosen.items() if true(lit))

    return Encoded(read, swaps=tuple((index, literal) for (index, _), literal in chosen.items()))


def _from_the_bag(slot: SkillSlot, colour: Colour, swaps: list[Bool]) -> None:
    total = most_dice_of(slot.position, colour)
    if len(slot.before) >= total:
        in_park = sum(before.die[colour] for before in slot.before)
        for swapped in swaps:
            slot.model.add(in_park <= total - 1).only_enforce_if(swapped)
