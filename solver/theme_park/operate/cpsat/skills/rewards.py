"""Skills that pay for the dice of a colour on the tile; only dice touched are counted, which costs nothing."""

from models.theme_park.cards import SkillKind
from models.theme_park.operate.skills.rewards import money_for, stars_for
from solver.theme_park.operate.cpsat.skills.encoder import Encoded, SkillSlot, Truth
from solver.theme_park.operate.plan import Pick

PAYS = {SkillKind.MONEY_PER_GUEST: money_for, SkillKind.STARS_PER_GUEST: stars_for}


def encode_reward(slot: SkillSlot) -> Encoded:
    """The reward follows the number of dice counted."""
    counted = slot.choose(len(slot.before))
    for index, before, touch in slot.parts:
        slot.model.add_implication(counted[index], touch.present)
        slot.of_colour(counted[index], before)
    pays = [PAYS[slot.skill.kind](number) for number in range(len(counted) + 1)]
    reaches = slot.choose(len(counted))
    for number, reached in enumerate(reaches, start=1):
        slot.model.add(sum(counted) >= number).only_enforce_if(reached)
    reward = tuple((reached, pays[number] - pays[number - 1]) for number, reached in enumerate(reaches, start=1))

    def read(true: Truth) -> tuple[Pick, ...]:
        return ()

    if slot.skill.kind is SkillKind.MONEY_PER_GUEST:
        return Encoded(read, money=reward)
    return Encoded(read, stars=reward)
