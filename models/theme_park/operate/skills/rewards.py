"""Skills that pay for each die of a colour on the attraction."""

from models.shared.phrases import count
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills.card import SkillCard, Using
from models.theme_park.operate.state import State

DOLLARS_A_GUEST, MOST_DOLLARS = 2, 6  # rulebook, Skills
STARS_A_GUEST, MOST_STARS = 1, 3


def matching(state: State, item: Using) -> int:
    """Dice of the depicted colour on the mascot's attraction, adjustments set aside."""
    return sum(now is not None and now.at == item.tile and now.colour is item.skill.colour for now in state.guests)


class MoneyPerGuest(SkillCard):
    """The card pays $2 for each die of its colour here, at most $6."""

    def use(self, position: Position, state: State, item: Using) -> State:
        """The state with the dollars taken."""
        return state._replace(money=state.money + money_for(matching(state, item)))

    def says(self, position: Position, before: State, item: Using, after: State) -> str:
        """Tells how many dice pay, and how much."""
        counted = count(matching(before, item), f"{item.skill.colour} guest")
        return f"${DOLLARS_A_GUEST} for each of {counted} there, at most ${MOST_DOLLARS}"


class StarsPerGuest(SkillCard):
    """The card brings a star for each die of its colour here, at most 3."""

    def use(self, position: Position, state: State, item: Using) -> State:
        """The state with the stars taken."""
        return state._replace(skill_stars=state.skill_stars + stars_for(matching(state, item)))

    def says(self, position: Position, before: State, item: Using, after: State) -> str:
        """Tells how many dice bring stars."""
        counted = count(matching(before, item), f"{item.skill.colour} guest")
        return f"a star for each of {counted} there, at most {MOST_STARS}"


def money_for(guests: int) -> int:
    """Dollars for that many dice of the colour."""
    return min(DOLLARS_A_GUEST * guests, MOST_DOLLARS)


def stars_for(guests: int) -> int:
    """Stars for that many dice of the colour."""
    return min(STARS_A_GUEST * guests, MOST_STARS)
